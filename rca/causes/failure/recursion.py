"""The cycle of calls in the frames of a stack overflow."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Frame
from rca.causes.failure.condition import simple_name

_LONGEST = 40
_MOST_NAMED = 6


def describe_recursion(frames: Sequence[Frame]) -> str | None:
    """Return which functions call each other in a circle; None where the frames show none."""
    names = [f"{simple_name(frame.class_name or '')}.{frame.method}" for frame in frames if frame.method]
    for length in range(1, _LONGEST + 1):
        for start in range(max(0, min(8, len(names) - 2 * length + 1))):
            circle = names[start : start + length]
            if circle == names[start + length : start + 2 * length]:
                return _sentence(list(dict.fromkeys(reversed(circle))))
    return None


def _sentence(circle: list[str]) -> str:
    if len(circle) == 1:
        return f"`{circle[0]}` called itself until the stack was full."
    shown = circle[:_MOST_NAMED]
    more = f" and {len(circle) - _MOST_NAMED} more" if len(circle) > _MOST_NAMED else ""
    return f"{', '.join(f'`{name}`' for name in shown)}{more} called each other until the stack was full."
