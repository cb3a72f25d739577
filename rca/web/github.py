"""GitHub issues, through its REST search (https://docs.github.com/en/rest/search/search)."""

from __future__ import annotations

import re
from typing import Any

from models.settings import NetworkSettings
from rca.web.date_parsing import parse_date
from rca.web.html_to_text import from_markdown
from rca.web.search_source import (
    ASKED_FOR,
    Page,
    Request,
    Source,
    SourceResult,
    address,
    entries,
    inner,
    number,
    text_of,
)
from rca.web.web_query import WebQuery

LONGEST_QUERY = 256
"""Characters of a query, qualifiers included."""

_QUALIFIER = " is:issue"
_OPERATOR = re.compile(r"\b(?:AND|OR|NOT)\b")
_MARKS = re.compile(r"[:\"()<>@]")
_HEADERS = (("Accept", "application/vnd.github.text-match+json"), ("X-GitHub-Api-Version", "2022-11-28"))


def requests(query: WebQuery, base: str, settings: NetworkSettings) -> tuple[Request, ...]:
    """Return the requests for issues, best match first."""
    token = settings.github_token
    secret = (("Authorization", f"Bearer {token.get_secret_value()}"),) if token else ()
    return tuple(
        Request(
            address(base, "/search/issues", {"q": searchable(text), "per_page": str(ASKED_FOR)}),
            headers=_HEADERS,
            secret_headers=secret,
        )
        for text in query.texts
    )


def read(payload: Any, _base: str) -> SourceResult:  # noqa: ANN401 - whatever a stranger sent
    """Parse issues; `solved` if one is closed as completed."""
    pages = []
    for item in entries(payload, "items", "github"):
        text = from_markdown(" … ".join((*_fragments(item), text_of(item, "body"))))
        solved = item.get("state") == "closed" and item.get("state_reason") not in {
            "not_planned",
            "duplicate",
        }
        pages.append(
            Page(
                title=text_of(item, "title"),
                url=text_of(item, "html_url"),
                text=text,
                solved=solved,
                votes=number(inner(item, "reactions"), "total_count"),
                date=parse_date(text_of(item, "updated_at") or text_of(item, "created_at")),
                author=text_of(inner(item, "user"), "login") or None,
                licence="the author's (GitHub Terms of Service)",
            )
        )
    note = "github: its own time ran out, there may be more" if payload.get("incomplete_results") else None
    return SourceResult(tuple(pages), note=note)


def searchable(query: str) -> str:
    """Return a query that GitHub treats as words: no qualifiers or operators, within its length limit."""
    words = _OPERATOR.sub(lambda found: found[0].lower(), _MARKS.sub(" ", query))
    room = LONGEST_QUERY - len(_QUALIFIER)
    kept = " ".join(word.lstrip("-") for word in words.split())
    if len(kept) > room:
        kept = kept[: room + 1].rpartition(" ")[0] or kept[:room]
    return kept + _QUALIFIER


def _fragments(item: dict[str, Any]) -> list[str]:
    """Return the matching passages, which may be from an issue's comments."""
    matches = item.get("text_matches")
    return (
        [text_of(match, "fragment") for match in matches if isinstance(match, dict)]
        if isinstance(matches, list)
        else []
    )


_HINTS = {401: "the token set in RCA_GITHUB_TOKEN is not accepted", 422: "the query is not understood"}
SOURCE = Source("github", lambda settings: settings.github_url, requests, read, _HINTS)
