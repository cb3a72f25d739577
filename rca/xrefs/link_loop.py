"""Linking loop: links file after file, and replaces the resolver when memory runs low."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rca.index.followed_files import FollowedFiles
from rca.index.index_view import IndexView
from rca.index.overlay import RootIndex
from rca.resolve.resolver import Resolver
from rca.scheduling.typing_throttle import Background
from rca.xrefs.file_linker import FileLinker
from rca.xrefs.xref_rows import FileLinks
from rca.xrefs.xref_store import XrefStore

BATCH_FILES = 200
_BATCH_SECONDS = 2.0
_MOST_SEEN = 4000
"""Files that one resolver sees, where the system does not say how much memory the process has."""
_FEWEST_FILES = 30
"""Files that are linked with one resolver in any case."""
_STATUS = Path("/proc/self/statm")

_log = logging.getLogger(__name__)


def versions_of(roots: Sequence[RootIndex]) -> list[int]:
    """Return how often the rows of each folder were written."""
    return [root.store.versions()[0] for root in roots]


class LinkLoop:
    """Links files as they are on the disk, and writes their links.

    `most_bytes` bounds what the process takes: above it the resolver is let go of and a new one is made.
    """

    def __init__(self, index: IndexView, links: XrefStore, work: Background, most_bytes: int) -> None:
        self._index = index
        self._links = links
        self._work = work
        self._room = _Room(most_bytes)
        self._linker: FileLinker | None = None
        self._seen: FollowedFiles | None = None
        self._made = 0
        self._waiting: dict[str, FileLinks] = {}
        self._since = time.monotonic()

    def link(
        self, paths: Iterator[str], written: Sequence[int], between: Callable[[], None] = lambda: None
    ) -> set[str]:
        """Link files until rows are written under way; return those whose call sites cannot be resolved.

        `between` is called after each file, and what is known then is written now and then.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
            sqlite3.Error: the links cannot be written.
        """
        failed: set[str] = set()
        roots, _ = self._index.layers
        for path in paths:
            self._work.checkpoint()
            try:
                self._waiting[path] = self._resolver().links(path)
            except Exception:  # noqa: BLE001 - a defect in one file must not cost the links of all others
                _log.exception("call sites of a file cannot be linked")
                failed.add(path)
                self._linker = None  # it may be left in the middle of a question
            if len(self._waiting) >= BATCH_FILES or time.monotonic() - self._since > _BATCH_SECONDS:
                self._write()
                if versions_of(roots) != list(written):
                    break
            between()
        self._write()
        return failed

    def _resolver(self) -> FileLinker:
        self._made += 1
        full = self._made > _FEWEST_FILES and self._seen is not None and self._room.is_taken(self._seen)
        if self._linker is None or full:
            self.dispose()  # of the old one before the new one grows
            self._seen = FollowedFiles(self._index)
            self._linker = FileLinker(Resolver(self._seen))
        return self._linker

    def dispose(self) -> None:
        """Forget what was worked out: rows may have been written since."""
        self._linker = self._seen = None
        self._made = 0

    def _write(self) -> None:
        if self._waiting:
            self._links.write(self._waiting)
            self._waiting = {}
        self._since = time.monotonic()


class _Room:
    """How much memory a resolver may take.

    What is let go of stays with the process, for the next resolver to use: so the process's size tells
    once how many blocks there is room for, and from then on they are counted.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._most_blocks: int | None = None

    def is_taken(self, seen: FollowedFiles) -> bool:
        """Return whether the resolver that saw these files takes all of it."""
        blocks = sys.getallocatedblocks()
        if self._most_blocks is None:
            try:
                pages = int(_STATUS.read_text(encoding="ascii").split()[1])
            except OSError:
                return seen.seen > _MOST_SEEN
            if pages * os.sysconf("SC_PAGE_SIZE") <= self._most_bytes:
                return False
            self._most_blocks = blocks
        return blocks >= self._most_blocks
