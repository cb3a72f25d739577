"""The index on disk: one SQLite file per workspace folder.

SQLite in WAL mode is safe with several processes: an editor window, an assistant's server and the
command line share one file. One connection writes and another reads, so that no question waits while
files are indexed. What is damaged, or of another version, is thrown away and built anew; where nothing
can be written the index lives in memory and says so.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rca import sqlite_database
from rca.index.stale_databases import note_use
from rca.index.storage import index_database
from rca.index.storage.file_record import Record, Stamp
from rca.index.storage.row_writer import Changes, write
from rca.languages.facts_codec import CHECKSUM_BYTES
from rca.languages.name_roles import ROLES, Role

_READ_KILOBYTES, _WRITE_KILOBYTES = 8_000, 64_000
"""Page caches; that of the writer is let go once a run has ended."""


class IndexStore:
    """Rows of one workspace folder. Safe across threads and processes."""

    def __init__(self, root: Path, data_dir: Path | None) -> None:
        self._writing = threading.RLock()
        self._reading = threading.RLock()
        self.notes: list[str] = []
        self.incomplete = False
        """Whether damaged rows were dropped that no run has made anew yet."""
        self.unread: dict[str, str] = {}
        """Folders and ignore files that could not be read when the files were listed, with the reason."""
        self._path = None if data_dir is None else index_database.path_of(root, data_dir)
        self._writer, self._reader = self._open()

    @property
    def on_disk(self) -> bool:
        """Return whether rows outlive the process."""
        return self._path is not None

    @property
    def lock(self) -> Path | None:
        """The file by which processes take turns in indexing; None in memory."""
        return None if self._path is None else self._path.with_suffix(".lock")

    @property
    def path(self) -> Path | None:
        """The file of the index; None in memory."""
        return self._path

    def close(self) -> None:
        """Close the file."""
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()

    def stamps(self) -> dict[str, Stamp]:
        """Return what is known of every file."""
        rows = self._rows("SELECT path, mtime_ns, size FROM files")
        return {path: Stamp(path, mtime_ns, size) for path, mtime_ns, size in rows}

    def stamps_of(self, paths: Sequence[str]) -> dict[str, Stamp]:
        """Return what is known of some files."""
        query = (
            "SELECT files.path, mtime_ns, size FROM json_each(?) AS asked JOIN files"
            " ON files.path = asked.value"
        )
        rows = self._rows(query, (json.dumps(paths),))
        return {path: Stamp(path, mtime_ns, size) for path, mtime_ns, size in rows}

    def stamps_below(self, path: str) -> dict[str, Stamp]:
        """Return what is known of a file, or of the files in a folder."""
        query = "SELECT path, mtime_ns, size FROM files WHERE path = ? OR (path > ? AND path < ?)"
        rows = self._rows(query, (path, f"{path}/", f"{path}0"))  # "0" follows "/"
        return {path: Stamp(path, mtime_ns, size) for path, mtime_ns, size in rows}

    def write(
        self,
        records: Sequence[Record],
        gone: Sequence[str] = (),
        touched: Sequence[Stamp] = (),
        *,
        surface: bool = True,
        names_later: bool = False,
    ) -> None:
        """Replace the rows of files, and drop those of files that are gone, in one transaction.

        `touched` have a new stamp and the old content. `surface` tells whether declarations may have
        changed, and not only what is inside bodies. With `names_later` new files are found by name
        only after `finish`.
        """
        changes = Changes(records, gone, touched, surface, names_later)
        try:
            self._write(changes)
        except sqlite3.DatabaseError as problem:
            if _is_damage(problem):
                self._rebuild(str(problem))
            elif not _passes(problem):
                self._move_to_memory(str(problem))
            self._write(changes)

    def finish(self) -> None:
        """Make new files findable by name, and free what only writing needs."""
        self.write((), surface=False)
        with self._writing, contextlib.suppress(sqlite3.Error):
            self._writer.execute("PRAGMA shrink_memory")

    def packed(self, path: str) -> tuple[bytes, bytes] | None:
        """Return the packed facts of a file, after a key that is the same for the same facts.

        The hash of its content alone is none: one text says different things by its path.
        """
        query = "SELECT digest, packed FROM files JOIN facts ON facts.file = files.id WHERE path = ?"
        rows = self._rows(query, (path,))
        return (rows[0][0] + rows[0][1][:CHECKSUM_BYTES], rows[0][1]) if rows else None

    def packed_of(self, paths: Sequence[str]) -> list[tuple[str, bytes, bytes]]:
        """Return path, key and packed facts of the files that are known, as `packed` does of one."""
        query = (
            "SELECT files.path, digest, packed FROM json_each(?) AS asked"
            " JOIN files ON files.path = asked.value JOIN facts ON facts.file = files.id"
        )
        rows = self._rows(query, (json.dumps(paths),))
        return [(path, digest + packed[:CHECKSUM_BYTES], packed) for path, digest, packed in rows]

    def digests(self, paths: Sequence[str]) -> dict[str, bytes]:
        """Return the content hashes of the files that are known."""
        query = "SELECT files.path, digest FROM files JOIN json_each(?) AS asked ON files.path = asked.value"
        return dict(self._rows(query, (json.dumps(paths),)))

    def digest(self, path: str) -> bytes | None:
        """Return the content hash of a file."""
        rows = self._rows("SELECT digest FROM files WHERE path = ?", (path,))
        return rows[0][0] if rows else None

    def files_with(self, name: str, role: Role) -> list[tuple[str, str]]:
        """Return the files in which a name has a role, each with its package, in the order of their paths."""
        query = (
            "SELECT path, package FROM names JOIN files ON files.id = names.file"
            " WHERE name = ? AND roles & ? ORDER BY path"
        )
        return self._rows(query, (name, ROLES[role]))

    def files_named(self, base: str) -> list[str]:
        """Return the files with that last path part."""
        return [
            path for (path,) in self._rows("SELECT path FROM files WHERE base = ? ORDER BY path", (base,))
        ]

    def files_with_facade(self, facade: str) -> list[str]:
        """Return the files whose top-level functions lie in that JVM class."""
        query = "SELECT path FROM files WHERE facade = ? ORDER BY path"
        return [path for (path,) in self._rows(query, (facade,))]

    def listed(self) -> list[tuple[str, str, str]]:
        """Return path, language and package of every file, in the order of their paths."""
        return self._rows("SELECT path, language, package FROM files ORDER BY path")

    def listed_since(self, writes: int) -> tuple[list[tuple[str, str, str]], int]:
        """Return path, language and package of the files written since then, and the number of all files."""
        query = "SELECT path, language, package FROM files WHERE written > ?"
        return self._rows(query, (writes,)), self._rows("SELECT count(*) FROM files")[0][0]

    def digests_since(self, writes: int) -> tuple[list[tuple[str, bytes]], int]:
        """Return path and content hash of the files written since then, and the number of all files."""
        query = "SELECT path, digest FROM files WHERE written > ?"
        return self._rows(query, (writes,)), self._rows("SELECT count(*) FROM files")[0][0]

    def mentioning(self, name: str) -> list[str]:
        """Return the files in which a name has any role."""
        query = "SELECT path FROM names JOIN files ON files.id = names.file WHERE name = ?"
        return [path for (path,) in self._rows(query, (name,))]

    def names_of(self, paths: Sequence[str]) -> list[tuple[str, str]]:
        """Return of each file that is known: path, and its names with their roles as a JSON object."""
        query = (
            "SELECT files.path, names FROM json_each(?) AS asked JOIN files ON files.path = asked.value"
            " JOIN facts ON facts.file = files.id"
        )
        return self._rows(query, (json.dumps(paths),))

    def names_with(self, role: Role) -> list[str]:
        """Return every name that has a role in some file, sorted."""
        query = "SELECT DISTINCT name FROM names WHERE roles & ? ORDER BY name"
        return [name for (name,) in self._rows(query, (ROLES[role],)) if name]

    def names_since(self, writes: int) -> list[str]:
        """Return the names of the files written since then, each with their roles as a JSON object."""
        query = "SELECT names FROM files JOIN facts ON facts.file = files.id WHERE written > ?"
        return [names for (names,) in self._rows(query, (writes,))]

    def script_namespaces(self) -> list[tuple[str, str]]:
        """Return the files that declare namespaces, and these as a JSON list."""
        return self._rows("SELECT path, namespaces FROM files WHERE namespaces != '[]' ORDER BY path")

    def written_last(self, base: str) -> tuple[int, int, int]:
        """Return what changes whenever a file with that last path part, or one with namespaces, does."""
        query = (
            "SELECT count(*), max(written) FROM files WHERE base = ?"
            " UNION ALL SELECT count(*), max(written) FROM files WHERE namespaces != '[]'"
        )
        (named, last), (spaces, last_space) = self._rows(query, (base,))
        return named, spaces, max(last or 0, last_space or 0)

    def packages(self) -> dict[str, int]:
        """Return the packages of Kotlin and Java files, each with its number of files."""
        query = "SELECT package, count(*) FROM files WHERE language IN ('kotlin', 'java') GROUP BY package"
        return dict(self._rows(query))

    def namespaces(self) -> list[str]:
        """Return the namespaces that build scripts and manifests declare."""
        rows = self._rows("SELECT namespaces FROM files WHERE namespaces != '[]' ORDER BY path")
        return list(dict.fromkeys(name for (text,) in rows for name in json.loads(text)))

    def totals(self) -> tuple[int, int, int, int]:
        """Return the numbers of files, bytes, symbols and call sites."""
        query = "SELECT count(*), total(size), total(symbols), total(call_sites) FROM files"
        files, size, symbols, sites = self._rows(query)[0]
        return int(files), int(size), int(symbols), int(sites)

    def versions(self) -> tuple[int, int]:
        """Return how often rows were written, and how often declarations may have changed: by any process."""
        writes, surface = self._rows("SELECT writes, surface FROM state")[0]
        return writes, surface

    def tagged(self, tag: str) -> list[tuple[str, str, int, str, int]]:
        """Return what has a tag by itself: path, name, line, evidence, and whether it is inherited."""
        query = (
            "SELECT path, name, line, evidence, inherits FROM tags JOIN files ON files.id = tags.file"
            " WHERE tag = ? ORDER BY path, line"
        )
        return self._rows(query, (tag,))

    def tags(self) -> list[tuple[str, int]]:
        """Return every tag that files have by themselves, and how often they have it."""
        return self._rows("SELECT tag, count(*) FROM tags GROUP BY tag")

    def extending(self, names: Sequence[str]) -> list[tuple[str, str, int, str]]:
        """Return who may extend classes of those full names: path, name and line, and the class."""
        query = (
            "SELECT files.path, name, line, bases.base FROM json_each(?) AS asked"
            " JOIN bases ON bases.base = asked.value"
            " JOIN files ON files.id = bases.file ORDER BY 1, 3"
        )
        return self._rows(query, (json.dumps(names),))

    def bases_of(self, names: Sequence[str]) -> list[tuple[str, str, str]]:
        """Return what classes of those full names may extend: path and name, and the class above."""
        query = (
            "SELECT files.path, name, bases.base FROM json_each(?) AS asked JOIN bases ON name = asked.value"
            " JOIN files ON files.id = bases.file"
        )
        return self._rows(query, (json.dumps(names),))

    def inherited(self, names: Sequence[str]) -> list[tuple[str, str, str, str]]:
        """Return the tags that classes of those full names hand down: path and name, tag, evidence."""
        query = (
            "SELECT files.path, name, tag, evidence FROM json_each(?) AS asked JOIN tags"
            " ON name = asked.value AND inherits JOIN files ON files.id = tags.file"
        )
        return self._rows(query, (json.dumps(names),))

    def described(self, paths: Sequence[str]) -> list[tuple[str, str, int, int, str, str, str]]:
        """Return path, language, bytes, modification time, package; as JSON what it declares, and traits."""
        query = (
            "SELECT files.path, language, size, abs(mtime_ns), package, declared, traits"
            " FROM json_each(?) AS asked JOIN files ON files.path = asked.value"
            " JOIN facts ON facts.file = files.id"
        )
        return self._rows(query, (json.dumps(paths),))

    def forget(self, path: str) -> None:
        """Drop a row that cannot be read, so that the next run makes it anew."""
        self.incomplete = True
        self.write((), (path,))

    def file_notes(self) -> list[tuple[str, str]]:
        """Return the files that were left out of the index or read in part, and why, a line each."""
        return self._rows("SELECT path, note FROM files WHERE note IS NOT NULL ORDER BY path")

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        with self._reading:
            try:
                return self._reader.execute(query, values).fetchall()
            except sqlite3.DatabaseError as problem:
                if _passes(problem):
                    raise
                why = str(problem)
        with self._writing, self._reading:
            self._rebuild(why)
            return self._reader.execute(query, values).fetchall()

    def _write(self, changes: Changes) -> None:
        with self._writing, self._transaction() as connection:
            write(connection, changes)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        shared = self._reader is self._writer
        held = self._reading if shared else contextlib.nullcontext()
        with held, sqlite_database.transaction(self._writer):
            yield self._writer

    def _open(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        if self._path is None:
            return self._in_memory()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            writer = self._connect_to_file(self._path)
            if self._path.stat().st_size < index_database.CHECKED_BYTES and not sqlite_database.is_sound(
                writer
            ):
                writer.close()
                self._discard(self._path, "a check found broken pages")
                writer = index_database.connect(str(self._path))
            reader = index_database.connect(str(self._path))
            writer.execute(f"PRAGMA cache_size = -{_WRITE_KILOBYTES}")
            reader.execute(f"PRAGMA cache_size = -{_READ_KILOBYTES}")
            note_use(self._path)
            return index_database.prepare(writer), reader
        except (OSError, sqlite3.Error) as problem:
            return self._fall_back(str(problem))

    def _connect_to_file(self, path: Path) -> sqlite3.Connection:
        try:
            return index_database.connect(str(path))
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise
            self._discard(path, str(problem))
            return index_database.connect(str(path))

    def _discard(self, path: Path, why: str) -> None:
        self.notes.append(f"the index was damaged ({why}) and is built anew")
        self.incomplete = True
        sqlite_database.remove(path)

    @staticmethod
    def _in_memory() -> tuple[sqlite3.Connection, sqlite3.Connection]:
        """Return one connection for both: what is in memory is seen by no other."""
        connection = index_database.prepare(index_database.connect(":memory:"))
        return connection, connection

    def _fall_back(self, why: str) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        self.notes.append(
            f"the index cannot be kept on disk ({why}); it lives in memory until the program ends"
        )
        self._path = None
        return self._in_memory()

    def _move_to_memory(self, why: str) -> None:
        """Go on in memory when the disk refuses; what could be read of the old rows comes along."""
        with self._writing, self._reading:
            before = self._writer, self._reader
            writer, _ = self._fall_back(why)
            if not _copied(before[1], writer):
                self.incomplete = True  # until the next run has read all files again
                writer.close()
                writer, _ = self._in_memory()
            for connection in before:
                connection.close()
            self._writer = self._reader = index_database.prepare(writer)

    def _rebuild(self, why: str) -> None:
        for connection in (self._writer, self._reader):
            with contextlib.suppress(sqlite3.Error):
                connection.close()
        self.incomplete = True
        if self._path is not None:
            with contextlib.suppress(OSError):  # what stays in place is found damaged again when it is opened
                self._discard(self._path, why)
        self._writer, self._reader = self._open()


def _copied(rows: sqlite3.Connection, target: sqlite3.Connection) -> bool:
    """Copy all rows; return whether they could be read and are sound."""
    try:
        rows.backup(target)
    except sqlite3.Error:
        return False
    return sqlite_database.is_sound(target)


def _passes(problem: sqlite3.DatabaseError) -> bool:
    """Return whether nothing is wrong with the file: another process holds it, or it was closed."""
    name = getattr(problem, "sqlite_errorname", "")
    return not name or name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _is_damage(problem: sqlite3.DatabaseError) -> bool:
    return getattr(problem, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
