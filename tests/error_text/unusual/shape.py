"""What an unusual form of an error is told by."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """A text and what is right about it; what is not stated is not judged.

    `types` are those of the exceptions, in order; `culprit` is `Class.method:line`; `problems` are
    `file:line: beginning of the message` of the diagnostics that are errors.
    """

    name: str
    text: str
    kind: str
    types: tuple[str, ...] | None = None
    culprit: str | None = ""
    problems: tuple[str, ...] | None = None
    tasks: tuple[str, ...] | None = None
    signal: str | None = ""
    thread: str | None = ""
    tool: str | None = ""
    frames: int | None = None
