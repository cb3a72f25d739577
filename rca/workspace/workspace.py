"""The mutable workspace: every change creates a new snapshot."""

from __future__ import annotations

import contextlib
import math
import stat
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from models.tools.index_stats import IndexSeconds, IndexStats
from rca.index.index_lock import turn
from rca.index.index_progress import IndexState
from rca.index.index_view import IndexView
from rca.index.overlay import Overlay, RootIndex
from rca.index.snapshot_cache import SharedCache
from rca.index.storage.file_record import Stamp
from rca.index.storage.index_store import IndexStore
from rca.index.update.indexer import refresh, update
from rca.languages.registry import is_source
from rca.resolve.index_protocols import Libraries
from rca.scheduling.deadline import Cancelled, Deadline
from rca.scheduling.gc_tuning import freeze_survivors
from rca.scheduling.malloc_tuning import limit_malloc_arenas
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.text_index.index_reader import WordIndex
from rca.tool_failure import Failure
from rca.unread_files import is_absent, reason_of
from rca.workspace.change_kinds import Change, DocumentChanged, DocumentClosed, FilesChanged
from rca.workspace.file_walk import is_ignored, walk
from rca.workspace.folder_listing import FolderListing
from rca.workspace.ignore_rules import IGNORE_FILES
from rca.workspace.roots import Root, as_path, confine, make_roots
from rca.workspace.snapshot import Snapshot

if TYPE_CHECKING:
    from rca.libraries.dependency_resolution import Artifact
    from rca.workspace.library_loader import LibraryCaches, LibraryReport
    from rca.workspace.link_scheduler import LinkScheduler
    from rca.workspace.text_index_scheduler import TextIndexScheduler

_RECHECK_SECONDS = 2.0
_RECHECK_SHARE = 20
"""How long the disk is believed to be as it was, at least: in seconds, and in times of a comparison."""


class Workspace:
    """Folders, open documents and their index.

    `apply` and `index` may be called from different threads; snapshots never change once given out.
    `allowed_files` lie outside the folders and may be read because the user named them. Where
    `data_dir` cannot be written the index lives in memory.

    Raises:
        Failure: DIRECTORY_NOT_FOUND for a folder that is none.
    """

    def __init__(self, roots: Sequence[Path], data_dir: Path, allowed_files: Sequence[Path] = ()) -> None:
        self._folders = make_roots(roots or (Path.cwd(),))
        self._stores = tuple(IndexStore(root.path, data_dir) for root in self._folders)
        self._rows = tuple(map(RootIndex, (root.prefix for root in self._folders), self._stores))
        self._data_dir = data_dir
        self.courtesy = TypingMonitor()
        """Tells background work when to give way: while the texts of documents change."""
        self._libraries: Libraries | None = None
        self._linking: LinkScheduler | None = None
        self._wording: TextIndexScheduler | None = None
        self._kept = SharedCache()
        self._state = IndexState()
        self._changing = threading.Lock()
        self._indexing = threading.Lock()
        self._late: list[Path | str] = []
        """Files that changed on the disk while all were being compared: looked at when that is done."""
        self._compared_at = -math.inf
        self._comparing: threading.Thread | None = None
        self._closing = Deadline()
        self._comparing_took = 0.0
        allowed = tuple(path.resolve() for path in allowed_files)
        self._words = tuple(map(WordIndex, self._rows))
        listings = tuple(FolderListing(folder.path) for folder in self._folders)
        self._snapshot = Snapshot(0, self._folders, self._view({}), {}, allowed, self._words, listings)

    @property
    def snapshot(self) -> Snapshot:
        """The workspace as it is now."""
        return self._snapshot

    def apply(self, change: Change) -> Snapshot:
        """Apply a change and return the snapshot after it.

        A document outside the folders changes nothing: no tool may read it. Files that change on disk while
        the index is being updated are read afterwards.
        """
        if isinstance(change, DocumentChanged):
            self.courtesy.hold_back()
        if isinstance(change, FilesChanged):
            self.invalidate_listings()
            self._take_over(change.paths)
        with self._changing:
            overlays = dict(self._snapshot.overlays)
            if not isinstance(change, FilesChanged):
                wire = self._wire(change.path)
                if wire is not None and isinstance(change, DocumentClosed):
                    overlays.pop(wire, None)
                elif wire is not None and not isinstance(change, DocumentClosed):
                    overlays[wire] = Overlay(wire, change.text, change.version)
            return self._advance(overlays)

    def invalidate_listings(self) -> None:
        """Check the disk again at the next query: something in the folders may have been written."""
        for listing in self._snapshot.listings:
            listing.invalidate()
        for words in self._words:
            words.invalidate()

    def index(
        self,
        progress: Callable[[int, int], None] = lambda _done, _all: None,
        deadline: Deadline | None = None,
    ) -> IndexStats:
        """Bring the index up to date with the disk; `progress` receives files done and files to do.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired; what was done until then is kept.
        """
        limit_malloc_arenas()
        freeze_survivors()
        deadline = deadline or Deadline()
        started = time.perf_counter()
        with self._indexing:
            known = sum(store.totals()[0] for store in self._stores)
            walked, total, parsed = started, 0, 0
            work = Background(self.courtesy, deadline)
            for root, store in zip(self._folders, self._stores, strict=True):
                with turn(store.lock, deadline):
                    listing = time.perf_counter()
                    unread: dict[str, str] = {}
                    stamps = walk(root.path, is_source, unread=unread)
                    store.unread = unread
                    walked += time.perf_counter() - listing
                    total += len(stamps)
                    store.incomplete = False
                    parsed += update(root.path, store, stamps, progress, work)
            self._state.checked = True
        self._take_over(())
        finished = time.perf_counter()
        self._comparing_took, self._compared_at = finished - started, time.monotonic()
        with self._changing:
            snapshot = self._advance(dict(self._snapshot.overlays))
        files, size, symbols, sites = snapshot.index.totals()
        return IndexStats(
            state="warm" if known and parsed < max(1, total) else "cold",
            files=files,
            parsed=parsed,
            bytes=size,
            symbols=symbols,
            call_sites=sites,
            seconds=IndexSeconds(
                walk=round(walked - started, 4),
                parse=round(finished - walked, 4),
                total=round(finished - started, 4),
            ),
            peak_memory_bytes=_peak_memory(),
            notes=snapshot.index.notes,
        )

    def read_libraries(
        self,
        caches: LibraryCaches,
        progress: Callable[[int, int], None] = lambda _done, _all: None,
        deadline: Deadline | None = None,
    ) -> LibraryReport:
        """Read the archives that the folders' builds depend on, for later snapshots.

        `progress` receives archives done and archives in all.

        Raises:
            Cancelled: cancelled; what was read until then is kept.
        """
        from rca.libraries.library_store import LibraryStore as Archives
        from rca.workspace.library_loader import read_libraries

        self._state.reading_libraries = True
        try:
            roots = [folder.path for folder in self._folders]
            store = Archives(self._data_dir)
            libraries, report = read_libraries(roots, store, caches, deadline or Deadline(), progress)
            if report.archives:
                with self._changing:
                    self._libraries = libraries
                    self._advance(dict(self._snapshot.overlays))
            self.use_links(report.artifacts)
        finally:
            self._state.reading_libraries = False
        return report

    def link(
        self,
        progress: Callable[[int, int], None] = lambda _done, _all: None,
        deadline: Deadline | None = None,
    ) -> bool:
        """Link all call sites, on all cores; return whether all are linked then.

        `progress` receives files linked and files in all. From then on callers are answered from the xrefs.
        Read libraries first, if they are needed.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired; what was done until then is kept.
        """
        from rca.xrefs.worker_limits import foreground

        linking = self._linking or self.use_links()
        return linking.run(progress, deadline or Deadline(), foreground())

    def keep_linked(self, progress: Callable[[int, int], None], deadline: Deadline) -> None:
        """Link call sites, and again after many changes, until the deadline expires or linking fails.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        linking = self._linking or self.use_links()
        linking.keep(lambda: self._snapshot.index, progress, deadline)

    def keep_words(self, deadline: Deadline) -> None:
        """Keep the text index up to date, so that searches read few files, until the deadline expires.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        self._worded().keep(deadline)

    def collect_missing_words(self, deadline: Deadline) -> bool:
        """Update the text index if it lacks more files than a call can read; return whether that went well.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        return self._worded().run_if_needed(deadline)

    def collect_words(self, deadline: Deadline | None = None) -> bool:
        """Update the text index once; return whether it is complete then.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        return self._worded().run(deadline or Deadline())

    def _worded(self) -> TextIndexScheduler:
        from rca.workspace.text_index_scheduler import TextIndexScheduler

        if self._wording is None:
            folders = [folder.path for folder in self._folders]
            listings = self._snapshot.listings
            self._wording = TextIndexScheduler(folders, self._data_dir, self._words, listings, self.courtesy)
        return self._wording

    def use_links(self, artifacts: Sequence[Artifact] = ()) -> LinkScheduler:
        """Answer from the xrefs made with these archives, if there are any."""
        from rca.workspace.link_scheduler import LinkScheduler

        self._linking = linking = LinkScheduler(self._folders, self._data_dir, artifacts, self.courtesy)
        self._state.links = linking.links
        return linking

    @property
    def linked(self) -> tuple[int, int] | None:
        """The numbers of linked files and of all; None if nothing is linked."""
        return None if self._linking is None else self._linking.links.count()

    def recheck(self, seconds: float | None = None) -> None:
        """Compare the index with the disk again, if nobody reports changes there.

        Cheap to call before each query: it does nothing while files are being indexed, and takes at most a
        twentieth of the time. In a large workspace it takes longer than a query may.

        Args:
            seconds: how long to wait for it; later results count from then on. None: to its end.
        """
        pause = max(_RECHECK_SECONDS, _RECHECK_SHARE * self._comparing_took)
        if not self._state.checked or time.monotonic() - self._compared_at < pause or self._indexing.locked():
            return
        if seconds is None:
            self.index()
            return
        with self._changing:
            if self._comparing is None or not self._comparing.is_alive():
                self._comparing = threading.Thread(target=self._compare, name="rca-comparing", daemon=True)
                self._comparing.start()
        self._comparing.join(seconds)

    def _compare(self) -> None:
        with contextlib.suppress(Cancelled, Failure):
            self.index(deadline=self._closing)

    def close(self) -> None:
        """Close the index files."""
        self._closing.cancel()
        if self._comparing is not None:
            self._comparing.join()
        if self._linking is not None:
            self._linking.links.close()
        for words in self._words:
            words.close()
        for store in self._stores:
            store.close()

    def _advance(self, overlays: dict[str, Overlay]) -> Snapshot:
        self._snapshot = replace(
            self._snapshot,
            revision=self._snapshot.revision + 1,
            overlays=overlays,
            index=self._view(overlays),
        )
        for keeper in (self._linking, self._wording):
            if keeper is not None:
                keeper.changed()
        return self._snapshot

    def _view(self, overlays: dict[str, Overlay]) -> IndexView:
        return IndexView(self._rows, overlays, self._kept, self._state, self._libraries)

    def _wire(self, path: Path | str) -> str | None:
        held = confine(self._folders, as_path(path).absolute())
        return None if held is None else held[0].wire(held[1])

    def _take_over(self, paths: Sequence[Path | str]) -> None:
        """Update the rows of changed files and folders, now or after the current run."""
        with self._changing:
            self._late.extend(paths)
        while self._late and self._indexing.acquire(blocking=False):
            try:
                with self._changing:
                    late, self._late = self._late, []
                self._refresh(late)
            finally:
                self._indexing.release()

    def _refresh(self, changed: Sequence[Path | str]) -> None:
        held = [place for path in changed if (place := confine(self._folders, as_path(path).absolute()))]
        for root, store in zip(self._folders, self._stores, strict=True):
            found: dict[str, Stamp] = {}
            known: dict[str, Stamp] = {}
            for inside in dict.fromkeys(_affected(path) for folder, path in held if folder == root):
                unread: dict[str, str] = {}
                found.update((stamp.path, stamp) for stamp in _stamps_of(root, inside, unread))
                before = "" if inside == "." else inside
                kept = {path: why for path, why in store.unread.items() if not path.startswith(before)}
                store.unread = kept | unread
                known.update(store.stamps() if inside == "." else store.stamps_below(inside))
            gone = sorted(known.keys() - found.keys())
            if gone:
                store.write((), gone)
            different = [stamp for path, stamp in found.items() if known.get(path) != stamp]
            # Nobody is given way to here: the next key waits for it.
            refresh(
                root.path, store, different, lambda _done, _all: None, Background(TypingMonitor(), Deadline())
            )


def _affected(inside: str) -> str:
    """Return the path itself, or the folder whose listing an ignore file changes."""
    folder, _, name = inside.rpartition("/")
    return (folder or ".") if name in IGNORE_FILES else inside


def _stamps_of(root: Root, inside: str, unread: dict[str, str]) -> list[Stamp]:
    path = root.path / inside
    if path.is_dir() and not path.is_symlink():
        if inside == ".":
            return walk(root.path, is_source, unread=unread)
        return [] if is_ignored(root.path, f"{inside}/x") else walk(root.path, is_source, inside, unread)
    if not is_source(inside) or is_ignored(root.path, inside):
        return []
    try:
        status = path.lstat()
    except OSError as problem:
        if not is_absent(problem):
            unread[inside] = reason_of(problem)
        return []
    if not stat.S_ISREG(status.st_mode):
        return []
    return [Stamp(inside, status.st_mtime_ns, status.st_size)]


def _peak_memory() -> int:
    """Return the largest resident size so far in bytes; 0 where the system does not say (Windows)."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
