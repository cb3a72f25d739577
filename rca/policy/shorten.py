"""A large answer made to fit: long texts first, then long lists, step by step; never a field left out.

What is left keeps the form of the tool's result. The whole answer is kept beside it.
"""

from __future__ import annotations

import json
from typing import Any

from rca.text.tokens import cut_to_tokens, estimate_tokens

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

_FEWEST = 50
"""Tokens that are left of a field that the caller sized, whatever else there is."""


def answer_size(data: Any) -> int:  # noqa: ANN401 - a JSON value
    """Estimate the tokens of an answer as a model gets it."""
    return estimate_tokens(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def shorten(
    data: dict[str, Any], tokens: int, sized_by_caller: tuple[str, ...] = ()
) -> tuple[dict[str, Any], str]:
    """Take the gentlest step after which `data` is at most `tokens`, else the hardest; say what it did.

    Fields at the top that the caller sized, as a brief, say the most in the least: they are cut only where
    all else at its hardest leaves no room for them.
    """
    whole = {name: data[name] for name in sized_by_caller if name in data}
    rest = {name: value for name, value in data.items() if name not in whole}
    for characters, items in _STEPS:
        shown = {**_cut(rest, characters, items), **whole}
        if answer_size(shown) <= tokens:
            break
    done = f"texts are cut to {characters} characters and lists to {items} items"
    over = answer_size(shown) - tokens
    if over > 0 and whole:
        for name, value in whole.items():
            if isinstance(value, str):
                shown[name] = cut_to_tokens(value, max(_FEWEST, estimate_tokens(value) - over))
        done += f", {' and '.join(whole)} to what is left"
    return {name: shown[name] for name in data}, done


def _cut(value: Any, characters: int, items: int) -> Any:  # noqa: ANN401 - a JSON value
    if isinstance(value, dict):
        return {key: _cut(part, characters, items) for key, part in value.items()}
    if isinstance(value, list):
        return [_cut(part, characters, items) for part in value[:items]]
    if isinstance(value, str) and len(value) > characters:
        return value[: characters - 1] + "…"
    return value
