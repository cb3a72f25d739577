"""Keeps the words of a folder level with its index: reads what changed, and joins small segments."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from rca.cancellation import Watch
from rca.index.database import remove
from rca.index.record import digest_of, read_bytes
from rca.index.store import Store
from rca.index.turn import turn
from rca.index.words.database import Held, WordStore
from rca.index.words.segment import MOST_FILES, Collector

_JOINED = 2
"""A segment is joined with what is new where it has at most so many times its files, or where this share
of it is no longer of use: so a file is read again a few times only, and segments stay few."""


def collect(root: Path, store: Store, path: Path, watch: Watch) -> None:
    """Bring the words of a folder, kept at `path`, level with its index, taking turns with other processes.

    A damaged file is made anew.

    Raises:
        Cancelled, Failure: the watch says so; what was done until then is kept.
        OSError, sqlite3.Error: words cannot be kept on the disk.
    """
    with turn(path.with_suffix(".lock"), watch):
        try:
            _collect(root, store, path, watch)
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise
            remove(path)
            _collect(root, store, path, watch)


def _collect(root: Path, store: Store, path: Path, watch: Watch) -> None:
    words = WordStore(path, writes=True)
    try:
        held = words.held()
        digests = dict(store.digests_since(-1)[0])
        gone = held.keys() - digests.keys()
        if gone:
            words.drop(sorted(gone))
        for files in _portions(held, digests):
            read: list[tuple[str, bytes]] = []
            collector = Collector()
            for inside in files:
                watch.check()
                data = read_bytes(f"{root}/{inside}")
                if data is not None and digest_of(data) == digests[inside]:  # else the index will know soon
                    collector.add(data)
                    read.append((inside, digests[inside]))
            if read:
                words.write(collector.packed(), read)
    finally:
        words.close()


def _portions(held: Mapping[str, Held], digests: Mapping[str, bytes]) -> Iterator[list[str]]:
    """Give the files that new segments are to be made of."""
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
