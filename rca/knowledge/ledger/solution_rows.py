"""Row format of a record in the ledger, with all derived columns."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import cast

from models.solution import Solution, SolutionState
from rca.knowledge.ledger import full_text
from rca.knowledge.ledger.record import Source
from rca.knowledge.problem import problem as problems
from rca.knowledge.problem.message_template import simple_type
from rca.knowledge.problem.problem import Problem
from rca.knowledge.ranking.tokenizer import words_of

DERIVED = "derived"
"""The fact that says which version of the derivation the records have: `4`, or `4@1200` up to a record."""


def write(
    db: sqlite3.Connection, solution: Solution, state: SolutionState, problem: Problem, source: Source
) -> int:
    """Store a record, replacing one with its id but keeping its state; return its row number."""
    values = (
        source,
        solution.language.lower(),
        simple_type(solution.error_type).lower(),
        problem.fingerprint,
        solution.model_dump_json(),
        json.dumps(problem.to_json()),
        _hash(problem.text),
    )
    row = db.execute("SELECT seq FROM solution WHERE id = ?", (solution.id,)).fetchone()
    if row is None:
        cursor = db.execute(
            "INSERT INTO solution (source, language, error_type, fingerprint, body, problem, text_hash,"
            " id, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, solution.id, state),
        )
        seq = cast("int", cursor.lastrowid)
    else:
        seq = int(row[0])
        db.execute(
            "UPDATE solution SET source = ?, language = ?, error_type = ?, fingerprint = ?, body = ?,"
            " problem = ?, text_hash = ? WHERE seq = ?",
            (*values, seq),
        )
    _index(db, seq, solution, problem)
    _leave_to_newer(db, seq)
    return seq


def _leave_to_newer(db: sqlite3.Connection, seq: int) -> None:
    """Mark a record for a newer version of the program that shares the ledger to derive again."""
    row = db.execute("SELECT value FROM fact WHERE name = ?", (DERIVED,)).fetchone()
    version, _, done = ("0", "", "") if row is None else row[0].partition("@")
    if int(version) > problems.VERSION:
        mark = f"{version}@{min(int(done or seq), seq - 1)}"
        db.execute("UPDATE fact SET value = ? WHERE name = ?", (mark, DERIVED))


def drop(db: sqlite3.Connection, seq: int) -> None:
    """Delete a record; its events and attempts stay."""
    full_text.drop(db, seq)
    db.execute("DELETE FROM solution WHERE seq = ?", (seq,))


def derive(db: sqlite3.Connection, seq: int, solution: Solution, problem: Problem) -> None:
    """Replace the derived columns of a record by those of this version."""
    db.execute(
        "UPDATE solution SET fingerprint = ?, problem = ?, text_hash = ? WHERE seq = ?",
        (problem.fingerprint, json.dumps(problem.to_json()), _hash(problem.text), seq),
    )
    _index(db, seq, solution, problem)


def _index(db: sqlite3.Connection, seq: int, solution: Solution, problem: Problem) -> None:
    """Update a record's words; delete an embedding of another text."""
    db.execute("DELETE FROM embedding WHERE solution = ? AND text_hash <> ?", (seq, _hash(problem.text)))
    fields = (problem.words, solution.root_cause, solution.solution)
    full_text.put(db, seq, full_text.Text(*(" ".join(words_of(field)) for field in fields)))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
