"""The history of a solution from its events: validations, recurrences, receipts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import ValidationError

from models.evidence import Culprit, Receipt
from rca.knowledge.ledger.ledger import Ledger

EvidenceT = TypeVar("EvidenceT", Receipt, Culprit)

RECEIPT, SEEN = "receipt", "seen"
"""Kinds of events: a run that the server observed; an error text with times in it that was read."""


@dataclass(frozen=True, slots=True)
class Validation:
    """A report or receipt that a solution worked; `culprit` is the code at that time."""

    at: str
    project: str | None
    by: str
    culprit: Culprit | None = None


@dataclass(slots=True)
class History:
    """One solution's events, oldest first.

    `standing` are the validations since its error last came back; `observed` is the code state that each
    checkout saw since the last of them ("stale", "fresh"; key None: a checkout that an earlier release did
    not name). `unread` counts receipts and code that another version stored in another form: their outcomes
    count, their content is missing here.
    """

    validations: list[Validation] = field(default_factory=list)
    came_back: list[str] = field(default_factory=list)
    receipts: list[tuple[str | None, Receipt]] = field(default_factory=list)
    standing: list[Validation] = field(default_factory=list)
    observed: dict[str | None, str] = field(default_factory=dict)
    unread: int = 0

    def validated_in(self, project: str) -> Validation | None:
        """Return the last validation in a project."""
        return next((one for one in reversed(self.validations) if one.project == project), None)

    def add_recurrence(self, at: str) -> None:
        """Add that the error came back, at a time in ISO 8601."""
        self.came_back.append(at)
        self.standing.clear()

    def receipts_in(self, project: str) -> list[Receipt]:
        """Return the receipts of a project, oldest first."""
        return [receipt for where, receipt in self.receipts if where == project]


def was_read(ledger: Ledger, id_: str, project: str, text_hash: str) -> bool:
    """Return whether a text was read before in a project; queried one at a time, as there are many."""
    with ledger.database.reading() as db:
        row = db.execute(
            "SELECT 1 FROM event WHERE solution_id = ? AND kind = ?"
            " AND json_extract(detail, '$.textHash') = ? AND json_extract(detail, '$.project') = ? LIMIT 1",
            (id_, SEEN, text_hash, project),
        ).fetchone()
    return row is not None


def histories(ledger: Ledger, ids: Iterable[str]) -> dict[str, History]:
    """Return the histories of some solutions, an empty one if nothing happened."""
    found = {id_: History() for id_ in ids}
    with ledger.database.reading() as db:
        rows = db.execute(
            "SELECT solution_id, kind, at, detail FROM event WHERE kind IN ('report', ?)"
            " AND solution_id IN (SELECT value FROM json_each(?)) ORDER BY uid",
            (RECEIPT, json.dumps(list(found))),
        ).fetchall()
    for id_, kind, at, raw in rows:
        _add(found[id_], kind, at, json.loads(raw))
    return found


def _read(kind: type[EvidenceT], detail: dict[str, object], key: str, history: History) -> EvidenceT | None:
    """Decode a part of an event; count it as unread if another version wrote it in another form."""
    if key not in detail:
        return None
    try:
        return kind.model_validate(detail[key])
    except ValidationError:
        history.unread += 1
        return None


def _add(history: History, kind: str, at: str, detail: dict[str, object]) -> None:
    project = detail.get("project")
    where = project if isinstance(project, str) else None
    receipt = _read(Receipt, detail, "receipt", history)
    if receipt is not None:
        history.receipts.append((where, receipt))
    culprit = _read(Culprit, detail, "culprit", history)
    outcome = detail.get("outcome") if kind == "report" else None
    if outcome == "worked":
        validation = Validation(at, where, str(detail.get("by", "word")), culprit)
        history.validations.append(validation)
        history.standing.append(validation)
        history.observed.clear()
    elif outcome == "came_back":
        history.add_recurrence(at)
    elif outcome in {"stale", "fresh"}:
        place = detail.get("place")
        history.observed[place if isinstance(place, str) else None] = str(outcome)
