"""Markdown building blocks of answers: code with line numbers, caller trees, each fact once."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence

from models.code import Caller, CodeContext, FunctionDefinition

_LINE_END = re.compile(r"\r\n|\n|\r")
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


def numbered(text: str, first: int) -> str:
    """Return a text with a number before each line; an empty line has its number alone."""
    if not text:
        return ""
    lines = _LINE_END.split(text)
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    width = len(str(first + len(lines) - 1))
    return "\n".join(
        f"{number:{width}} {line}" if line else f"{number:{width}}"
        for number, line in enumerate(lines, first)
    )


def shortened(text: str, longest: int) -> str:
    """Truncate a text to a number of characters, with a mark."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def code_lines(context: CodeContext, first: int, last: int, *, indented: bool = False) -> str:
    """Return the context's lines from `first` to `last` with numbers, the target line marked.

    Args:
        context: the code.
        first: number of the first line.
        last: number of the last line.
        indented: keep the indentation that all these lines share, for whoever replaces them.
    """
    lines = [
        *context.context.before.splitlines(),
        context.context.error_line,
        *context.context.after.splitlines(),
    ]
    start = context.error_line - len(context.context.before.splitlines())
    shown = [(number, line) for number, line in enumerate(lines, start) if first <= number <= last]
    if not shown:
        return ""
    text = "\n".join(line for _number, line in shown)
    kept = text if indented else textwrap.dedent(text)
    width = len(str(shown[-1][0]))
    return "\n".join(
        f"{'>' if number == context.error_line else ' '}{number:{width}} {line}".rstrip()
        for (number, _line), line in zip(shown, kept.split("\n"), strict=True)
    )


def window(line: int, function: FunctionDefinition | None, most: int, whole: int = 0) -> tuple[int, int]:
    """Return the range of lines to show around `line`.

    Args:
        line: the line that matters.
        function: the function that holds it.
        most: lines each way at most of a longer function, or where there is none.
        whole: lines up to which a function is shown from its first to its last line.
    """
    if function is not None and function.end_line - function.start_line < whole:
        return min(function.start_line, line), max(function.end_line, line)
    near = min(_NEAR, most)
    start, end = (line, line) if function is None else (function.start_line, function.end_line)
    if function is None:
        near = most
    return max(line - most, min(start, line - near)), min(line + most, max(end, line + near))


def caller_tree(
    callers: Sequence[Caller],
    most: int,
    listed: Places | None = None,
    code: Mapping[tuple[str, int], str] | None = None,
) -> list[str]:
    """Return the callers as a tree, one per line, each below the function that it calls.

    Position shows the chain, so names are not repeated; calls from one function share a line. Evidence is
    shown only for uncertain callers; a caller whose place was `listed` before is shown by its number there.

    Args:
        callers: in their order.
        most: how many are shown.
        listed: numbers of places that the reader saw before.
        code: lines of calls by place, to be quoted where one call stands on a line of the tree.
    """
    calls: dict[tuple[tuple[str, ...], str], list[Caller]] = {}
    for caller in callers[:most]:
        calls.setdefault((caller.call_chain, caller.file_path), []).append(caller)
    chains = {chain for chain, _path in calls}
    below: dict[tuple[str, ...], list[list[Caller]]] = {}
    for (chain, _path), group in calls.items():
        below.setdefault(chain[1:] if chain[1:] in chains else (), []).append(group)
    lines: list[str] = []

    def write(parent: tuple[str, ...], depth: int) -> None:
        for group in below.pop(parent, ()):
            lines.append("  " * depth + "- " + _calls(group, listed or {}, code or {}, alone=depth == 0))
            write(group[0].call_chain, depth + 1)

    write((), 0)
    return lines


def _calls(
    group: Sequence[Caller], listed: Places, code: Mapping[tuple[str, int], str], *, alone: bool
) -> str:
    """Return the call lines of a function: the path once, line numbers behind it."""
    first = group[0]
    numbers = [listed.get((call.file_path, call.line)) for call in group]
    if None in numbers:
        places = [f"`{first.file_path}:{first.line}`", *(f"`:{call.line}`" for call in group[1:])]
    else:
        places = [f"frame {number}" for number in numbers]
    # Whose parent in the tree was left out says the way to the function itself.
    way = first.call_chain if alone and first.depth > 1 else (first.caller_name,)
    least = min(group, key=lambda call: call.confidence)
    doubt = "" if least.confidence >= _SURE else f" ({least.evidence}, {least.confidence:.2f})"
    line = code.get((first.file_path, first.line)) if len(group) == 1 and None in numbers else None
    quoted = f": `{line}`" if line else ""
    return f"{', '.join(places)} {' → '.join(way)}{doubt}{quoted}"
