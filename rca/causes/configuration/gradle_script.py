"""The blocks of a Gradle script, Groovy or Kotlin, with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.text.code_mask import blanked
from rca.text.line_index import Lines

_BRACE = re.compile(r"[{}]")
_MOST_HEADER = 200
_QUOTED = re.compile(r"""["']([\w.-]+)["']""")
_SELECTORS = frozenset(("getByName", "named", "create", "register", "maybeCreate", "withType", "configure"))


@dataclass(frozen=True, slots=True)
class Block:
    """A block `name { … }`; `path` has the names of the blocks around it, outermost first, its own last."""

    name: str
    path: tuple[str, ...]
    line: int
    end_line: int
    start: int
    end: int


def blocks(lines: Lines) -> tuple[Block, ...]:
    """Return the blocks of a script in the order in which they begin; broken text gives what closes."""
    return tuple(sorted(_closed(lines), key=lambda block: block.start))


def _closed(lines: Lines) -> Iterator[Block]:
    text = blanked(lines.text)
    opened: list[tuple[str, int]] = []
    for brace in _BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(_header(text, lines.text, brace.start()))
        elif opened:
            name, start = opened.pop()
            path = (*(outer for outer, _ in opened if outer), name)
            yield Block(name, path, lines.line_of(start), lines.line_of(brace.start()), start, brace.end())


def _header(masked: str, text: str, brace: int) -> tuple[str, int]:
    """Return name and start of the block that a brace opens; `getByName("release")` is named `release`."""
    end = len(masked[max(0, brace - _MOST_HEADER) : brace].rstrip()) + max(0, brace - _MOST_HEADER)
    arguments = end
    if masked[end - 1 : end] == ")":
        arguments = masked.rfind("(", max(0, brace - _MOST_HEADER), end)
    start = name_end = arguments if arguments >= 0 else end
    while start > 0 and (masked[start - 1].isalnum() or masked[start - 1] in "_."):
        start -= 1
    name = masked[start:name_end].rpartition(".")[2]
    if name in _SELECTORS and (quoted := _QUOTED.search(text, name_end, end)) is not None:
        name = quoted[1]
    return name, start if name else brace
