"""Truncation of large answers: first by the tool's own order of reductions, then evenly.

What is left keeps to the schema of the tool's result, and a smaller limit leaves a part of what a larger one
does. The whole answer is kept beside it.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from rca.policy.reduction_order import ReductionOrder
from rca.policy.reductions import CutEvenly, Move, values_at
from rca.text.llm_token_count import cut_to_tokens, estimate_tokens

_EVENLY = (
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
    """Estimate the tokens of an answer as a model sees it."""
    return estimate_tokens(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def shorten(
    data: dict[str, Any],
    tokens: int,
    order: ReductionOrder | None = None,
    sized_by_caller: tuple[str, ...] = (),
) -> tuple[dict[str, Any], str]:
    """Apply reductions until `data` has at most `tokens`, else all; return notes on what was cut.

    Top-level fields whose size the caller chose, such as a brief, are the most valuable: they are cut only if
    everything else, fully reduced, leaves no room for them.
    """
    order = order or ReductionOrder()
    whole = {name: data[name] for name in sized_by_caller if name in data}
    rest = {name: value for name, value in data.items() if name not in whole}
    moves: tuple[Move, ...] = (
        *order.moves,
        *(CutEvenly(characters, items, order.keeps) for characters, items in _EVENLY),
    )
    states = list(accumulate(moves, lambda left, move: move(left), initial=rest))
    taken = bisect_left(states, x=True, key=lambda left: answer_size({**left, **whole}) <= tokens)
    shown = states[min(taken, len(moves))]
    last = moves[min(taken, len(moves)) - 1] if taken else None
    done = (
        f"texts are cut to {last.characters} characters and lists to {last.items} items"
        if isinstance(last, CutEvenly)
        else ""
    )
    told = [*_rows(rest, shown), *([done] if done else [])]
    shown = {**shown, **whole}
    over = answer_size(shown) - tokens
    if over > 0 and whole:
        for name, value in whole.items():
            if isinstance(value, str):
                shown[name] = cut_to_tokens(value, max(_FEWEST, estimate_tokens(value) - over))
        told.append(f"{' and '.join(whole)} cut to what is left")
    return {name: shown[name] for name in data if name in shown}, "; ".join(told) or "details are left out"


def following(
    order: ReductionOrder | None, data: dict[str, Any], shown: dict[str, Any], cursor: int
) -> str | None:
    """Return the cursor after the shown rows; None if no row was left out."""
    if order is None or order.pages is None:
        return None
    rows, kept = data.get(order.pages, ()), shown.get(order.pages, ())
    return str(cursor + len(kept)) if 0 < len(kept) < len(rows) else None


def _rows(data: dict[str, Any], shown: dict[str, Any]) -> Iterator[str]:
    """Return, for each truncated top-level list, how many of its items are shown."""
    for name, value in data.items():
        kept = next(values_at(shown, name), ())
        if isinstance(value, list) and len(kept) < len(value):
            yield f"{len(kept)} of {len(value)} {name}"
