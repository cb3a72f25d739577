"""The ledger's SQLite file: shared by several processes, with checks that report faults of the disk."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from models.error_codes import ErrorCode
from rca import sqlite_database
from rca.knowledge.ledger import ledger_schema, migration_backup
from rca.tool_failure import Failure

BUSY_SECONDS = 15.0
"""How long a write waits for the writers of other processes."""


_TRY_AGAIN = "Another process is writing; try again."
_MAKE_WRITABLE = "Make the folder writable, or move it with RCA_DATA_DIR."


class Database:
    """One connection, shared by the threads of a process under a lock.

    A new file is made under a temporary name and linked into place, so that an existing file is always whole:
    an empty file is damage, never a new store. A file that cannot be written is opened for reading, and
    `read_only` says why; the next write tries again.

    Raises:
        Failure: DB_CONNECTION_FAILED with a remedy, from every method.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.read_only: str | None = None
        self._lock = threading.RLock()
        self._inode = 0
        self._openings = 0
        with self._translated():
            self._db = self._open()

    def close(self) -> None:
        """Close the connection; what was committed stays."""
        with self._lock:
            self._db.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection for reading."""
        with self._lock, self._translated():
            if self._replaced:
                self._reopen()
            yield self._db

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection inside one transaction: on success all of it is on disk, otherwise none."""
        with self._lock, self._translated():
            refused = self.refusal()
            if refused is not None:
                raise refused
            self._begin()
            with sqlite_database.committing(self._db):
                yield self._db

    def refusal(self) -> Failure | None:
        """Return why nothing can be stored, None where it can, for all that opening the file tells."""
        with self._lock, self._translated():
            if self.read_only is not None:
                # Another process held it, the disk was full: that may be over by now.
                self._reopen()
            if self.read_only is None:
                return None
            return Failure(
                ErrorCode.DB_CONNECTION_FAILED,
                f"Nothing was stored: the ledger {self.path} can only be read ({self.read_only})",
                _TRY_AGAIN if "locked" in self.read_only else _MAKE_WRITABLE,
            )

    @property
    def version(self) -> tuple[int, int, int]:
        """A value that changes with every commit of any process, and if the file was replaced."""
        with self.reading() as db:
            (others,) = db.execute("PRAGMA data_version").fetchone()
            return self._openings, int(others), db.total_changes

    @property
    def _replaced(self) -> bool:
        """Return whether the file on disk is another than the open one, as after a restore."""
        try:
            return self.path.stat().st_ino != self._inode
        except OSError:
            return True

    def _reopen(self) -> None:
        # SQLite sees that its file was replaced, and leaves the new one's log alone.
        self._db.close()
        self.read_only = None
        self._openings += 1
        try:
            self._db = self._open()
        except BaseException:
            self._inode = 0  # to be opened once more with the next step
            raise

    def _begin(self) -> None:
        """Begin a transaction on the current file, reopening it if it was replaced."""
        self._db.execute("BEGIN IMMEDIATE")
        while self._replaced:
            self._db.execute("ROLLBACK")
            self._reopen()
            self._db.execute("BEGIN IMMEDIATE")

    def _open(self) -> sqlite3.Connection:
        try:
            if not self.path.exists():
                self._make()
            self._inode = self.path.stat().st_ino
            db = sqlite_database.connect_existing(self.path, "rw", busy_seconds=BUSY_SECONDS)
            # Before anything is written: setting the journal would turn an emptied file into a fresh one.
            ledger_schema.check(db)
            sqlite_database.enable_wal(db, BUSY_SECONDS)
            # FULL: what was acknowledged survives a power cut, too. One fsync a commit.
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            migration_backup.keep(db, self.path)
            ledger_schema.migrate(db)
        except (sqlite3.OperationalError, OSError) as problem:
            if not self.path.exists():
                raise
            self.read_only = str(problem)
            return self._open_for_reading()
        return db

    def _open_for_reading(self) -> sqlite3.Connection:
        try:
            self._inode = self.path.stat().st_ino
            db = sqlite_database.connect_for_reading(self.path, busy_seconds=BUSY_SECONDS)
            return db if ledger_schema.check(db) == ledger_schema.VERSION else _migrated_copy(db)
        except sqlite3.OperationalError as problem:
            raise sqlite3.OperationalError(self.read_only) from problem

    def _make(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}.{threading.get_ident()}")
        fresh.unlink(missing_ok=True)
        try:
            db = sqlite3.connect(fresh)
            ledger_schema.create(db)
            db.close()
            if _log_of(self.path).exists():
                with _alone(self.path):
                    # Another process may have been first, and have a log of its own by now.
                    if not self.path.exists():
                        _put_log_aside(self.path)
                        _put(fresh, self.path)
            else:
                _put(fresh, self.path)
        finally:
            fresh.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, ledger_schema.NotALedger) as problem:
            raise Failure(
                ErrorCode.DB_CONNECTION_FAILED,
                f"The knowledge ledger {self.path} failed: {problem}",
                _what_to_do(str(problem), self.path),
            ) from problem


def _migrated_copy(db: sqlite3.Connection) -> sqlite3.Connection:
    """Return a migrated in-memory copy of an older ledger that cannot be written."""
    copy = sqlite_database.connect(":memory:")
    db.backup(copy)
    try:
        ledger_schema.migrate(copy)
    except sqlite3.Error:
        copy.close()
        return db  # much of it can be read as it is
    db.close()
    return copy


@contextlib.contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Hold a lock so that one process at a time creates a ledger, if the file system supports locks."""
    from filelock import FileLock

    lock = FileLock(str(place.with_name(f".{place.name}.lock")))
    with contextlib.suppress(OSError, NotImplementedError):
        lock.acquire(timeout=BUSY_SECONDS)
    try:
        yield
    finally:
        lock.release()


def _log_of(place: Path) -> Path:
    return place.with_name(f"{place.name}-wal")


def _put_log_aside(place: Path) -> None:
    """Move away the log of a ledger that was removed: SQLite would replay it into the new one."""
    log = _log_of(place)
    place.with_name(f"{place.name}-shm").unlink(missing_ok=True)
    with contextlib.suppress(FileNotFoundError):
        if log.stat().st_size:
            # It may hold what was stored last.
            log.replace(place.with_name(f"{log.name}.left-{time.time_ns() // 1_000_000}"))
        else:
            log.unlink()


def _put(fresh: Path, place: Path) -> None:
    """Link a complete file into place; if another process was first, its file is as good."""
    try:
        os.link(fresh, place)
    except FileExistsError:
        return
    except OSError:
        # A file system without hard links: exFAT, many network drives. Of two processes that make a new
        # store there in the same instant the last one's stays, and the other one takes it up.
        if not place.exists():
            fresh.replace(place)


def _what_to_do(problem: str, path: Path) -> str:
    if any(word in problem for word in ("full", "No space", "disk I/O error")):
        return "Free some disk space and try again; nothing that was acknowledged is lost."
    if "readonly" in problem:
        return _MAKE_WRITABLE
    if "newer version" in problem:
        return "Update this program, or point RCA_DATA_DIR at another folder."
    if "locked" in problem or "busy" in problem:
        return _TRY_AGAIN
    if any(word in problem for word in ("malformed", "not a database", "empty", "disk image")):
        return _what_to_do_with_damage(path)
    return "Check that the folder exists and can be read and written, or move it with RCA_DATA_DIR."


def _what_to_do_with_damage(path: Path) -> str:
    copies = sorted(path.with_name("backups").glob("ledger-*.db"), reverse=True)
    if not copies:
        return (
            f"The file is damaged. Move {path.name} (and {path.name}-wal, where it is there) aside to start "
            "afresh, then bring records back with `rca knowledge import` from your last export."
        )
    # The name of a daily copy: `ledger-20260301T120000.db`.
    digits = copies[0].stem.removeprefix("ledger-")
    day = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}"
    return (
        f"The file is damaged. `rca knowledge restore` puts the copy of {day} in its place and keeps what "
        "is left of the damaged file beside it."
    )
