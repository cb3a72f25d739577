"""SQLite file of the text index, one per workspace folder."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rca import sqlite_database
from rca.text_index.segment import Packed

_VERSION = 3
_SCHEMA = """
CREATE TABLE segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    words BLOB NOT NULL,
    starts BLOB NOT NULL,
    postings BLOB NOT NULL,
    sizes BLOB NOT NULL
);
CREATE TABLE files (
    path TEXT PRIMARY KEY,
    digest BLOB NOT NULL,
    segment INTEGER NOT NULL,
    place INTEGER NOT NULL
) WITHOUT ROWID
"""


class IndexedFile(NamedTuple):
    """A file in the text index: the digest (or stamp) of its content, and its position."""

    digest: bytes
    segment: int
    place: int


def path_of(index: Path) -> Path:
    """Return the path of a folder's text index, given that of its code index."""
    return index.with_suffix(".words.db")


class WordStore:
    """The tables of the text index. A stored segment never changes; one without files is dropped.

    Raises:
        sqlite3.Error: by any method, if the file is unusable or of another version.
        OSError: by the constructor.
    """

    def __init__(self, path: Path, *, writes: bool) -> None:
        if writes:
            self._db = sqlite_database.connect(path)
            self._prepare()
        else:
            path.stat()  # nothing is made by reading
            self._db = sqlite_database.connect(path)
            if self._version() != _VERSION:
                self._db.close()
                message = "the words are of another version"
                raise sqlite3.OperationalError(message)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def held(self, paths: Sequence[str] | None = None) -> dict[str, IndexedFile]:
        """Return the indexed files, all or some."""
        columns = "SELECT path, digest, segment, place FROM files"
        if paths is None:
            rows = self._db.execute(columns)
        else:
            query = f"{columns} JOIN json_each(?) AS asked ON path = asked.value"
            rows = self._db.execute(query, (json.dumps(paths),))
        return {path: IndexedFile(digest, segment, place) for path, digest, segment, place in rows}

    def vocabulary(self, segment: int) -> tuple[bytes, bytes, bytes] | None:
        """Return words, starts and sizes of a segment; None where it was dropped."""
        query = "SELECT words, starts, sizes FROM segments WHERE id = ?"
        found: tuple[bytes, bytes, bytes] | None = self._db.execute(query, (segment,)).fetchone()
        return found

    def words(self, segment: int) -> bytes | None:
        """Return the words of a segment alone; None where it was dropped."""
        row = self._db.execute("SELECT words FROM segments WHERE id = ?", (segment,)).fetchone()
        return None if row is None else row[0]

    def postings(self, segment: int) -> bytes | None:
        """Return the postings of a segment; None where it was dropped."""
        row = self._db.execute("SELECT postings FROM segments WHERE id = ?", (segment,)).fetchone()
        return None if row is None else row[0]

    def write(self, packed: Packed, files: Sequence[tuple[str, bytes]]) -> None:
        """Store the words of files, each with its digest, in the order of their positions."""
        with self._transaction():
            values = (packed.words, packed.starts, packed.postings, packed.sizes)
            query = "INSERT INTO segments (words, starts, postings, sizes) VALUES (?, ?, ?, ?)"
            segment = self._db.execute(query, values).lastrowid
            self._db.executemany(
                "REPLACE INTO files VALUES (?, ?, ?, ?)",
                [(path, digest, segment, place) for place, (path, digest) in enumerate(files)],
            )
            self._drop_empty()

    def drop(self, paths: Sequence[str]) -> None:
        """Delete files that are gone."""
        with self._transaction():
            self._db.executemany("DELETE FROM files WHERE path = ?", [(path,) for path in paths])
            self._drop_empty()

    def _drop_empty(self) -> None:
        self._db.execute("DELETE FROM segments WHERE id NOT IN (SELECT segment FROM files)")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with sqlite_database.transaction(self._db):
            yield

    @contextlib.contextmanager
    def reading(self) -> Iterator[int]:
        """Read consistently inside one transaction; yields a number that changes with others' writes."""
        self._db.execute("BEGIN")
        try:
            yield int(self._db.execute("PRAGMA data_version").fetchone()[0])
        finally:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def _prepare(self) -> None:
        sqlite_database.create_tables(self._db, _SCHEMA, _VERSION)
