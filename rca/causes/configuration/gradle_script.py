"""The blocks of a Gradle script, Groovy or Kotlin, with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.text.code_mask import blanked
from rca.text.line_index import Lines

_BRACE = re.compile(r"[{}]")
_HEADER = re.compile(r"([\w.]+)\s*(\([^()\n]*\))?\s*(?:\.\w+\s*)?$")
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
    before = masked[max(0, brace - 200) : brace].rstrip()
    header = _HEADER.search(before)
    if header is None:
        return "", brace
    start = max(0, brace - 200) + header.start()
    name = header[1].rpartition(".")[2]
    quoted = _QUOTED.search(text, start, brace)
    if quoted is not None and (name in _SELECTORS or header[2] is not None):
        name = quoted[1] if name in _SELECTORS else name
    return name, start
