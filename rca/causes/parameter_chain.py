"""Follows a failing value outwards through the trace, as long as each function only passes a parameter on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rca.causes.call_arguments import argument_for
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol

_WORD = re.compile(r"[A-Za-z_]\w*")
_THROWS = re.compile(r"\bthrow\b|\brequire\w*\s*\(|\bcheck\w*\s*\(|\berror\s*\(|\bassert\w*\s*\(")
_CONDITION_LINES = 4


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


def null_parameters(function: Symbol, value: str) -> set[int]:
    """Return the position of the parameter that was null itself; a property or call of one is another value.

    Args:
        function: the function that failed.
        value: the code of the value that was null.
    """
    name = value.strip()
    return {number for number, one in enumerate(function.declaration.parameters) if one.name == name}


def follow(
    frames: Sequence[tuple[Symbol, int]], code: ProjectCode, positions: set[int]
) -> tuple[list[Symbol], Symbol | None, bool]:
    """Return the functions that only pass the failing value on, and the one that it comes from.

    The last value says whether the passing was seen: not where the line holds no call of
    the function, as in code that changed since.

    Args:
        frames: functions of the trace with their lines, innermost first.
        code: the project's files.
        positions: parameters of the innermost function that hold the failing value.
    """
    if not frames:
        return [], None, False
    function, _ = frames[0]
    passing: list[Symbol] = []
    for outer, at in frames[1:]:
        if not positions:
            return passing, None, False
        passing.append(function)
        arguments = _arguments_for(function, positions, outer, at, code)
        own = {parameter.name: number for number, parameter in enumerate(outer.declaration.parameters)}
        handed = {own[argument] for argument in arguments if argument in own}
        if not handed:
            return passing, outer, bool(arguments)
        function, positions = outer, handed
    return passing, None, False


def _arguments_for(
    callee: Symbol, positions: set[int], caller: Symbol, line: int, code: ProjectCode
) -> list[str]:
    """Return the texts of the arguments that a line of a caller gives for parameters of a function."""
    functions, tokens = code.functions(caller.path), code.tokens(caller.path)
    sites = functions.sites_on(line) if functions is not None else []
    site = next((site for site in sites if site.name == callee.name), None)
    if site is None or tokens is None:
        return []
    parameters = callee.declaration.parameters
    spans = (argument_for(tokens, site, parameters[at].name, at) for at in sorted(positions))
    return [tokens.range_text(*span) for span in spans if span is not None]
