"""Issues on GitHub, by its REST search (https://docs.github.com/en/rest/search/search)."""

from __future__ import annotations

import re

from rca.web.client import Client
from rca.web.plain import from_markdown
from rca.web.source import Page, entries, field

LONGEST_QUERY = 256
"""Characters of a query, qualifiers included."""

_QUALIFIER = " is:issue"
_OPERATOR = re.compile(r"\b(?:AND|OR|NOT)\b")


def search(client: Client, base: str, query: str, limit: int) -> tuple[Page, ...]:
    """Find issues, best match first; `solved` where the issue is closed as completed."""
    payload = client.get_json(
        f"{base}/search/issues",
        {"q": searchable(query), "per_page": str(limit)},
        {"Accept": "application/vnd.github.text-match+json", "X-GitHub-Api-Version": "2022-11-28"},
    )
    pages = []
    for item in entries(payload, "items", "github"):
        matches = item.get("text_matches")
        fragments = (
            [field(m, "fragment") for m in matches if isinstance(m, dict)]
            if isinstance(matches, list)
            else []
        )
        text = from_markdown(" … ".join((*fragments, field(item, "body"))))
        solved = item.get("state") == "closed" and item.get("state_reason") != "not_planned"
        pages.append(Page(field(item, "title"), field(item, "html_url"), text, solved))
    return tuple(pages)


def searchable(query: str) -> str:
    """Make a query that GitHub takes as words: no qualifiers or operators by accident, within its length."""
    words = _OPERATOR.sub(lambda found: found[0].lower(), query.replace(":", " ").replace('"', " "))
    room = LONGEST_QUERY - len(_QUALIFIER)
    kept = " ".join(words.split())
    if len(kept) > room:
        kept = kept[: room + 1].rpartition(" ")[0] or kept[:room]
    return kept + _QUALIFIER
