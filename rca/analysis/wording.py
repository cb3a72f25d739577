"""Facts of an answer in Markdown: code with its lines, callers as a tree, each fact once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from models.code import Caller, CodeContext, FunctionDefinition

_SURE = 0.9
"""From this confidence on a caller is told without its evidence."""
_NEAR = 5
"""Lines around a line that are shown though they lie outside of its function."""

Places = Mapping[tuple[str, int | None], int]
"""The number under which a place (path and line) was listed before."""


def fenced(text: str, language: str) -> str:
    """Quote text in a fence longer than any run of backticks in it, so that it cannot break out."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def shortened(text: str, longest: int) -> str:
    """Cut a text to so many characters, and show that it was."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def code_lines(context: CodeContext, first: int, last: int) -> str:
    """Give the lines from `first` to `last` that the context holds, numbered, the one it is about marked."""
    lines = [
        *context.context.before.splitlines(),
        context.context.error_line,
        *context.context.after.splitlines(),
    ]
    start = context.error_line - len(context.context.before.splitlines())
    width = max(2, len(str(start + len(lines))))
    return "\n".join(
        f"{'>' if number == context.error_line else ' '} {number:{width}} | {line}".rstrip()
        for number, line in enumerate(lines, start)
        if first <= number <= last
    )


def window(line: int, function: FunctionDefinition | None, most: int) -> tuple[int, int]:
    """Choose the lines to show around `line`: its function, a few beside it, at most `most` each way."""
    near = min(_NEAR, most)
    start, end = (line, line) if function is None else (function.start_line, function.end_line)
    if function is None:
        near = most
    return max(line - most, min(start, line - near)), min(line + most, max(end, line + near))


def caller_tree(callers: Sequence[Caller], most: int, listed: Places | None = None) -> list[str]:
    """Give the nearest callers a line each, below each the ones that call it.

    The place in the tree says the chain, so no name is repeated. A caller that is sure says no evidence;
    one whose place was `listed` before is named by its number there.
    """
    listed = listed or {}
    shown = callers[:most]
    first: dict[tuple[str, ...], Caller] = {}
    for caller in shown:
        first.setdefault(caller.call_chain, caller)
    below: dict[int, list[Caller]] = {}
    roots: list[Caller] = []
    for caller in shown:
        parent = first.get(caller.call_chain[1:])
        if parent is None:
            roots.append(caller)
        else:
            below.setdefault(id(parent), []).append(caller)
    lines: list[str] = []

    def write(caller: Caller, depth: int) -> None:
        lines.append("  " * depth + "- " + _caller(caller, listed, alone=depth == 0))
        for one in below.get(id(caller), ()):
            write(one, depth + 1)

    for root in roots:
        write(root, 0)
    return lines


def _caller(caller: Caller, listed: Places, *, alone: bool) -> str:
    number = listed.get((caller.file_path, caller.line))
    place = f"`{caller.file_path}:{caller.line}`" if number is None else f"frame {number}:"
    # Whose parent in the tree was left out says the way to the function itself.
    way = caller.call_chain if alone and caller.depth > 1 else (caller.caller_name,)
    doubt = "" if caller.confidence >= _SURE else f" ({caller.evidence}, {caller.confidence:.2f})"
    return f"{place} {' → '.join(way)}{doubt}"
