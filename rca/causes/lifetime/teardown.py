"""What the teardown functions of a class clear, release and cancel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rca.causes.lifetime.lifecycle_names import is_teardown
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol

_CLEARS = re.compile(r"(?<![\w.])(?:this(?:@\w+)?\.)?(?P<name>\w+)\s*=\s*null\b")
_RELEASES = re.compile(
    r"(?<![\w.])(?:this(?:@\w+)?\.)?(?P<name>\w+)\s*(?:\?|!!)?\.\s*"
    r"(?P<call>close|release|shutdown|shutdownNow|destroy|quit|quitSafely|recycle|dispose|cancel)\s*\("
)


@dataclass(frozen=True, slots=True)
class Clearing:
    """A line of a teardown that clears or releases a value."""

    teardown: Symbol
    line: int
    value: str
    call: str | None
    """What releases it; None where it is set to null."""


def teardowns_of(functions: Iterable[Symbol], class_path: tuple[str, ...]) -> list[Symbol]:
    """Return the teardown functions of a class, its companion left out."""
    return [one for one in functions if is_teardown(one.name) and one.class_path == class_path]


def clearings(teardown: Symbol, code: ProjectCode) -> Iterator[Clearing]:
    """Yield what a teardown clears and releases."""
    lines = code.lines(teardown.path)
    for number in range(teardown.line, teardown.end_line + 1):
        text = lines[number - 1].split("//")[0] if number <= len(lines) else ""
        for match in _CLEARS.finditer(text):
            yield Clearing(teardown, number, match["name"], None)
        for match in _RELEASES.finditer(text):
            yield Clearing(teardown, number, match["name"], match["call"])
