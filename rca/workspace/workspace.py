"""The one place where the workspace changes: every change gives a new snapshot."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from models.tools.index_stats import IndexSeconds, IndexStats
from rca.cancellation import Watch
from rca.index.indexing import refresh, update
from rca.index.record import Stamp
from rca.index.store import Store
from rca.index.kept import Kept
from rca.index.view import IndexState, IndexView, Overlay, RootIndex
from rca.languages.registry import is_source
from rca.workspace.changes import Change, DocumentClosed, FilesChanged
from rca.workspace.roots import Root, as_path, confine, make_roots
from rca.workspace.snapshot import Snapshot
from rca.workspace.walk import is_ignored, walk


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
        self._stores = tuple(Store(root.path, data_dir) for root in self._folders)
        self._kept = Kept()
        self._state = IndexState()
        self._changing = threading.Lock()
        self._indexing = threading.Lock()
        allowed = tuple(path.resolve() for path in allowed_files)
        self._snapshot = Snapshot(0, self._folders, self._view({}), {}, allowed)

    @property
    def snapshot(self) -> Snapshot:
        """The workspace as it is now."""
        return self._snapshot

    def apply(self, change: Change) -> Snapshot:
        """Take over a change and give the snapshot after it.

        A document outside the folders changes nothing: no tool may read it.
        """
        if isinstance(change, FilesChanged):
            self._refresh(change)
        with self._changing:
            overlays = dict(self._snapshot.overlays)
            if not isinstance(change, FilesChanged):
                wire = self._wire(change.path)
                if wire is not None and isinstance(change, DocumentClosed):
                    overlays.pop(wire, None)
                elif wire is not None and not isinstance(change, DocumentClosed):
                    overlays[wire] = Overlay(wire, change.text, change.version)
            return self._advance(overlays)

    def index(
        self, progress: Callable[[int, int], None] = lambda _done, _all: None, watch: Watch | None = None
    ) -> IndexStats:
        """Bring the index up to date with the disk; `progress` gets files done and files to do.

        Raises:
            Cancelled, Failure: the watch says so; what was done until then is kept.
        """
        watch = watch or Watch()
        started = time.perf_counter()
        with self._indexing:
            known = sum(store.totals()[0] for store in self._stores)
            listed = [walk(root.path, is_source) for root in self._folders]
            walked = time.perf_counter()
            total = sum(len(stamps) for stamps in listed)
            parsed = 0
            for root, store, stamps in zip(self._folders, self._stores, listed, strict=True):
                store.incomplete = False
                parsed += update(root.path, store, stamps, progress, watch)
            self._state.checked = True
        with self._changing:
            snapshot = self._advance(dict(self._snapshot.overlays))
        files, size, symbols, sites = snapshot.index.totals()
        finished = time.perf_counter()
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

    def close(self) -> None:
        """Let go of the index files."""
        for store in self._stores:
            store.close()

    def _advance(self, overlays: dict[str, Overlay]) -> Snapshot:
        self._snapshot = replace(
            self._snapshot,
            revision=self._snapshot.revision + 1,
            overlays=overlays,
            index=self._view(overlays),
        )
        return self._snapshot

    def _view(self, overlays: dict[str, Overlay]) -> IndexView:
        rows = [
            RootIndex(root.prefix, store) for root, store in zip(self._folders, self._stores, strict=True)
        ]
        return IndexView(rows, overlays, self._kept, self._state)

    def _wire(self, path: Path | str) -> str | None:
        held = confine(self._folders, as_path(path).absolute())
        return None if held is None else held[0].wire(held[1])

    def _refresh(self, change: FilesChanged) -> None:
        """Bring the rows of single files up to date, and of all files in a folder that changed."""
        with self._indexing:
            for root, store in zip(self._folders, self._stores, strict=True):
                inside = [held[1] for path in change.paths if (held := self._held(path)) and held[0] == root]
                known = store.stamps()
                changed: list[Stamp] = []
                gone: list[str] = []
                for path in inside:
                    found = list(_stamps_of(root, path))
                    present = {stamp.path for stamp in found}
                    changed.extend(stamp for stamp in found if known.get(stamp.path) != stamp)
                    gone.extend(
                        old
                        for old in known
                        if (old == path or old.startswith(f"{path}/")) and old not in present
                    )
                if gone:
                    store.write((), gone)
                refresh(root.path, store, changed, lambda _done, _all: None, Watch())

    def _held(self, path: Path | str) -> tuple[Root, str] | None:
        return confine(self._folders, as_path(path).absolute())


def _stamps_of(root: Root, inside: str) -> list[Stamp]:
    path = root.path / inside
    if path.is_dir():
        if inside != "." and is_ignored(root.path, f"{inside}/x"):
            return []
        before = "" if inside == "." else f"{inside}/"
        return [stamp for stamp in walk(root.path, is_source) if stamp.path.startswith(before)]
    if not is_source(path.name) or is_ignored(root.path, inside):
        return []
    try:
        status = path.lstat()
    except OSError:
        return []
    return [Stamp(inside, status.st_mtime_ns, status.st_size)]


def _peak_memory() -> int:
    """Give the largest resident size so far in bytes; 0 where the system does not say (Windows)."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
