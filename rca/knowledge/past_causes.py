"""Hypotheses that fixes confirmed or refuted: the code of a fix, and what follows when it fails again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from models.evidence import PastCause
from models.hypothesis import Hypothesis
from models.tools.record_solution import FixedPlace
from rca.knowledge.ledger import hypothesis_rows
from rca.knowledge.ledger.hypothesis_rows import CAUSE, AnalyzedPlace
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.project_protocol import Project, Unknown
from rca.tool_failure import Failure

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a record, a report or a run says of the hypotheses about an error."""

    fingerprint: str | None
    outcome: Literal["confirmed", "recorded", "refuted"]
    place: FixedPlace | None = None


def remember_hypotheses(
    ledger: Ledger, fingerprint: str | None, hypotheses: Sequence[Hypothesis], project: Project
) -> None:
    """Keep where the hypotheses about an error were, with their code, to see later what a fix changed."""
    if fingerprint is None or not hypotheses:
        return
    firsts = [(one.kind, one.places[0]) for one in hypotheses]
    try:
        places = [
            AnalyzedPlace(
                kind, place.file_path, place.function, _hash(project, place.file_path, place.function)
            )
            for kind, place in firsts
        ]
        hypothesis_rows.store_places(ledger, fingerprint, project.place, places)
    except (Unknown, Failure) as problem:
        # The index is not ready, or the ledger cannot be written: a later analysis keeps them.
        _log.info("hypotheses are not kept: %s", problem)


def record_decision(ledger: Ledger, solution_id: str, decision: Decision, project: Project | None) -> None:
    """Keep which hypotheses about an error a fix confirmed, or an attempt refuted; nothing without a project.

    Where the decision names no place, it is about the hypotheses whose code changed since they were made.
    """
    fingerprint, outcome, place = decision.fingerprint, decision.outcome, decision.place
    if project is None or fingerprint is None:
        return
    if place is not None:
        places = _about(hypothesis_rows.load_places(ledger, fingerprint, project.place), place)
    else:
        places = _touched(ledger, fingerprint, project)
    if not places and outcome == "confirmed":
        places = _recorded(ledger, solution_id, project)
    if places:
        ledger.note(
            CAUSE,
            solution_id,
            {
                "project": project.id,
                "fingerprint": fingerprint,
                "outcome": outcome,
                "causes": [
                    {"kind": one.kind, "filePath": one.file_path, "function": one.function} for one in places
                ],
            },
        )


def past_causes(ledger: Ledger, fingerprint: str | None, project: Project) -> tuple[PastCause, ...]:
    """Return what is known of hypotheses in a project: of each place and kind the last word on it."""
    events = hypothesis_rows.cause_events(ledger)
    if not events:
        return ()
    found: dict[tuple[object, ...], PastCause] = {}
    for at, _id, detail in events:
        if detail.get("project") != project.id:
            continue
        is_same = fingerprint is not None and detail.get("fingerprint") == fingerprint
        for cause in detail["causes"]:
            known = PastCause(
                outcome=detail["outcome"],
                at=at,
                same_error=is_same,
                kind=cause["kind"],
                file_path=cause["filePath"],
                function=cause["function"],
            )
            key = (known.file_path, known.function, known.kind, is_same)
            before = found.get(key)
            # Recorded once more is no less than confirmed before.
            if before is None or (before.outcome, known.outcome) != ("confirmed", "recorded"):
                found[key] = known
    return tuple(found.values())


def _touched(ledger: Ledger, fingerprint: str, project: Project) -> list[AnalyzedPlace]:
    """Return the places whose code changed since the last analysis that saw other code than there is now.

    An analysis of the code as it is now tells nothing: the old error text was looked at again after the fix.
    """
    try:
        for places in hypothesis_rows.load_places(ledger, fingerprint, project.place):
            changed = [one for one in places if _hash(project, one.file_path, one.function) != one.text_hash]
            if changed:
                return changed
    except Unknown:
        _log.info("what the fix changed is not known while the project is being indexed")
    return []


def _about(analyses: Sequence[Sequence[AnalyzedPlace]], place: FixedPlace) -> list[AnalyzedPlace]:
    for places in analyses:
        fitting = [
            one
            for one in places
            if one.file_path == place.file_path and place.function in {None, one.function}
        ]
        if fitting:
            return fitting
    return [AnalyzedPlace(None, place.file_path, place.function, None)]


def _recorded(ledger: Ledger, solution_id: str, project: Project) -> list[AnalyzedPlace]:
    """Return what was recorded with a solution that is confirmed now."""
    for _at, id_, detail in reversed(hypothesis_rows.cause_events(ledger)):
        if id_ == solution_id and detail["outcome"] != "refuted" and detail.get("project") == project.id:
            return [
                AnalyzedPlace(cause["kind"], cause["filePath"], cause["function"], None)
                for cause in detail["causes"]
            ]
    return []


def _hash(project: Project, file_path: str, function: str | None) -> str | None:
    code = project.now(file_path, function or "")
    return None if code is None else code.text_hash
