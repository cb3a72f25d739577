"""How often each mechanism was right on development bugs of public projects."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).parent / "data" / "confidence.toml"
_PRIOR_RIGHT, _PRIOR_SHOWN = 1.0, 4.0
"""What is taken for granted of a mechanism before it is counted: right in one case of four."""
_STATED_RIGHT, _STATED_SHOWN = 3.0, 5.0
"""The same where the message itself says what the configuration lacks: right in three cases of five."""


def confidence_of(mechanism: str) -> float:
    """Return the share of its answers whose first place was right, smoothed by a prior."""
    right, shown = _counts().get(mechanism, (0, 0))
    if mechanism in _stated():
        return (right + _STATED_RIGHT) / (shown + _STATED_SHOWN)
    return (right + _PRIOR_RIGHT) / (shown + _PRIOR_SHOWN)


@cache
def _stated() -> frozenset[str]:
    return frozenset(tomllib.loads(_TABLE.read_text("utf-8"))["stated"])


@cache
def _counts() -> dict[str, tuple[int, int]]:
    content = tomllib.loads(_TABLE.read_text("utf-8"))
    return {name: (row["right"], row["shown"]) for name, row in content["mechanisms"].items()}
