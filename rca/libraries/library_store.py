"""Library store on disk: one SQLite file for all, libraries by content hash.

SQLite in WAL mode is safe with several processes. What is damaged, or of another version, is thrown
away and read anew; where nothing can be written the rows live in memory.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rca import sqlite_database
from rca.languages.facts import Facts
from rca.languages.facts_codec import decode
from rca.libraries.archive_packing import CALLABLE, CLASS, Packed, Stamp
from rca.libraries.library_database import connect

_log = logging.getLogger(__name__)


class LibraryStore:
    """The rows of all libraries. Safe across threads and processes.

    After the loss of a damaged file, queries answer as if nothing had been read.
    """

    def __init__(self, data_dir: Path | None) -> None:
        self._lock = threading.RLock()
        self._path = None if data_dir is None else data_dir / "libraries" / "libraries.db"
        self.notes: list[str] = []
        self._connection = self._open()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def digest(self, stamp: Stamp) -> bytes | None:
        """Return the content hash of an archive that has not changed since it was read."""
        query = "SELECT digest FROM stamps WHERE path = ? AND mtime_ns = ? AND size = ?"
        rows = self._rows(query, stamp)
        return rows[0][0] if rows else None

    def jar(self, digest: bytes) -> int | None:
        """Return the number of a library, None where it was not read."""
        rows = self._rows("SELECT id FROM jars WHERE digest = ?", (digest,))
        return rows[0][0] if rows else None

    def problems(self, jar: int) -> str:
        """Return what could not be read of a library, one line each."""
        rows = self._rows("SELECT problems FROM jars WHERE id = ?", (jar,))
        return rows[0][0] if rows else ""

    def add(self, stamp: Stamp, library: Packed) -> int:
        """Store a library's content; return its number."""
        with self._lock:
            try:
                return self._add(stamp, library)
            except sqlite3.DatabaseError as problem:
                self._rebuild(str(problem), keep=isinstance(problem, sqlite3.OperationalError))
                return self._add(stamp, library)

    def remember(self, stamp: Stamp, digest: bytes) -> None:
        """Store the content hash of an archive."""
        query = "INSERT OR REPLACE INTO stamps (path, mtime_ns, size, digest) VALUES (?, ?, ?, ?)"
        self._rows(query, (*stamp, digest))

    def facts(self, jar: int, name: str) -> Facts | None:
        """Return the facts of a library's file."""
        rows = self._rows("SELECT packed FROM files WHERE name = ? AND jar = ?", (name, jar))
        if not rows:
            return None
        try:
            return decode(zlib.decompress(rows[0][0]))
        except (ValueError, zlib.error) as problem:
            _log.warning("the library store is damaged (%s): the next start rebuilds it", problem)
            self._rebuild(str(problem), keep=False)
            return None

    def class_files(self, qualified: str) -> list[tuple[int, str]]:
        """Return library and file of the classes and type aliases of a full name."""
        return self._places(qualified, CLASS)

    def callable_files(self, qualified: str) -> list[tuple[int, str]]:
        """Return library and file of the top-level functions and properties of a full name."""
        return self._places(qualified, CALLABLE)

    def declaring(self, name: str) -> list[int]:
        """Return the libraries with a function or property of a simple name."""
        return [jar for (jar,) in self._rows("SELECT jar FROM names WHERE name = ?", (name,))]

    def having(self, package: str) -> list[int]:
        """Return the libraries with a package."""
        return [jar for (jar,) in self._rows("SELECT jar FROM packages WHERE name = ?", (package,))]

    def prune(self) -> None:
        """Drop the libraries whose archives are all gone."""
        stamps = self._rows("SELECT path, digest FROM stamps")
        here = {digest for path, digest in stamps if Path(path).exists()}
        gone = [path for path, _ in stamps if not Path(path).exists()]
        if not gone:
            return
        lost = [jar for jar, digest in self._rows("SELECT id, digest FROM jars") if digest not in here]
        with self._lock, contextlib.suppress(sqlite3.Error), self._transaction() as connection:
            connection.executemany("DELETE FROM stamps WHERE path = ?", [(path,) for path in gone])
            connection.executemany("DELETE FROM jars WHERE id = ?", [(jar,) for jar in lost])
            for table in ("files", "places", "names", "packages"):
                query = f"DELETE FROM {table} WHERE jar = ?"  # noqa: S608 - the table's name is ours
                connection.executemany(query, [(jar,) for jar in lost])

    def _places(self, qualified: str, kind: int) -> list[tuple[int, str]]:
        query = (
            "SELECT places.jar, files.name FROM places JOIN files ON files.id = places.file"
            " WHERE qualified = ? AND kind = ? ORDER BY files.name"
        )
        return self._rows(query, (qualified, kind))

    def _add(self, stamp: Stamp, library: Packed) -> int:
        with self._transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO stamps (path, mtime_ns, size, digest) VALUES (?, ?, ?, ?)",
                (*stamp, library.digest),
            )
            known = connection.execute("SELECT id FROM jars WHERE digest = ?", (library.digest,)).fetchone()
            if known is not None:  # another process was faster
                return int(known[0])
            jar = connection.execute(
                "INSERT INTO jars (digest, problems) VALUES (?, ?)", (library.digest, library.problems)
            ).lastrowid
            assert jar is not None
            for name, packed, places in library.files:
                file = connection.execute(
                    "INSERT INTO files (jar, name, packed) VALUES (?, ?, ?)", (jar, name, packed)
                ).lastrowid
                connection.executemany(
                    "INSERT OR IGNORE INTO places (qualified, kind, jar, file) VALUES (?, ?, ?, ?)",
                    [(qualified, kind, jar, file) for qualified, kind in places],
                )
            for table, names in (("names", library.names), ("packages", library.packages)):
                query = f"INSERT INTO {table} (name, jar) VALUES (?, ?)"  # noqa: S608 - the table's name is ours
                connection.executemany(query, [(name, jar) for name in names])
            return jar

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except sqlite3.DatabaseError as problem:
                self._rebuild(str(problem), keep=isinstance(problem, sqlite3.OperationalError))
                return self._connection.execute(query, values).fetchall()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with sqlite_database.transaction(self._connection):
            yield self._connection

    def _open(self) -> sqlite3.Connection:
        if self._path is None:
            return connect(":memory:")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return connect(str(self._path))
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                sqlite_database.remove(self._path)
                return connect(str(self._path))
        except (OSError, sqlite3.Error) as problem:
            return self._in_memory(str(problem))

    def _in_memory(self, why: str) -> sqlite3.Connection:
        self.notes.append(f"what is read of libraries cannot be kept on disk ({why})")
        self._path = None
        return connect(":memory:")

    def _rebuild(self, why: str, *, keep: bool) -> None:
        """Recreate the database; with `keep`, a file that is intact but not writable stays."""
        with self._lock:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            if keep or self._path is None:
                self._connection = self._in_memory(why)
                return
            self.notes.append(f"what was read of libraries was damaged ({why}) and is read anew")
            with contextlib.suppress(OSError):
                sqlite_database.remove(self._path)
            self._connection = self._open()
