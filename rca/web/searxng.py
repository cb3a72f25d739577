"""A SearXNG instance of the user's choice (https://docs.searxng.org/dev/search_api.html)."""

from __future__ import annotations

from rca.web.client import Client
from rca.web.metasearch import ask
from rca.web.source import Page


def search(client: Client, base: str, query: str, limit: int) -> tuple[Page, ...]:
    """Find pages of any engine that the instance asks, in its order."""
    return ask(client, base, query, limit, "searxng")
