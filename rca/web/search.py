"""The search over all sources: asked side by side, merged, ranked by what they share with the query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from models.settings import NetworkSettings
from models.tools.web_search_wiki import WebResult, WebSource
from rca.cancellation import Watch
from rca.web import docs, github, mdn, searxng, stackoverflow
from rca.web.client import ANSWER_SECONDS, Client
from rca.web.plain import one_line, snippet, terms
from rca.web.shelf import Shelf
from rca.web.source import NoAddress, Page, RateLimited, Search, SourceProblem

SOURCES: Mapping[WebSource, Search] = {
    "stackoverflow": stackoverflow.search,
    "github": github.search,
    "docs": docs.search,
    "mdn": mdn.search,
    "searxng": searxng.search,
}
ASKED_FOR = 10
"""Pages that each source is asked for, whatever the caller wants: one kept answer serves them all."""

_TITLE_WEIGHT = 0.5
_TEXT_WEIGHT = 0.25
_RANK_WEIGHT = 0.2
_SOLVED_WEIGHT = 0.05


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """What one source gave: pages, or why there are none."""

    source: WebSource
    pages: tuple[Page, ...] = ()
    problem: SourceProblem | None = None
    cached: bool = False
    note: str | None = None


def ask_all(
    query: str, sources: Iterable[WebSource], settings: NetworkSettings, folder: Path, watch: Watch
) -> tuple[SourceAnswer, ...]:
    """Ask each source once, side by side; a source that fails takes no other with it.

    Args:
        query: exactly what is sent; it has been through `rca.web.outgoing`.
        sources: those that the user allowed.
        settings: where they are.
        folder: where answers are kept.
        watch: the call's limit.
    """
    wanted = tuple(dict.fromkeys(sources))
    shelf = Shelf(folder)
    pool = ThreadPoolExecutor(max_workers=max(1, len(wanted)), thread_name_prefix="web")
    asked = {source: pool.submit(_ask, source, query, settings, shelf, watch) for source in wanted}
    # A name server that does not answer holds its thread beyond every limit of the connection.
    pool.shutdown(wait=False)
    wait(asked.values(), timeout=watch.remaining if watch.remaining is not None else ANSWER_SECONDS + 1)
    late = SourceProblem("no answer in time")
    return tuple(
        future.result() if future.done() else SourceAnswer(source, problem=late)
        for source, future in asked.items()
    )


def _ask(
    source: WebSource, query: str, settings: NetworkSettings, shelf: Shelf, watch: Watch
) -> SourceAnswer:
    base = _base(source, settings)
    if base is None:
        problem = NoAddress(f"No address is set for the source '{source}': set `rca.network.{source}Url`")
        return SourceAnswer(source, problem=problem)
    kept = shelf.find(source, base, query, ASKED_FOR)
    if kept is not None and kept.fresh:
        return SourceAnswer(source, kept.pages, cached=True)
    client = Client(source, watch)
    try:
        if pause := shelf.paused(source, base):
            message = f"{source} asked for a pause"
            raise RateLimited(message, pause)
        pages = SOURCES[source](client, base, query, ASKED_FOR)
    except SourceProblem as problem:
        if isinstance(problem, RateLimited):
            shelf.pause(source, base, problem.seconds)
        if kept is not None:
            days = int(kept.age // 86_400)
            note = f"{problem}: an answer kept {days} days ago is shown"
            return SourceAnswer(source, kept.pages, cached=True, note=note)
        return SourceAnswer(source, problem=problem)
    if client.pause:
        shelf.pause(source, base, client.pause)
    pages = tuple(page for page in pages if page.title and urlsplit(page.url).scheme in {"http", "https"})
    shelf.keep(source, base, query, ASKED_FOR, pages)
    return SourceAnswer(source, pages)


def _base(source: WebSource, settings: NetworkSettings) -> str | None:
    bases = {
        "stackoverflow": settings.stackoverflow_url,
        "github": settings.github_url,
        "docs": settings.docs_url,
        "mdn": settings.mdn_url,
        "searxng": settings.searxng_url,
    }
    base = bases[source]
    return base.rstrip("/") if base else None


def ranked(query: str, answers: Iterable[SourceAnswer]) -> tuple[WebResult, ...]:
    """Put all pages in one order, each address once, most relevant first.

    `relevanceScore` weighs the share of the query's words in title and text, the place that the source
    gave the page, and whether it says that the problem is solved.
    """
    wanted = terms(query)
    best: dict[str, WebResult] = {}
    for answer in answers:
        for place, page in enumerate(answer.pages):
            result = WebResult(
                title=one_line(page.title)[:300],
                url=page.url,
                snippet=snippet(page.text, wanted),
                source=answer.source,
                relevance_score=_relevance(page, place, wanted),
            )
            address = page.url.partition("#")[0].rstrip("/")
            if address not in best or result.relevance_score > best[address].relevance_score:
                best[address] = result
    return tuple(sorted(best.values(), key=lambda result: -result.relevance_score))


def _relevance(page: Page, place: int, wanted: frozenset[str]) -> float:
    in_title = len(wanted & terms(page.title)) / len(wanted) if wanted else 0.0
    anywhere = len(wanted & terms(f"{page.title} {page.text}")) / len(wanted) if wanted else 0.0
    weight = _TITLE_WEIGHT * in_title + _TEXT_WEIGHT * anywhere + _RANK_WEIGHT / (1 + place / 2)
    return round(min(1.0, weight + _SOLVED_WEIGHT * page.solved), 3)
