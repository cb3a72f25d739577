"""One query to one source: cache, egress gate, request, pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from models.settings import NetworkSettings
from models.tools.web_search_wiki import WebSource
from rca.scheduling.deadline import Deadline
from rca.web.date_parsing import age, day
from rca.web.egress_gate import EgressGate
from rca.web.http_client import Client
from rca.web.page_ranking import is_shown
from rca.web.response_cache import CachedResponse, ResponseCache
from rca.web.search_source import (
    NoAddress,
    NotAllowed,
    Page,
    RateLimited,
    Request,
    Source,
    SourceProblem,
    checked_base,
)
from rca.web.web_query import WebQuery


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """The result of one source: pages, or why there are none.

    `origins` say where the pages come from (what was sent, or when a cached answer was received), `gaps`
    what may be missing and why. `cached` if nothing was requested over the network.
    """

    source: WebSource
    pages: tuple[Page, ...] = ()
    problem: SourceProblem | None = None
    cached: bool = False
    origins: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()


@dataclass
class SourceQuery:
    """One query to one source: what is cached, what must be requested, and the result."""

    source: Source
    query: WebQuery
    cassette: ResponseCache
    settings: NetworkSettings
    deadline: Deadline
    local: Callable[[], SourceAnswer] | None = None
    base: str = ""
    requests: tuple[Request, ...] = ()
    kept: CachedResponse | None = None
    problem: SourceProblem | None = None

    def prepare(self) -> None:
        """Build the requests, and look them up in the cache."""
        if self.local is not None and not self.source.base(self.settings):
            return
        try:
            self.base = checked_base(self.source.base(self.settings), self.source.name)
        except NoAddress as problem:
            self.problem = problem
            return
        requests = self.source.requests(self.query, self.base, self.settings)
        self.requests = tuple({request.url: request for request in requests}.values())
        while self.requests:
            kept = self.cassette.find(self.source.name, self.requests[0])
            if kept is None or not (kept.fresh or kept.pages):
                break
            self.kept = kept
            if not kept.fresh:
                break
            # That it found nothing is known as well: then the next question is asked.
            self.requests = () if kept.pages else self.requests[1:]

    def pass_gate(self, gate: EgressGate) -> None:
        """Pass the egress gate for the remaining requests; nobody is asked about what will not be sent."""
        if not self.requests or self.problem is not None:
            return
        try:
            if pause := self.cassette.paused(self.source.name, self.requests[0].host):
                message = f"{self.source.name} asked for a pause"
                raise RateLimited(message, pause)
            gate.pass_or_raise(self.source.name, self.requests)
        except (RateLimited, NotAllowed) as problem:
            self.problem = problem

    def run(self) -> SourceAnswer:
        """Send the requests, and add what this machine has."""
        answer = self._answer()
        if self.local is None:
            return answer
        own = self.local()
        if not self.requests and self.problem is None and self.kept is None:
            return own
        gaps = (*own.gaps, *answer.gaps, *((str(answer.problem),) if answer.problem and own.pages else ()))
        return replace(
            answer,
            pages=(*own.pages, *answer.pages),
            problem=None if own.pages else answer.problem or own.problem,
            cached=own.cached and (answer.cached or answer.problem is not None),
            origins=(*own.origins, *answer.origins),
            gaps=gaps,
        )

    def _answer(self) -> SourceAnswer:
        name = self.source.name
        sent: list[str] = []
        if self.problem is None and self.requests:
            try:
                return self._ask(sent)
            except SourceProblem as problem:
                self.problem = problem
        if self.kept is not None and (self.kept.pages or self.problem is None):
            origins = (
                *sent,
                f"{name}: the answer of {day(self.kept.time)}, {age(self.kept.age)}",
            )
            gaps: tuple[str, ...] = () if self.kept.note is None else (self.kept.note,)
            if self.problem is not None:
                gaps += (f"{self.problem}: what it answered {age(self.kept.age)} is shown",)
            return SourceAnswer(name, self.kept.pages, cached=True, origins=origins, gaps=gaps)
        return SourceAnswer(name, problem=self.problem, origins=tuple(sent))

    def _ask(self, sent: list[str]) -> SourceAnswer:
        name = self.source.name
        client = Client(name, self.deadline, self.source.hints)
        gaps: list[str] = []
        pages: tuple[Page, ...] = ()
        pause = 0.0
        try:
            for request in self.requests:
                sent.append(f"Sent to {request.host}: {request.shown}")
                found = self.source.read(client.get(request), self.base)
                pause = max(pause, found.pause, client.pause)
                pages = tuple(page for page in found.pages if is_shown(page))
                if left_out := len(found.pages) - len(pages):
                    told = f"{name}: {left_out} pages without a title or a usable address are left out"
                    found = replace(found, note=f"{found.note}; {told}" if found.note else told)
                gaps.extend([found.note] if found.note else [])
                self.cassette.keep(name, request, replace(found, pages=pages))
                if pages or pause:
                    break
        except RateLimited as problem:
            pause = max(pause, problem.seconds)
            raise
        finally:
            if pause:
                self.cassette.pause(name, self.requests[0].host, pause)
        return SourceAnswer(name, pages, origins=tuple(sent), gaps=tuple(gaps))
