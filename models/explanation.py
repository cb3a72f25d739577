"""An error explained in sentences: what failed, where, and why, each with the line that it is about."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_none

ClauseKind = Literal[
    "failed",  # what failed: the condition that did not hold
    "surfaced",  # where it surfaced
    "origin",  # where the failing value can come from
    "cause",  # the likeliest explanation
    "evidence",  # what speaks for it
    "undecided",  # nothing decides
    "alternative",  # another explanation
    "check",  # what would confirm or refute the likeliest one
]


class Clause(Wire):
    """One sentence of the explanation."""

    kind: ClauseKind
    text: str = Field(description="The sentence; code stands between backticks.")
    file_path: str | None = absent_if_none("File of the line that it is about.")
    line: int | None = absent_if_none("That line.")
    confidence: float | None = absent_if_none(
        "Of a cause or an alternative: estimated probability that its place is right."
    )
