"""Values of a failing line that a teardown clears or releases: of its class, a superclass or another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rca.causes.contracts.app_trace import TraceFunction
from rca.causes.lifetime.lifecycle_names import is_teardown
from rca.causes.lifetime.teardown import Clearing, clearings, teardowns_of
from rca.causes.origins.find_origins import find_origins
from rca.causes.project_code import ProjectCode
from rca.causes.source_tokens import SourceTokens
from rca.scheduling.deadline import Deadline

_WORD = re.compile(r"[A-Za-z_]\w*")
_MOST_VALUES = 3
_SHARE = 0.4
"""Part of the time that is left, for origins of one line's values."""


def cleared_values(
    one: TraceFunction, frames: Sequence[tuple[str, int]], code: ProjectCode, deadline: Deadline
) -> Iterator[Clearing]:
    """Yield what teardowns clear or release of the values that a line uses.

    Where no teardown of the classes around the line does, the values are followed backward: through getters,
    delegates, superclasses and other classes, to a `null` that a function writes which ends something.

    Args:
        one: the function with the failing line.
        frames: path and line of the trace's functions, by which calls are told apart.
        code: the project.
        deadline: when to stop.
    """
    functions = code.functions(one.function.path)
    if functions is None:
        return
    used = _values_of_line(one, code)
    found = False
    for depth in range(len(one.function.class_path), 0, -1):
        for teardown in teardowns_of(functions.functions, one.function.class_path[:depth]):
            for clearing in clearings(teardown, code):
                if clearing.value in used:
                    found = found or clearing.call is None
                    yield clearing
    if not found:
        yield from _written_elsewhere(one, frames, code, deadline.part(_SHARE))


def _values_of_line(one: TraceFunction, code: ProjectCode) -> set[str]:
    """Return the names that the failing line uses, and what the getters of its properties read."""
    lines = code.lines(one.function.path)
    if not 0 < one.line <= len(lines):
        return set()
    names = set(_WORD.findall(lines[one.line - 1].split("//")[0]))
    for symbol in code.index.symbols(one.function.path):
        if symbol.declaration.kind == "property" and symbol.name in names and symbol.owner is not None:
            body = "\n".join(lines[symbol.line - 1 : symbol.end_line])
            if re.search(r"\bget\s*\(\)", body):
                names |= set(_WORD.findall(body))
    return names


def _written_elsewhere(
    one: TraceFunction, frames: Sequence[tuple[str, int]], code: ProjectCode, deadline: Deadline
) -> Iterator[Clearing]:
    """Yield the teardowns that write a `null` which can reach a value of the line."""
    path = one.function.path
    tokens = code.tokens(path)
    if tokens is None:
        return
    seen: set[tuple[str, int]] = set()
    for first, last in _dereferenced(tokens, one.line):
        if deadline.expired:
            return
        start, end = tokens.starts[first], tokens.ends[last]
        answer = find_origins(
            code.index, path, start, end, code.snapshot.text, deadline, nulls=True, frames=frames
        )
        for origin in answer.origins if answer is not None else ():
            functions = code.functions(origin.place.path)
            if origin.kind != "null_literal" or functions is None:
                continue
            line = (code.snapshot.text(origin.place.path) or "").count("\n", 0, origin.place.start) + 1
            function = functions.around(line)
            if function is None or not is_teardown(function.name) or (function.path, line) in seen:
                continue
            seen.add((function.path, line))
            yield Clearing(function, line, tokens.text[start:end], None)


def _dereferenced(tokens: SourceTokens, line: int) -> list[tuple[int, int]]:
    """Return the values of a line that may not be null there: what stands before a dot or `!!`."""
    found: list[tuple[int, int]] = []
    for index in tokens.in_lines(line, line):
        if tokens.word(index) not in (".", "!!") or index == 0:
            continue
        last = index - 1
        if (
            not tokens.is_name(last)
            or tokens.word(last) in ("this", "super")
            or tokens.word(last)[:1].isupper()
        ):
            continue
        found.append((last, last))
    return found[:_MOST_VALUES]
