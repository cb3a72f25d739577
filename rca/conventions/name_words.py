"""Splits identifiers into words."""

from __future__ import annotations

from rca.text.identifiers import split_humps


def ending(name: str) -> str:
    """Return the last word of a name; `ViewModel`, `UseCase` and the like count as one word."""
    last = split_humps(name)[-2:]
    if "".join(last) in ("ViewModel", "UseCase", "DataSource", "ViewHolder", "DataStore"):
        return "".join(last)
    return last[-1] if last else name
