"""MDN Web Docs, through the search API of its own site."""

from __future__ import annotations

from typing import Any

from models.settings import NetworkSettings
from rca.web.html_to_text import from_html, one_line
from rca.web.search_source import (
    ASKED_FOR,
    Page,
    Request,
    Source,
    SourceResult,
    address,
    entries,
    inner,
    joined,
    text_of,
)
from rca.web.web_query import WebQuery


def requests(query: WebQuery, base: str, _settings: NetworkSettings) -> tuple[Request, ...]:
    """Return the requests for documents, best first."""
    return tuple(
        Request(address(base, "/search", {"q": text, "locale": "en-US", "size": str(ASKED_FOR)}))
        for text in query.texts
    )


def read(payload: Any, base: str) -> SourceResult:  # noqa: ANN401 - whatever a stranger sent
    """Parse documents: the summary, then the matching passages."""
    pages = [
        Page(
            title=text_of(document, "title"),
            url=joined(base, text_of(document, "mdn_url")),
            text=one_line(" … ".join((text_of(document, "summary"), *_highlights(document)))),
            author="MDN contributors",
            licence="CC BY-SA 2.5",
        )
        for document in entries(payload, "documents", "mdn")[:ASKED_FOR]
    ]
    return SourceResult(tuple(pages))


def _highlights(document: dict[str, Any]) -> list[str]:
    passages = inner(document, "highlight").get("body")
    return [from_html(one) for one in passages if isinstance(one, str)] if isinstance(passages, list) else []


SOURCE = Source("mdn", lambda settings: settings.mdn_url, requests, read)
