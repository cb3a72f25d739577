"""The ledger: records, reports, failed attempts, embeddings and full text in one SQLite file."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from models.error_codes import ErrorCode
from models.solution import FailedAttempt, Solution, SolutionState
from rca.knowledge.ledger import solution_rows
from rca.knowledge.ledger.embedding_rows import Vectors
from rca.knowledge.ledger.event_ids import new_uid
from rca.knowledge.ledger.ledger_database import Database
from rca.knowledge.ledger.record import OBSERVED, Outcome, Record, Source, next_state
from rca.knowledge.ledger.reindexing import Reindexing
from rca.knowledge.problem import problem as problems
from rca.knowledge.problem.message_template import simple_type
from rca.knowledge.problem.problem import Problem
from rca.tool_failure import Failure

_log = logging.getLogger(__name__)

Stored = Literal["new", "updated", "unchanged"]

_STARTERS_KNOWN = 50
"""Releases whose starter records are known to have been replaced."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a search; None means any."""

    language: str | None = None
    error_type: str | None = None

    def arguments(self) -> dict[str, str | None]:
        """Return the arguments `language` and `error_type` of a query on `offered`."""
        return {
            "language": None if self.language is None else self.language.lower(),
            "error_type": None if self.error_type is None else simple_type(self.error_type).lower(),
        }

    def passing(self, db: sqlite3.Connection, seqs: Sequence[int]) -> set[int]:
        """Return those of some records that are offered and pass the filters."""
        rows = db.execute(
            "SELECT seq FROM offered WHERE seq IN (SELECT value FROM json_each(:seqs))"
            " AND (:language IS NULL OR language = :language)"
            " AND (:error_type IS NULL OR error_type = :error_type)",
            {"seqs": json.dumps(seqs), **self.arguments()},
        )
        return {row[0] for row in rows}


class Ledger:
    """Everything that the store must not lose. Opened on first use; safe across threads and processes.

    Every change is one transaction that holds the record, its words and an event.

    Raises:
        Failure: DB_CONNECTION_FAILED, from every method.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._now = now
        self.database = Database(path)
        self.vectors = Vectors(self.database)
        self.derivation = Reindexing(self.database)
        if self.database.read_only is None:
            try:
                self.derivation.begin()
            except Failure as failure:
                # On a full disk: what is there is searched as it is, and the next opening tries again.
                _log.warning("derived columns of another version could not be recomputed: %s", failure)

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    # Writing

    def put(self, solutions: Iterable[tuple[Solution, SolutionState]], source: Source) -> list[Stored]:
        """Store solutions in one transaction; an existing id is updated and keeps its reports."""
        derived = [(solution, state, problems.of_solution(solution)) for solution, state in solutions]
        with self.database.writing() as db:
            return [self._put(db, solution, state, problem, source) for solution, state, problem in derived]

    def replace_starter(self, stamp: str, solutions: Callable[[], Sequence[Solution]]) -> bool:
        """Make the starter records exactly these, unless `stamp` says they are; return whether any changed.

        A record that the new starter lacks is deleted, unless someone has reported on it. A record that a
        person took over (same id, other source) is left alone. Records that were replaced once do not come
        back: otherwise two releases that share a ledger would replace each other's at each start.
        """
        with self.database.reading() as db:
            if stamp in _starters(db):
                return False
        derived = [(solution, problems.of_solution(solution)) for solution in solutions()]
        with self.database.writing() as db:
            # Asked again inside the transaction: of many processes that start at once, one loads.
            known = _starters(db)
            if stamp in known:
                return False
            taken = {
                row[0] for row in db.execute("SELECT id FROM solution WHERE source <> 'starter'").fetchall()
            }
            for solution, problem in derived:
                if solution.id not in taken:
                    self._put(db, solution, "candidate", problem, "starter")
            kept = {solution.id for solution, _problem in derived}
            old = db.execute(
                "SELECT seq, id FROM solution"
                " WHERE source = 'starter' AND worked + failed = 0 AND state = 'candidate'"
            ).fetchall()
            for seq, gone in old:
                if gone not in kept:
                    solution_rows.drop(db, seq)
                    self._event(db, "retired", gone, {})
            self._set_fact(db, "starter", " ".join((*known[1 - _STARTERS_KNOWN :], stamp)))
            self._event(db, "starter", None, {"stamp": stamp, "records": len(derived)})
        return True

    def report(
        self,
        id_: str,
        outcome: Outcome,
        superseded_by: str | None,
        note: str | None,
        evidence: Mapping[str, Any] | None = None,
    ) -> Record | None:
        """Record how a solution turned out; return None if there is no such record.

        An observation (`OBSERVED`) that changes no state is not recorded. `evidence` is stored with the
        event: `by`, `project`, `culprit`, `receipt`; see `solution_history`.
        """
        with self.database.writing() as db:
            record = self._one(db, id_)
            if record is None:
                return None
            worked = record.worked + (outcome == "worked")
            failed = record.failed + (outcome in {"did_not_work", "harmful"})
            state = next_state(record.state, outcome, worked, failed)
            if outcome in OBSERVED and state == record.state:
                return record
            successor = superseded_by if outcome == "superseded" else record.superseded_by
            db.execute(
                "UPDATE solution SET state = ?, worked = ?, failed = ?, superseded_by = ? WHERE seq = ?",
                (state, worked, failed, successor, record.seq),
            )
            detail = {"outcome": outcome, "from": record.state, "to": state}
            given = _given(note=note, supersededBy=superseded_by)
            self._event(db, "report", id_, detail | given | dict(evidence or {}))
            if outcome in {"did_not_work", "harmful"}:
                self._attempt(db, id_, record.problem.fingerprint, record.solution.solution, note)
            return replace(record, state=state, worked=worked, failed=failed, superseded_by=successor)

    def add_attempt(self, solution_id: str, fingerprint: str | None, attempt: str, note: str | None) -> None:
        """Store a failed attempt."""
        with self.database.writing() as db:
            self._attempt(db, solution_id, fingerprint, attempt, note)
            self._event(db, "attempt", solution_id, {"attempt": attempt} | _given(note=note))

    def note(self, kind: str, id_: str, detail: Mapping[str, Any]) -> None:
        """Store an event about a solution that does not change its state."""
        with self.database.writing() as db:
            self._event(db, kind, id_, dict(detail))

    # Reading

    def fact(self, name: str) -> str | None:
        """Return a stored fact about the ledger itself."""
        with self.database.reading() as db:
            row = db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def last_event(self) -> str:
        """Return the id of the last event, "" if there is none."""
        with self.database.reading() as db:
            row = db.execute("SELECT uid FROM event ORDER BY seq DESC LIMIT 1").fetchone()
        return "" if row is None else str(row[0])

    def knows(self, event: str) -> bool:
        """Return whether an event ("": none) is stored here; events are never deleted."""
        with self.database.reading() as db:
            return (
                not event or db.execute("SELECT 1 FROM event WHERE uid = ?", (event,)).fetchone() is not None
            )

    def get(self, id_: str) -> Record | None:
        """Return one record by id."""
        with self.database.reading() as db:
            return self._one(db, id_)

    def created(self, ids: Iterable[str]) -> dict[str, str]:
        """Return `metadata.createdAt` of those of some records that have it."""
        with self.database.reading() as db:
            found = db.execute(
                "SELECT id, CASE WHEN json_valid(body) THEN json_extract(body, '$.metadata.createdAt') END"
                " FROM solution WHERE id IN (SELECT value FROM json_each(?))",
                (json.dumps(list(ids)),),
            ).fetchall()
        return {id_: str(made) for id_, made in found if made is not None}

    def by_seq(
        self, seqs: Iterable[int], damaged: Callable[[Failure], None] = lambda _failure: None
    ) -> dict[int, Record]:
        """Return records by row number; `damaged` is called for each unreadable one, which is left out."""
        wanted = json.dumps(list(seqs))
        with self.database.reading() as db:
            rows = db.execute(
                "SELECT * FROM record WHERE seq IN (SELECT value FROM json_each(?))", (wanted,)
            ).fetchall()
        return {record.seq: record for record in _readable(rows, damaged)}

    def by_fingerprint(self, fingerprint: str, filters: Filters) -> list[int]:
        """Return the row numbers of the records of this very problem."""
        with self.database.reading() as db:
            rows = db.execute(
                "SELECT seq FROM offered WHERE fingerprint = :fingerprint"
                " AND (:language IS NULL OR language = :language)"
                " AND (:error_type IS NULL OR error_type = :error_type)",
                {"fingerprint": fingerprint, **filters.arguments()},
            ).fetchall()
        return [row[0] for row in rows]

    def everything(self) -> Iterator[Record]:
        """Yield all records in storage order, page by page."""
        last = 0
        while True:
            with self.database.reading() as db:
                rows = db.execute(
                    "SELECT * FROM record WHERE seq > ? ORDER BY seq LIMIT 500", (last,)
                ).fetchall()
            if not rows:
                return
            last = rows[-1][0]
            yield from map(_record, rows)

    def allowed(self, filters: Filters) -> list[int]:
        """Return the row numbers of all records that pass the filters, unordered."""
        wanted = {name: value for name, value in filters.arguments().items() if value is not None}
        # Only what is asked for stands in the query, so that an index serves it.
        narrowed = " AND ".join(f"{name} = :{name}" for name in wanted) or "TRUE"
        with self.database.reading() as db:
            rows = db.execute(f"SELECT seq FROM offered WHERE {narrowed}", wanted).fetchall()  # noqa: S608 - names of ours
        return [row[0] for row in rows]

    def passing(self, seqs: Sequence[int], filters: Filters) -> list[int]:
        """Return those of some records that pass the filters, in their order."""
        with self.database.reading() as db:
            good = filters.passing(db, seqs)
        return [seq for seq in seqs if seq in good]

    def attempts(
        self, fingerprint: str | None, solution_ids: Sequence[str], limit: int
    ) -> list[FailedAttempt]:
        """Return failed attempts for a problem or with some solutions, newest first, each once."""
        with self.database.reading() as db:
            rows = db.execute(
                "SELECT solution_id, attempt, recorded_at, note, max(seq) AS newest FROM attempt"
                " WHERE fingerprint = ? OR solution_id IN (SELECT value FROM json_each(?))"
                " GROUP BY attempt, note ORDER BY newest DESC LIMIT ?",
                (fingerprint, json.dumps(list(solution_ids)), limit),
            ).fetchall()
        return [
            FailedAttempt(solution_id=row[0], attempt=row[1], recorded_at=row[2], note=row[3]) for row in rows
        ]

    def stamp(self) -> str:
        """Return the time as events have it: UTC, to the second."""
        return self._now().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

    # Inside

    def _put(
        self,
        db: sqlite3.Connection,
        solution: Solution,
        state: SolutionState,
        problem: Problem,
        source: Source,
    ) -> Stored:
        body = solution.model_dump_json()
        row = db.execute("SELECT seq, body, source FROM solution WHERE id = ?", (solution.id,)).fetchone()
        if row is not None and row[1] == body:
            return "unchanged"
        whose = source if row is None or source == "starter" else _owner(row[2], source)
        solution_rows.write(db, solution, state, problem, whose)
        # What a merge of ledgers needs to work out the state anew: the one that the record began with.
        # What the package brought is in the package.
        kept = {} if row is None or row[2] == "starter" else {"before": json.loads(row[1])}
        detail = {"to": state} if row is None else kept
        self._event(db, "stored" if row is None else "updated", solution.id, {"source": source} | detail)
        return "new" if row is None else "updated"

    def _attempt(
        self,
        db: sqlite3.Connection,
        solution_id: str,
        fingerprint: str | None,
        attempt: str,
        note: str | None,
    ) -> None:
        db.execute(
            "INSERT INTO attempt (solution_id, fingerprint, attempt, note, recorded_at, uid)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (solution_id, fingerprint, attempt, note, self.stamp(), new_uid()),
        )

    def _event(
        self, db: sqlite3.Connection, kind: str, solution_id: str | None, detail: dict[str, Any]
    ) -> None:
        (last,) = db.execute(
            "SELECT coalesce(max(uid), '') FROM event WHERE solution_id = ?", (solution_id,)
        ).fetchone()
        db.execute(
            "INSERT INTO event (at, kind, solution_id, detail, uid) VALUES (?, ?, ?, ?, ?)",
            (self.stamp(), kind, solution_id, json.dumps(detail), new_uid(last)),
        )

    @staticmethod
    def _set_fact(db: sqlite3.Connection, name: str, value: str) -> None:
        db.execute("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)", (name, value))

    @staticmethod
    def _one(db: sqlite3.Connection, id_: str) -> Record | None:
        row = db.execute("SELECT * FROM record WHERE id = ?", (id_,)).fetchone()
        return None if row is None else _record(row)


def _starters(db: sqlite3.Connection) -> list[str]:
    """Return the stamps of all starters loaded so far, the latest last."""
    row = db.execute("SELECT value FROM fact WHERE name = 'starter'").fetchone()
    return [] if row is None else str(row[0]).split()


def _record(row: tuple[Any, ...]) -> Record:
    """Decode a row; text that was damaged on disk without SQLite noticing is reported."""
    seq, source, state, worked, failed, superseded_by, body, problem, id_ = row
    try:
        solution = Solution.model_validate_json(body)
        return Record(
            seq=seq,
            solution=solution,
            source=source,
            state=state,
            problem=_problem(problem, solution),
            worked=worked,
            failed=failed,
            superseded_by=superseded_by,
        )
    except ValueError as broken:  # no JSON, or JSON that is no solution
        raise Failure(
            ErrorCode.DB_CONNECTION_FAILED,
            f"The record {id_} of the knowledge ledger is malformed: the file is damaged",
            "`rca knowledge restore` puts the newest daily copy in its place.",
        ) from broken


def _problem(stored: str, solution: Solution) -> Problem:
    """Decode a problem; one that another version stored in another form is computed again."""
    return Problem.from_json(json.loads(stored)) or problems.of_solution(solution)


def _readable(rows: list[tuple[Any, ...]], damaged: Callable[[Failure], None]) -> Iterator[Record]:
    """Decode the intact rows, so that a damaged one does not hide the others."""
    for row in rows:
        try:
            yield _record(row)
        except Failure as failure:
            _log.warning("%s", failure)
            damaged(failure)


def _owner(old: Source, new: Source) -> Source:
    """Return the source of a record after an update: a person's record stays a person's."""
    return "user" if "user" in (old, new) else new


def _given(**details: str | None) -> dict[str, str]:
    return {name: value for name, value in details.items() if value is not None}
