"""Classes that messages name: all there is to go by where no frame and no line is of the project."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.error_report import ErrorReport
from rca.index.symbol import Symbol
from rca.workspace import Snapshot

_QUALIFIED = re.compile(r"(?<![\w.$])(?:[a-z_]\w*\.)+[A-Z]\w*(?:[.$]\w+)*")
_DESCRIPTOR = re.compile(r"\b(?:[a-z_]\w*/)+[A-Z][\w$]*")
_COMPONENT = re.compile(r"(?<![\w.])((?:[a-z_]\w*\.)+[a-z_]\w*)/(\.[\w.$]+)")
_SIMPLE = re.compile(r"\b(?:class|interface|object|type|entity|serializer for) ['\"`]?([A-Z]\w+)(?![\w.$])")
MOST = 8
"""Names that are looked up at most: a graph of injections can name hundreds."""


def named_classes(report: ErrorReport, snapshot: Snapshot) -> tuple[Symbol, ...]:
    """Give the project's classes that an error's messages name, in the order of suspicion, each once.

    The deepest cause's message comes first, then those above it, compiler errors, and what Gradle says
    went wrong. Full names count (dotted, as a descriptor, Android's `package/.Class`), and simple ones
    after a word such as "class" where just one class of the project has that name.
    """
    found: dict[Symbol, None] = {}
    for message in _messages(report):
        for name in _names(message):
            classes = [one for one in snapshot.index.find_classes(name) if one.declaration.is_class]
            if len(classes) == 1 or "." in name:
                found.update(dict.fromkeys(classes))
            if len(found) >= MOST:
                return tuple(found)[:MOST]
    return tuple(found)


def _messages(report: ErrorReport) -> Iterator[str]:
    for exception in reversed(report.exceptions):
        if exception.relation != "suppressed" and exception.message:
            yield exception.message
    yield from (problem.message for problem in report.diagnostics if problem.severity == "error")
    if report.what_went_wrong:
        yield report.what_went_wrong


def _names(message: str) -> Iterator[str]:
    at: dict[int, str] = {match.start(): match[0] for match in _QUALIFIED.finditer(message)}
    at |= {match.start(): match[0].replace("/", ".") for match in _DESCRIPTOR.finditer(message)}
    at |= {match.start(): match[1] + match[2] for match in _COMPONENT.finditer(message)}
    at |= {match.start(): match[1] for match in _SIMPLE.finditer(message)}
    yield from (at[place] for place in sorted(at))
