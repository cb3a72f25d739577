"""SQLite file of the xrefs, one per set of workspace folders.

A file's links are written under a new number each time, and what has a number that no file has any more
counts for nothing: so a file that is linked anew costs as much as a new one, and what it left is cleared
away later, all at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rca import sqlite_database
from rca.index.stale_databases import note_use
from rca.xrefs.declaration_hash import DeclarationHash
from rca.xrefs.xref_rows import FORM, FileLinks, codec

_BUSY_SECONDS = 30.0
"""How long to wait for another process that writes: several write links."""
_READ_KILOBYTES, _WRITE_KILOBYTES = 4_000, 32_000
_SCHEMA = """
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    digest BLOB NOT NULL,
    linked INTEGER NOT NULL,
    shape BLOB NOT NULL
);
CREATE INDEX files_unlinked ON files (path) WHERE NOT linked;
CREATE TABLE edges (
    target INTEGER NOT NULL,
    file INTEGER NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (target, file)
) WITHOUT ROWID;
CREATE TABLE functions (
    key INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    packed BLOB NOT NULL
);
CREATE TABLE groups (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE members (
    target INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (target, id)
) WITHOUT ROWID;
CREATE TABLE crowds (
    name TEXT NOT NULL,
    id INTEGER NOT NULL,
    shape TEXT NOT NULL,
    PRIMARY KEY (name, id)
) WITHOUT ROWID;
CREATE TABLE doubts (
    id INTEGER NOT NULL,
    file INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (id, file)
) WITHOUT ROWID;
"""
"""`files` are those that the links speak of, whether linked by now or not: `digest` and `shape` are what
the resolver took them to be. `functions` has what is known of callers, and of what overrides something."""

_MOST_LEFT = 2000
"""Files linked anew after which what they left is cleared away."""


class LinkedFile(NamedTuple):
    """What the links hold a file to be."""

    digest: bytes
    linked: bool


class State(NamedTuple):
    """What the links were made from.

    `written` is how often the rows of each folder had been written when all files were linked last;
    `version` changes with each writing of links.
    """

    version: int
    written: tuple[int, ...]


def path_of(roots: Sequence[tuple[str, str]], data_dir: Path) -> Path:
    """Return the database of workspace folders, each given with what stands before its paths."""
    text = json.dumps([FORM, *roots], ensure_ascii=False)
    name = hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
    return data_dir / "links" / f"{name}.db"


class XrefStore:
    """The rows of links, for one thread at a time.

    `basis` names what they were made by and with; rows of another basis are dropped by who writes, and
    taken as none by who reads.

    Raises:
        sqlite3.Error: by any method, where the file cannot be used; `OSError` by making one.
    """

    def __init__(self, path: Path, basis: str, *, writes: bool) -> None:
        self._basis = basis
        self._path = path
        if writes:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = self._prepared()
            note_use(path)
        else:
            self._db = sqlite_database.connect(path, busy_seconds=_BUSY_SECONDS)
        self._db.execute(f"PRAGMA cache_size = -{_WRITE_KILOBYTES if writes else _READ_KILOBYTES}")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # --- reading

    def state(self) -> State | None:
        """Return the state of the links; None where they never were complete, or have another basis."""
        rows = dict(self._rows("SELECT name, value FROM state"))
        if rows.get("basis") != self._basis or "written" not in rows:
            return None
        return State(int(rows["version"]), tuple(json.loads(rows["written"])))

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Keep what is read the same until the end, whatever is written meanwhile."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")

    def held(self) -> dict[str, LinkedFile]:
        """Return what the links hold every file to be."""
        return {
            path: LinkedFile(digest, bool(linked))
            for path, digest, linked in self._rows("SELECT path, digest, linked FROM files")
        }

    def held_of(self, paths: Sequence[str]) -> dict[str, LinkedFile]:
        """Return what the links hold some files to be, those that they do not know left out."""
        query = (
            "SELECT files.path, digest, linked FROM json_each(?) AS asked"
            " JOIN files ON files.path = asked.value"
        )
        return {
            path: LinkedFile(digest, bool(linked))
            for path, digest, linked in self._rows(query, json.dumps(paths))
        }

    def shape(self, path: str) -> list[DeclarationHash]:
        """Return the shape that a file is held to have, empty where it is not known."""
        rows = self._rows("SELECT shape FROM files WHERE path = ?", path)
        return codec().shape.decode(rows[0][0]) if rows else []

    def count(self) -> tuple[int, int]:
        """Return the number of files that are linked, and of all."""
        return tuple(self._rows("SELECT ifnull(sum(linked), 0), count(*) FROM files")[0])

    def unlinked(self) -> list[str]:
        """Return the files that are not linked, in the order of their paths."""
        return [path for (path,) in self._rows("SELECT path FROM files WHERE NOT linked ORDER BY path")]

    def edges(self, target: int) -> list[tuple[str, bytes]]:
        """Return the packed call sites of a declaration by file."""
        query = (
            "SELECT path, packed FROM edges JOIN files ON files.id = edges.file AND linked WHERE target = ?"
        )
        return self._rows(query, target)

    def function(self, key: int) -> tuple[str, bytes] | None:
        """Return the packed row of a declaration, after its file."""
        query = (
            "SELECT path, packed FROM functions JOIN files ON files.id = functions.file AND linked"
            " WHERE key = ?"
        )
        rows = self._rows(query, key)
        return rows[0] if rows else None

    def doubts(self, target: int) -> list[tuple[str, str, int]]:
        """Return name, file and number of call sites that could mean a declaration and too many others."""
        query = (
            "SELECT name, path, count FROM members JOIN groups USING (id) JOIN doubts USING (id)"
            " JOIN files ON files.id = doubts.file AND linked WHERE target = ?"
        )
        return self._rows(query, target)

    def doubts_by_name(self, target: int) -> list[tuple[str, int]]:
        """Return the number of those call sites by their name."""
        query = (
            "SELECT name, sum(count) FROM members JOIN groups USING (id) JOIN doubts USING (id)"
            " JOIN files ON files.id = doubts.file AND linked WHERE target = ? GROUP BY name"
        )
        return self._rows(query, target)

    def crowds(self, names: Sequence[str]) -> list[tuple[int, str, str]]:
        """Return group, name and shape of the sites that could mean too many declarations of some names."""
        query = "SELECT crowds.id, name, shape FROM json_each(?) AS asked JOIN crowds ON name = asked.value"
        return self._rows(query, json.dumps(names))

    def doubts_in(self, group: int) -> list[tuple[str, int]]:
        """Return file and number of the call sites of a group."""
        query = (
            "SELECT path, count FROM doubts JOIN files ON files.id = doubts.file AND linked"
            " WHERE doubts.id = ?"
        )
        return self._rows(query, group)

    # --- writing

    def hold(
        self,
        files: Mapping[str, tuple[bytes, Sequence[DeclarationHash]]],
        gone: Iterable[str],
        outdated: Iterable[str],
    ) -> None:
        """Take over what files are now, those that are gone, and those whose links are to be made anew."""
        with self._transaction():
            state = dict(self._rows("SELECT name, value FROM state"))
            left = int(state.get("left", 0))
            for path in gone:
                left += self._db.execute("DELETE FROM files WHERE path = ?", (path,)).rowcount
            for path in outdated:
                left += self._renumber(path)
            for path, (digest, shape) in files.items():
                left += self._db.execute("DELETE FROM files WHERE path = ?", (path,)).rowcount
                self._db.execute(
                    "INSERT INTO files (path, digest, linked, shape) VALUES (?, ?, 0, ?)",
                    (path, digest, codec().pack.encode(shape)),
                )
            if left > _MOST_LEFT:
                left = 0
                for table in ("edges", "functions", "doubts"):
                    self._db.execute(f"DELETE FROM {table} WHERE file NOT IN (SELECT id FROM files)")  # noqa: S608 - constants
                self._db.execute("DELETE FROM crowds WHERE id NOT IN (SELECT id FROM doubts)")
                self._db.execute("DELETE FROM groups WHERE id NOT IN (SELECT id FROM doubts)")
                self._db.execute("DELETE FROM members WHERE id NOT IN (SELECT id FROM groups)")
            self._put("left", str(left))

    def write(self, links: Mapping[str, FileLinks]) -> None:
        """Add the links of files that are not linked."""
        pack = codec().pack.encode
        with self._transaction():
            execute, many = self._db.execute, self._db.executemany
            for path, found in links.items():
                ((file,),) = execute("SELECT id FROM files WHERE path = ?", (path,)).fetchall()
                many(
                    "INSERT OR REPLACE INTO edges VALUES (?, ?, ?)",
                    [(target, file, pack(sites)) for target, sites in found.edges.items()],
                )
                many(
                    "INSERT OR REPLACE INTO functions VALUES (?, ?, ?)",
                    [(key, file, pack(row)) for key, row in found.functions.items()],
                )
                for group, (name, members) in found.groups.items():
                    if execute("INSERT OR IGNORE INTO groups VALUES (?, ?)", (group, name)).rowcount:
                        many("INSERT OR IGNORE INTO members VALUES (?, ?)", [(one, group) for one in members])
                many(
                    "INSERT OR IGNORE INTO crowds VALUES (?, ?, ?)",
                    [(name, group, shape) for group, (name, shape) in found.crowds.items()],
                )
                many(
                    "INSERT OR REPLACE INTO doubts VALUES (?, ?, ?)",
                    [(group, file, count) for group, count in found.doubts.items()],
                )
                execute("UPDATE files SET linked = 1 WHERE id = ?", (file,))

    def finish(self, written: Sequence[int]) -> None:
        """Record that every file is linked, with the number of writes to each folder's rows."""
        with self._transaction():
            self._put("written", json.dumps(list(written)))

    def _renumber(self, path: str) -> int:
        """Return a file a new number, so that what is kept under the old one counts no more."""
        rows = self._db.execute("SELECT digest, shape FROM files WHERE path = ?", (path,)).fetchall()
        if not rows:
            return 0
        self._db.execute("DELETE FROM files WHERE path = ?", (path,))
        self._db.execute(
            "INSERT INTO files (path, digest, linked, shape) VALUES (?, ?, 0, ?)", (path, *rows[0])
        )
        return 1

    # --- the file itself

    def _prepared(self) -> sqlite3.Connection:
        try:
            return self._with_tables()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:  # damaged
            sqlite_database.remove(self._path)
            return self._with_tables()

    def _with_tables(self) -> sqlite3.Connection:
        connection = sqlite_database.connect(self._path, busy_seconds=_BUSY_SECONDS)
        try:
            with sqlite_database.transaction(connection):
                basis = []
                if "state" in sqlite_database.tables(connection):
                    basis = connection.execute("SELECT value FROM state WHERE name = 'basis'").fetchall()
                if basis != [(self._basis,)]:
                    sqlite_database.replace_tables(connection, _SCHEMA)
                    connection.execute("INSERT INTO state VALUES ('basis', ?)", (self._basis,))
        except BaseException:
            connection.close()
            raise
        return connection

    def _rows(self, query: str, *values: object) -> list[Any]:
        return self._db.execute(query, values).fetchall()

    def _put(self, name: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with sqlite_database.transaction(self._db):
            version = dict(self._rows("SELECT name, value FROM state")).get("version", "0")
            self._put("version", str(int(version) + 1))
            yield
