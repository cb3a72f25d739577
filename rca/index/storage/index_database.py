"""SQLite file of the index: its location, tables and integrity."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

from rca import sqlite_database
from rca.languages.facts_codec import VERSION as FACTS_VERSION

_SCHEMA_VERSION = FACTS_VERSION * 1000 + 12
CHECKED_BYTES = 16 * 1024 * 1024
"""Databases below this are checked when opened; in larger ones damage shows when a page is read."""
_WAL_PAGES = 8000
_WAL_BYTES = 64 * 1024 * 1024
_SCHEMA = """
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    base TEXT NOT NULL,
    mtime_ns INTEGER NOT NULL,
    size INTEGER NOT NULL,
    digest BLOB NOT NULL,
    language TEXT NOT NULL,
    package TEXT NOT NULL,
    facade TEXT,
    namespaces TEXT NOT NULL,
    symbols INTEGER NOT NULL,
    call_sites INTEGER NOT NULL,
    note TEXT,
    written INTEGER NOT NULL
);
CREATE INDEX files_written ON files (written);
CREATE INDEX files_namespaces ON files (path, namespaces) WHERE namespaces != '[]';
CREATE INDEX files_base ON files (base);
CREATE INDEX files_notes ON files (path, note) WHERE note IS NOT NULL;
CREATE INDEX files_facade ON files (facade) WHERE facade IS NOT NULL;
CREATE TABLE facts (
    file INTEGER PRIMARY KEY,
    declared TEXT NOT NULL,
    traits TEXT NOT NULL,
    names TEXT NOT NULL,
    packed BLOB NOT NULL
);
CREATE TABLE names (
    name TEXT NOT NULL,
    file INTEGER NOT NULL,
    roles INTEGER NOT NULL,
    PRIMARY KEY (name, file)
) WITHOUT ROWID;
CREATE TABLE tags (
    tag TEXT NOT NULL,
    file INTEGER NOT NULL,
    name TEXT NOT NULL,
    line INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    inherits INTEGER NOT NULL,
    PRIMARY KEY (tag, file, name)
) WITHOUT ROWID;
CREATE INDEX tags_name ON tags (name) WHERE inherits;
CREATE TABLE bases (
    base TEXT NOT NULL,
    name TEXT NOT NULL,
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (base, name, file)
) WITHOUT ROWID;
CREATE INDEX bases_name ON bases (name);
CREATE TABLE state (writes INTEGER NOT NULL, surface INTEGER NOT NULL, named INTEGER NOT NULL);
INSERT INTO state SELECT now, now, 0 FROM (SELECT 1000 * CAST(strftime('%s', 'now') AS INTEGER) AS now);
"""
"""Facts lie apart from what is listed of every file: comparing the index with the disk reads a tenth. What is
large stands last in its row: what stands before is read without it.

`files.written` is what `state.writes` was to become when the row was written, so that whoever lists files
reads those alone that are new to it. `state.writes` and `state.surface` begin with the time, so that a
database that is built anew is never taken for an earlier state of the one before. `state.named` is the
last file whose names are in `names`: on a cold index they are added many files at a time, sorted, which
takes a third of the time. No file's number is used twice."""


def path_of(root: Path, data_dir: Path) -> Path:
    """Return the database of a workspace folder."""
    name = hashlib.blake2b(str(root).encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
    return data_dir / "index" / f"{name}.db"


def connect(target: str) -> sqlite3.Connection:
    """Open a database file, or `:memory:`.

    Raises:
        sqlite3.Error: it cannot be opened, or is none.
    """
    connection = sqlite_database.connect(target)
    connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")
    connection.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES}")
    return connection


def prepare(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Make the tables, where they are missing or of another version."""
    sqlite_database.create_tables(connection, _SCHEMA, _SCHEMA_VERSION)
    return connection
