"""The ledger's tables, and migration of older ledgers."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable

from rca.knowledge.ledger.event_ids import uid_of_old
from rca.sqlite_database import transaction

APPLICATION_ID = 0x52434131
"""Marks a file as our ledger ("RCA1"), so that an emptied or foreign file is never taken for a new one."""

_TABLES = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE solution (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    state TEXT NOT NULL,
    language TEXT NOT NULL,
    error_type TEXT NOT NULL,
    fingerprint TEXT,
    worked INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    superseded_by TEXT,
    body TEXT NOT NULL,
    problem TEXT NOT NULL,
    text_hash TEXT NOT NULL
);
CREATE INDEX solution_fingerprint ON solution (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE VIEW record AS
    SELECT seq, source, state, worked, failed, superseded_by, body, problem, id FROM solution;
CREATE VIEW offered AS
    SELECT seq, language, error_type, fingerprint FROM solution WHERE state NOT IN ('harmful', 'superseded');

CREATE INDEX solution_kind ON solution (language, error_type, state);

CREATE VIRTUAL TABLE solution_text USING fts5 (problem, cause, fix, tokenize = 'unicode61');
CREATE TABLE word (word TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE corpus (documents INTEGER NOT NULL, tokens INTEGER NOT NULL);
INSERT INTO corpus VALUES (0, 0);

CREATE TABLE embedding (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    solution INTEGER NOT NULL REFERENCES solution (seq) ON DELETE CASCADE,
    model TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (model, solution)
);
CREATE INDEX embedding_order ON embedding (model, seq);
CREATE INDEX embedding_solution ON embedding (solution);

CREATE TABLE attempt (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    solution_id TEXT NOT NULL,
    fingerprint TEXT,
    attempt TEXT NOT NULL,
    note TEXT,
    recorded_at TEXT NOT NULL,
    uid TEXT NOT NULL UNIQUE,
    origin TEXT
);
CREATE INDEX attempt_fingerprint ON attempt (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE INDEX attempt_solution ON attempt (solution_id);

CREATE TABLE event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    solution_id TEXT,
    detail TEXT NOT NULL,
    uid TEXT NOT NULL UNIQUE,
    origin TEXT
);
CREATE INDEX event_solution ON event (solution_id) WHERE solution_id IS NOT NULL;

CREATE TABLE peer (member TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
"""

_HYPOTHESES = """
CREATE TABLE hypothesis (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    fingerprint TEXT NOT NULL,
    checkout TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX hypothesis_error ON hypothesis (fingerprint, checkout);
CREATE INDEX event_cause ON event (seq) WHERE kind = 'cause';
"""
"""Hypotheses as they were when their error was analyzed, and which of them fixes decided."""


def _name_events(db: sqlite3.Connection) -> None:
    """Assign each event and attempt a globally unique id, so that ledgers can be merged."""
    db.create_function("uid_of_old", -1, uid_of_old, deterministic=True)
    for table, at, rest in (
        ("attempt", "recorded_at", "solution_id, fingerprint, attempt, note, recorded_at"),
        ("event", "at", "at, kind, solution_id, detail"),
    ):
        # SQLite adds no column that is unique: the table is made anew.
        (old,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        db.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
        db.execute(f"{old.rstrip().removesuffix(')').rstrip()}, uid TEXT NOT NULL UNIQUE)")
        db.execute(
            f"INSERT INTO {table} SELECT *, uid_of_old({at}, seq, {rest}) FROM old_{table} ORDER BY seq"  # noqa: S608 - fixed names
        )
        db.execute(f"DROP TABLE old_{table}")
    db.execute("CREATE INDEX attempt_fingerprint ON attempt (fingerprint) WHERE fingerprint IS NOT NULL")
    db.execute("CREATE INDEX attempt_solution ON attempt (solution_id)")
    db.execute("CREATE INDEX event_solution ON event (solution_id) WHERE solution_id IS NOT NULL")


def _count_words(db: sqlite3.Connection) -> None:
    """Store document frequencies, which FTS5 computes only by reading all rows."""
    db.execute("DROP TABLE solution_word")
    db.execute("CREATE INDEX solution_kind ON solution (language, error_type, state)")
    db.execute("CREATE TABLE word (word TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID")
    db.execute("CREATE TABLE corpus (documents INTEGER NOT NULL, tokens INTEGER NOT NULL)")
    counts: Counter[str] = Counter()
    documents = tokens = 0
    for problem, cause, fix in db.execute("SELECT problem, cause, fix FROM solution_text"):
        words = f"{problem} {cause} {fix}".split()
        counts.update(set(words))
        documents, tokens = documents + 1, tokens + len(words)
    db.executemany("INSERT INTO word VALUES (?, ?)", counts.items())
    db.execute("INSERT INTO corpus VALUES (?, ?)", (documents, tokens))


def _know_a_team(db: sqlite3.Connection) -> None:
    """Add the origin of events that came from the team, and how far each member was read."""
    db.execute("ALTER TABLE attempt ADD COLUMN origin TEXT")
    db.execute("ALTER TABLE event ADD COLUMN origin TEXT")
    db.execute("CREATE TABLE peer (member TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID")


def _keep_hypotheses(db: sqlite3.Connection) -> None:
    """Add the hypotheses of analyses, and an index of the events that say which of them were right."""
    for statement in filter(str.strip, _HYPOTHESES.split(";")):
        db.execute(statement)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _name_events,
    _count_words,
    _know_a_team,
    _keep_hypotheses,
)
"""Step `n` turns version `n + 1` into `n + 2`; each runs inside the transaction that stamps its version."""

VERSION = len(MIGRATIONS) + 1


class NotALedger(Exception):  # noqa: N818 - a finding about a file
    """The file holds no ledger: empty, foreign, or from a newer version."""


def create(db: sqlite3.Connection) -> None:
    """Create the tables in an empty database."""
    stamps = f"PRAGMA user_version = {VERSION}; PRAGMA application_id = {APPLICATION_ID};"
    db.executescript(f"BEGIN; {_TABLES} {_HYPOTHESES} {stamps} COMMIT;")


def check(db: sqlite3.Connection) -> int:
    """Return the ledger's version.

    Raises:
        NotALedger: the file is no ledger, or one from a newer version of the program.
    """
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        message = "it is empty or not a knowledge ledger"
        raise NotALedger(message)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        message = f"it was written by a newer version (schema {version}, this program knows {VERSION})"
        raise NotALedger(message)
    return int(version)


def migrate(db: sqlite3.Connection) -> None:
    """Migrate the ledger to the current version, one transaction per step; usually nothing is to be done."""
    while check(db) < VERSION:
        with transaction(db):
            # Another process may have migrated while this one waited for the write lock.
            version = check(db)
            if version < VERSION:
                MIGRATIONS[version - 1](db)
                db.execute(f"PRAGMA user_version = {version + 1}")
