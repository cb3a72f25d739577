"""What a change of some files bears on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rca.index.links.shape import Part


def names_that_differ(before: Sequence[Part], after: Sequence[Part]) -> set[str]:
    """Give the names of the declarations that other files see differently now, or no longer."""
    old, new = Counter(before), Counter(after)
    return {part.name for part in (*(old - new), *(new - old))}
