"""A task as parsed: the error in it, the code and files it names, its kind."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.error_report import ErrorReport
from models.tools.get_context_plan import TaskKind
from rca.error_text import parse
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot

# A task may be 200 KB without a blank: no part of an expression matches in two ways, and what may begin at
# many places looks no further than a name is long.
_NAME = re.compile(
    r"`([^`\n]{2,120})`"
    r"|\b([A-Z][\w$]{0,200}[a-z]\w*(?:[.#]\w+)*|\w[^\Wa-z]*[a-z]\w*(?:[.#]\w+)+|\w+(?=\(\)))"
)
_PATH = re.compile(
    r"(?<![\w:/])(?:[\w.-]{1,200}/){0,40}[\w-]{1,200}\."
    r"(?:kts?|java|xml|gradle|toml|properties|ya?ml|json|md)\b"
)
_NAMES_OF_FILES = re.compile(r"\b[A-Z][^\Wa-z]*[a-z][^\WA-Z]*[A-Z]\w*\b")
_MOST_NAMES = 40
_MOST_PER_NAME = 4
"""A name that more declarations bear tells too little."""

_KINDS: tuple[tuple[TaskKind, re.Pattern[str]], ...] = (
    (
        "tests",
        re.compile(
            r"\b(?:unit |write |add |failing )tests?\b|\btest (?:for|coverage)\b|\bcoverage\b", re.IGNORECASE
        ),
    ),
    (
        "build",
        re.compile(
            r"\b(?:gradle|maven|agp|dependenc(?:y|ies)|version catalog|sdk version|min ?sdk|compile ?sdk"
            r"|build (?:script|file|time|type|variant)|proguard|r8|signing)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "architecture",
        re.compile(
            r"\b(?:architecture|overview|structure|modules?|layers?"
            r"|how (?:is|does) (?:this|the) (?:project|app))\b",
            re.IGNORECASE,
        ),
    ),
)


@dataclass(frozen=True)
class Task:
    """A parsed task.

    Attributes:
        text: the task itself.
        kind: its kind.
        report: the error in it, or None.
        symbols: declarations that it names, in its order.
        paths: files that it names.
    """

    text: str
    kind: TaskKind
    report: ErrorReport | None
    symbols: tuple[Symbol, ...]
    paths: tuple[str, ...]


def understand(text: str, snapshot: Snapshot) -> Task:
    """Parse a task."""
    parsed = parse(text, snapshot.app_packages)
    report = None if parsed.kind in ("unknown", "kotlin_warnings_only") else parsed
    return Task(text, _kind(text, report), report, _symbols(text, snapshot), _paths(text, snapshot))


def _kind(text: str, report: ErrorReport | None) -> TaskKind:
    if report is not None:
        return "error"
    return next((kind for kind, pattern in _KINDS if pattern.search(text)), "code")


def _symbols(text: str, snapshot: Snapshot) -> tuple[Symbol, ...]:
    names = dict.fromkeys(
        (one[1] or one[2]).strip().removesuffix("()").replace("#", ".") for one in _NAME.finditer(text)
    )
    found: dict[Symbol, None] = {}
    for name in list(names)[:_MOST_NAMES]:
        named = list(_named(name, snapshot))
        if len(named) <= _MOST_PER_NAME:
            found.update(dict.fromkeys(named))
    return tuple(found)


def _named(name: str, snapshot: Snapshot) -> list[Symbol]:
    """Return the classes of a name, else the members and functions."""
    classes = [one for one in snapshot.index.find_classes(name) if one.name]
    if classes:
        return classes
    owner, _, simple = name.rpartition(".")
    members = [
        symbol
        for path in snapshot.index.declaring(simple, "callable")[:50]
        for symbol in snapshot.index.symbols(path)
        if symbol.name == simple and symbol.is_callable
    ]
    return [one for one in members if f".{one.qualified_name}".endswith(f".{name}")] if owner else members


def _paths(text: str, snapshot: Snapshot) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in _NAMES_OF_FILES.findall(text)[:_MOST_NAMES]:
        named = [path for suffix in (".kt", ".java") for path in snapshot.index.files_named(name + suffix)]
        if len(named) <= _MOST_PER_NAME:
            found.update(dict.fromkeys(named))
    for match in _PATH.finditer(text):
        base = match[0].rpartition("/")[2]
        fitting = [path for path in snapshot.index.files_named(base) if path.endswith(match[0])]
        if len(fitting) <= _MOST_PER_NAME:
            found.update(dict.fromkeys(fitting))
    return tuple(found)
