"""Extracts JSON from a model's answer with prose, code fences or apologies around it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_DECODER = json.JSONDecoder()
_MOST_ATTEMPTS = 200
"""Brackets that are tried: a text of brackets alone would take a time that grows with its square."""


def json_values(text: str) -> Iterator[Any]:
    """Return each JSON object or array of a text, outermost ones only, in order."""
    position = 0
    for _attempt in range(_MOST_ATTEMPTS):
        position = _next_bracket(text, position)
        if position < 0:
            return
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            position += 1
        else:
            yield value


def _next_bracket(text: str, start: int) -> int:
    found = [place for bracket in "{[" if (place := text.find(bracket, start)) >= 0]
    return min(found, default=-1)
