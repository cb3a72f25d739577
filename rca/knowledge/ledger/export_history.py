"""`metadata.history` of an exported line: reports, receipts, recurrences, failed attempts.

It stands in `metadata.history`. Every event has a name of its own, so that a file read twice, or read by
a ledger that knows a part of it, counts nothing twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from models.solution import Solution
from rca.knowledge.ledger import change_set
from rca.knowledge.ledger.change_set import Change
from rca.knowledge.ledger.event_ids import moment_of, name_of
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.ledger.solution_history import RECEIPT, SEEN
from rca.knowledge.solution_intake import clean

KEY = "history"
_KINDS = frozenset({"report", "attempt", RECEIPT, SEEN})


def history_of(ledger: Ledger, id_: str) -> dict[str, Any] | None:
    """Return the events of a solution as plain data; None if there are none."""
    known = change_set.read(ledger, id_, own=False)
    told = [
        {"uid": uid, "at": at, "kind": kind, "detail": json.loads(detail)}
        for uid, at, kind, _id, detail in known.events
        if kind in _KINDS
    ]
    attempts = [
        {"uid": uid, "recordedAt": at, "fingerprint": identity, "attempt": attempt, "note": note}
        for uid, at, _id, identity, attempt, note in known.attempts
    ]
    if not told and not attempts:
        return None
    outcomes = [one["detail"].get("outcome") for one in told if one["kind"] == "report"]
    failed = sum(outcome in {"did_not_work", "harmful"} for outcome in outcomes)
    return {"worked": outcomes.count("worked"), "failed": failed, "events": told, "attempts": attempts}


def attempts_alone(ledger: Ledger) -> Iterator[Solution]:
    """Return the failed attempts for problems without a solution, one per line."""
    with ledger.database.reading() as db:
        rows = db.execute(
            "SELECT solution_id, attempt, note FROM attempt"
            " WHERE solution_id NOT IN (SELECT id FROM solution) GROUP BY solution_id ORDER BY min(seq)"
        ).fetchall()
    for id_, attempt, note in rows:
        history = history_of(ledger, id_) or {}
        yield Solution(
            id=id_,
            error_description=note or attempt,
            root_cause=note or "It did not work.",
            solution=attempt,
            error_type="unknown",
            confidence=0.0,
            # Whoever does not know `alone` takes it for a solution that did harm, and offers it to nobody.
            metadata={"state": "harmful", KEY: history | {"alone": True}},
        )


def read(id_: str, raw: object) -> tuple[Change, bool]:
    """Parse the result of `history_of`, with secrets masked; also return whether it holds only attempts.

    Raises:
        ValueError: it has another form.
    """
    if not isinstance(raw, dict):
        message = f"metadata.{KEY} is no object"
        raise ValueError(message)
    cleaned = clean(raw).value
    try:
        events = tuple(
            (
                name_of(one["uid"]),
                moment_of(one["at"]),
                _kind(one["kind"]),
                id_,
                json.dumps(dict(one["detail"])),
            )
            for one in cleaned.get("events", ())
        )
        attempts = tuple(
            (
                name_of(one["uid"]),
                moment_of(one["recordedAt"]),
                id_,
                _text_or_none(one.get("fingerprint")),
                str(one["attempt"]),
                _text_or_none(one.get("note")),
            )
            for one in cleaned.get("attempts", ())
        )
    except (KeyError, TypeError) as problem:
        message = f"metadata.{KEY} is not as an export writes it: {problem}"
        raise ValueError(message) from None
    return Change(id_, None, events, attempts), cleaned.get("alone") is True


def _kind(value: object) -> str:
    if value not in _KINDS:
        message = f"metadata.{KEY}: {value!r} is no kind of event"
        raise ValueError(message)
    return str(value)


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)
