"""Change sets, the unit of replication: what one ledger knows of a solution, and its merge into another.

Every event and attempt has a name of its own (`uid`), so that taking over twice is once. Of two texts of
one record the one that was written last wins; its standing is worked out anew from all events in the
order of their names. The outcome is therefore the same in whatever order ledgers meet.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from models.solution import HitSource, Solution, SolutionState
from rca.knowledge.ledger import solution_rows
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.ledger.record import Outcome, Source, next_state
from rca.knowledge.ledger.solution_history import SEEN
from rca.knowledge.problem.problem import of_solution

_WRITES = "kind IN ('stored', 'updated') AND json_extract(detail, '$.source') <> 'starter'"
"""Events that gave a record its text; what the package brings every ledger has of its own."""

_SHARED = (
    f"solution_id IS NOT NULL AND kind <> 'retired' AND (kind NOT IN ('stored', 'updated') OR {_WRITES})"
)

_OWN = f"origin IS NULL AND kind <> '{SEEN}'"
"""Events for the team: none that came from it, and none of the logs that were read here, which are many."""

_EVENT = ("uid", "at", "kind", "solution_id", "detail")
_ATTEMPT = ("uid", "recorded_at", "solution_id", "fingerprint", "attempt", "note")


@dataclass(frozen=True, slots=True)
class RecordVersion:
    """A record as it was written: `written` names the event, empty for a packaged record."""

    solution: Solution
    source: Source
    state: SolutionState
    written: str


@dataclass(frozen=True, slots=True)
class Change:
    """Everything about one solution that others may lack. `text` is None if only attempts are known."""

    id: str
    text: RecordVersion | None
    events: tuple[tuple[Any, ...], ...]
    attempts: tuple[tuple[Any, ...], ...]


@dataclass(slots=True)
class MergeCounts:
    """Numbers of merged records, reports and attempts."""

    records: int = 0
    updated: int = 0
    events: int = 0
    attempts: int = 0


def read(ledger: Ledger, id_: str, *, own: bool) -> Change:
    """Read everything about one solution; with `own`, without events that came from the team."""
    whose = f" AND {_OWN}" if own else ""
    tried_by = " AND origin IS NULL" if own else ""
    with ledger.database.reading() as db:
        row = db.execute("SELECT body, source, state FROM solution WHERE id = ?", (id_,)).fetchone()
        text = None
        if row is not None:
            text = RecordVersion(Solution.model_validate_json(row[0]), row[1], row[2], _written(db, id_))
        return Change(
            id=id_,
            text=text,
            events=tuple(
                db.execute(
                    f"SELECT {', '.join(_EVENT)} FROM event WHERE solution_id = ? AND {_SHARED}{whose}"  # noqa: S608 - names of ours
                    " ORDER BY uid",
                    (id_,),
                ).fetchall()
            ),
            attempts=tuple(
                db.execute(
                    f"SELECT {', '.join(_ATTEMPT)} FROM attempt WHERE solution_id = ?{tried_by} ORDER BY uid",  # noqa: S608 - names of ours
                    (id_,),
                ).fetchall()
            ),
        )


def sources(ledger: Ledger, ids: Sequence[str]) -> dict[str, HitSource]:
    """Return the source of the text of each of some records."""
    with ledger.database.reading() as db:
        found = db.execute(
            "SELECT id, source, (SELECT origin FROM event WHERE solution_id = id"  # noqa: S608 - names of ours
            f" AND {_WRITES} ORDER BY uid DESC LIMIT 1)"
            " FROM solution WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        ).fetchall()
    return {id_: source if origin is None else "team" for id_, source, origin in found}


def changed_since(ledger: Ledger, seq: int) -> tuple[list[str], int]:
    """Return solutions with own events after a given one, and the number of the last event."""
    with ledger.database.reading() as db:
        # Asked first: what another process stores between the two questions is not counted as given.
        (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()
        found = db.execute(
            f"SELECT DISTINCT solution_id FROM event WHERE seq > ? AND {_OWN} AND {_SHARED}",  # noqa: S608 - names of ours
            (seq,),
        ).fetchall()
    return [id_ for (id_,) in found], int(last)


def everything(ledger: Ledger) -> Iterator[Change]:
    """Return everything about all solutions except packaged records without feedback."""
    with ledger.database.reading() as db:
        ids = db.execute(
            f"SELECT solution_id FROM event WHERE {_SHARED} UNION SELECT solution_id FROM attempt"  # noqa: S608 - names of ours
        ).fetchall()
    for (id_,) in ids:
        yield read(ledger, id_, own=False)


def take(ledger: Ledger, changes: list[Change], origin: str | None, taken: MergeCounts) -> None:
    """Apply changes in one transaction; `origin` is the team member they are from, if any.

    Changes that are already known have no effect.

    Raises:
        Failure: DB_CONNECTION_FAILED.
    """
    derived = [
        (change, None if change.text is None else of_solution(change.text.solution)) for change in changes
    ]
    with ledger.database.writing() as db:
        for change, problem in derived:
            written = _written(db, change.id)
            events = _insert(db, "event", _EVENT, change.events, origin)
            attempts = _insert(db, "attempt", _ATTEMPT, change.attempts, origin)
            row = db.execute("SELECT source FROM solution WHERE id = ?", (change.id,)).fetchone()
            text = change.text
            if text is not None and problem is not None:
                source = text.source if row is None else _owner(row[0], text.source)
                if row is None or text.written > written:
                    solution_rows.write(db, text.solution, text.state, problem, source)
                    taken.records += row is None
                    taken.updated += row is not None
                elif source != row[0]:
                    db.execute("UPDATE solution SET source = ? WHERE id = ?", (source, change.id))
            taken.events += events
            taken.attempts += attempts
            if events or row is None:
                _stand(db, change.id)


def _insert(
    db: sqlite3.Connection,
    table: str,
    columns: tuple[str, ...],
    values: tuple[tuple[Any, ...], ...],
    origin: str | None,
) -> int:
    marks = ", ".join("?" * (len(columns) + 1))
    before = db.total_changes
    db.executemany(
        f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}, origin) VALUES ({marks})",  # noqa: S608 - names of ours
        [(*value, origin) for value in values],
    )
    return db.total_changes - before


def _owner(one: Source, other: Source) -> Source:
    """Return the source that wins where two ledgers have a record: person, import, package."""
    return max(one, other, key=("starter", "import", "user").index)


def _written(db: sqlite3.Connection, id_: str) -> str:
    """Return the event that gave a record its text."""
    (uid,) = db.execute(
        f"SELECT coalesce(max(uid), '') FROM event WHERE solution_id = ? AND {_WRITES}",  # noqa: S608 - names of ours
        (id_,),
    ).fetchone()
    return str(uid)


def _stand(db: sqlite3.Connection, id_: str) -> None:
    """Compute a record's state from its events."""
    row = db.execute("SELECT state FROM solution WHERE id = ?", (id_,)).fetchone()
    if row is None:
        return
    events = db.execute(
        "SELECT kind, detail FROM event WHERE solution_id = ? AND kind IN ('stored', 'report')"  # noqa: S608 - names of ours
        f" AND {_SHARED} ORDER BY uid",
        (id_,),
    ).fetchall()
    told = [(kind, json.loads(detail)) for kind, detail in events]
    began = [detail["to"] for kind, detail in told if kind == "stored" and "to" in detail]
    # Before events told it, the first report said what it was until then.
    before = [detail["from"] for kind, detail in told if kind == "report" and "from" in detail]
    state: SolutionState = next(iter((*began, *before)), row[0])
    worked = failed = 0
    successor: str | None = None
    for kind, detail in told:
        outcome = detail.get("outcome")
        if kind != "report" or outcome not in get_args(Outcome):
            continue
        worked += outcome == "worked"
        failed += outcome in {"did_not_work", "harmful"}
        state = next_state(state, outcome, worked, failed)
        if outcome == "superseded":
            successor = detail.get("supersededBy")
    db.execute(
        "UPDATE solution SET state = ?, worked = ?, failed = ?, superseded_by = ? WHERE id = ?",
        (state, worked, failed, successor, id_),
    )
