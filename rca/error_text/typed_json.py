"""Typed access to a tool's JSON output: values of another type count as absent."""

from __future__ import annotations

import json


def load_json(text: str) -> object:
    """Return the value of a JSON text; None if it is invalid or nested too deep."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def as_object(value: object) -> dict[str, object]:
    """Return a JSON object; an empty one for any other value."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """Return a JSON list; an empty one for any other value."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str | None:
    """Return a string; None for any other value."""
    return value if isinstance(value, str) else None


def as_position(value: object) -> int | None:
    """Convert a line or column counted from 0 to one counted from 1; None for any other value."""
    return value + 1 if isinstance(value, int) and not isinstance(value, bool) else None
