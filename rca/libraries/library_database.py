"""The file that keeps what was read of libraries: its tables, and whether it is of this version."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from rca.languages.facts_codec import VERSION as FACTS_VERSION

READER_VERSION = 1
"""Grows whenever what is read of class files changes."""

_SCHEMA_VERSION = FACTS_VERSION * 1000 + READER_VERSION
_BUSY_SECONDS = 10.0
_SCHEMA = """
CREATE TABLE jars (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, problems TEXT NOT NULL);
CREATE TABLE stamps (
    path TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL, digest BLOB NOT NULL
);
CREATE TABLE files (id INTEGER PRIMARY KEY, jar INTEGER NOT NULL, name TEXT NOT NULL, packed BLOB NOT NULL);
CREATE UNIQUE INDEX files_name ON files (name, jar);
CREATE TABLE places (
    qualified TEXT NOT NULL, kind INTEGER NOT NULL, jar INTEGER NOT NULL, file INTEGER NOT NULL,
    PRIMARY KEY (qualified, kind, jar, file)
) WITHOUT ROWID;
CREATE TABLE names (name TEXT NOT NULL, jar INTEGER NOT NULL, PRIMARY KEY (name, jar)) WITHOUT ROWID;
CREATE TABLE packages (name TEXT NOT NULL, jar INTEGER NOT NULL, PRIMARY KEY (name, jar)) WITHOUT ROWID;
"""
_TABLES = ("jars", "stamps", "files", "places", "names", "packages")


def connect(target: str) -> sqlite3.Connection:
    """Open a database file, or `:memory:`, and make its tables where they are missing.

    Raises:
        sqlite3.Error: it cannot be opened, or is none.
    """
    connection = sqlite3.connect(target, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    _prepare(connection)
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version != _SCHEMA_VERSION or not tables.issuperset(_TABLES):
        for table in _TABLES:
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in _SCHEMA.split(";"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
    connection.execute("COMMIT")


def remove(path: Path) -> None:
    """Delete a database and what lies beside it."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
