"""Stack Overflow, through the Stack Exchange API 2.3 (https://api.stackexchange.com/docs/advanced-search)."""

from __future__ import annotations

import re
import time
from typing import Any

from models.settings import NetworkSettings
from rca.web.html_to_text import from_html
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

_OPERATORS = re.compile(r"[\[\]\"{}:|*]")
_CHANGES = ((1_302_220_800, "CC BY-SA 2.5"), (1_525_219_200, "CC BY-SA 3.0"))
"""Until when (2011-04-08 and 2018-05-02, UTC) a text is under which licence; later ones are 4.0
(https://stackoverflow.com/help/licensing)."""
_DAY = 86_400


def requests(query: WebQuery, base: str, settings: NetworkSettings) -> tuple[Request, ...]:
    """Return the requests for questions with their text, most relevant first."""
    key = settings.stackoverflow_key
    secret = (("key", key.get_secret_value()),) if key else ()
    return tuple(
        Request(
            address(
                base,
                "/search/advanced",
                {
                    "site": "stackoverflow",
                    "q": searchable(text),
                    "order": "desc",
                    "sort": "relevance",
                    "pagesize": str(ASKED_FOR),
                    "filter": "withbody",
                },
            ),
            secret_parameters=secret,
        )
        for text in query.texts
    )


def searchable(text: str) -> str:
    """Turn what the site's search would treat as operators into words."""
    return " ".join(word.lstrip("-") for word in _OPERATORS.sub(" ", text).split())


def read(payload: Any, _base: str) -> SourceResult:  # noqa: ANN401 - whatever a stranger sent
    """Parse questions; `solved` if an answer was accepted."""
    pages = []
    for item in entries(payload, "items", "stackoverflow"):
        created = number(item, "creation_date")
        pages.append(
            Page(
                title=text_of(item, "title"),
                url=text_of(item, "link"),
                text=from_html(text_of(item, "body")),
                solved="accepted_answer_id" in item,
                votes=number(item, "score"),
                date=number(item, "last_activity_date") or created,
                author=text_of(inner(item, "owner"), "display_name") or None,
                licence=text_of(item, "content_license") or licence(created),
            )
        )
    return SourceResult(tuple(pages), _pause(payload))


def licence(created: float | None) -> str:
    """Return the licence of a text by its date."""
    if created is None:
        return "CC BY-SA"
    return next((name for until, name in _CHANGES if created < until), "CC BY-SA 4.0")


def _pause(payload: dict[str, Any]) -> float:
    """Return the seconds to wait: the method's backoff, or until the daily quota resets."""
    backoff = payload.get("backoff")
    wait = backoff if isinstance(backoff, float) else float(number(payload, "backoff") or 0)
    if number(payload, "quota_remaining") == 0:
        return max(wait, _DAY - time.time() % _DAY)
    return max(0.0, wait)


SOURCE = Source("stackoverflow", lambda settings: settings.stackoverflow_url, requests, read)
