"""Wire form of a shared solution: one entry of the server's collection."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from models.solution import Solution, SolutionState
from rca.knowledge.ledger import change_set
from rca.knowledge.ledger.change_redaction import masked
from rca.knowledge.ledger.change_set import Change, MergeCounts, RecordVersion
from rca.knowledge.ledger.event_ids import moment_of, name_of
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.ledger.record import Source
from rca.knowledge.team.chroma_server import Entry

_log = logging.getLogger(__name__)

MEMBER = "team_member"
"""Fact in the ledger: our name among the team."""


class _WireRecord(BaseModel):
    """A solution's text on the wire; `written` is empty for a packaged record, which no event wrote."""

    solution: Solution
    source: Source
    state: SolutionState
    written: str | None


class _WireChange(BaseModel):
    """An entry's document.

    Events are uid, time, kind and detail; attempts uid, time, fingerprint, text and note.
    """

    id: str
    record: _WireRecord | None
    events: list[tuple[str, str, str, dict[str, Any]]]
    attempts: list[tuple[str, str, str | None, str, str | None]]


def document_of(change: Change) -> str:
    """Encode a change as JSON with secrets masked; earlier texts of a record are not sent."""
    change = masked(change)
    text = change.text
    record = None
    if text is not None:
        record = {
            "solution": text.solution.model_dump(mode="json"),
            "source": text.source,
            "state": text.state,
            "written": text.written,
        }
    events = []
    for uid, at, kind, _id, detail in change.events:
        told = {name: value for name, value in json.loads(detail).items() if name != "before"}
        events.append([uid, at, kind, told])
    attempts = [
        [uid, at, fingerprint, attempt, note] for uid, at, _id, fingerprint, attempt, note in change.attempts
    ]
    wire = {"id": change.id, "record": record, "events": events, "attempts": attempts}
    return json.dumps(wire, ensure_ascii=False)


def change_of(document: str) -> Change:
    """Decode the result of `document_of`.

    Raises:
        ValueError: it is anything else.
    """
    wire = _WireChange.model_validate_json(document)
    record = wire.record
    text = None
    if record is not None:
        written = name_of(record.written) if record.written else ""
        text = RecordVersion(record.solution, record.source, record.state, written)
        if record.solution.id != wire.id:
            message = "the record is not the one that the entry names"
            raise ValueError(message)
    return Change(
        id=wire.id,
        text=text,
        events=tuple(
            (name_of(uid), moment_of(at), kind, wire.id, json.dumps(detail))
            for uid, at, kind, detail in wire.events
        ),
        attempts=tuple(
            (name_of(uid), moment_of(at), wire.id, fingerprint, attempt, note)
            for uid, at, fingerprint, attempt, note in wire.attempts
        ),
    )


def numbered(found: Iterable[Entry]) -> list[tuple[tuple[str, int], Entry]]:
    """Return members' entries among these, by member and number; others are left out."""
    told = []
    for entry in found:
        member, number = entry.metadata.get("member"), entry.metadata.get("number")
        if isinstance(member, str) and isinstance(number, int):
            told.append(((member, number), entry))
    return sorted(told, key=lambda item: item[0])


def peers(ledger: Ledger) -> dict[str, int]:
    """Return up to which number each other member's entries were read."""
    with ledger.database.reading() as db:
        return dict(db.execute("SELECT member, number FROM peer").fetchall())


def unread_by(me: str, read: Mapping[str, int]) -> dict[str, Any]:
    """Return the condition for others' entries beyond those `read`."""
    new = [{"$and": [{"member": who}, {"number": {"$gt": upto}}]} for who, upto in read.items()]
    others = {"member": {"$nin": [me, *read]}}
    return {"$or": [*new, others]} if new else others


def take(ledger: Ledger, model: str | None, entries: Sequence[Entry]) -> tuple[MergeCounts, int]:
    """Apply complete entries; idempotent. Return how much was new, and how many could not be read.

    `model` is the model of the entries' vectors, None if these vectors cannot be used here.
    """
    unread = 0
    taken = MergeCounts()
    for entry in entries:
        try:
            change = masked(change_of(entry.document or ""))
        except ValueError as problem:
            _log.warning("the team's entry %s could not be read: %s", entry.id, problem)
            unread += 1
            continue
        change_set.take(ledger, [change], str(entry.metadata.get("member", "")), taken)
        if model is not None:
            _take_vector(ledger, model, change.id, entry)
    return taken, unread


def _take_vector(ledger: Ledger, model: str, id_: str, entry: Entry) -> None:
    """Store the embedding of a text that is equal here, so that the model need not compute it."""
    import numpy as np

    text_hash = entry.metadata.get("textHash")
    seq = ledger.vectors.lacking(model, [id_]).get(id_)
    if seq is None or text_hash is None or entry.vector is None:
        return
    try:
        vector = np.array(entry.vector, dtype="<f4")
    except (ValueError, TypeError) as problem:  # no list of numbers: the text is embedded here then
        _log.warning("the vector of the team's entry %s could not be read: %s", entry.id, problem)
        return
    if abs(float(np.linalg.norm(vector)) - 1.0) < 1e-3:
        ledger.vectors.put(model, {seq: (str(text_hash), vector.tobytes())})
