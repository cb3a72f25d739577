"""Writes rows: inserts, updates and deletes for changed files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from rca.index.storage.file_record import Record, Stamp

_COLUMNS = (
    "path, base, mtime_ns, size, digest, language, package, facade, namespaces, symbols, call_sites, note,"
    " written"
)
_VALUES = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT writes + 1 FROM state))"
_INSERT = f"INSERT INTO files ({_COLUMNS}) VALUES {_VALUES}"  # noqa: S608 - constants
_UPDATE = f"UPDATE files SET ({_COLUMNS}) = {_VALUES} WHERE id = ?"  # noqa: S608 - constants
_ADD_NAMES = (
    "INSERT INTO names SELECT key, file, value FROM facts, json_each(facts.names)"
    " WHERE file > (SELECT named FROM state) ORDER BY 1, 2"
)
_ADD_TAGS = (
    "INSERT OR IGNORE INTO tags SELECT json_extract(value, '$[0]'), file, json_extract(value, '$[1]'),"
    " json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]')"
    " FROM facts, json_each(facts.traits, '$[0]') WHERE file {which} ORDER BY 1, 2"
)
_ADD_BASES = (
    "INSERT OR IGNORE INTO bases SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), file,"
    " json_extract(value, '$[2]') FROM facts, json_each(facts.traits, '$[1]')"
    " WHERE file {which} ORDER BY 1, 2"
)
_DROP_TAGS = (
    "DELETE FROM tags WHERE (tag, file, name) IN (SELECT json_extract(value, '$[0]'), file,"
    " json_extract(value, '$[1]') FROM facts, json_each(facts.traits, '$[0]') WHERE file = ?)"
)
_DROP_BASES = (
    "DELETE FROM bases WHERE (base, name, file) IN (SELECT json_extract(value, '$[0]'),"
    " json_extract(value, '$[1]'), file FROM facts, json_each(facts.traits, '$[1]') WHERE file = ?)"
)
_NEW, _ONE = "> (SELECT named FROM state)", "= ?"
_NAMED = "UPDATE state SET named = (SELECT ifnull(max(id), 0) FROM files)"


class Changes(NamedTuple):
    """What is to be written; see `Store.write`."""

    records: Sequence[Record]
    gone: Sequence[str]
    touched: Sequence[Stamp]
    surface: bool
    names_later: bool


def write(connection: sqlite3.Connection, changes: Changes) -> None:
    """Bring the tables up to date, inside a transaction that is open."""
    execute = connection.execute
    ((named,),) = execute("SELECT named FROM state").fetchall()
    for path in changes.gone:
        for file, names in _known(connection, path):
            if file <= named:
                _change_names(connection, file, json.loads(names), {})
                execute(_DROP_TAGS, (file,))
                execute(_DROP_BASES, (file,))
            execute("DELETE FROM facts WHERE file = ?", (file,))
            execute("DELETE FROM files WHERE id = ?", (file,))
    for path, mtime_ns, size in changes.touched:
        execute("UPDATE files SET mtime_ns = ?, size = ? WHERE path = ?", (mtime_ns, size, path))
    for record in changes.records:
        known = _known(connection, record.stamp.path)
        if known:
            file, names = known[0]
            execute(_UPDATE, (*_row(record), file))
            if file <= named:
                _change_names(connection, file, json.loads(names), json.loads(record.names))
                execute(_DROP_TAGS, (file,))
                execute(_DROP_BASES, (file,))
            execute("REPLACE INTO facts VALUES (?, ?, ?, ?, ?)", (file, *_parts(record)))
            if file <= named:
                execute(_ADD_TAGS.format(which=_ONE), (file,))
                execute(_ADD_BASES.format(which=_ONE), (file,))
        else:
            added = execute(_INSERT, _row(record)).lastrowid
            execute("INSERT INTO facts VALUES (?, ?, ?, ?, ?)", (added, *_parts(record)))
    if not changes.names_later:
        execute(_ADD_NAMES)
        execute(_ADD_TAGS.format(which=_NEW))
        execute(_ADD_BASES.format(which=_NEW))
        execute(_NAMED)
    execute("UPDATE state SET writes = writes + 1, surface = surface + ?", (int(changes.surface),))


def _known(connection: sqlite3.Connection, path: str) -> list[tuple[int, str]]:
    query = "SELECT id, names FROM files JOIN facts ON facts.file = files.id WHERE path = ?"
    return connection.execute(query, (path,)).fetchall()


def _change_names(
    connection: sqlite3.Connection, file: int, before: dict[str, int], after: dict[str, int]
) -> None:
    """Write only the names that differ: an edit changes few."""
    connection.executemany(
        "DELETE FROM names WHERE name = ? AND file = ?",
        [(name, file) for name in before.keys() - after.keys()],
    )
    connection.executemany(
        "INSERT OR REPLACE INTO names VALUES (?, ?, ?)",
        [(name, file, roles) for name, roles in after.items() if before.get(name) != roles],
    )


def _parts(record: Record) -> tuple[str, str, str, bytes]:
    return record.declared, record.traits, record.names, record.packed


def _row(record: Record) -> tuple[object, ...]:
    path, mtime_ns, size = record.stamp
    return (
        path,
        path.rpartition("/")[2],
        mtime_ns,
        size,
        record.digest,
        record.language,
        record.package,
        record.facade,
        record.namespaces,
        record.symbols,
        record.call_sites,
        record.note,
    )
