"""Splits identifiers into words."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+")


def words(name: str) -> tuple[str, ...]:
    """Split a camel-case name into words."""
    return tuple(_WORD.findall(name))


def ending(name: str) -> str:
    """Return the last word of a name; `ViewModel`, `UseCase` and the like count as one word."""
    last = words(name)[-2:]
    if "".join(last) in ("ViewModel", "UseCase", "DataSource", "ViewHolder", "DataStore"):
        return "".join(last)
    return last[-1] if last else name
