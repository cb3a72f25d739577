"""Offsets of one text as the editor counts them: lines from 0, columns in the agreed encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types

from rca.text.lines import Lines

_UNITS: dict[types.PositionEncodingKind, Callable[[str], int]] = {
    types.PositionEncodingKind.Utf8: lambda character: len(character.encode("utf-8", "surrogatepass")),
    types.PositionEncodingKind.Utf16: lambda character: 2 if ord(character) > 0xFFFF else 1,
    types.PositionEncodingKind.Utf32: lambda _character: 1,
}


class Positions:
    """Turns offsets into positions and back. What lies outside the text is moved to its nearest end."""

    def __init__(self, text: str, encoding: str) -> None:
        self._lines = Lines(text)
        self._units = _UNITS.get(
            types.PositionEncodingKind(encoding), _UNITS[types.PositionEncodingKind.Utf16]
        )

    def offset(self, position: types.Position) -> int:
        """Give the offset of a position."""
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
        """Give the position of an offset."""
        offset = max(0, min(offset, len(self._lines.text)))
        number = self._lines.line_of(offset)
        before = self._lines.text[self._lines.start_of(number) : offset]
        units = len(before) if before.isascii() else sum(map(self._units, before))
        return types.Position(number - 1, units)

    def range(self, start: int, end: int) -> types.Range:
        """Give the range between two offsets."""
        return types.Range(self.position(start), self.position(end))


def edited(text: str, changes: Iterable[types.TextDocumentContentChangeEvent], encoding: str) -> str:
    """Give a text after the editor's changes, each of which is counted in the text that those before it left.

    pygls would end lines where Python does, at form feeds and Unicode separators too, which no editor does.
    """
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangePartial):
            places = Positions(text, encoding)
            start, end = places.offset(change.range.start), places.offset(change.range.end)
            text = text[:start] + change.text + text[end:]
        else:
            text = change.text
    return text
