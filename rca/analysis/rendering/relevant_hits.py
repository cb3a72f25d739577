"""Which hits of a code search an answer shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.tools.search_code import CodeHit

SNIPPET_LINES = 8
"""Lines of a hit that are shown."""
_RELEVANT = 0.7
"""Of the best hit's relevance, the part from which on other hits are shown."""


def relevant_hits(hits: Sequence[CodeHit]) -> Sequence[CodeHit]:
    """Return the hits before relevance falls far below that of the best one."""
    if not hits:
        return hits
    least = hits[0].relevance * _RELEVANT
    count = next((place for place, one in enumerate(hits) if one.relevance < least), len(hits))
    return hits[:count]
