"""MDN Web Docs, by the search behind its own page."""

from __future__ import annotations

from urllib.parse import urljoin

from rca.web.client import Client
from rca.web.plain import one_line
from rca.web.source import Page, entries, field


def search(client: Client, base: str, query: str, limit: int) -> tuple[Page, ...]:
    """Find documents, best first."""
    payload = client.get_json(f"{base}/search", {"q": query, "locale": "en-US", "size": str(limit)})
    return tuple(
        Page(
            title=field(document, "title"),
            url=urljoin(base, field(document, "mdn_url")),
            text=one_line(field(document, "summary")),
        )
        for document in entries(payload, "documents", "mdn")[:limit]
    )
