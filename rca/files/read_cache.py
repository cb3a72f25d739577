"""Cache of recently read files (seed 000); an unchanged file is not read again."""

from __future__ import annotations

import os
import time
from pathlib import Path

from rca.caching.lru_cache import LruCache
from rca.text.decoding import Encoding
from rca.workspace import Snapshot
from rca.workspace.disk_reader import SourceText

_MOST_BYTES = 32 * 1024 * 1024
"""Of text that one session keeps."""

_TICK_NS = 2_000_000_000
"""The coarsest clock of a file system: a file that is younger may change once more without showing it."""

_Stamp = tuple[int, int, int, int]


class ReadCache:
    """Texts of files by path, encoding and stamp. Thread-safe; one per session.

    The stamp contains the inode's change time, so that new content, new permissions and another file in its
    place are all detected. Unsaved editor text is not cached: it is in memory anyway.
    """

    def __init__(self) -> None:
        self._known: LruCache[tuple[Path, Encoding, _Stamp], SourceText] = LruCache(_MOST_BYTES)

    def read(self, snapshot: Snapshot, path: str, encoding: Encoding) -> tuple[SourceText, bool]:
        """Return a file's text, and whether it came from the cache.

        Raises:
            Failure: as `Snapshot.read`.
        """
        file = snapshot.resolve(path)
        stamp = None if file.path in snapshot.overlays else _stamp(file.absolute)
        if stamp is None:
            return snapshot.read(path, encoding), False
        key = (file.absolute, encoding, stamp)
        if (known := self._known.get(key)) is not None:
            return known, True
        source = snapshot.read(path, encoding)
        if stamp == _stamp(file.absolute):
            self._known.put(key, source, 2 * source.byte_size + 1)
        return source, False


def _stamp(path: Path) -> _Stamp | None:
    """Return a value that changes with the file; None if it is gone or changed too recently to tell."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a stamp is needed, not a path's methods
    except OSError:
        return None
    if time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) < _TICK_NS:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
