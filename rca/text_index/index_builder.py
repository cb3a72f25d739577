"""Builder of the text index: reads changed files and merges small segments."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from rca.index.index_lock import turn
from rca.index.storage.file_record import digest_of, read_bytes
from rca.index.storage.index_store import IndexStore
from rca.scheduling.typing_throttle import Background
from rca.sqlite_database import remove
from rca.text_index.file_stamp import LARGEST, read, stamp_in, stamp_of
from rca.text_index.segment import MOST_FILES, Collector
from rca.text_index.segment_store import IndexedFile, WordStore

_JOINED = 2
"""A segment is joined with what is new where it has at most so many times its files, or where this share
of it is no longer of use: so a file is read again a few times only, and segments stay few."""


def collect(root: Path, store: IndexStore, path: Path, work: Background, listed: Sequence[str] = ()) -> None:
    """Update the text index of a folder at `path`, under a lock shared by processes.

    `listed` files that the code index does not hold are indexed, too. A damaged database is recreated.

    Raises:
        Cancelled, Failure: cancelled, or the deadline has expired; what was done until then is kept.
        OSError, sqlite3.Error: the text index cannot be stored.
    """
    with turn(path.with_suffix(".lock"), work.deadline):
        try:
            _collect(root, store, path, work, listed)
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise
            remove(path)
            _collect(root, store, path, work, listed)


def _collect(root: Path, store: IndexStore, path: Path, work: Background, listed: Sequence[str]) -> None:
    words = WordStore(path, writes=True)
    try:
        held = words.held()
        digests = dict(store.digests_since(-1)[0])
        others = dict(_stamped(root, (one for one in listed if one not in digests), held))
        every = digests | others
        gone = held.keys() - every.keys()
        if gone:
            words.drop(sorted(gone))
        # Apart: a question about code alone passes over what else there is.
        portions = [_portions(_of(held, part), part) for part in (digests, others)]
        for files in chain.from_iterable(portions):
            told: list[tuple[str, bytes]] = []
            collector = Collector()
            for inside in files:
                work.checkpoint()
                found = (_read_other if inside in others else _read)(f"{root}/{inside}", every[inside])
                if found is not None:
                    data, digest = found
                    collector.add(data)
                    told.append((inside, digest))
            if told:
                words.write(collector.packed(), told)
    finally:
        words.close()


def _of(held: Mapping[str, IndexedFile], part: Mapping[str, bytes]) -> dict[str, IndexedFile]:
    return {path: one for path, one in held.items() if path in part}


def _stamped(
    root: Path, paths: Iterable[str], held: Mapping[str, IndexedFile]
) -> Iterator[tuple[str, bytes]]:
    """Return the stamps of files that the code index does not hold."""
    for inside in paths:
        stamp = stamp_of(f"{root}/{inside}")
        if stamp is not None:
            known = held.get(inside)
            is_same = known is not None and stamp_in(known.digest) == stamp
            yield inside, known.digest if known is not None and is_same else stamp.as_text


def _read(place: str, digest: bytes) -> tuple[bytes, bytes] | None:
    """Return the text of an indexed file with its digest; one that changed will be indexed again soon."""
    data = read_bytes(place)
    return None if data is None or digest_of(data) != digest else (data, digest)


def _read_other(place: str, digest: bytes) -> tuple[bytes, bytes] | None:
    """Return the text of any other file, empty for a binary one, with its stamp."""
    stamp = stamp_in(digest)
    if stamp is None or stamp.size > LARGEST:
        return None if stamp is None else (b"", stamp.as_unread)
    data = read_bytes(place)
    return None if data is None or stamp_of(place) != stamp else read(stamp, data)


def _portions(held: Mapping[str, IndexedFile], digests: Mapping[str, bytes]) -> Iterator[list[str]]:
    """Return the files for each new segment."""
    unread = digest_of(b"")
    known = {path for path, one in held.items() if digests.get(path) == one.digest}
    chosen = [path for path, digest in digests.items() if path not in known and digest != unread]
    if not chosen:
        return
    alive = Counter(held[path].segment for path in known)
    size = Counter(one.segment for one in held.values())
    joined: set[int] = set()
    count = len(chosen)
    for segment, files in sorted(alive.items(), key=lambda item: item[1]):
        is_small = files < MOST_FILES // 2 and files <= _JOINED * count
        if is_small or files * _JOINED < size[segment]:
            joined.add(segment)
            count += files
    chosen += [path for path in known if held[path].segment in joined]
    chosen.sort()
    for first in range(0, len(chosen), MOST_FILES):
        yield chosen[first : first + MOST_FILES]
