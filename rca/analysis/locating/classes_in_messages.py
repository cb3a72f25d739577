"""Classes and functions named in messages, for errors without a frame of the project."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.error_report import ErrorReport
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot

_QUALIFIED = re.compile(r"(?<![\w.$])(?:[a-z_]\w*\.)+[A-Z]\w*(?:[.$]\w+)*(?!\w|\$\$)")
"""Without classes that a name of a lambda, `Outer$$Lambda`, begins with: the lambda is not the class."""
_DESCRIPTOR = re.compile(r"\b(?:[a-z_]\w*/)+[A-Z][\w$]*")
_COMPONENT = re.compile(r"(?<![\w.])((?:[a-z_]\w*\.)+[a-z_]\w*)/(\.[\w.$]+)")
_SIMPLE = re.compile(r"\b(?:class|interface|object|type|entity|serializer for) ['\"`]?([A-Z]\w+)(?![\w.$])")
_PRINTED = re.compile(r"(?<![\w.$@])([A-Z]\w{2,100})(?:\{[0-9a-f]{5,16}(?=[\s}])|@[0-9a-f]{5,16}\b)")
"""An object that prints itself, as Android's fragments and activities do: `ListFragment{1a2b3c}`."""
MOST = 8
"""Names that are looked up at most: a graph of injections can name hundreds."""


def named_symbols(report: ErrorReport, snapshot: Snapshot) -> tuple[Symbol, ...]:
    """Return the project's classes and functions that an error's messages name, most suspect first.

    The deepest cause's message comes first, then those above it, compiler errors, and what Gradle says
    went wrong. Full names count (dotted, as a descriptor, Android's `package/.Class`), a function's behind
    its class's (`a.B.run`), and simple ones after a word such as "class", or of an object that prints itself,
    where just one class of the project has that name.
    """
    found: dict[Symbol, None] = {}
    for message in _messages(report):
        found.update(dict.fromkeys(symbols_in(message, snapshot, MOST - len(found))))
        if len(found) >= MOST:
            break
    return tuple(found)[:MOST]


def symbols_in(message: str, snapshot: Snapshot, most: int) -> tuple[Symbol, ...]:
    """Return the project's classes and functions named in a text, in its order, at most `most`."""
    found: dict[Symbol, None] = {}
    for name in _names(message):
        classes = [one for one in snapshot.index.find_classes(name) if one.declaration.is_class]
        if len(classes) == 1 or (classes and "." in name):
            found.update(dict.fromkeys(classes))
        elif not classes and "." in name:
            found.update(dict.fromkeys(_members(name, snapshot)))
        if len(found) >= most:
            break
    return tuple(found)[:most]


def _members(name: str, snapshot: Snapshot) -> list[Symbol]:
    """Return the functions whose last name part matches; the class itself if it has none."""
    owner, _, member = name.rpartition(".")
    member = member.partition("$")[0]
    if not member[:1].islower() or "." not in owner:
        return []
    classes = [one for one in snapshot.index.find_classes(owner) if one.declaration.is_class]
    paths = dict.fromkeys((*(one.path for one in classes), *snapshot.index.jvm_owner_files(owner)))
    functions = [
        function
        for path in paths
        for function in snapshot.index.functions(path, member, owner if classes else None)
    ]
    return functions or classes


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
    at |= {match.start(): match[1] for match in _PRINTED.finditer(message)}
    yield from (at[place] for place in sorted(at))
