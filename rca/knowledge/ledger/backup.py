"""Backups of the ledger: made while others write, rotated by age, restored."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from models.error_codes import ErrorCode
from rca import sqlite_database
from rca.knowledge.ledger import ledger_schema
from rca.tool_failure import Failure

_log = logging.getLogger(__name__)

KEPT = 3
"""Daily copies that are kept."""

_EVERY = timedelta(hours=24)
_NAME = re.compile(r"ledger-(\d{8}T\d{6})\.db")
_STAMP = "%Y%m%dT%H%M%S"
_PAGES = 4_096
_BUSY_SECONDS = 5.0
"""How long a restore waits for the writers of other processes."""
_OPEN_FILES_ARE_REPLACED = os.name != "nt"
"""Windows replaces no file that any process has open, this one included."""


def folder_of(ledger: Path) -> Path:
    """Return where the daily copies of a ledger lie."""
    return ledger.with_name("backups")


def copies(ledger: Path) -> list[Path]:
    """Return the daily copies of a ledger, newest first."""
    found = [path for path in folder_of(ledger).glob("ledger-*.db") if _NAME.fullmatch(path.name)]
    return sorted(found, key=lambda path: path.name, reverse=True)


def newest(ledger: Path) -> Path:
    """Return the newest daily copy of a ledger.

    Raises:
        Failure: FILE_NOT_FOUND if there is none.
    """
    found = next(iter(copies(ledger)), None)
    if found is None:
        raise Failure(
            ErrorCode.FILE_NOT_FOUND,
            f"There is no daily copy in {folder_of(ledger)}",
            "Name a file that `rca knowledge backup` wrote.",
        )
    return found


def copy(source: Path, target: Path) -> None:
    """Copy a ledger that others may be writing; the copy appears whole, sound and synced, or not at all.

    Raises:
        Failure: FILE_NOT_FOUND; DB_CONNECTION_FAILED if it is no ledger or is damaged; PERMISSION_DENIED
            if the copy cannot be written; INVALID_PARAMETERS if the target is the ledger itself.
    """
    if not source.is_file():
        raise Failure(ErrorCode.FILE_NOT_FOUND, f"There is no file {source}", "Give the path of a ledger.")
    if target.exists() and target.samefile(source):
        # Others have it open: its log would be played into the copy in its place.
        raise Failure(ErrorCode.INVALID_PARAMETERS, f"{target} is the ledger itself", "Name another file.")
    fresh = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with (
            contextlib.closing(sqlite_database.connect_for_reading(source)) as old,
            contextlib.closing(sqlite3.connect(fresh)) as new,
        ):
            # In one transaction: SQLite begins anew after each write of others, and one who copies a large
            # ledger beside busy writers would never end.
            old.execute("BEGIN")
            ledger_schema.check(old)
            old.backup(new, pages=_PAGES)
            # The copy is one file: no log beside it that could be forgotten.
            new.execute("PRAGMA journal_mode = DELETE")
            (found,) = new.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        # Windows syncs only what is open for writing.
        with fresh.open("r+b") as written:
            os.fsync(written.fileno())
        fresh.replace(target)
    except OSError as problem:
        raise Failure(
            ErrorCode.PERMISSION_DENIED,
            f"The copy {target} cannot be written: {problem}",
            "Choose a folder that exists, can be written and has room.",
        ) from problem
    except (sqlite3.Error, ledger_schema.NotALedger) as problem:
        raise Failure(
            ErrorCode.DB_CONNECTION_FAILED,
            f"{source} cannot be copied: {problem}",
            "It is damaged or no knowledge ledger; use another copy.",
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink()


def keep_daily(ledger: Path, now: datetime) -> Path | None:
    """Copy the ledger if the last copy is a day old, and delete the oldest; return the copy, if one was made.

    Raises:
        Failure: as `copy`.
    """
    moment = now.astimezone(UTC)
    _name_anew_from_the_future(ledger, moment)
    known = copies(ledger)
    if known and moment - _made_at(known[0]) < _EVERY:
        return None
    made = folder_of(ledger) / f"ledger-{moment.strftime(_STAMP)}.db"
    copy(ledger, made)
    for old in (*copies(ledger)[KEPT:], *_unfinished(ledger)):
        with contextlib.suppress(OSError):  # a copy that somebody reads, on Windows: it goes another day
            old.unlink()
    return made


def _unfinished(ledger: Path) -> Iterator[Path]:
    """Return temporary files of copies that were interrupted; none of them takes a day."""
    for path in folder_of(ledger).glob(".ledger-*"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _EVERY.total_seconds():
                yield path


def _name_anew_from_the_future(ledger: Path, now: datetime) -> None:
    """Rename copies dated in the future by a clock that ran ahead, keeping their order.

    Otherwise no copy would be made until that time, and restore would choose one of them as the newest.
    """
    ahead = [path for path in copies(ledger) if _made_at(path) > now]
    for number, path in enumerate(ahead):
        past = now - _EVERY - timedelta(seconds=number)
        try:
            path.replace(path.with_name(f"ledger-{past.strftime(_STAMP)}.db"))
        except OSError as problem:
            _log.warning("no daily copy is made before %s, the date of %s: %s", _made_at(path), path, problem)


def _made_at(copied: Path) -> datetime:
    return datetime.strptime(copied.stem.removeprefix("ledger-"), _STAMP).replace(tzinfo=UTC)


def restore(ledger: Path, source: Path, now: datetime) -> Path | None:
    """Replace the ledger by a copy; return the path to which the replaced ledger was moved.

    Processes that have the old ledger open switch to the new one at their next operation (see
    `ledger_database`). To add what a ledger lacks, merge instead.

    Raises:
        Failure: as `copy`.
    """
    fresh = ledger.with_name(f".restored.{os.getpid()}")
    try:
        copy(source, fresh)
        with _locked(ledger):
            aside = _put_aside(ledger, now) if ledger.exists() else None
            # The log of the old ledger must not be played into the new one.
            for suffix in ("-wal", "-shm"):
                ledger.with_name(ledger.name + suffix).unlink(missing_ok=True)
            fresh.replace(ledger)
    except OSError as problem:
        raise Failure(
            ErrorCode.PERMISSION_DENIED,
            f"{ledger} cannot be replaced: {problem}",
            "Make the folder writable."
            if _OPEN_FILES_ARE_REPLACED
            else "Close the editors and terminals that use it, then try again.",
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink()
    return aside


def _put_aside(ledger: Path, now: datetime) -> Path:
    aside = ledger.with_name(f"{ledger.name}.before-{now.astimezone(UTC).strftime(_STAMP)}")
    try:
        copy(ledger, aside)
    except Failure:
        # Damaged: what is left of it, with its log.
        for suffix in ("", "-wal"):
            part = ledger.with_name(ledger.name + suffix)
            if part.exists():
                shutil.copyfile(part, aside.with_name(aside.name + suffix))
    return aside


@contextlib.contextmanager
def _locked(ledger: Path) -> Iterator[None]:
    """Hold the write lock of an intact ledger, so that no write falls between copying and replacing it."""
    if not _OPEN_FILES_ARE_REPLACED:
        yield
        return
    try:
        db = sqlite_database.connect_existing(ledger, "rw", busy_seconds=_BUSY_SECONDS)
    except sqlite3.Error:
        yield
        return
    try:
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.DatabaseError as problem:
            if sqlite_database.is_busy(problem):
                # What is being written would be lost with the ledger that is replaced.
                raise Failure(
                    ErrorCode.DB_CONNECTION_FAILED,
                    f"{ledger} was not replaced: another process is writing to it",
                    "Try again, or close the editors and terminals that use it.",
                ) from problem
            # Damaged: nothing can be written to it.
        yield
    finally:
        # SQLite sees that its file was replaced, and leaves the new one's log alone.
        db.close()
