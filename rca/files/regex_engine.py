"""Regular expressions in linear time and bounded memory (RE2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol, cast

_MOST_MEMORY = 16 << 20
_LONGEST = 10_000


class Invalid(Exception):  # noqa: N818 - a finding about the pattern, not a defect
    """The engine refuses the pattern; the message says why."""


class Match(Protocol):
    """A match."""

    def start(self) -> int:
        """Return the offset of its first byte."""

    def end(self) -> int:
        """Return the offset after its last byte."""


class Pattern(Protocol):
    """A compiled pattern over UTF-8 bytes."""

    def search(self, text: bytes, pos: int = 0) -> Match | None:
        """Return the first match at or after an offset."""

    def fullmatch(self, text: bytes) -> Match | None:
        """Match the whole text."""


@lru_cache(maxsize=32)
def compiled(pattern: str, *, literal: bool = False, ignore_case: bool = False) -> Pattern:
    """Compile a pattern; `^` and `$` are line ends, which no match crosses.

    Raises:
        Invalid: the expression is invalid, needs exponential time (back references, lookaround), or is
            too large.
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
