"""Line search: unsaved text first, binary files skipped, inside a time limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rca.files.regex_engine import Match, Pattern
from rca.scheduling.deadline import Deadline
from rca.text.decoding import NotText, decode
from rca.text_index.file_stamp import Stamp
from rca.workspace import Snapshot

_PROBE = 8192
_BLOCK = 1 << 18
_LOOK_EVERY = 256
"""Lines found between two looks at the time."""

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Line:
    """A matching line: its 1-based number, and the offsets of the match in its text."""

    path: str
    number: int
    text: str
    start: int
    end: int


@dataclass
class Search:
    """One search of many files.

    `binaries` caches files that are no text, until they change. `searched` counts files that were read,
    `binary` those skipped, `stopped` says whether the time limit ended the search.
    """

    snapshot: Snapshot
    pattern: Pattern
    deadline: Deadline
    binaries: Mapping[str, Stamp] = field(default_factory=dict)
    searched: int = 0
    binary: int = 0
    stopped: bool = False
    whole_word: bool = False

    def lines(self, path: str) -> Iterator[Line]:
        """Return the matching lines of a file, in order."""
        data = self._text(path)
        if data is None:
            return
        self.searched += 1
        number = 1
        for block in _blocks(data):
            if self.deadline.expired:
                self.stopped = True
                return
            yield from self._block(path, block, number)
            if self.stopped:
                return
            number += block.count(b"\n")

    def _block(self, path: str, block: bytes, number: int) -> Iterator[Line]:
        at = counted = seen = 0
        while at <= len(block):
            found = self._next(block, at)
            if found is None:
                return
            start = block.rfind(b"\n", 0, found.start()) + 1
            end = block.find(b"\n", found.start())
            end = len(block) if end < 0 else end
            if start == len(block) and start:
                return  # after the last line's end is no line
            number += block.count(b"\n", counted, start)
            counted = start
            seen += 1
            if seen % _LOOK_EVERY == 0 and self.deadline.expired:
                self.stopped = True
                return
            before = block[start : found.start()].decode("utf-8", "replace")
            match = block[found.start() : found.end()].decode("utf-8", "replace")
            text = block[start:end].decode("utf-8", "replace")
            yield Line(path, number, text, len(before), len(before) + len(match))
            at = end + 1

    def _next(self, block: bytes, at: int) -> Match | None:
        """Return the next match, with `whole_word` the next that no letter, digit or `_` adjoins."""
        found = self.pattern.search(block, at)
        while found is not None and self.whole_word and not _is_whole(block, found.start(), found.end()):
            found = self.pattern.search(block, found.start() + 1)
        return found

    def _text(self, path: str) -> bytes | None:
        """Return a file's text in UTF-8 with plain line ends; None if it is no text or gone."""
        known = self.binaries.get(path)
        if known is not None and path not in self.snapshot.overlays and self.snapshot.stamp(path) == known:
            self.binary += 1
            return None
        data = self.snapshot.content(path)
        if data is None:
            return None
        if b"\0" in data[:_PROBE] or data.startswith(_UTF16):
            try:
                data = decode(data).text.encode("utf-8", "replace")
            except NotText:
                self.binary += 1
                return None
        data = data.removeprefix(b"\xef\xbb\xbf")
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _is_whole(block: bytes, start: int, end: int) -> bool:
    """Return whether a match begins and ends where a word does, or with a sign that is part of none."""
    before, after = block[max(0, start - 4) : start], block[end : end + 4]
    inside = block[start:end].decode("utf-8", "replace")
    before_sign = before.decode("utf-8", "ignore")[-1:]
    after_sign = after.decode("utf-8", "ignore")[:1]
    return not (
        (_is_word(inside[:1]) and _is_word(before_sign)) or (_is_word(inside[-1:]) and _is_word(after_sign))
    )


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _blocks(data: bytes) -> Iterator[bytes]:
    """Split a large text at line ends, so that the deadline is checked in between."""
    start = 0
    while len(data) - start > _BLOCK:
        end = data.find(b"\n", start + _BLOCK) + 1
        if not end:
            break
        yield data[start:end]
        start = end
    yield data[start:] if start else data
