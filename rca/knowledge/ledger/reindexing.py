"""Recomputes derived columns that another version wrote, a few records at a time."""

from __future__ import annotations

import sqlite3
import time
from typing import Final

from models.solution import Solution
from rca.knowledge.ledger import solution_rows
from rca.knowledge.ledger.ledger_database import Database
from rca.knowledge.problem import problem as problems

BATCH: Final = 50
"""Records a transaction: other writers wait some hundredths of a second for it."""

_AT_ONCE: Final = 0.3
"""Seconds that opening a ledger may take for it; what is left is for the thread behind the scenes."""


class Reindexing:
    """Progress of recomputing the derived columns for this version of the program.

    The ledger stores the version (`4`), or the version and the last finished record (`4@1200`). A batch and
    its mark are one transaction: a killed process loses one batch, and of two processes with the same batch
    one finds it done. Records stored meanwhile are derived when they are stored. If two versions of the
    program share a ledger, only the newer one derives; otherwise each would undo the other's work.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.behind = False
        """Whether some records are still as another version derived them."""

    def begin(self) -> None:
        """Check whether anything has to be recomputed, and do what takes no noticeable time.

        Raises:
            Failure: DB_CONNECTION_FAILED.
        """
        version = str(problems.VERSION)
        stored = self._mark()
        if stored == version:
            return
        if stored is None:  # a new ledger
            self._keep_if(None, version)
            return
        if _version(stored) > problems.VERSION:
            return
        if _version(stored) != problems.VERSION:
            self._keep_if(stored, f"{version}@0")
        self.behind = True
        until = time.monotonic() + _AT_ONCE
        while self.behind and time.monotonic() < until:
            self.step()

    def step(self) -> None:
        """Recompute the next records.

        Raises:
            Failure: DB_CONNECTION_FAILED.
        """
        version = str(problems.VERSION)
        mark = self._mark() or ""
        stored, _, done = mark.partition("@")
        if stored != version or not done:
            # Done by another process, or left to one of a newer version.
            self.behind = False
            return
        with self._database.reading() as db:
            found = db.execute(
                "SELECT seq, body FROM solution WHERE seq > ? ORDER BY seq LIMIT ?", (int(done), BATCH)
            ).fetchall()
        # Outside the transaction: nobody waits for this.
        derived = [(seq, body, *known) for seq, body in found if (known := _derived(body)) is not None]
        with self._database.writing() as db:
            if _read(db) != mark:
                return
            for seq, body, solution, problem in derived:
                # A record that was changed meanwhile was derived with the change.
                if db.execute("SELECT 1 FROM solution WHERE seq = ? AND body = ?", (seq, body)).fetchone():
                    solution_rows.derive(db, seq, solution, problem)
            # What is stored from here on is derived as it is stored.
            more = len(found) == BATCH
            _write(db, f"{version}@{found[-1][0]}" if more else version)
        self.behind = more

    def progress(self) -> tuple[int, int]:
        """Return the numbers of finished records and of all records."""
        mark = self._mark() or ""
        done = int(mark.partition("@")[2] or 0)
        with self._database.reading() as db:
            row = db.execute(
                "SELECT count(*) FILTER (WHERE seq <= ?), count(*) FROM solution", (done,)
            ).fetchone()
        return row[0], row[1]

    def _mark(self) -> str | None:
        with self._database.reading() as db:
            return _read(db)

    def _keep_if(self, before: str | None, mark: str) -> None:
        with self._database.writing() as db:
            if _read(db) == before:
                _write(db, mark)


def _derived(body: str) -> tuple[Solution, problems.Problem] | None:
    """Derive a record; one that was damaged on disk is left unchanged, and reported when it is read."""
    try:
        solution = Solution.model_validate_json(body)
    except ValueError:
        return None
    return solution, problems.of_solution(solution)


def _version(mark: str) -> int:
    return int(mark.partition("@")[0])


def _read(db: sqlite3.Connection) -> str | None:
    row = db.execute("SELECT value FROM fact WHERE name = ?", (solution_rows.DERIVED,)).fetchone()
    return None if row is None else str(row[0])


def _write(db: sqlite3.Connection, mark: str) -> None:
    db.execute("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)", (solution_rows.DERIVED, mark))
