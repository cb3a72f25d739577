"""Line index: offsets ↔ lines and columns, in characters, UTF-16 units and UTF-8 bytes."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from rca.caching.cached_attribute import cached_attribute

_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTINUED = re.compile(rb"[\x80-\xbf]")
"""Bytes of UTF-8 that begin no character."""


class Lines:
    r"""Positions of one text. Offsets count characters from 0; lines and columns count from 1.

    A line ends with `\n`, `\r\n` or a lone `\r`, as editors count them (LSP 3.17,
    "Text Documents"). Positions outside the text are moved to its nearest end, never an error.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_attribute
    def starts(self) -> list[int]:
        """Offset of each line's first character; a text that ends with a line end has an empty last line."""
        if "\r" in self.text:
            return [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        starts = list(accumulate(map((1).__add__, map(len, self.text.split("\n"))), initial=0))
        starts.pop()
        return starts

    @property
    def count(self) -> int:
        """Lines as a person counts them: an empty text has none, a final line end adds none."""
        starts = self.starts
        return len(starts) - 1 if starts[-1] == len(self.text) else len(starts)

    def line_of(self, offset: int) -> int:
        """Return the line that holds an offset."""
        return bisect_right(self.starts, max(0, offset))

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset."""
        line = self.line_of(min(offset, len(self.text)))
        return line, min(offset, len(self.text)) - self.starts[line - 1] + 1

    def start_of(self, line: int) -> int:
        """Return the offset where a line starts."""
        starts = self.starts
        return starts[max(0, line - 1)] if line <= len(starts) else len(self.text)

    def slice(self, first: int, last: int) -> str:
        """Return the text of lines `first` to `last`, inclusive, line ends kept."""
        return self.text[self.start_of(first) : self.start_of(last + 1)]

    def line(self, line: int) -> str:
        """Return the text of a line without its line end."""
        return self.slice(line, line).rstrip("\r\n")

    def utf16_offset(self, line: int, units: int) -> int:
        """Return the offset of a column counted in UTF-16 units from 0, as LSP does by default."""
        start, text = self.start_of(line), self.line(line)
        if text.isascii():
            return start + min(units, len(text))
        left = units
        for index, character in enumerate(text):
            if left <= 0:
                return start + index
            left -= 2 if ord(character) > 0xFFFF else 1
        return start + len(text)

    def utf16_column(self, offset: int) -> int:
        """Return the UTF-16 units, from 0, between an offset and the start of its line."""
        start = self.starts[self.line_of(offset) - 1]
        before = self.text[start:offset]
        return len(before) if before.isascii() else len(before.encode("utf-16-le", "surrogatepass")) // 2


class ByteOffsets:
    """Turns offsets in the UTF-8 form of a text into character offsets."""

    def __init__(self, text: str, encoded: bytes) -> None:
        found = _CONTINUED.finditer(encoded) if len(text) != len(encoded) else ()
        self._continued = [match.start() for match in found]

    def character(self, byte: int) -> int:
        """Return the character offset of a byte offset."""
        return byte - bisect_right(self._continued, byte)
