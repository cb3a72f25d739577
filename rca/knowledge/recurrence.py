"""Recurring errors: which solutions lose their validation in a project because their error came back."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from models.error_report import ErrorReport
from rca.error_text import parse
from rca.knowledge.ledger.ledger import Filters, Ledger
from rca.knowledge.ledger.record import MAY_BE_STALE
from rca.knowledge.ledger.solution_history import SEEN, histories, was_read
from rca.knowledge.problem.fingerprint import fingerprint
from rca.knowledge.project_protocol import Project
from rca.tool_failure import Failure

_CLOCK = re.compile(r"(?<!\d)[012]\d:[0-5]\d:[0-5]\d[.,]\d{3}(?!\d)")
"""A time of the day to the millisecond, as logs have it: such a text tells one occurrence only."""


@dataclass(frozen=True, slots=True)
class SeenError:
    """An error that happened in a project, by its text of any size; `report` is the text parsed, if it is."""

    text: str
    report: ErrorReport | None
    project: Project


@dataclass(frozen=True, slots=True)
class Recurrence:
    """What a seen error changes in the ledger.

    `withdrawn` are the solutions that are no longer validated; `first_read` those with which the text is
    to be remembered, as it has times in it and was not read before. `refused` says why nothing can be stored,
    `notes` say all of this.
    """

    withdrawn: tuple[str, ...] = ()
    first_read: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    refused: str | None = None


def predict_recurrence(ledger: Ledger, error: SeenError) -> Recurrence:
    """Return what recording an error would change; nothing is written.

    A text with timestamps that was read before is the same occurrence, and changes nothing.
    """
    report = error.report
    identity = fingerprint(report if report is not None else parse(error.text))
    if identity is None:
        return Recurrence()
    try:
        recurrence = _of_problem(ledger, identity, error)
        refused = ledger.database.refusal() if recurrence.withdrawn or recurrence.first_read else None
    except Failure as failure:
        # A ledger that cannot be read is searched as far as it goes.
        refused = failure
    if refused is None:
        return recurrence
    why = f"knowledge: {refused.error.message}"
    return Recurrence(notes=(why,), refused=why)


def record_recurrence(ledger: Ledger, error: SeenError) -> tuple[str, ...]:
    """Withdraw the validation of solutions whose error came back in its project; return why it failed."""
    recurrence = predict_recurrence(ledger, error)
    if recurrence.refused is not None:
        return (recurrence.refused,)
    if not recurrence.withdrawn and not recurrence.first_read:
        return ()
    project, text_hash = error.project.id, _hash(error.text)
    try:
        for id_ in recurrence.withdrawn:
            kept = {"by": "analysis", "project": project, "textHash": text_hash}
            ledger.report(id_, "came_back", None, None, kept)
        for id_ in recurrence.first_read:
            ledger.note(SEEN, id_, {"project": project, "textHash": text_hash})
    except Failure as failure:
        return (f"knowledge: {failure.error.message}",)
    return ()


def note_seen(ledger: Ledger, id_: str, text: str | None, project: Project | None) -> None:
    """Remember a dated error text with a recorded solution: reading it again is no new occurrence."""
    if text is not None and project is not None and _CLOCK.search(text):
        ledger.note(SEEN, id_, {"project": project.id, "textHash": _hash(text)})


def _of_problem(ledger: Ledger, identity: str, error: SeenError) -> Recurrence:
    records = ledger.by_seq(ledger.by_fingerprint(identity, Filters())).values()
    if not records:
        return Recurrence()
    found = histories(ledger, [record.solution.id for record in records])
    project, text_hash = error.project.id, _hash(error.text)
    is_dated = _CLOCK.search(error.text) is not None
    withdrawn: list[str] = []
    first_read: list[str] = []
    notes: list[str] = []
    for record in records:
        id_ = record.solution.id
        is_known = is_dated and was_read(ledger, id_, project, text_hash)
        if record.state in MAY_BE_STALE and found[id_].validated_in(project) is not None:
            if is_known:
                notes.append(f"{id_}: this very log was read before, so it is not counted as come back")
            else:
                withdrawn.append(id_)
                notes.append(f"{id_}: its error came back after it was validated; it is a candidate again")
        if is_dated and not is_known:
            first_read.append(id_)
    return Recurrence(tuple(withdrawn), tuple(first_read), tuple(notes))


def _hash(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:32]
