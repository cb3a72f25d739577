"""SearXNG's JSON, which other searches speak as well."""

from __future__ import annotations

from rca.web.client import Client
from rca.web.plain import one_line
from rca.web.source import Page, entries, field


def ask(client: Client, base: str, query: str, limit: int, source: str) -> tuple[Page, ...]:
    """Ask `<base>/search`; an instance that does not serve JSON answers with status 403."""
    payload = client.get_json(f"{base}/search", {"q": query, "format": "json"})
    return tuple(
        Page(field(result, "title"), field(result, "url"), one_line(field(result, "content")))
        for result in entries(payload, "results", source)[:limit]
    )
