"""Offsets ↔ LSP positions: lines from 0, columns in the negotiated encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types

from rca.text.line_index import Lines

_UNITS: dict[types.PositionEncodingKind, Callable[[str], int]] = {
    types.PositionEncodingKind.Utf8: lambda character: len(character.encode("utf-8", "surrogatepass")),
    types.PositionEncodingKind.Utf16: lambda character: 2 if ord(character) > 0xFFFF else 1,
    types.PositionEncodingKind.Utf32: lambda _character: 1,
}


class Positions:
    """Converts offsets to positions and back. Positions outside the text move to its nearest end."""

    def __init__(self, text: str, encoding: str) -> None:
        self._lines = Lines(text)
        self._units = _UNITS.get(
            types.PositionEncodingKind(encoding), _UNITS[types.PositionEncodingKind.Utf16]
        )

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position."""
        number = position.line + 1
        if number > len(self._lines.starts):
            return len(self._lines.text)
        start, line = self._lines.start_of(number), self._lines.line(number)
        if line.isascii():
            return start + min(position.character, len(line))
        left = position.character
        for index, character in enumerate(line):
            if left <= 0:
                return start + index
            left -= self._units(character)
        return start + len(line)

    def position(self, offset: int) -> types.Position:
        """Return the position of an offset."""
        offset = max(0, min(offset, len(self._lines.text)))
        number = self._lines.line_of(offset)
        before = self._lines.text[self._lines.start_of(number) : offset]
        units = len(before) if before.isascii() else sum(map(self._units, before))
        return types.Position(number - 1, units)

    def range(self, start: int, end: int) -> types.Range:
        """Return the range between two offsets."""
        return types.Range(self.position(start), self.position(end))


def apply_changes(text: str, changes: Iterable[types.TextDocumentContentChangeEvent], encoding: str) -> str:
    """Return a text after the editor's changes, each of which refers to the text after the previous one.

    pygls would end lines where Python does, at form feeds and Unicode separators too, which no editor does.
    """
    edit = _Edit(text, encoding)
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangePartial):
            edit.replace(change.range, change.text)
        else:
            edit = _Edit(change.text, encoding)
    return edit.text()


class _Edit:
    """Changes of one text. Lines are counted only once while each change lies before the last.

    Editors send replacements in many places in that order: counted again for each of a thousand, the lines of
    a large document would block the event loop for seconds.
    """

    def __init__(self, text: str, encoding: str) -> None:
        self._encoding = encoding
        self._unchanged = 0
        self._after: list[str] = []
        self._begin(text)

    def replace(self, where: types.Range, new: str) -> None:
        """Replace the text of a range."""
        start, end = self._offsets(where)
        if self._after and end >= self._unchanged:
            self._begin(self.text())
            start, end = self._offsets(where)
        self._after += (self._base[end : self._unchanged], new)
        self._unchanged = start

    def text(self) -> str:
        """Return the current text."""
        return self._base[: self._unchanged] + "".join(reversed(self._after))

    def _begin(self, text: str) -> None:
        self._base = text
        self._places = Positions(text, self._encoding)
        self._unchanged = len(text)
        self._after = []

    def _offsets(self, where: types.Range) -> tuple[int, int]:
        ends = sorted((self._places.offset(where.start), self._places.offset(where.end)))
        return ends[0], ends[1]
