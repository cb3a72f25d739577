"""The index on disk: one SQLite file for each workspace folder.

SQLite in WAL mode is safe with several processes: an editor window, an assistant's server and the
command line share one file. What is damaged, or of another version, is thrown away and built anew;
where nothing can be written the index lives in memory and says so.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from rca.index.record import Record, Stamp
from rca.languages.encoding import VERSION as FACTS_VERSION

_SCHEMA_VERSION = FACTS_VERSION * 1000 + 2
_BUSY_SECONDS = 10.0
_CHECKED_BYTES = 16 * 1024 * 1024
"""Databases below this are checked when opened; in larger ones damage shows when a page is read."""
_SCHEMA = """
CREATE TABLE files (
    id INTEGER PRIMARY KEY,
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
    note TEXT
);
CREATE TABLE facts (file INTEGER PRIMARY KEY, packed BLOB NOT NULL);
CREATE INDEX files_base ON files (base);
CREATE INDEX files_facade ON files (facade) WHERE facade IS NOT NULL;
CREATE TABLE names (
    name TEXT NOT NULL,
    role INTEGER NOT NULL,
    file INTEGER NOT NULL,
    PRIMARY KEY (name, role, file)
) WITHOUT ROWID;
CREATE INDEX names_file ON names (file);
"""
_TABLES = {"files", "facts", "names"}
"""Facts lie apart from what is listed of every file: comparing the index with the disk reads a tenth."""

Role = Literal["class", "callable", "called", "extension"]
"""What a name is in a file; an extension is a callable too."""
_ROLES: dict[Role, int] = {"class": 0, "callable": 1, "called": 2, "extension": 3}


class Store:
    """Rows of one workspace folder. Safe from several threads and several processes."""

    def __init__(self, root: Path, data_dir: Path | None) -> None:
        self._lock = threading.RLock()
        self.notes: list[str] = []
        self.incomplete = False
        """Whether damaged rows were dropped that no run has made anew yet."""
        self._path = None if data_dir is None else _database_path(root, data_dir)
        self._connection = self._open()

    @property
    def on_disk(self) -> bool:
        """Whether rows outlive the process."""
        return self._path is not None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def stamps(self) -> dict[str, Stamp]:
        """Give what is known of every file."""
        rows = self._rows("SELECT path, mtime_ns, size FROM files")
        return {path: Stamp(path, mtime_ns, size) for path, mtime_ns, size in rows}

    def write(self, records: Iterable[Record], gone: Iterable[str] = ()) -> None:
        """Replace the rows of files, and drop those of files that are gone, in one transaction."""
        rows = list(records)
        lost = list(gone)
        try:
            self._write(rows, lost)
        except sqlite3.Error as problem:
            self._move_to_memory(str(problem))
            self._write(rows, lost)

    def packed(self, path: str) -> tuple[bytes, bytes] | None:
        """Give content hash and packed facts of a file."""
        query = "SELECT digest, packed FROM files JOIN facts ON facts.file = files.id WHERE path = ?"
        rows = self._rows(query, (path,))
        return rows[0] if rows else None

    def digest(self, path: str) -> bytes | None:
        """Give the content hash of a file."""
        rows = self._rows("SELECT digest FROM files WHERE path = ?", (path,))
        return rows[0][0] if rows else None

    def files_with(self, name: str, role: Role) -> list[tuple[str, str]]:
        """Give the files that declare or call a name, each with its package, in the order of their paths."""
        query = (
            "SELECT path, package FROM names JOIN files ON files.id = names.file"
            " WHERE name = ? AND role = ? ORDER BY path"
        )
        return self._rows(query, (name, _ROLES[role]))

    def files_named(self, base: str) -> list[str]:
        """Give the files with that last path part."""
        return [
            path for (path,) in self._rows("SELECT path FROM files WHERE base = ? ORDER BY path", (base,))
        ]

    def files_with_facade(self, facade: str) -> list[str]:
        """Give the files whose top-level functions lie in that JVM class."""
        query = "SELECT path FROM files WHERE facade = ? ORDER BY path"
        return [path for (path,) in self._rows(query, (facade,))]

    def packages(self) -> dict[str, int]:
        """Give the packages of Kotlin and Java files, each with its number of files."""
        query = "SELECT package, count(*) FROM files WHERE language IN ('kotlin', 'java') GROUP BY package"
        return dict(self._rows(query))

    def namespaces(self) -> list[str]:
        """Give the namespaces that build scripts and manifests declare."""
        rows = self._rows("SELECT namespaces FROM files WHERE namespaces != '[]' ORDER BY path")
        return list(dict.fromkeys(name for (text,) in rows for name in json.loads(text)))

    def totals(self) -> tuple[int, int, int, int]:
        """Give the numbers of files, bytes, symbols and call sites."""
        query = "SELECT count(*), total(size), total(symbols), total(call_sites) FROM files"
        files, size, symbols, sites = self._rows(query)[0]
        return int(files), int(size), int(symbols), int(sites)

    def forget(self, path: str) -> None:
        """Drop a row that cannot be read, so that the next run makes it anew."""
        self.incomplete = True
        self.write((), (path,))

    def file_notes(self) -> list[str]:
        """Give what was left out of the index, a line a file."""
        return [note for (note,) in self._rows("SELECT note FROM files WHERE note IS NOT NULL ORDER BY path")]

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except sqlite3.DatabaseError as problem:
                self._rebuild(str(problem))
                return self._connection.execute(query, values).fetchall()

    def _write(self, records: list[Record], gone: list[str]) -> None:
        with self._lock, self._transaction() as connection:
            for path in [*gone, *(record.stamp.path for record in records)]:
                for (file,) in connection.execute("SELECT id FROM files WHERE path = ?", (path,)).fetchall():
                    connection.execute("DELETE FROM names WHERE file = ?", (file,))
                    connection.execute("DELETE FROM facts WHERE file = ?", (file,))
                    connection.execute("DELETE FROM files WHERE id = ?", (file,))
            for record in records:
                file = connection.execute(
                    "INSERT INTO files (path, base, mtime_ns, size, digest, language, package, facade,"
                    " namespaces, symbols, call_sites, note)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        record.stamp.path,
                        record.stamp.path.rpartition("/")[2],
                        record.stamp.mtime_ns,
                        record.stamp.size,
                        record.digest,
                        record.language,
                        record.package,
                        record.facade,
                        json.dumps(record.namespaces),
                        record.symbols,
                        record.call_sites,
                        record.note,
                    ),
                ).lastrowid
                connection.execute("INSERT INTO facts (file, packed) VALUES (?, ?)", (file, record.packed))
                names: tuple[tuple[Role, frozenset[str]], ...] = (
                    ("class", record.classes),
                    ("callable", record.callables),
                    ("called", record.called),
                    ("extension", record.extensions),
                )
                connection.executemany(
                    "INSERT INTO names (name, role, file) VALUES (?, ?, ?)",
                    [(name, _ROLES[role], file) for role, group in names for name in sorted(group)],
                )

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def _open(self) -> sqlite3.Connection:
        if self._path is None:
            return _prepared(_connect(":memory:"))
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = self._connect_to_file(self._path)
            if self._path.stat().st_size < _CHECKED_BYTES and not _is_sound(connection):
                connection.close()
                _remove(self._path)
                connection = _connect(str(self._path))
            return _prepared(connection)
        except (OSError, sqlite3.Error) as problem:
            return self._in_memory(str(problem))

    @staticmethod
    def _connect_to_file(path: Path) -> sqlite3.Connection:
        try:
            return _connect(str(path))
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise
            _remove(path)
            return _connect(str(path))

    def _in_memory(self, why: str) -> sqlite3.Connection:
        self.notes.append(
            f"the index cannot be kept on disk ({why}); it lives in memory until the program ends"
        )
        self._path = None
        return _prepared(_connect(":memory:"))

    def _move_to_memory(self, why: str) -> None:
        """Go on in memory when the disk refuses; what could be read of the old rows comes along."""
        with self._lock:
            before = self._connection
            after = self._in_memory(why)
            with contextlib.suppress(sqlite3.Error):
                before.backup(after)
            if not _is_sound(after):
                after.close()
                after = _prepared(_connect(":memory:"))
            before.close()
            self._connection = after

    def _rebuild(self, why: str) -> None:
        self.notes.append(f"the index was damaged ({why}) and is built anew")
        self.incomplete = True
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        if self._path is not None:
            with contextlib.suppress(OSError):
                _remove(self._path)
        self._connection = self._open()


def _database_path(root: Path, data_dir: Path) -> Path:
    name = hashlib.blake2b(str(root).encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
    return data_dir / "index" / f"{name}.db"


def _connect(target: str) -> sqlite3.Connection:
    connection = sqlite3.connect(target, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version != _SCHEMA_VERSION or not tables >= _TABLES:
        for table in sorted(_TABLES):
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in _SCHEMA.split(";"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
    connection.execute("COMMIT")
    return connection


def _is_sound(connection: sqlite3.Connection) -> bool:
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
