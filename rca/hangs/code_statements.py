"""Statements and blocks of a function's text, and which of its lines a stack still comes to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rca.hangs.hang_code import CodePlace, HangCode, code_lines, lines_around

NumberedLine = tuple[int, str]
_LOOP = re.compile(r"\b(?:for|while|do|repeat|forEach|consumeEach|collect)\b")
_CALL = re.compile(r"(?<![\w.])(?:this\.)?(?P<name>[a-z]\w{1,80})\s*\(")
_LONGEST = 60


def block_from(body: Sequence[NumberedLine], at: int) -> list[NumberedLine]:
    """Return the lines from an index on until the brackets that they open are closed."""
    depth, block = 0, []
    for one in body[at:]:
        block.append(one)
        depth += sum(one[1].count(bracket) for bracket in "({")
        depth -= sum(one[1].count(bracket) for bracket in ")}")
        if depth <= 0:
            break
    return block


def statement_from(body: Sequence[NumberedLine], at: int) -> list[NumberedLine]:
    """Return the lines of the statement that begins at an index: with the calls that are chained below it."""
    statement = block_from(body, at)
    while at + len(statement) < len(body) and len(statement) < _LONGEST:
        following = at + len(statement)
        is_open = statement[-1][1].rstrip().endswith(("=", "("))
        if not (is_open or body[following][1].lstrip().startswith((".", "?."))):
            break
        statement += block_from(body, following)
    return statement


def assigned_statements(name: str, body: Sequence[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """Yield the statements that assign to a name, or add to the collection of that name."""
    assigned = re.compile(
        rf"\b{re.escape(name)}\b\s*(?:(?::[^=]*)?=[^=]|(?:\+=|\.add\s*\())|\b{re.escape(name)}\s*=$"
    )
    for at, one in enumerate(body):
        if name in one[1] and assigned.search(one[1]):
            yield statement_from(body, at)


def assigned_values(name: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield what a file assigns to a name, each value in one line.

    Args:
        name: the name, with or without an object before it.
        lines: those of the file.
    """
    simple = name.rpartition(".")[2]
    assigned = re.compile(rf"\b{re.escape(simple)}\b\s*(?::[^=]*)?=(?!=)(?P<value>.*)")
    body: list[NumberedLine] | None = None
    for at, line in enumerate(lines):
        match = assigned.search(line) if simple in line else None
        if match is None:
            continue
        body = (
            body
            if body is not None
            else [(number, text.partition("//")[0]) for number, text in enumerate(lines)]
        )
        rest = (text.strip() for _number, text in statement_from(body, at)[1:])
        yield " ".join((match["value"], *rest))


def comes_to(at: CodePlace, line: int, code: HangCode) -> bool:
    """Return whether a function goes on from a place to a line: below, in a loop, or in what it calls."""
    if at.line is None or at.start is None or at.end is None:
        return False
    body = code_lines(at, code)
    if at.start <= line <= at.end:
        return line > at.line or _in_common_loop(at, line, body, code)
    return any(
        function.start is not None and function.end is not None and function.start <= line <= function.end
        for number, text in body
        if number > at.line
        for match in _CALL.finditer(text)
        for function in _own_functions(match["name"], at.path, code)
    )


def _own_functions(name: str, path: str, code: HangCode) -> list[CodePlace]:
    return [one for one in code.functions(name) if one.path == path]


def _in_common_loop(at: CodePlace, line: int, body: Sequence[NumberedLine], code: HangCode) -> bool:
    numbers = [number for number, _text in body]
    for number, text in lines_around(at, code):
        if _LOOP.search(text) and number in numbers:
            block = block_from(body, numbers.index(number))
            if number <= line <= block[-1][0] and number <= (at.line or 0) <= block[-1][0]:
                return True
    return False
