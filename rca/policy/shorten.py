"""A large answer made to fit: long texts first, then long lists, step by step; never a field left out.

What is left keeps the form of the tool's result. The whole answer is kept beside it.
"""

from __future__ import annotations

import json
from typing import Any

from rca.text.tokens import estimate_tokens

_STEPS = (
    (4000, 100),
    (2000, 60),
    (1000, 40),
    (500, 25),
    (300, 15),
    (200, 10),
    (160, 5),
    (120, 3),
    (120, 1),
)
"""Characters of the longest text and items of the longest list, from the gentlest step to the hardest."""


def answer_size(data: Any) -> int:  # noqa: ANN401 - a JSON value
    """Estimate the tokens of an answer as a model gets it."""
    return estimate_tokens(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def shorten(data: dict[str, Any], tokens: int) -> tuple[dict[str, Any], str]:
    """Take the gentlest step after which `data` is at most `tokens`, else the hardest; say what it did."""
    shown = data
    for characters, items in _STEPS:
        shown = _cut(data, characters, items)
        if answer_size(shown) <= tokens:
            break
    return shown, f"texts are cut to {characters} characters and lists to {items} items"


def _cut(value: Any, characters: int, items: int) -> Any:  # noqa: ANN401 - a JSON value
    if isinstance(value, dict):
        return {key: _cut(part, characters, items) for key, part in value.items()}
    if isinstance(value, list):
        return [_cut(part, characters, items) for part in value[:items]]
    if isinstance(value, str) and len(value) > characters:
        return value[: characters - 1] + "…"
    return value
