"""Full-text index of documentation on this machine; needs no network.

It is a cache of the user's folders: a damaged one is made anew. Only what changed on the disk is read again.
"""

from __future__ import annotations

import hashlib
import logging
import re
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import quote

from rca import sqlite_database
from rca.scheduling.deadline import Deadline
from rca.text.decoding import NotText, decode
from rca.text.identifiers import split_humps
from rca.web.doc_files import Missing, PageFile, page_files
from rca.web.doc_folders import Folder
from rca.web.doc_sections import sections
from rca.web.html_to_text import one_line
from rca.web.search_source import Page

FILE_NAME = "docs.sqlite3"
_FORM = 1
_BATCH = 200
_FRESH_SECONDS = 600.0
_MOST_OF_A_PAGE = 2
_PROBLEMS_SHOWN = 3
_COMPOUND = re.compile(r"\b[A-Za-z]*[a-z0-9][A-Z]\w*")
_WORD = re.compile(r"\w+")
_COMMON = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "does", "for", "from", "get",
        "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "my", "no", "not", "of", "on", "or",
        "that", "the", "then", "there", "this", "to", "was", "what", "when", "where", "which", "why", "will",
        "with", "you", "your",
    }
)  # fmt: skip
_SCHEMA = """
CREATE TABLE IF NOT EXISTS files(
  id INTEGER PRIMARY KEY, folder TEXT NOT NULL, path TEXT NOT NULL, stamp TEXT NOT NULL, digest BLOB NOT NULL,
  UNIQUE(folder, path));
CREATE TABLE IF NOT EXISTS sections(id INTEGER PRIMARY KEY, file INTEGER NOT NULL, anchor TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS sections_of_file ON sections(file);
CREATE TABLE IF NOT EXISTS checked(folder TEXT PRIMARY KEY, time REAL NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
  title, heading, body, names, tokenize="porter unicode61 tokenchars '_'");
"""
_FIND = """
SELECT files.folder, files.path, sections.anchor, words.title, words.heading, words.body
FROM words JOIN sections ON sections.id = words.rowid JOIN files ON files.id = sections.file
WHERE words MATCH ? ORDER BY bm25(words, 6.0, 8.0, 1.0, 2.0) LIMIT ?
"""
_logger = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Updated:
    """The result of an update: number of files indexed, read again, removed, and failures."""

    files: int
    read: int
    gone: int
    complete: bool
    problems: tuple[str, ...] = ()


class DocsIndex:
    """The index.

    Args:
        file: where it is kept; made when first needed.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def update(self, folder: Folder, deadline: Deadline) -> Updated:
        """Update the index of one folder; at the time limit the work done stays, and the rest is reported.

        Raises:
            OSError: the index cannot be stored.
        """
        return self._with(lambda base: _update(base, folder, deadline))

    def refresh(self, folders: Iterable[Folder], deadline: Deadline) -> tuple[str, ...]:
        """Update folders not checked for ten minutes; return notes on gaps.

        Raises:
            OSError: the index cannot be stored.
        """
        checked = self._with(lambda base: dict(base.execute("SELECT folder, time FROM checked").fetchall()))
        notes: list[str] = []
        for folder in folders:
            if abs(time.time() - checked.get(folder.path, 0.0)) < _FRESH_SECONDS:
                continue
            updated = self.update(folder, deadline)
            notes.extend(f"docs: {problem}" for problem in updated.problems[:_PROBLEMS_SHOWN])
            if len(updated.problems) > _PROBLEMS_SHOWN:
                more = len(updated.problems) - _PROBLEMS_SHOWN
                notes.append(f"docs: {more} more in '{folder.name}'; `rca web docs update` shows all")
            if not updated.complete:
                notes.append(f"docs: '{folder.name}' is not read to its end; `rca web docs update` does that")
        return tuple(notes)

    def forget(self, folder: Folder) -> None:
        """Delete a folder from the index.

        Raises:
            OSError: the index cannot be stored.
        """

        def drop(base: sqlite3.Connection) -> None:
            with sqlite_database.transaction(base):
                rows = base.execute("SELECT id FROM files WHERE folder = ?", (folder.path,)).fetchall()
                for (number,) in rows:
                    _drop_file(base, number)
                base.execute("DELETE FROM checked WHERE folder = ?", (folder.path,))

        self._with(drop)

    def size(self, folder: Folder) -> int:
        """Return how many pages of a folder are indexed.

        Raises:
            OSError: the index cannot be stored.
        """
        return self._with(lambda base: _count(base, folder))

    def find(self, text: str, folders: Iterable[Folder], limit: int) -> tuple[Page, ...]:
        """Return sections that share words with a text, best first, at most two per page.

        Raises:
            OSError: the index cannot be stored.
        """
        known = {folder.path: folder for folder in folders}
        wanted = _wanted(text)
        if not known or not wanted:
            return ()
        rows = self._with(lambda base: base.execute(_FIND, (wanted, limit * 5)).fetchall(), anew="refused")
        taken: dict[tuple[str, str], int] = {}
        pages = []
        for place, path, anchor, title, heading, body in rows:
            count = taken[place, path] = taken.get((place, path), 0) + 1
            folder = known.get(place)
            if folder is None or count > _MOST_OF_A_PAGE:
                continue
            shown = title if not heading or heading == title else f"{heading} — {title}"
            url = _url(folder, path, anchor)
            pages.append(
                Page(one_line(shown), url, one_line(body), author=folder.name, licence=folder.licence)
            )
        return tuple(pages[:limit])

    def _with(
        self, act: Callable[[sqlite3.Connection], T], *, anew: Literal["used", "refused"] = "used"
    ) -> T:
        """Run an operation on the open index; a damaged index is recreated once.

        Args:
            act: the operation.
            anew: whether it may run on the new, empty index.

        Raises:
            OSError: the index cannot be stored, or is new and that does not help.
        """
        try:
            with closing(_open(self._file)) as base:
                return act(base)
        except sqlite3.OperationalError as problem:
            # The disk or another process refuses; what is there may be good.
            message = f"the index of documentation cannot be used: {problem}"
            raise OSError(message) from problem
        except sqlite3.DatabaseError as problem:
            _logger.warning("the index of documentation is damaged and is rebuilt: %s", problem)
            sqlite_database.remove(self._file)
            if anew == "refused":
                message = "the index of documentation was damaged and is made anew: ask again"
                raise OSError(message) from problem
            with closing(_open(self._file)) as base:
                return act(base)


def _open(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(parents=True, exist_ok=True)
    base = sqlite_database.connect(file)
    try:
        form = base.execute("PRAGMA user_version").fetchone()[0]
        if form not in (0, _FORM):
            message = f"it is of form {form}"
            raise sqlite3.DatabaseError(message)
        sqlite_database.create_tables(base, _SCHEMA, _FORM)
    except BaseException:
        base.close()
        raise
    return base


def _update(base: sqlite3.Connection, folder: Folder, deadline: Deadline) -> Updated:
    rows = base.execute(
        "SELECT path, id, stamp, digest FROM files WHERE folder = ?", (folder.path,)
    ).fetchall()
    gone = {path: (number, stamp, digest) for path, number, stamp, digest in rows}
    problems: list[str] = []
    missing = Missing()
    read, complete = 0, True
    base.execute("BEGIN IMMEDIATE")
    try:
        for page in page_files(Path(folder.path), missing):
            known = gone.pop(page.path, None)
            if known is not None and known[1] == page.stamp:
                continue
            if deadline.expired:
                complete = False
                break
            read += _take(base, folder, page, known, missing)
            if read % _BATCH == _BATCH - 1:
                base.execute("COMMIT")
                base.execute("BEGIN IMMEDIATE")
    except OSError as problem:
        problems.append(str(problem))
        complete = False
    problems.extend(missing.sentences())
    if missing.unreadable:
        complete = False  # what was read of it before stays, and it is looked at again
    if not Path(folder.path).exists():
        problems.append(f"'{folder.path}' is not there; what was read of it is still found")
        complete = False
    if complete:
        for number, _, _ in gone.values():
            _drop_file(base, number)
        base.execute("INSERT OR REPLACE INTO checked VALUES (?, ?)", (folder.path, time.time()))
    base.execute("COMMIT")
    return Updated(_count(base, folder), read, len(gone) if complete else 0, complete, tuple(problems))


def _take(
    base: sqlite3.Connection,
    folder: Folder,
    page: PageFile,
    known: tuple[int, str, bytes] | None,
    missing: Missing,
) -> bool:
    """Store one page that is new or has another stamp; False if its content is unchanged."""
    try:
        data = page.read()
    except (OSError, zlib.error) as problem:
        missing.unreadable.append(f"{page.path}: {problem}")
        return False
    digest = hashlib.blake2b(data, digest_size=16).digest()
    if known is not None:
        if known[2] == digest:
            base.execute("UPDATE files SET stamp = ? WHERE id = ?", (page.stamp, known[0]))
            return False
        _drop_file(base, known[0])
    number = base.execute(
        "INSERT OR REPLACE INTO files(folder, path, stamp, digest) VALUES (?, ?, ?, ?)",
        (folder.path, page.path, page.stamp, digest),
    ).lastrowid
    try:
        text = decode(data).text
    except NotText:
        missing.no_text.append(page.path)
        return True
    for section in sections(page.path, text):
        rowid = base.execute(
            "INSERT INTO sections(file, anchor) VALUES (?, ?)", (number, section.anchor)
        ).lastrowid
        names = " ".join(
            " ".join(split_humps(name)) for name in dict.fromkeys(_COMPOUND.findall(section.text))
        )
        base.execute(
            "INSERT INTO words(rowid, title, heading, body, names) VALUES (?, ?, ?, ?, ?)",
            (rowid, section.title, section.heading, section.text, names),
        )
    return True


def _drop_file(base: sqlite3.Connection, number: int) -> None:
    base.execute("DELETE FROM words WHERE rowid IN (SELECT id FROM sections WHERE file = ?)", (number,))
    base.execute("DELETE FROM sections WHERE file = ?", (number,))
    base.execute("DELETE FROM files WHERE id = ?", (number,))


def _count(base: sqlite3.Connection, folder: Folder) -> int:
    found: int = base.execute("SELECT count(*) FROM files WHERE folder = ?", (folder.path,)).fetchone()[0]
    return found


def _wanted(text: str) -> str:
    """Return a full-text query of quoted words, any of which matches."""
    words: dict[str, None] = {}
    for word in _WORD.findall(text):
        words[word.lower()] = None
        parts = split_humps(word)
        words.update(dict.fromkeys(part.lower() for part in parts if len(parts) > 1 and len(part) > 2))
    telling = [word for word in words if word not in _COMMON and len(word) > 1] or list(words)
    return " OR ".join(f'"{word}"' for word in telling[:40])


def _url(folder: Folder, path: str, anchor: str) -> str:
    """Return where a section can be read: its web address if the user gave one, else on disk."""
    end = f"#{quote(anchor)}" if anchor else ""
    if folder.url is not None:
        page = re.sub(r"\.(?:md|markdown)$", ".html", path)
        return f"{folder.url}/{quote(page)}{end}"
    place = Path(folder.path)
    if place.is_dir():
        return (place / path).as_uri() + end
    return f"jar:{place.as_uri()}!/{quote(path)}{end}"
