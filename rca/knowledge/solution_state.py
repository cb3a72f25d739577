"""State of a solution in a project: reports, receipts, changed code."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, Literal

from models.evidence import Culprit, Receipt
from models.solution import SearchOutcome, SolutionHit, SolutionState
from rca.knowledge import past_causes
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.ledger.record import MAY_BE_STALE, Outcome, Record
from rca.knowledge.ledger.solution_history import RECEIPT, History, histories
from rca.knowledge.past_causes import Decision
from rca.knowledge.project_protocol import Project, Unknown
from rca.knowledge.ranking.version_mismatch import is_unreadable, mismatches
from rca.knowledge.solution_search import CodeChange
from rca.tool_failure import Failure

_log = logging.getLogger(__name__)

_SHOWN_RECEIPTS = 3


def evidence(record: Record | None, project: Project | None, by: str) -> dict[str, Any]:
    """Return the evidence stored with a person's report: the person, the project, and the current code."""
    found: dict[str, Any] = {"by": by}
    if project is None:
        return found
    found["project"] = project.id
    culprit = None if record is None else _culprit_now(record, project)
    if culprit is not None:
        found["culprit"] = culprit.model_dump(mode="json")
    return found


def keep_receipt(ledger: Ledger, record: Record, receipt: Receipt, project: Project) -> Record:
    """Store a receipt; a passed run validates a solution, a failed one withdraws the validation here.

    A solution that a person marked harmful or superseded stays so, whatever the run.
    """
    id_ = record.solution.id
    kept = evidence(record, project, "receipt") | {"receipt": receipt.model_dump(mode="json")}
    outcome: Outcome | None = None
    if receipt.validates and record.offered:
        outcome = "worked"
    elif receipt.outcome == "still_failing" and record.state in MAY_BE_STALE:
        here = histories(ledger, [id_])[id_].validated_in(project.id)
        outcome = None if here is None else "came_back"
    if receipt.validates or receipt.outcome == "still_failing":
        identity = record.problem.fingerprint
        decision = Decision(identity, "confirmed" if receipt.validates else "refuted")
        past_causes.record_decision(ledger, id_, decision, project)
    if outcome is None:
        ledger.note(RECEIPT, id_, kept)
        return record
    return ledger.report(id_, outcome, None, None, kept) or record


def receipts_in(ledger: Ledger, id_: str, project: Project) -> tuple[Receipt, ...]:
    """Return the receipts of a solution in a project, oldest first."""
    return tuple(histories(ledger, [id_])[id_].receipts_in(project.id))


def record_code_changes(ledger: Ledger, changes: Iterable[CodeChange], project: Project) -> tuple[str, ...]:
    """Keep that the code of solutions changed in this checkout; return what could not be stored."""
    kept = {"by": "analysis", "project": project.id, "place": project.place}
    notes: dict[str, None] = {}
    for change in changes:
        try:
            ledger.report(change.solution_id, change.outcome, None, None, kept)
        except Failure as failure:
            # A ledger that cannot be written is searched all the same.
            notes[f"knowledge: {failure.error.message}"] = None
    return tuple(notes)


def in_project(
    ledger: Ledger, outcome: SearchOutcome, project: Project, came_back: Collection[str] = ()
) -> tuple[SearchOutcome, tuple[CodeChange, ...], tuple[str, ...]]:
    """Return the hits with their standing in a project, changes of their code, and what could not be read.

    A validated solution whose code changed or is gone is stale, and validated again once the code
    is as it was. Of those whose error `came_back` just now the ledger does not hold that yet.
    """
    if not outcome.results:
        return outcome, (), ()
    standing = Standing(project)
    try:
        found = histories(ledger, [hit.id for hit in outcome.results])
        records = {hit.id: ledger.get(hit.id) for hit in outcome.results}
    except Failure as failure:
        return outcome, (), (f"knowledge: {failure.error.message}",)
    shown: list[SolutionHit] = []
    for hit in outcome.results:
        record = records[hit.id]
        if record is not None and hit.id in came_back:
            record = record.came_back()
            found[hit.id].add_recurrence(ledger.stamp())
        shown.append(hit if record is None else standing.of(hit, record, found[hit.id]))
    notes = tuple(dict.fromkeys(standing.notes))
    return outcome.model_copy(update={"results": tuple(shown)}), tuple(standing.changes), notes


class Standing:
    """Works out standings in one project.

    `notes` say what is not known; `changes` are those of the code that the ledger does not hold yet.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self.notes: list[str] = []
        self.changes: list[CodeChange] = []

    def of(self, hit: SolutionHit, record: Record, history: History) -> SolutionHit:
        """Return a hit with its state."""
        told: list[str] = []
        culprits = {
            one.culprit: one
            for one in history.standing
            if one.culprit is not None and one.project == self._project.id
        }
        if history.unread:
            self.notes.append(
                f"knowledge: {hit.id}: {history.unread} receipts or pieces of code were written by another "
                "version of this program and are not shown; update the older of the two"
            )
        if culprits and record.state in MAY_BE_STALE:
            try:
                # Of several, as on two branches, the code may be as it was at any.
                changes = [_change(culprit, self._project) for culprit in culprits]
            except Unknown:
                self.notes.append(
                    f"knowledge: {hit.id}: whether its code changed since it was validated is unknown while "
                    "the project is being indexed; ask again then"
                )
            else:
                change = None if None in changes else changes[-1]
                told += [change] if change else []
                record = self._observed(record, history, "stale" if change else "fresh")
        if history.came_back:
            told.append(f"its error came back on {_day(history.came_back[-1])}")
            later = [one for one in history.validations if one.at > history.came_back[-1]]
            told += [f"worked again on {_day(later[-1].at)}"] if later else []
        receipts = tuple(receipt for _project, receipt in reversed(history.receipts))[:_SHOWN_RECEIPTS]
        return hit.model_copy(
            update={
                "state": record.state,
                "user_validated": record.state == "validated",
                "worked": record.worked,
                "failed": record.failed,
                "standing": tuple(told),
                "environment_mismatches": self._mismatches(record),
                "receipts": receipts,
            }
        )

    def _mismatches(self, record: Record) -> tuple[str, ...]:
        if is_unreadable(record.solution):
            self.notes.append(
                f"knowledge: {record.solution.id}: the versions that it was recorded with were written in "
                "another form and are not compared"
            )
        return mismatches(record.solution, self._project)

    def _observed(self, record: Record, history: History, outcome: Literal["stale", "fresh"]) -> Record:
        """Return a record as it stands in this checkout, and note where its code changed here.

        Another clone or work tree may have other code. Each stores its own observation; otherwise two
        checkouts would change the record's state in turn for ever.
        """
        here: SolutionState = "stale" if outcome == "stale" else "validated"
        before = history.observed.get(self._project.place, history.observed.get(None, "fresh"))
        if before != outcome and here != record.state:
            self.changes.append(CodeChange(record.solution.id, outcome))
        return replace(record, state=here) if record.state in MAY_BE_STALE else record


def _change(culprit: Culprit, project: Project) -> str | None:
    """Return how the code changed since a solution was validated; None if it did not."""
    now = project.now(culprit.file_path, culprit.symbol)
    if now is None:
        return f"{culprit.symbol} in {culprit.file_path} is gone since it was validated"
    if now.text_hash != culprit.text_hash:
        return f"{now.symbol} in {now.file_path} has changed since it was validated"
    return None


def _culprit_now(record: Record, project: Project) -> Culprit | None:
    raw = record.solution.metadata.get("culprit")
    if not isinstance(raw, dict) or not {"filePath", "symbol"} <= raw.keys():
        return None
    try:
        return project.now(str(raw["filePath"]), str(raw["symbol"]))
    except Unknown:
        _log.info(
            "%s: kept without its code, as the project is being indexed: later changes are not noticed",
            record.solution.id,
        )
        return None


def _day(at: str) -> str:
    return at[:10]
