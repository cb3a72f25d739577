"""Search over all sources in parallel, past the egress gate; a failing source does not stop the others."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from models.settings import NetworkSettings
from models.tools.web_search_wiki import WebSource
from rca.scheduling.deadline import Deadline
from rca.web import github, mdn, searxng, stackoverflow
from rca.web.consent import FILE_NAME as CONSENT_FILE
from rca.web.consent import AskEgress, Consents
from rca.web.doc_folders import FILE_NAME as DOCS_FOLDERS
from rca.web.doc_folders import Folders
from rca.web.docs_index import FILE_NAME as DOCS_INDEX
from rca.web.docs_index import DocsIndex
from rca.web.egress_gate import EgressGate
from rca.web.http_client import ANSWER_SECONDS
from rca.web.response_cache import ResponseCache
from rca.web.search_source import ASKED_FOR, Request, Source, SourceProblem
from rca.web.source_query import SourceAnswer, SourceQuery
from rca.web.web_query import WebQuery

SOURCES: Mapping[WebSource, Source] = {
    source.name: source
    for source in (
        stackoverflow.SOURCE,
        github.SOURCE,
        searxng.DOCS,
        mdn.SOURCE,
        searxng.SEARXNG,
    )
}
_LOOK_SECONDS = 0.05
_logger = logging.getLogger(__name__)
_DOCS_SHARE = 0.3


@dataclass(frozen=True)
class WebSearch:
    """All that a search needs besides the question.

    Attributes:
        settings: where the sources are, and which the user always allows.
        data_dir: the program's own folder, for consent, kept answers and the index of documentation.
        ask: shows the user what would be sent, and gives the answer.
        deadline: the call's limit.
    """

    settings: NetworkSettings
    data_dir: Path
    ask: AskEgress
    deadline: Deadline = field(default_factory=Deadline)

    def run(self, query: WebQuery, sources: Iterable[WebSource]) -> tuple[SourceAnswer, ...]:
        """Query each source once; a failing source does not stop the others.

        The user is asked about hosts one after the other, before anything is sent; then all sources are
        queried in parallel. Cached answers need no question.

        Raises:
            Cancelled: the caller no longer wants the answer.
        """
        cassette = ResponseCache(self.data_dir / "web")
        errands = [self._errand(SOURCES[name], query, cassette) for name in dict.fromkeys(sources)]
        gate = EgressGate(
            Consents(self.data_dir / CONSENT_FILE),
            self.ask,
            self.deadline,
            self.settings.allowed_sources,
            [request for errand in errands for request in errand.requests],
        )
        for errand in errands:
            errand.pass_gate(gate)
        self.deadline.check_cancelled()
        return self._side_by_side(
            [errand.run for errand in errands], [errand.source.name for errand in errands]
        )

    def asks_nothing(self, source: WebSource) -> bool:
        """Return whether a source may be queried without asking the user."""
        if source == "docs" and Folders(self.data_dir / "web" / DOCS_FOLDERS).all():
            return True
        base = SOURCES[source].base(self.settings)
        consents = Consents(self.data_dir / CONSENT_FILE)
        gate = EgressGate(consents, self.ask, self.deadline, self.settings.allowed_sources)
        return bool(base) and gate.is_open(source, Request(base or "").host)

    def _errand(self, source: Source, query: WebQuery, cassette: ResponseCache) -> SourceQuery:
        errand = SourceQuery(source, query, cassette, self.settings, self.deadline)
        if source.name == "docs":
            errand.local = self._local_docs(query)
        errand.prepare()
        return errand

    def _local_docs(self, query: WebQuery) -> Callable[[], SourceAnswer] | None:
        folders, wrong = Folders(self.data_dir / "web" / DOCS_FOLDERS).read()
        unlisted = [] if wrong is None else [f"docs: {wrong}"]
        if not folders and not unlisted:
            return None
        index = DocsIndex(self.data_dir / "web" / DOCS_INDEX)

        def look() -> SourceAnswer:
            try:
                gaps = index.refresh(folders, self.deadline.part(_DOCS_SHARE))
                pages = index.find(query.text, folders, ASKED_FOR)
            except OSError as problem:
                return SourceAnswer("docs", problem=SourceProblem(f"docs: {problem}"))
            if not folders:
                return SourceAnswer("docs", problem=SourceProblem(unlisted[0]))
            names = ", ".join(folder.name for folder in folders)
            origins = (f"docs: on this machine: {names}",)
            return SourceAnswer("docs", pages, cached=True, origins=origins, gaps=(*unlisted, *gaps))

        return look

    def _side_by_side(
        self, errands: Sequence[Callable[[], SourceAnswer]], names: Sequence[WebSource]
    ) -> tuple[SourceAnswer, ...]:
        running = [_start(errand) for errand in errands]
        remaining = self.deadline.remaining
        end = time.monotonic() + (ANSWER_SECONDS + 1 if remaining is None else remaining)
        for future in running:
            while not future.done() and time.monotonic() < end:
                self.deadline.check_cancelled()
                _wait(future)
        return tuple(_outcome(future, name) for future, name in zip(running, names, strict=True))


def _start(errand: Callable[[], SourceAnswer]) -> Future[SourceAnswer]:
    """Run a query in a thread that nobody joins: a silent name server may block it for long."""
    future: Future[SourceAnswer] = Future()

    def run() -> None:
        try:
            future.set_result(errand())
        except BaseException as problem:  # noqa: BLE001 - handed over to who waits
            future.set_exception(problem)

    threading.Thread(target=run, name="rca-web", daemon=True).start()
    return future


def _outcome(future: Future[SourceAnswer], name: WebSource) -> SourceAnswer:
    """Return the result of a query; a defect in one source's reader does not stop the others."""
    if not future.done():
        return SourceAnswer(name, problem=SourceProblem(f"{name} did not answer in time"))
    problem = future.exception()
    if problem is None:
        return future.result()
    _logger.error("%s failed", name, exc_info=problem)
    message = f"{name} gave an answer that could not be read: {type(problem).__name__}"
    return SourceAnswer(name, problem=SourceProblem(message))


def _wait(future: Future[SourceAnswer]) -> None:
    try:
        future.exception(timeout=_LOOK_SECONDS)
    except TimeoutError:
        return
