"""What the teardown functions of a class clear, release and cancel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rca.causes.contracts.app_trace import ProjectFiles
from rca.resolve.symbol import Symbol

_VERBS = (
    "close|dispose|release|stop|shutdown|disconnect|destroy|tear|unbind|detach|cleanup|clean|reset|end|"
    "unregister|finish|leave|terminate|kill|cancel|clear|hangup"
)
_CALLBACKS = (
    "Destroy|Cleared|Stop|Pause|Detach|Detached|Unbind|Close|Closed|Closing|Disconnect|Disconnected|Lost|"
    "Terminated|Removed|Recycled|Stopped|Released"
)
_TEARDOWN = re.compile(
    rf"(?:{_VERBS})(?![a-z])\w*|on(?:Service|View|Session|Connection)?(?:{_CALLBACKS})(?![a-z])\w*|"
    r"on\w*Destroyed|surfaceDestroyed"
)
"""Names of functions that end something: what they clear is not to be used after them."""
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
    return [one for one in functions if _TEARDOWN.fullmatch(one.name) and one.class_path == class_path]


def clearings(teardown: Symbol, files: ProjectFiles) -> Iterator[Clearing]:
    """Yield what a teardown clears and releases."""
    lines = files.lines(teardown.path)
    for number in range(teardown.line, teardown.end_line + 1):
        code = lines[number - 1].split("//")[0] if number <= len(lines) else ""
        for match in _CLEARS.finditer(code):
            yield Clearing(teardown, number, match["name"], None)
        for match in _RELEASES.finditer(code):
            yield Clearing(teardown, number, match["name"], match["call"])
