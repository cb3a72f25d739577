"""SQLite file of the library store: tables and version check."""

from __future__ import annotations

import sqlite3

from rca import sqlite_database
from rca.languages.facts_codec import VERSION as FACTS_VERSION

READER_VERSION = 1
"""Grows whenever what is read of class files changes."""

_SCHEMA_VERSION = FACTS_VERSION * 1000 + READER_VERSION
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


def connect(target: str) -> sqlite3.Connection:
    """Open a database file, or `:memory:`, and create missing tables.

    Raises:
        sqlite3.Error: it cannot be opened, or is no database.
    """
    connection = sqlite_database.connect(target)
    try:
        sqlite_database.create_tables(connection, _SCHEMA, _SCHEMA_VERSION)
    except BaseException:
        connection.close()
        raise
    return connection
