"""The ChromaDB index, a projection of the ledger: owned by one process, checked after a crash."""

from __future__ import annotations

import json
import logging
import shutil
import threading
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

from models.knowledge import ProjectionState
from rca.knowledge.embedding import vector_index_check
from rca.knowledge.embedding.chroma_collection import Collection
from rca.knowledge.ledger.embedding_rows import Embedded
from rca.knowledge.ledger.ledger import Ledger

if TYPE_CHECKING:
    import numpy as np
    from filelock import FileLock
    from numpy.typing import NDArray

_log = logging.getLogger(__name__)

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much is done, and of how much."""

_SYNC_BATCH = 500
_PAUSE_SECONDS = 30.0
"""How long an index that failed is left alone by searches, which the ledger's vectors serve meanwhile."""


class _Stamp(TypedDict):
    """What is known of the index without opening it.

    `newest` is the order number of the last embedding taken over, `clean` whether the owner closed
    it in order, `files` the size and time of each file at that moment. `event` is the last event of the
    ledger at that time: one that lacks it was put back from a copy, and may number other embeddings alike.
    """

    generation: int
    newest: int
    count: int
    event: str
    clean: bool
    files: dict[str, list[int]]


class VectorIndex:
    """The index of one model in `folder`, with one owner.

    Two processes that write one ChromaDB folder destroy it, so the owner holds a file lock from
    before it opens the index until after it has closed it; others stay away.
    Each rebuild goes to a new generation folder: an index that is suspected is never repaired in place.
    """

    def __init__(self, folder: Path, ledger: Ledger, model: str) -> None:
        self._folder = folder
        self._ledger = ledger
        self._model = model
        self._collection: Collection | None = None
        self._stamp: _Stamp = _fresh_stamp(0)
        self._busy = threading.RLock()
        self._failed_at = 0.0
        self.state: ProjectionState = "closed"
        self.note: str | None = None

    @property
    def current(self) -> bool:
        """Return whether the index is open here and holds what the ledger holds."""
        if self._collection is None or self.state != "ready":
            return False
        count, newest = self._ledger.vectors.state(self._model)
        same = newest == self._stamp["newest"] and count == self._stamp["count"]
        return same and self._ledger.knows(self._stamp["event"])

    @property
    def wants_work(self) -> bool:
        """Whether `bring_up` may help: the index is behind, or failed a while ago (on a full disk, say)."""
        if self.state == "failed":
            return time.monotonic() - self._failed_at > _PAUSE_SECONDS
        return self.state == "ready" and not self.current

    def bring_up(self, progress: Progress) -> None:
        """Own the index if nobody does, open it, and bring it level with the ledger.

        Never raises for what may be wrong with the index: it is rebuilt, or `state` and `note` say why not.
        """
        with self._busy:
            if self._collection is None and not self._own():
                return
            try:
                if self._collection is None:
                    self.state = "opening"
                    self._collection = self._open_sound() or self._rebuild(progress)
                self._catch_up(progress)
                self.state, self.note = "ready", None
            except Exception as problem:  # noqa: BLE001 - ChromaDB raises what it likes; the ledger's vectors serve
                _log.warning("the vector index failed: %s", problem)
                self._let_go("failed", f"{type(problem).__name__}: {problem}")

    def nearest(self, vector: NDArray[np.float32], limit: int) -> list[int] | None:
        """Return the places of the nearest records, or None where the index cannot answer for the ledger."""
        collection = self._collection
        if collection is None or not self.current:
            return None
        try:
            return [seq for seq, _distance in collection.nearest(vector, limit)]
        except Exception as problem:  # noqa: BLE001 - ChromaDB raises what it likes; the ledger's vectors serve
            _log.warning("the vector index failed: %s", problem)
            with self._busy:
                self._let_go("failed", f"{type(problem).__name__}: {problem}")
            return None

    def close(self) -> None:
        """Close in order, so that the next owner need not doubt the index."""
        with self._busy:
            if self._collection is None:
                return
            self._collection.close()
            self._collection = None
            try:
                self._write_stamp(clean=True)
            except OSError as problem:
                _log.info("the vector index will be tried before it is used again: %s", problem)
            self._lock.release()
            self.state = "closed"

    @cached_property
    def _lock(self) -> FileLock:
        from filelock import FileLock

        return FileLock(str(self._folder / "owner.lock"), timeout=0)

    @property
    def bytes(self) -> int:
        """Size of the index on disk."""
        return sum(path.stat().st_size for path in self._folder.rglob("*") if path.is_file())

    def _own(self) -> bool:
        from filelock import Timeout

        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            self.state, self.note = "other_process", "another process owns the vector index"
            return False
        except (OSError, NotImplementedError) as problem:  # a file system without locks
            self._failed_at = time.monotonic()
            self.state, self.note = "failed", str(problem)
            return False
        return True

    def _open_sound(self) -> Collection | None:
        """Open the index that is there, if it can be trusted."""
        stamp = self._read_stamp()
        if stamp is None:
            return None
        self._stamp = stamp
        folder = self._generation(stamp["generation"])
        database = folder / "chroma.sqlite3"
        if not database.exists() or database.stat().st_size == 0:
            # ChromaDB would silently start an empty one.
            return None
        unchanged = stamp["clean"] and _files(folder) == stamp["files"]
        if not unchanged and not vector_index_check.sound(
            folder, self._ledger.database.path, self._model, stamp["newest"]
        ):
            _log.info("the vector index in %s is damaged and will be rebuilt", folder)
            return None
        self._write_stamp(clean=False)
        try:
            collection = Collection.open(folder)
            complete = collection.count() >= stamp["count"]
        except Exception as problem:  # noqa: BLE001 - ChromaDB raises what it likes; any of it means: rebuild
            _log.info("the vector index in %s does not open and will be rebuilt: %s", folder, problem)
            return None
        if not complete:
            collection.close()
            return None
        return collection

    def _rebuild(self, progress: Progress) -> Collection:
        known = [int(path.name[1:]) for path in self._folder.glob("g*") if path.name[1:].isdigit()]
        generation = max(known, default=0) + 1
        folder = self._generation(generation)
        collection = None
        try:
            collection = Collection.create(folder)
            self._stamp = _fresh_stamp(generation)
            self._put(collection, self._ledger.vectors.since(self._model), progress)
            self._write_stamp(clean=False)
        except BaseException:
            # On a full disk half an index would keep it full, and each try would leave another.
            _close(collection)
            shutil.rmtree(folder, ignore_errors=True)
            raise
        for old in known:
            shutil.rmtree(self._generation(old), ignore_errors=True)
        return collection

    def _catch_up(self, progress: Progress) -> None:
        assert self._collection is not None
        count, newest = self._ledger.vectors.state(self._model)
        if newest < self._stamp["newest"] or not self._ledger.knows(self._stamp["event"]):
            # The ledger was restored: what has the same number may be something else.
            self._collection.close()
            self._collection = self._rebuild(progress)
        if newest > self._stamp["newest"]:
            self._put(
                self._collection, self._ledger.vectors.since(self._model, self._stamp["newest"]), progress
            )
        if self._collection.count() != count:
            self._collection.keep(self._ledger.vectors.places(self._model))
        if self._collection.count() != count:
            self._collection.close()
            self._collection = self._rebuild(progress)
        self._stamp["count"] = self._collection.count()
        self._stamp["event"] = self._ledger.last_event()
        self._write_stamp(clean=False)

    def _put(self, collection: Collection, embedded: list[Embedded], progress: Progress) -> None:
        import numpy as np

        for start in range(0, len(embedded), _SYNC_BATCH):
            part = embedded[start : start + _SYNC_BATCH]
            collection.put(
                [item.solution for item in part],
                np.stack([np.frombuffer(item.vector, dtype="<f4") for item in part]),
            )
            self._stamp["newest"] = part[-1].seq
            progress("Building the vector index", start + len(part), len(embedded))
        self._stamp["count"] = collection.count()

    def _let_go(self, state: ProjectionState, note: str) -> None:
        """Abandon an index that failed; the stamp says unclean, so that the next owner checks it."""
        _close(self._collection)
        self._collection = None
        self._failed_at = time.monotonic()
        self.state, self.note = state, note
        self._lock.release()

    def _generation(self, number: int) -> Path:
        return self._folder / f"g{number}"

    def _read_stamp(self) -> _Stamp | None:
        try:
            stamp: object = json.loads((self._folder / "stamp.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        fresh = _fresh_stamp(0)
        complete = isinstance(stamp, dict) and all(
            isinstance(stamp.get(name), type(value)) for name, value in fresh.items()
        )
        return cast("_Stamp", stamp) if complete else None

    def _write_stamp(self, *, clean: bool) -> None:
        self._stamp["clean"] = clean
        self._stamp["files"] = _files(self._generation(self._stamp["generation"])) if clean else {}
        fresh = self._folder / "stamp.new"
        fresh.write_text(json.dumps(self._stamp), "utf-8")
        fresh.replace(self._folder / "stamp.json")


def _fresh_stamp(generation: int) -> _Stamp:
    return {"generation": generation, "newest": 0, "count": 0, "event": "", "clean": False, "files": {}}


def _close(collection: Collection | None) -> None:
    """Close an index that failed, as far as possible."""
    if collection is not None:
        try:
            collection.close()
        except Exception:  # noqa: BLE001 - ChromaDB raises what it likes; it is given up anyway
            _log.debug("an index that failed could not be closed", exc_info=True)


def _files(folder: Path) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            stat = path.stat()
            found[str(path.relative_to(folder))] = [stat.st_size, stat.st_mtime_ns]
    return found
