"""Lines of a leak trace without what logs, quotes and bad encodings put before or into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rca.text.lazy_regex import lazy_regex

Mark = Literal["start", "node", "last", "inside", "none"]

_BOX = lazy_regex(r"[┬├│╰└┌]|↳")
_LONGEST_PREFIX = 160
_LEAD = lazy_regex(
    r"[^\n]{0,100}?(?<![\w.])(?:LeakCanary|DisplayLeakService|HeapAnalyzerService|System\.out)"
    r"(?:\s?\(\s*\d+\))?\s{0,4}[:\ufe55](?:\s|$)"
)
"""What logs put before each line, whose page lost part of it."""

_MARK = lazy_regex(
    r"(?P<start>┬─*|┌─*|T---)"
    r"|(?P<last>[╰└][─→>\->]*|[`'\\]?[-=]+>)"
    r"|(?P<node>├[─-]*|\+-+(?=\s)|\|-+(?=\s))"
    r"|(?P<inside>[│|])"
)


@dataclass(frozen=True, slots=True)
class TraceLine:
    """A line: what its mark says it is, how far its text is indented, and the text."""

    mark: Mark
    indent: int
    text: str


def read_lines(lines: Sequence[str]) -> list[TraceLine]:
    """Return lines without prefixes and with what their marks mean."""
    return [_read(line) for line in lines]


def _read(line: str) -> TraceLine:
    box = _BOX.search(line, 0, _LONGEST_PREFIX)
    if box is not None:
        rest = line[box.start() :]
    else:
        lead = _LEAD.match(line)
        rest = line[lead.end() :] if lead is not None else line
    rest = rest.replace("\u200b", "").replace("\t", "    ")
    stripped = rest.lstrip(" >" if box is None else " ")
    mark = _MARK.match(stripped)
    if mark is None:
        return TraceLine("none", len(rest) - len(stripped), stripped.rstrip())
    text = stripped[mark.end() :]
    kind: Mark = "inside"
    for name in ("start", "last", "node"):
        if mark[name] is not None:
            kind = name
    return TraceLine(kind, len(text) - len(text.lstrip()), text.strip())
