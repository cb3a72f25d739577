"""A stream of JSON → the text of one record after another, in bounded memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rca.text.lazy_regex import lazy_regex

LARGEST_RECORD = 8 * 1024 * 1024
"""Characters of the largest record that is read as a whole."""

_TOKEN = lazy_regex(r'"(?:[^"\\]++|\\.)*+(?P<end>")?|[{}\[\]]', re.DOTALL)
_STRING_REST = lazy_regex(r'(?:[^"\\]++|\\.)*+(?P<end>")?', re.DOTALL)
_WRAPPER = lazy_regex(
    r'"(?:events|errorReports|errorIssues|productData|data|issues|results|items|rows|docs|hits|groups)"\s*:\s*$'
)
_KEY_REACH = 80


@dataclass(slots=True)
class JsonSplitter:
    """Splits documents, the items of an array, or those of a large object's list into records.

    A record that is larger than `largest` is left out and counted in `oversized`. What stands open at the end
    is in `rest`.
    """

    largest: int = LARGEST_RECORD
    oversized: int = 0
    rest: str = ""
    _buffer: str = ""
    _at: int = 0
    _start: int = -1
    _stack: list[str] = field(default_factory=list)
    _record_depth: int = 0
    _list_start: int = -1
    _list_depth: int = 0
    _dropping: bool = False
    _in_string: bool = False

    def split(self, chunks: Iterable[str]) -> Iterator[str]:
        """Yield the records of a text that comes in chunks."""
        for chunk in chunks:
            self._buffer += chunk
            yield from self._scan(is_end=False)
            if self._start >= 0 and self._at - self._start > self.largest:
                yield from self._open_large()
            self._trim()
        yield from self._scan(is_end=True)
        self.rest = self._buffer[self._start :] if self._start >= 0 and not self._dropping else ""

    def _scan(self, *, is_end: bool) -> Iterator[str]:
        while True:
            if self._in_string:
                rest = _STRING_REST.match(self._buffer, self._at)
                self._at = rest.end() if rest is not None else len(self._buffer)
                if rest is None or rest["end"] is None:
                    return
                self._in_string = False
            token = _TOKEN.search(self._buffer, self._at)
            if token is None:
                self._at = len(self._buffer)
                return
            mark = token[0][0]
            if mark == '"' and token["end"] is None:
                # A long string is not read again with each chunk.
                self._in_string = is_end or len(token[0]) >= self.largest
                self._at = token.end() if self._in_string else token.start()
                return
            self._at = token.end()
            if mark == '"':
                continue
            if mark in "{[":
                self._open(mark, token.start())
            elif self._stack:
                self._stack.pop()
                if len(self._stack) < self._record_depth or not self._stack:
                    # What stands behind the list of a large object is no record.
                    self._record_depth = -1 if self._stack else 0
                if len(self._stack) == self._record_depth and mark == "}":
                    yield from self._close()

    def _open(self, mark: str, at: int) -> None:
        depth = len(self._stack)
        if self._start < 0:
            if mark == "{" and depth == self._record_depth:
                self._start, self._list_start = at, -1
            elif mark == "[" and depth == self._record_depth == 0:
                self._record_depth = 1
        elif mark == "[" and self._list_start < 0 and depth - self._record_depth <= 3:
            before = self._buffer[max(self._start, at - _KEY_REACH) : at]
            if _WRAPPER.search(before) is not None:
                self._list_start, self._list_depth = at, depth
        self._stack.append(mark)

    def _close(self) -> Iterator[str]:
        if self._start < 0:
            return
        if self._dropping:
            self._dropping = False
            self.oversized += 1
        elif self._at - self._start > self.largest:
            if self._list_start >= 0:
                yield from self._open_large()
                return
            self.oversized += 1
        else:
            yield self._buffer[self._start : self._at]
        self._start = -1

    def _open_large(self) -> Iterator[str]:
        """Go on with the items of the large object's list; without one the object is left out."""
        if self._list_start < 0 or self._dropping:
            self._dropping = True
            return
        self._at = self._list_start + 1
        self._start = -1
        # The objects around the list may have been closed already, in the same chunk.
        outer = self._list_depth - len(self._stack)
        self._stack = [*self._stack[: self._list_depth], *["{"] * outer, "["]
        self._record_depth = len(self._stack)
        yield from self._scan(is_end=False)

    def _trim(self) -> None:
        keep = self._at if self._dropping else self._start if self._start >= 0 else self._at
        if self._dropping:
            self._start = 0
        elif self._start >= 0:
            self._list_start -= keep if self._list_start >= 0 else 0
            self._start = 0
        self._buffer = self._buffer[keep:]
        self._at -= keep
