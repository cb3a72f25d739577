"""The texts of an error that may stand in the project as they are: literals, keys, URLs, names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from models.error_report import ErrorReport
from rca.text.lazy_regex import lazy_regex

TextKind = Literal["literal", "address", "resource", "key", "name", "class"]

_QUOTED = lazy_regex(r"""(?<!\w)(?:"([^"\n]{4,80})"|'([^'\n]{4,80})'|`([^`\n]{4,80})`)(?!\w)""")
_ADDRESS = lazy_regex(r"\b[a-z][a-z+.-]{1,20}://[^\s\"'<>()\[\]{},;]{4,300}")
_SEGMENT = lazy_regex(r"[A-Za-z][\w.-]{3,}")
_RESOURCE = lazy_regex(
    r"(?:\b[A-Za-z][\w.]*:|@(?:\+)?|\bres/|\bR\.)?\b(?:anim|array|attr|bool|color|dimen|drawable|font|id|"
    r"integer|layout|menu|mipmap|navigation|plurals|raw|string|style|transition|xml)[/.]([A-Za-z]\w{2,})\b"
)
_KEY = lazy_regex(
    r"(?<![\w.$/])[a-z][a-z0-9]*(?:[.\-][a-z0-9_]+){1,8}(?![\w./])|(?<![\w.$])[A-Z][A-Z0-9]+_[A-Z0-9_]+\b"
)
_NAME = lazy_regex(r"(?<![\w.$@/])_?[a-z][a-z0-9]*(?:_[a-z0-9]+|[A-Z][A-Za-z0-9]*)+(?!\w)")
_CLASS = lazy_regex(r"(?<![\w$])(?:[a-z_]\w*[./])*([A-Z][a-z0-9]+(?:[A-Z$]\w*)+)(?!\w)")
_SQL = lazy_regex(r"(?i)\b(?:no such )?(?:table|column|index|into|update|from|join)[: ]+([a-z]\w+(?:\.\w+)?)")
_GRADLE = lazy_regex(r"""(?<!\w)(["']?)(task|(?:root )?project|configuration) (["'])(:?[\w:.$-]+)\3\1""")
"""What Gradle calls by its kind and path, quoted as a whole once more in messages about an object."""
_COROUTINE = lazy_regex(r"@(?!coroutine#)(\w[\w.-]{2,60})#\d+")
"""A coroutine's name, as threads and dumps show it."""
_LANGUAGE: Final = ("java.", "javax.", "kotlin.", "java/", "javax/", "kotlin/")
_MESSAGE_READ: Final = 4000
_MOST: Final = 24
_GENERAL: Final = """
Exception RuntimeException IllegalStateException IllegalArgumentException NullPointerException
ClassCastException SecurityException IndexOutOfBoundsException UnsupportedOperationException
InvocationTargetException NoSuchElementException ClassNotFoundException RemoteException AndroidRuntime
ProcessRecord ComponentInfo ActivityThread StackTrace StringBuilder CharSequence ArrayList HashMap toString
getClass hashCode
"""
_UNSPECIFIC: Final = frozenset(_GENERAL.split())
"""Names that say nothing of a place."""


@dataclass(frozen=True, slots=True)
class MessageText:
    """A text with what it looks like."""

    text: str
    kind: TextKind


def message_texts(report: ErrorReport, text: str) -> tuple[MessageText, ...]:
    """Return the texts of an error's messages that may stand in the project, the most specific first.

    Without a recognised message the whole text is read, but for its frames.
    """
    found: dict[str, MessageText] = {}
    for message in _messages(report, text):
        for one in _read(message[:_MESSAGE_READ]):
            if one.text not in _UNSPECIFIC and not one.text.isdigit():
                found.setdefault(one.text, one)
    thrown = {exception.type.rpartition(".")[2] for exception in report.exceptions}
    order = ("literal", "address", "resource", "key", "name", "class")
    kept = [one for one in found.values() if one.text not in thrown]
    return tuple(sorted(kept, key=lambda one: order.index(one.kind)))[:_MOST]


def _messages(report: ErrorReport, text: str) -> Iterator[str]:
    for exception in reversed(report.exceptions):
        if exception.message:
            yield exception.message
    yield from (problem.message for problem in report.diagnostics if problem.severity == "error")
    if report.what_went_wrong:
        yield report.what_went_wrong
    frames = {frame.text.strip() for exception in report.exceptions for frame in exception.frames}
    lines = [line for line in text[:_MESSAGE_READ].split("\n") if not _is_frame(line, frames)]
    yield "\n".join(lines)


def _is_frame(line: str, frames: set[str]) -> bool:
    plain = line.strip()
    return plain.startswith("at ") or any(plain.endswith(frame) for frame in frames if frame)


def _read(message: str) -> Iterator[MessageText]:
    yield from _of_gradle(message)
    message = _GRADLE.sub("\n", message)  # a quotation around it ends there
    for match in _QUOTED.finditer(message):
        yield MessageText(match[1] or match[2] or match[3], "literal")
    for match in _COROUTINE.finditer(message):
        yield MessageText(match[1], "literal")
    for match in _ADDRESS.finditer(message):
        yield from _of_address(match[0].rstrip(".:"))
    for match in _SQL.finditer(message):
        yield MessageText(match[1].rpartition(".")[2], "key")
    for match in _RESOURCE.finditer(message):
        yield MessageText(match[1], "resource")
    for match in _KEY.finditer(message):
        yield MessageText(match[0], "key")
    for match in _NAME.finditer(message):
        yield MessageText(match[0], "name")
    for match in _CLASS.finditer(message):
        if not match[0].startswith(_LANGUAGE) and "$$" not in match[1]:  # a lambda is not its class
            for part in match[1].split("$"):
                yield MessageText(part, "class")


def _of_gradle(message: str) -> Iterator[MessageText]:
    """Yield the last part of a task's or configuration's path, which defines it; a project is a folder."""
    for match in _GRADLE.finditer(message):
        name = match[4].rpartition(":")[2]
        if _NAME.fullmatch(name) and not match[2].endswith("project"):  # `test` and `clean` tell nothing
            yield MessageText(name, "name")


def _of_address(address: str) -> Iterator[MessageText]:
    """Yield an address, and its parts that code may hold apart from the rest, the last first."""
    yield MessageText(address, "address")
    _, _, rest = address.partition("://")
    for part in reversed(_SEGMENT.findall(rest)):
        yield MessageText(part, "address")
