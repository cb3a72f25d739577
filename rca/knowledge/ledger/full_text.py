"""Full-text index of the records in the ledger, with document frequencies."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A record's words as stored: stemmed, separated by spaces."""

    problem: str
    cause: str
    fix: str

    @property
    def tokens(self) -> list[str]:
        """Return all words in order."""
        return f"{self.problem} {self.cause} {self.fix}".split()


@dataclass(frozen=True, slots=True)
class Corpus:
    """The number of records, and their total number of words."""

    documents: int
    tokens: int


def put(db: sqlite3.Connection, seq: int, text: Text) -> None:
    """Store a record's words, replacing earlier ones."""
    drop(db, seq)
    db.execute(
        "INSERT INTO solution_text (rowid, problem, cause, fix) VALUES (?, ?, ?, ?)",
        (seq, text.problem, text.cause, text.fix),
    )
    _count(db, text.tokens, 1)


def drop(db: sqlite3.Connection, seq: int) -> None:
    """Delete a record's words."""
    known = texts(db, [seq]).get(seq)
    if known is not None:
        db.execute("DELETE FROM solution_text WHERE rowid = ?", (seq,))
        _count(db, known.tokens, -1)


def texts(db: sqlite3.Connection, seqs: Iterable[int]) -> dict[int, Text]:
    """Return the words of some records."""
    rows = db.execute(
        "SELECT rowid, problem, cause, fix FROM solution_text"
        " WHERE rowid IN (SELECT value FROM json_each(?))",
        (json.dumps(list(seqs)),),
    ).fetchall()
    return {seq: Text(problem, cause, fix) for seq, problem, cause, fix in rows}


def documents(db: sqlite3.Connection, words: Iterable[str]) -> dict[str, int]:
    """Return the document frequency of each word, over all fields; words without records are left out."""
    rows = db.execute(
        "SELECT word.word, word.documents FROM json_each(?) asked"
        " JOIN word ON word.word = asked.value WHERE word.documents > 0",
        (json.dumps(list(words)),),
    ).fetchall()
    return dict(rows)


def corpus(db: sqlite3.Connection) -> Corpus:
    """Return the size of the corpus."""
    return Corpus(*db.execute("SELECT documents, tokens FROM corpus").fetchone())


def _count(db: sqlite3.Connection, tokens: list[str], sign: int) -> None:
    db.executemany(
        "INSERT INTO word VALUES (?, ?) ON CONFLICT DO UPDATE SET documents = documents + excluded.documents",
        [(word, sign) for word in set(tokens)],
    )
    db.execute("UPDATE corpus SET documents = documents + ?, tokens = tokens + ?", (sign, sign * len(tokens)))
