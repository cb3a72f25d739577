"""Regular expressions in linear time and bounded memory (RE2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol, cast

_MOST_MEMORY = 16 << 20
_LONGEST = 10_000


class Invalid(Exception):  # noqa: N818 - a finding about the pattern, not a defect
    """The pattern is none that the engine takes; the message says why."""


class Match(Protocol):
    """Where a pattern was found."""

    def start(self) -> int:
        """Return the offset of its first byte."""

    def end(self) -> int:
        """Return the offset after its last byte."""


class Pattern(Protocol):
    """A compiled pattern over bytes of UTF-8."""

    def search(self, text: bytes, pos: int = 0) -> Match | None:
        """Find it at or after an offset."""

    def fullmatch(self, text: bytes) -> Match | None:
        """Match the whole text."""


@lru_cache(maxsize=32)
def compiled(pattern: str, *, literal: bool = False, ignore_case: bool = False) -> Pattern:
    """Compile a pattern, `^` and `$` being the ends of a line, which no match crosses.

    Raises:
        Invalid: it is no expression, uses what needs exponential time (references back, looking around),
            or is too large.
    """
    import re2  # type: ignore[import-untyped]  # it ships no types

    if len(pattern) > _LONGEST:
        message = f"it has more than {_LONGEST} characters"
        raise Invalid(message)
    options = re2.Options()
    options.literal = literal
    options.case_sensitive = not ignore_case
    options.max_mem = _MOST_MEMORY
    options.never_nl = True
    options.never_capture = True  # thousands of groups would be filled in at each match
    options.log_errors = False
    try:
        return cast("Pattern", re2.compile(pattern if literal else f"(?m){pattern}", options))
    except re2.error as problem:
        said = problem.args[0] if problem.args else ""
        reason = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        raise Invalid(reason or "it is no regular expression") from None
