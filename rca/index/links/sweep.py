"""Links every file of the project, and those anew that a change bears on."""

from __future__ import annotations

import gc
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from rca.cancellation import Watch
from rca.index.callers import Callers
from rca.index.current import Current
from rca.index.files import Libraries
from rca.index.kept import Kept
from rca.index.layers import RootIndex
from rca.index.links.changes import names_that_differ, reached
from rca.index.links.database import Held, LinkStore
from rca.index.links.file_links import Linker
from rca.index.links.rows import FileLinks
from rca.index.links.shape import Part, shape_of
from rca.index.view import IndexState, IndexView

_BATCH_SECONDS = 2.0
_BATCH_FILES = 200
_MOST_RESIDENT = 280 * 1024 * 1024
"""Bytes above which the resolver is let go of, and a new one is made."""
_MOST_SEEN = 4000
"""Files that one resolver sees, where the system does not say how much memory the process has."""
_FEWEST_FILES = 30
"""Files that are linked with one resolver in any case."""
_MOST_UNPACKED = 1024 * 1024
"""Bytes of packed facts that are kept unpacked: the resolver keeps its own, and none is needed beside."""
_STATUS = Path("/proc/self/statm")

_log = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Told how many of how many files are linked."""


class Sweep:
    """One run over the rows of the workspace's folders, as they are on the disk."""

    def __init__(
        self, roots: Sequence[RootIndex], libraries: Libraries, links: LinkStore, watch: Watch
    ) -> None:
        self._roots = tuple(roots)
        self._links = links
        self._watch = watch
        self._room = _Room()
        self._failed: set[str] = set()
        """Files whose call sites cannot be resolved; they stay unlinked, and nothing is taken as known."""
        self._index = IndexView(roots, {}, Kept(_MOST_UNPACKED), IndexState(checked=True), libraries)

    def run(self, progress: Progress) -> None:
        """Link what is not linked, again and again until nothing was written meanwhile.

        What was done is kept when the run is stopped.

        Raises:
            Cancelled, Failure: the watch says so.
            sqlite3.Error: the links cannot be written.
        """
        while True:
            written = self._written()
            self._take_over()
            paths = [path for path in self._links.unlinked() if path not in self._failed]
            if not paths:
                self._links.finish(written)
                return
            self._link(paths, written, progress)

    def _written(self) -> list[int]:
        return [root.store.versions()[0] for root in self._roots]

    def _take_over(self) -> None:
        """Compare the files with what the links hold them to be, and drop the links that may be wrong now."""
        held = self._links.held()
        now = {
            root.wire(inside): digest
            for root in self._roots
            for inside, digest in root.store.digests_since(-1)[0]
        }
        files: dict[str, tuple[bytes, list[Part]]] = {}
        changed: set[str] = set()
        linked = any(one.linked for one in held.values())
        gone = held.keys() - now.keys()
        for path in gone:
            changed |= names_that_differ(self._links.shape(path), [])
        for path, digest in now.items():
            before = held.get(path)
            if before is not None and before.digest == digest:
                continue
            self._watch.check()
            facts = self._index.facts(path)
            shape = [] if facts is None else shape_of(path, facts)
            files[path] = digest, shape
            if not linked and len(files) >= _BATCH_FILES:
                self._links.hold(files, (), ())
                files.clear()
            if linked:
                changed |= names_that_differ([] if before is None else self._links.shape(path), shape)
        outdated = self._reached(changed, files, held) - gone
        if files or gone or outdated:
            self._links.hold(files, gone, [path for path in outdated if path in held and held[path].linked])

    def _reached(
        self, changed: set[str], files: Mapping[str, tuple[bytes, list[Part]]], held: Mapping[str, Held]
    ) -> set[str]:
        """Give the files that a change of declarations of some names bears on; `files` are those changed."""

        def mentioning(name: str) -> Iterator[str]:
            for root in self._roots:
                yield from map(root.wire, root.store.mentioning(name))

        def shape(path: str) -> list[Part]:
            return files[path][1] if path in files else self._links.shape(path)

        found = reached(changed, mentioning, shape, len(held) // 2)
        return set(held) if found is None else found

    def _link(self, paths: Sequence[str], written: Sequence[int], progress: Progress) -> None:
        """Link files until rows are written under way."""
        done, total = self._links.count()
        waiting: dict[str, FileLinks] = {}
        since = time.monotonic()
        made = 0
        linker = seen = None
        for path in paths:
            self._watch.check()
            made = made + 1
            if linker is None or seen is None or (made > _FEWEST_FILES and self._room.is_taken(seen)):
                made = 0
                linker = seen = None  # let go of the old one before the new one grows
                gc.collect()  # its parts know each other
                seen = Current(self._index)
                linker = Linker(Callers(seen))
            try:
                waiting[path] = linker.links(path)
            except Exception:  # noqa: BLE001 - a defect in one file must not cost the links of all others
                _log.exception("call sites of a file cannot be linked")
                self._failed.add(path)
                linker = None  # it may be left in the middle of a question
            if len(waiting) >= _BATCH_FILES or time.monotonic() - since > _BATCH_SECONDS:
                self._links.write(waiting)
                done += len(waiting)
                waiting = {}
                progress(done, total)
                since = time.monotonic()
                if self._written() != list(written):
                    return
        self._links.write(waiting)
        progress(done + len(waiting), total)


class _Room:
    """How much memory a resolver may take.

    What is let go of stays with the process, for the next resolver to use: so the process's size tells
    once how many blocks there is room for, and from then on they are counted.
    """

    def __init__(self) -> None:
        self._most_blocks: int | None = None

    def is_taken(self, seen: Current) -> bool:
        """Tell whether the resolver that saw these files takes all of it."""
        blocks = sys.getallocatedblocks()
        if self._most_blocks is None:
            try:
                pages = int(_STATUS.read_text(encoding="ascii").split()[1])
            except OSError:
                return seen.seen > _MOST_SEEN
            if pages * os.sysconf("SC_PAGE_SIZE") <= _MOST_RESIDENT:
                return False
            self._most_blocks = blocks
        return blocks >= self._most_blocks
