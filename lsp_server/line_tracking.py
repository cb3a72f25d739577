"""Lines of files in one request: where a line moved after edits, and which part of it to mark."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rca.text.line_index import Lines

if TYPE_CHECKING:
    from lsprotocol import types

    from lsp_server.positions import Positions
    from lsp_server.request_context import RequestContext

_WORD = re.compile(r"\w+|\S")


@dataclass(frozen=True, slots=True)
class _File:
    rows: Lines
    positions: Positions
    numbers: dict[str, list[int]]
    """The numbers of the lines that read the same, white space around them apart."""


class MarkedLines:
    """Lines of the files in one request; each file is split once, however many marks it has."""

    def __init__(self, question: RequestContext) -> None:
        self._question = question
        self._files: dict[str, _File | None] = {}

    def content(self, path: str, line: int) -> str | None:
        """Return a stripped line; None if the file has no such line."""
        file = self._file(path)
        return file.rows.line(line).strip() if file is not None and line <= file.rows.count else None

    def find(self, path: str, content: str, near: int) -> int | None:
        """Return the number of the nearest line with this content; None if there is none."""
        file = self._file(path)
        numbers = () if file is None else file.numbers.get(content, ())
        return min(numbers, key=lambda number: abs(number - near), default=None)

    def span(self, path: str, line: int, column: int | None) -> types.Range:
        """Return the word at a column of a line that `find` returned, or the line without its indentation."""
        file = self._file(path)
        assert file is not None, "a line was found in it"
        start, row = file.rows.start_of(line), file.rows.line(line)
        word = _WORD.match(row, column - 1) if column else None
        if word is not None:
            return file.positions.range(start + word.start(), start + word.end())
        return file.positions.range(start + len(row) - len(row.lstrip()), start + len(row.rstrip()))

    def _file(self, path: str) -> _File | None:
        if path not in self._files:
            self._files[path] = self._split(path)
        return self._files[path]

    def _split(self, path: str) -> _File | None:
        text, positions = self._question.text(path), self._question.positions(path)
        if text is None or positions is None:
            return None
        rows = Lines(text)
        numbers: dict[str, list[int]] = {}
        for number in range(1, rows.count + 1):
            numbers.setdefault(rows.line(number).strip(), []).append(number)
        return _File(rows, positions, numbers)
