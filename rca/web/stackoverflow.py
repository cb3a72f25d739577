"""Stack Overflow, by the Stack Exchange API 2.3 (https://api.stackexchange.com/docs/advanced-search)."""

from __future__ import annotations

from rca.web.client import Client
from rca.web.plain import from_html
from rca.web.source import Page, entries, field


def search(client: Client, base: str, query: str, limit: int) -> tuple[Page, ...]:
    """Find questions, most relevant first; `solved` where an answer was accepted."""
    payload = client.get_json(
        f"{base}/search/advanced",
        {
            "site": "stackoverflow",
            "q": query,
            "order": "desc",
            "sort": "relevance",
            "pagesize": str(limit),
            "filter": "withbody",
        },
    )
    if isinstance(payload, dict) and isinstance(payload.get("backoff"), int | float):
        client.pause = float(payload["backoff"])
    return tuple(
        Page(
            title=field(item, "title"),
            url=field(item, "link"),
            text=from_html(field(item, "body")),
            solved="accepted_answer_id" in item,
        )
        for item in entries(payload, "items", "stackoverflow")
    )
