"""What the place to look at first is called, by how it was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FOUND_BY: Final[Mapping[str, str]] = {"words": "Found by words", "name": "Named in the text"}
"""Headings of places that no frame of the error leads to; no such place is called the culprit."""


def place_heading(found_by: str | None, usual: str) -> str:
    """Return the heading of a place.

    Args:
        found_by: how it was found where no frame led there.
        usual: the heading where a frame did.
    """
    return usual if found_by is None else FOUND_BY[found_by]
