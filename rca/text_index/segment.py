"""A segment of the text index: the words of some thousand files with their posting lists.

A word is a run of ASCII letters, digits, `_` and bytes that are no ASCII, as it is spelled: where a text
without other signs stands in a file, it stands in one word of it, and as often as in all of them together.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Literal, NamedTuple

from rca.caching.cached_attribute import cached_attribute

MOST_FILES = 4096
"""Files of one segment at most: their words are in memory while they are collected."""
_MOST_COUNT = 65_535
_BETWEEN = b"\n"
_SHORT, _FEW, _MOST_RARE = 4, 4, 500
"""Bytes of parts, and words with one of them, that are kept once they were found; how many are."""
_PAIR = 2
"""Numbers that say of a file how often it has a word."""

WORD_BYTES = bytes(byte for byte in range(256) if byte >= 128 or chr(byte).isalnum() or byte == ord("_"))
"""What words are made of."""
_OTHERS_BLANK = bytes(byte if byte in WORD_BYTES else ord(" ") for byte in range(256))


def words_in(data: bytes) -> list[bytes]:
    """Return the words of a text in order."""
    return data.translate(_OTHERS_BLANK).split()


def parts_of(small: bytes) -> list[bytes]:
    """Return the words of a text in lower case, in the form for `Vocabulary.containing`.

    A line end marks where a word must begin or end in a file that contains the text.
    """
    parts = words_in(small)
    if parts and small[0] not in WORD_BYTES:
        parts[0] = _BETWEEN + parts[0]
    if parts and small[-1] not in WORD_BYTES:
        parts[-1] += _BETWEEN
    for number in range(len(parts) - 1):
        parts[number] += _BETWEEN
        parts[number + 1] = _BETWEEN + parts[number + 1]
    return list(dict.fromkeys(parts))


class Packed(NamedTuple):
    """A segment as stored.

    `words` are separated by line ends; `starts` has the start of the postings of each, and the final end;
    `postings` are pairs of file position and count; `sizes` are the bytes of each file.
    """

    words: bytes
    starts: bytes
    postings: bytes
    sizes: bytes


class Collector:
    """Collects the words of files, one after another; the first has position 0."""

    def __init__(self) -> None:
        self._found: dict[bytes, array[int]] = {}
        self._sizes = array("I")

    def add(self, data: bytes) -> int:
        """Add a file and return its position."""
        place = len(self._sizes)
        self._sizes.append(len(data))
        found = self._found
        for word, count in Counter(words_in(data)).items():
            known = found.get(word)
            if known is None:
                found[word] = array("H", (place, min(count, _MOST_COUNT)))
            else:
                known.append(place)
                known.append(min(count, _MOST_COUNT))
        return place

    def packed(self) -> Packed:
        """Return the collected facts."""
        starts, postings = array("I", [0]), array("H")
        for one in self._found.values():
            postings.extend(one)
            starts.append(len(postings))
        words = _BETWEEN + b"".join(word + _BETWEEN for word in self._found)
        return Packed(words, _little(starts), _little(postings), _little(self._sizes))


class Postings:
    """Posting lists of a segment, in memory."""

    def __init__(self, packed: bytes) -> None:
        self._pairs = numbers("H", packed)

    def add_to(self, counts: dict[int, int], start: int, end: int, times: int, base: int) -> None:
        """Add the counts of the words between two starts, each `times`, for files numbered from `base`."""
        pairs = self._pairs
        get = counts.get
        if end - start == _PAIR:  # most words stand in one file
            place = base + pairs[start]
            counts[place] = get(place, 0) + times * pairs[start + 1]
            return
        for inside, count in zip(pairs[start:end:2], pairs[start + 1 : end : 2], strict=True):
            place = base + inside
            counts[place] = get(place, 0) + times * count

    def files(self, start: int, end: int) -> array[int]:
        """Return the positions of the files that contain a word."""
        return self._pairs[start:end:2]


class Vocabulary:
    """The words of a segment, in memory."""

    def __init__(self, words: bytes, starts: bytes) -> None:
        self._lower = words.lower()
        self._starts = numbers("I", starts)

    @cached_attribute
    def _rare(self) -> dict[bytes, tuple[tuple[int, int, int, int, int], ...]]:
        """Cache of words that contain a short part: finding them needs a scan of all words."""
        return {}

    @cached_attribute
    def _ends(self) -> array[int]:
        """The end of each word in the block."""
        words = self._lower[1:-1].split(_BETWEEN)
        return array("I", accumulate(len(word) + 1 for word in words))

    def containing(self, part: bytes) -> Iterator[tuple[int, int, int, int, int]]:
        """Return the words that contain a lower-case part.

        For each: its start and end in the block, the number of occurrences in it, and the start and end of
        its postings. A line end in `part` stands for a word boundary.
        """
        if len(part) > _SHORT:
            return self._look(part)
        known = self._rare.get(part)
        if known is not None:
            return iter(known)
        found = tuple(self._look(part))
        if len(found) <= _FEW and len(self._rare) < _MOST_RARE:
            self._rare[part] = found
        return iter(found)

    def _look(self, part: bytes) -> Iterator[tuple[int, int, int, int, int]]:
        ends, starts = self._ends, self._starts
        find, count = self._lower.find, self._lower.count
        inner = part.strip(_BETWEEN)
        for_two = 2 * len(inner)
        at = find(part)
        while at >= 0:
            number = bisect_right(ends, at)
            end = ends[number]
            begin = ends[number - 1] + 1 if number else 1
            times = 1 if end - begin < for_two else count(inner, begin, end)
            yield begin, end, times, starts[number], starts[number + 1]
            at = find(part, end)


def _little(values: array[int]) -> bytes:
    """Return numbers as little-endian bytes."""
    if sys.byteorder == "big":
        values = array(values.typecode, values)
        values.byteswap()
    return values.tobytes()


def numbers(kind: Literal["H", "I"], packed: bytes) -> array[int]:
    """Decode numbers of two or four bytes."""
    values = array(kind)
    values.frombytes(packed)
    if sys.byteorder == "big":
        values.byteswap()
    return values
