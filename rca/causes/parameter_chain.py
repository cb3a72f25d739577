"""Follows a failing value outwards through the trace, as long as each function only passes a parameter on."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rca.causes.file_functions import FileFunctions
from rca.resolve.symbol import Symbol

_WORD = re.compile(r"[A-Za-z_]\w*")
_THROWS = re.compile(r"\bthrow\b|\brequire\w*\s*\(|\bcheck\w*\s*\(|\berror\s*\(|\bassert\w*\s*\(")
_CONDITION_LINES = 4
_OPEN, _CLOSE = "([{", ")]}"


def failing_parameters(function: Symbol, line: int, code: Sequence[str]) -> set[int]:
    """Return the positions of the parameters that the failing line, or its condition, uses.

    Args:
        function: the function that failed.
        line: where.
        code: the lines of its file.
    """
    names = {parameter.name: number for number, parameter in enumerate(function.declaration.parameters)}
    if not names or not 0 < line <= len(code):
        return set()
    text = code[line - 1]
    if _THROWS.search(text):
        first = max(function.line, line - _CONDITION_LINES)
        above = [
            row for row in code[first - 1 : line - 1] if re.search(r"\b(?:if|when|case|else)\b|\?:", row)
        ]
        text = " ".join((*above[-2:], text))
    return {names[word] for word in _WORD.findall(text) if word in names}


def arguments_at(text: str, offset: int) -> list[str]:
    """Return the texts of the arguments of a call whose name begins at an offset; none without brackets."""
    start = offset
    while start < len(text) and (text[start].isalnum() or text[start] in "_$`"):
        start += 1
    if text[start : start + 1] == "<":
        start = text.find("(", start)
    if start < 0 or text[start : start + 1] != "(":
        return []
    depth, begin, found = 0, start + 1, []
    for place in range(start, min(len(text), start + 4000)):
        letter = text[place]
        if letter in _OPEN:
            depth += 1
        elif letter in _CLOSE:
            depth -= 1
            if depth == 0:
                found.append(text[begin:place].strip())
                break
        elif letter == "," and depth == 1:
            found.append(text[begin:place].strip())
            begin = place + 1
    return [one for one in found if one]


def follow(
    frames: Sequence[tuple[Symbol, int]],
    functions_of: Callable[[str], FileFunctions | None],
    lines_of: Callable[[str], list[str]],
) -> tuple[list[Symbol], Symbol | None, bool]:
    """Return the functions that only pass the failing value on, and the one that it comes from.

    The last value says whether the passing was seen: not where the line holds no call of
    the function, as in code that changed since.

    Args:
        frames: functions of the trace with their lines, innermost first.
        functions_of: the functions of a file.
        lines_of: the lines of a file.
    """
    if not frames:
        return [], None, False
    function, line = frames[0]
    positions = failing_parameters(function, line, lines_of(function.path))
    passing: list[Symbol] = []
    for outer, at in frames[1:]:
        if not positions:
            return passing, None, False
        passing.append(function)
        arguments = _passed(outer, at, function.name, functions_of, lines_of)
        if arguments is None:
            return passing, outer, False
        own = {parameter.name: number for number, parameter in enumerate(outer.declaration.parameters)}
        handed = {
            own[arguments[place]] for place in positions if place < len(arguments) and arguments[place] in own
        }
        if not handed:
            return passing, outer, any(place < len(arguments) for place in positions)
        function, positions = outer, handed
    return passing, None, False


def _passed(
    function: Symbol,
    line: int,
    callee: str,
    functions_of: Callable[[str], FileFunctions | None],
    lines_of: Callable[[str], list[str]],
) -> list[str] | None:
    functions = functions_of(function.path)
    sites = functions.sites_on(line) if functions is not None else []
    for site in sites:
        if site.name == callee:
            return arguments_at("\n".join(lines_of(function.path)), site.start)
    return None
