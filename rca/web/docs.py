"""Documentation, from a search of the user's choice that answers as SearXNG does."""

from __future__ import annotations

from rca.web.client import Client
from rca.web.metasearch import ask
from rca.web.source import Page


def search(client: Client, base: str, query: str, limit: int) -> tuple[Page, ...]:
    """Find pages of documentation, in the order of the search."""
    return ask(client, base, query, limit, "docs")
