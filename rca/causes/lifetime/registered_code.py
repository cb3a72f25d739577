"""The registrations of a class whose callback leads to a failing line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rca.causes.contracts.app_trace import ProjectFiles, TraceFunction
from rca.causes.lifetime.registrations import Registration, registrations
from rca.causes.lifetime.teardown import Clearing, teardowns_of
from rca.languages.facts import CallSite
from rca.resolve.symbol import Symbol

_OPEN, _CLOSE = "([{", ")]}"
_LONGEST = 20_000


@dataclass(frozen=True)
class RegisteredCode:
    """A call that lets code run later."""

    function: Symbol
    line: int
    kind: Registration
    cancelled: bool
    """Whether a teardown cancels it, or its scope ends by itself before the value is cleared."""


def registrations_reaching(
    one: TraceFunction, clearing: Clearing, files: ProjectFiles
) -> list[RegisteredCode]:
    """Return the registrations of the class whose callback holds the failing line, or calls its function."""
    functions = files.functions(one.function.path)
    if functions is None:
        return []
    outer = one.function.class_path[:1]
    teardowns = [
        teardown
        for depth in range(len(one.function.class_path), 0, -1)
        for teardown in teardowns_of(functions.functions, one.function.class_path[:depth])
    ]
    words = {word for teardown in teardowns for word in re.findall(r"\w+", files.body(teardown))}
    text = "\n".join(files.lines(one.function.path))
    found: list[RegisteredCode] = []
    for function, sites in functions.sites.items():
        if function.class_path[:1] != outer:
            continue
        for site in sites:
            kind = registrations().get(site.name)
            if kind is not None and _reaches(function, site, sites, one, text):
                ends = kind.ends_before(receiver_text(text, site.start), clearing.teardown.name)
                cancelled = ends or bool(kind.cancelled_by & words)
                found.append(RegisteredCode(function, site.line, kind, cancelled))
    return found


def _reaches(function: Symbol, site: CallSite, sites: list[CallSite], one: TraceFunction, text: str) -> bool:
    """Return whether a registration's callback holds the failing line, or calls its function."""
    end = call_end(text, site.start)
    if function == one.function:
        return site.line <= one.line <= text.count("\n", 0, end) + 1
    return any(inner.name == one.function.name and site.start < inner.start < end for inner in sites)


def call_end(text: str, start: int) -> int:
    """Return the offset after a call's arguments and trailing lambda, from the offset of its name."""
    place = start
    while place < len(text) and (text[place].isalnum() or text[place] in "_`"):
        place += 1
    while True:
        following = place
        while following < len(text) and text[following] in " \t":
            following += 1
        if following >= len(text) or text[following] not in "({<":
            return place
        closed = _closing(text, following)
        if closed is None:
            return place
        place = closed


def _closing(text: str, start: int) -> int | None:
    if text[start] == "<":
        end = text.find(">", start, start + 200)
        return end + 1 if end > 0 else None
    depth = 0
    for place in range(start, min(len(text), start + _LONGEST)):
        if text[place] in _OPEN:
            depth += 1
        elif text[place] in _CLOSE:
            depth -= 1
            if depth == 0:
                return place + 1
    return None


def receiver_text(text: str, start: int) -> str:
    """Return what stands before a call's name, back to the start of the expression."""
    begin = start
    while begin > 0 and (text[begin - 1].isalnum() or text[begin - 1] in "_.?!()"):
        begin -= 1
    return text[begin:start]
