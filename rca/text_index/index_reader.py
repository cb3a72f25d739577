"""Reader of the text index: finds the files that contain words; see `index_builder`."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from rca.caching.cached_attribute import cached_attribute
from rca.caching.lru_cache import LruCache
from rca.index.overlay import RootIndex
from rca.scheduling.deadline import Deadline
from rca.text_index.file_stamp import Stamp, has_words, is_binary, stamp_in
from rca.text_index.segment import Postings, Vocabulary, numbers
from rca.text_index.segment_store import WordStore, path_of

_log = logging.getLogger(__name__)

T = TypeVar("T")

_BELIEVED = 10
"""How long a look at the disk is believed, in times of what it took: of few files that is nothing."""
_MOST_COUNTED = 400_000
"""Numbers that are kept of what was counted lately: four bytes each."""


class WordCounts(NamedTuple):
    """Occurrences by file number; `exact` are files with the exact case."""

    folded: dict[int, int]
    exact: frozenset[int]


@dataclass
class _Segment:
    """The in-memory part of a segment; its first file has the number `base`."""

    base: int
    vocabulary: Vocabulary
    is_of_index: bool = False
    """Whether one of its files is of the index."""
    postings: Postings | None = None
    """Read when first asked for: two bytes for each word of a file, and two for how often."""

    def read(self, store: WordStore, number: int) -> Postings:
        """Return which files contain which words."""
        if self.postings is None:
            self.postings = Postings(store.postings(number) or b"")
        return self.postings


@dataclass
class IndexGeneration:
    """The text index of a folder at one moment: its files by number, with their sizes.

    None stands for a file that was changed or deleted since. `others` are files that the code index does not
    hold: only a check of the disk shows whether they changed.
    """

    written: int
    state: int
    paths: list[str | None] = field(default_factory=list)
    sizes: array[int] = field(default_factory=lambda: array("I"))
    segments: dict[int, _Segment] = field(default_factory=dict)
    others: dict[int, Stamp] = field(default_factory=dict)
    binaries: dict[str, Stamp] = field(default_factory=dict)
    """Files that are no text, as `others`."""
    counted: LruCache[bytes, array[int]] = field(default_factory=lambda: LruCache(_MOST_COUNTED))
    """How often parts stand in files, those asked for lately: number and count of each file."""

    @cached_attribute
    def numbers(self) -> Mapping[str, int]:
        """The number of each file in the text index."""
        return {path: number for number, path in enumerate(self.paths) if path is not None}

    @cached_attribute
    def bytes_of(self) -> Mapping[str, int]:
        """The size of each file of the code index that is in the text index."""
        others = self.others
        return {path: self.sizes[number] for path, number in self.numbers.items() if number not in others}


@dataclass
class _DiskCheck:
    """The result of checking files on disk: when each was indexed, and which changed since."""

    level: IndexGeneration
    times: array[int]
    changed: frozenset[int] = frozenset()
    believed: float = 0.0


class WordIndex:
    """The text index of one workspace folder, as far as it is built. Thread-safe."""

    def __init__(self, root: RootIndex) -> None:
        self._root = root
        self._lock = threading.RLock()
        self._store: WordStore | None = None
        self._level: IndexGeneration | None = None
        self._looked: _DiskCheck | None = None

    def close(self) -> None:
        """Close the file and free the memory."""
        with self._lock:
            if self._store is not None:
                self._store.close()
            self._store = self._level = None

    def level(self) -> IndexGeneration | None:
        """Return the current generation; None if there is none."""
        return self._read(self._current)

    def unknown(self) -> int:
        """Return the number of indexed files that are missing in the text index."""
        level = self.level()
        known = 0 if level is None else len(level.bytes_of)
        return max(0, self._root.store.totals()[0] - known)

    def find(
        self,
        level: IndexGeneration,
        parts: Sequence[bytes],
        exact: Sequence[bytes | None],
        deadline: Deadline,
    ) -> list[WordCounts] | None:
        """Count occurrences of word parts, in lower case; a line end marks a word boundary.

        Only files of the code index are certain to be counted. For each part with an `exact` spelling the
        files that have it are returned too. None if the generation is no longer current, or the deadline has
        expired.
        """

        def counted(store: WordStore, state: int) -> list[WordCounts] | None:
            if state != level.state:
                return None
            known = [
                level.counted.get(part) if spelled is None else None
                for part, spelled in zip(parts, exact, strict=True)
            ]
            left = [at for at, pairs in enumerate(known) if pairs is None]
            found: list[tuple[dict[int, int], set[int]]] = [({}, set()) for _ in left]
            for number, segment in level.segments.items():
                if deadline.expired:  # others may have had the file for long
                    return None
                if segment.is_of_index:
                    sought = [parts[at] for at in left]
                    _find_in(store, number, segment, sought, [exact[at] for at in left], found)
            now = iter(found)
            told = []
            for part, pairs in zip(parts, known, strict=True):
                if pairs is not None:
                    told.append(WordCounts(dict(zip(pairs[::2], pairs[1::2], strict=True)), frozenset()))
                    continue
                folded, same = next(now)
                told.append(WordCounts(folded, frozenset(same)))
                every = array("I", (one for pair in folded.items() for one in pair))
                level.counted.put(part, every, len(every))
            return told

        return self._read(counted)

    def holding(
        self, level: IndexGeneration, texts: Sequence[Sequence[bytes]], deadline: Deadline
    ) -> set[int] | None:
        """Return the files that contain all parts of one of some texts; otherwise as `find`."""

        def held(store: WordStore, state: int) -> set[int] | None:
            if state != level.state:
                return None
            found: set[int] = set()
            for number, segment in level.segments.items():
                if deadline.expired:
                    return None
                found.update(map(segment.base.__add__, _places_in(store, number, segment, texts)))
            return found

        return self._read(held)

    def invalidate(self) -> None:
        """Invalidate the last check of the disk: something was written."""
        looked = self._looked
        if looked is not None:
            looked.believed = 0.0

    def changed(self, level: IndexGeneration, folder: Path) -> frozenset[int]:
        """Return the numbers of files that changed on disk since they were indexed, by time and size."""
        asked = time.monotonic()
        with self._lock:
            looked = self._looked
            if looked is None or looked.level is not level:
                looked = _DiskCheck(level, _times(self._root, level))
            if looked.believed < asked:
                begun = time.monotonic()
                looked.changed = frozenset(_differing(folder, self._root.prefix, level, looked.times))
                looked.believed = begun + _BELIEVED * (time.monotonic() - begun)
            self._looked = looked
            return looked.changed

    def _read(self, work: Callable[[WordStore, int], T]) -> T | None:
        """Read rows in one transaction; on a damaged file return none."""
        with self._lock:
            try:
                store = self._opened()
                if store is None:
                    return None
                with store.reading() as state:
                    return work(store, state)
            except (sqlite3.Error, OSError) as problem:
                # Whoever asks reads the files themselves: slower, and with the same answer.
                _log.info("the text index cannot be read: %s", problem)
                if self._store is not None:
                    self._store.close()
                self._store = self._level = None
                return None

    def _opened(self) -> WordStore | None:
        index = self._root.store.path
        if self._store is None and index is not None:
            path = path_of(index)
            self._store = WordStore(path, writes=False) if path.exists() else None
        return self._store

    def _current(self, store: WordStore, state: int) -> IndexGeneration:
        written = self._root.store.versions()[0]
        known = self._level
        if known is None or known.state != state:
            known = self._level = self._loaded(store, state, written, known)
        elif known.written != written:
            known = self._level = self._followed(store, known, written)
        return known

    def _loaded(
        self, store: WordStore, state: int, written: int, before: IndexGeneration | None
    ) -> IndexGeneration:
        """Load the current generation; known segments are reused."""
        held = store.held()
        now = dict(self._root.store.digests_since(-1)[0])
        level = IndexGeneration(written, state)
        for number in sorted({one.segment for one in held.values()}):
            row = store.vocabulary(number)
            if row is None:
                continue
            words, starts, sizes = row
            known = None if before is None else before.segments.get(number)
            level.segments[number] = (
                _Segment(len(level.sizes), Vocabulary(words, starts))
                if known is None
                else _Segment(len(level.sizes), known.vocabulary, postings=known.postings)
            )
            level.sizes.extend(numbers("I", sizes))
        level.paths = [None] * len(level.sizes)
        for path, one in held.items():
            stamp = None if path in now else stamp_in(one.digest)
            is_known = now[path] == one.digest if path in now else has_words(one.digest)
            if stamp is not None and is_binary(one.digest):
                level.binaries[self._root.wire(path)] = stamp
            if is_known and one.segment in level.segments:
                number = level.segments[one.segment].base + one.place
                level.paths[number] = self._root.wire(path)
                if stamp is not None:
                    level.others[number] = stamp
                else:
                    level.segments[one.segment].is_of_index = True
        return level

    def _followed(self, store: WordStore, level: IndexGeneration, written: int) -> IndexGeneration:
        """Apply what was written to the code index since. Deleted files are not queried."""
        changed = dict(self._root.store.digests_since(level.written)[0])
        paths, others = list(level.paths), level.others
        for path, one in store.held(list(changed)).items():
            segment = level.segments.get(one.segment)
            if segment is not None:
                same = changed[path] == one.digest
                segment.is_of_index = segment.is_of_index or same
                number = segment.base + one.place
                paths[number] = self._root.wire(path) if same else None
                if number in others:
                    others = {other: stamp for other, stamp in others.items() if other != number}
        # Numbers are those of the segments, whatever file each is of.
        return replace(level, written=written, paths=paths, others=others)


def _find_in(  # noqa: PLR0913, PLR0917 - one pass over one segment
    store: WordStore,
    number: int,
    segment: _Segment,
    parts: Sequence[bytes],
    exact: Sequence[bytes | None],
    found: Sequence[tuple[dict[int, int], set[int]]],
) -> None:
    words: bytes | None = None
    postings, base = segment.read(store, number), segment.base
    for part, same, (folded, spelled) in zip(parts, exact, found, strict=True):
        for begin, end, times, first, last in segment.vocabulary.containing(part):
            postings.add_to(folded, first, last, times, base)
            if same is not None:
                words = words or store.words(number) or b""
                if same in words[begin - 1 : end + 1]:
                    spelled.update(map(base.__add__, postings.files(first, last)))


def _places_in(
    store: WordStore, number: int, segment: _Segment, texts: Sequence[Sequence[bytes]]
) -> set[int]:
    """Return the positions of a segment's files that contain all parts of one of some texts."""
    found: set[int] = set()
    known: dict[bytes, set[int]] = {}
    for text in texts:
        places: set[int] | None = None
        for part in text:
            if part not in known:
                own = known[part] = set()
                for _, _, _, first, last in segment.vocabulary.containing(part):
                    own.update(segment.read(store, number).files(first, last))
            places = known[part] if places is None else places & known[part]
            if not places:
                break
        found |= places or set()
    return found


def _times(root: RootIndex, level: IndexGeneration) -> array[int]:
    """Return the time of each file when it was indexed, 0 if it may have changed at that moment."""
    stamps = root.store.stamps()
    lead = len(root.prefix) + 1 if root.prefix else 0
    found = array("q", bytes(8 * len(level.paths)))
    for number, path in enumerate(level.paths):
        other = level.others.get(number)
        if other is not None:
            found[number] = other.mtime_ns
            continue
        stamp = None if path is None else stamps.get(path[lead:])
        if stamp is not None and stamp.size == level.sizes[number]:
            found[number] = max(0, stamp.mtime_ns)
    return found


def _differing(folder: Path, prefix: str, level: IndexGeneration, times: array[int]) -> Iterator[int]:
    lead = len(prefix) + 1 if prefix else 0
    for number, path in enumerate(level.paths):
        if path is None:
            continue
        try:
            status = os.stat(f"{folder}/{path[lead:]}", follow_symlinks=False)  # noqa: PTH116 - pathlib takes twice the time
        except OSError:
            yield number
            continue
        if status.st_mtime_ns != times[number] or status.st_size != level.sizes[number]:
            yield number
