"""Suspicion scores of changes, in one place so that rankings agree."""

from __future__ import annotations

import math
from typing import Literal

Reason = Literal[
    "uncommitted", "blame_line", "blame_function", "recent_commit", "caller_changed", "dependency_changed"
]

Ground = Reason | Literal["name_removed"]
"""Why a change is looked at; one that took away a missing name is shown as a recent commit."""

WEIGHT: dict[Ground, float] = {
    "uncommitted": 1.0,
    "name_removed": 0.95,
    "blame_line": 0.9,
    "blame_function": 0.75,
    "dependency_changed": 0.65,
    "caller_changed": 0.55,
    "recent_commit": 0.5,
}
"""What a ground is worth before age, distance and size are looked at."""

_HALF_LIFE_DAYS = 21.0
_OLD_AGE = 0.25  # what an old change keeps: the line that fails was written some time, after all
_FAR = 0.45  # what an edit elsewhere in the file keeps
_NEAR_LINES = 15.0
_LARGE_CHANGE = 400.0
UNKNOWN_LIBRARY = 0.3
"""What a dependency change keeps where it is not known which library it is of."""


def score(ground: Ground, *, age_days: float = 0.0, distance: float = 0.0, size: int = 0) -> float:
    """Return the suspicion score of a change, 0 to 1.

    Args:
        ground: the reason why it is examined.
        age_days: committer date before that of HEAD; independent of the clock.
        distance: lines to the culprit line, infinite for elsewhere in the file.
        size: lines added and removed by the whole change; a sweeping change says less about one line.
    """
    recency = _OLD_AGE + (1 - _OLD_AGE) * math.exp2(-max(age_days, 0.0) / _HALF_LIFE_DAYS)
    proximity = _FAR + (1 - _FAR) * math.exp(-distance / _NEAR_LINES)
    focus = 1 - 0.3 * min(size / _LARGE_CHANGE, 1.0)
    return round(WEIGHT[ground] * recency * proximity * focus, 4)
