"""User-configured search: a SearXNG instance, or a documentation search with the same API.

SearXNG's JSON is described at https://docs.searxng.org/dev/search_api.html.
"""

from __future__ import annotations

from typing import Any

from models.settings import NetworkSettings
from rca.web.date_parsing import parse_date
from rca.web.html_to_text import from_html
from rca.web.search_source import (
    ASKED_FOR,
    Page,
    Request,
    Source,
    SourceProblem,
    SourceResult,
    address,
    joined,
    text_of,
)
from rca.web.web_query import WebQuery

_LISTS = ("results", "items", "hits", "documents", "data")
_TITLES, _ADDRESSES = ("title", "name"), ("url", "link", "href")
_TEXTS = ("content", "snippet", "summary", "text", "description")


def requests(query: WebQuery, base: str, _settings: NetworkSettings) -> tuple[Request, ...]:
    """Return a request for `<base>/search` as JSON; an instance without it answers with status 403."""
    return tuple(Request(address(base, "/search", {"q": text, "format": "json"})) for text in query.texts)


def read(payload: Any, base: str) -> SourceResult:  # noqa: ANN401 - whatever a stranger sent
    """Parse the pages of all engines, in the order of the search."""
    pages = [
        Page(
            title=from_html(_first(result, _TITLES)),
            url=joined(f"{base}/", _first(result, _ADDRESSES)),
            text=from_html(_first(result, _TEXTS)),
            date=parse_date(text_of(result, "publishedDate") or text_of(result, "date")),
            author=text_of(result, "author") or None,
            licence=text_of(result, "license") or None,
        )
        for result in _results(payload)[:ASKED_FOR]
    ]
    return SourceResult(tuple(pages), note=_silent(payload))


def _results(payload: object) -> list[dict[str, Any]]:
    if isinstance(payload, dict):
        for key in _LISTS:
            found = payload.get(key)
            if isinstance(found, list):
                return [entry for entry in found if isinstance(entry, dict)]
    message = "the search answered in a shape that is not understood (no list 'results')"
    raise SourceProblem(message)


def _first(result: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((text for key in keys if (text := text_of(result, key))), "")


def _silent(payload: dict[str, Any]) -> str | None:
    """Return the engines that SearXNG could not reach, which it reports as pairs of name and reason."""
    told = payload.get("unresponsive_engines")
    if not isinstance(told, list):
        return None
    names = [str(one[0])[:40] for one in told if isinstance(one, list | tuple) and one]
    return f"searxng: no answer from {', '.join(names[:8])}" if names else None


_NO_JSON = {403: "the instance may not serve JSON: it has to list `json` in its setting `search.formats`"}
SEARXNG = Source("searxng", lambda settings: settings.searxng_url, requests, read, _NO_JSON)
DOCS = Source("docs", lambda settings: settings.docs_url, requests, read)
