"""SQLite databases shared by threads and processes: opening, tables, integrity checks, deletion."""

from __future__ import annotations

import contextlib
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

BUSY_SECONDS = 10.0
"""How long a statement waits for another connection's lock."""
_RETRY_SECONDS = 0.02
_TABLE = re.compile(r"CREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?(\w+)")


def connect(
    target: Path | str, *, busy_seconds: float = BUSY_SECONDS, synchronous: str = "NORMAL"
) -> sqlite3.Connection:
    """Open a database in autocommit mode, with a write-ahead log; its folder must exist.

    Args:
        target: its file, or `:memory:`.
        busy_seconds: how long a statement waits for another connection's lock.
        synchronous: `NORMAL` for caches; `FULL` where a commit must survive a power cut.

    Raises:
        sqlite3.OperationalError: it cannot be opened.
        sqlite3.DatabaseError: the file is no database.
    """
    connection = sqlite3.connect(
        str(target), timeout=busy_seconds, isolation_level=None, check_same_thread=False
    )
    try:
        enable_wal(connection, busy_seconds)
        connection.execute(f"PRAGMA synchronous = {synchronous}")
    except BaseException:
        connection.close()
        raise
    return connection


def connect_existing(
    path: Path, mode: Literal["rw", "ro", "immutable"], *, busy_seconds: float = BUSY_SECONDS
) -> sqlite3.Connection:
    """Open a file that is there in autocommit mode, and write nothing to it; a missing one is not made.

    Args:
        path: the file.
        mode: to write, to read, or to read it as if nobody else had it open: SQLite opens a file with a
            write-ahead log in a folder that takes no new files in this way alone.
        busy_seconds: how long a statement waits for another connection's lock.

    Raises:
        sqlite3.OperationalError: it cannot be opened; whether it can be read the first statement tells.
    """
    how = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
    )


def connect_for_reading(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open a file that is there for reading, wherever it lies; its schema can be read.

    Raises:
        sqlite3.OperationalError: it cannot be opened or read.
        sqlite3.DatabaseError: the file is no database.
    """
    try:
        return _readable(connect_existing(path, "ro", busy_seconds=busy_seconds))
    except sqlite3.OperationalError:
        return _readable(connect_existing(path, "immutable", busy_seconds=busy_seconds))


def _readable(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def enable_wal(connection: sqlite3.Connection, busy_seconds: float = BUSY_SECONDS) -> None:
    """Switch to the write-ahead log, waiting for other connections.

    SQLite does not call its busy handler for this statement: of two connections that open a new database
    at once, one fails at once.
    """
    give_up = time.monotonic() + busy_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as problem:
            if not is_busy(problem) or time.monotonic() > give_up:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def is_busy(problem: sqlite3.Error) -> bool:
    """Return whether another connection holds a lock, and nothing is wrong with the file."""
    name = getattr(problem, "sqlite_errorname", "")
    return bool(name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")))


def create_tables(connection: sqlite3.Connection, schema: str, version: int) -> None:
    """Create the tables of a schema unless they are there in this version; drop those of another one."""
    if _has_tables(connection, schema, version):
        return  # without the write lock, which another process may hold for long
    with transaction(connection):
        if not _has_tables(connection, schema, version):
            replace_tables(connection, schema)
            connection.execute(f"PRAGMA user_version = {version}")


def _has_tables(connection: sqlite3.Connection, schema: str, version: int) -> bool:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(found == version and tables(connection) >= set(_TABLE.findall(schema)))


def tables(connection: sqlite3.Connection) -> set[str]:
    """Return the names of the tables, SQLite's own aside."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return {name for (name,) in connection.execute(query)}


def replace_tables(connection: sqlite3.Connection, schema: str) -> None:
    """Drop all tables and run the statements of a schema; to be called inside a transaction."""
    query = """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        ORDER BY sql NOT LIKE 'CREATE VIRTUAL%'
    """  # a virtual table first: it drops the tables that it lies in
    for (name,) in connection.execute(query).fetchall():
        connection.execute(f'DROP TABLE IF EXISTS "{name}"')
    for statement in schema.split(";"):
        if statement.strip():
            connection.execute(statement)


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a write transaction: committed at the end, rolled back where an exception leaves it."""
    connection.execute("BEGIN IMMEDIATE")
    with committing(connection):
        yield


@contextlib.contextmanager
def committing(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit a transaction that has begun at the end, or roll it back where an exception leaves it."""
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk can end the transaction by itself, and a damaged file refuses the rollback.
        if connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


def is_sound(connection: sqlite3.Connection) -> bool:
    """Return whether every page can be read."""
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def remove(path: Path) -> None:
    """Delete a database and its log."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
