"""Writes feedback to the ledger: new solutions, failed attempts, outcomes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from models.error_codes import ErrorCode
from models.tools.confirm_solution import ConfirmSolutionParams, ConfirmSolutionResult
from models.tools.record_solution import RecordSolutionParams, RecordSolutionResult
from rca.knowledge import past_causes, recurrence, solution_state
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.past_causes import Decision
from rca.knowledge.project_protocol import Project
from rca.tool_failure import Failure


def record(
    ledger: Ledger, params: RecordSolutionParams, now: Callable[[], datetime], project: Project | None
) -> RecordSolutionResult:
    """Store a solution as a candidate, or with `worked=False` a failed attempt.

    Raises:
        Failure: INVALID_PARAMETERS, DB_CONNECTION_FAILED.
    """
    from rca.knowledge.solution_intake import solution_of

    solution, kinds = solution_of(params, now, project)
    fingerprint = solution.metadata.get("fingerprint")
    redacted = tuple(sorted(kinds))
    if not params.worked:
        tried = params.solution_id or solution.id
        known = ledger.get(tried)
        if params.solution_id is not None and known is None:
            raise unknown("record_solution", "solutionId", params.solution_id)
        if known is not None:
            ledger.report(tried, "did_not_work", None, solution.root_cause)
        else:
            ledger.add_attempt(tried, fingerprint, solution.solution, solution.root_cause)
        past_causes.record_decision(ledger, tried, Decision(fingerprint, "refuted", params.place), project)
        known = ledger.get(tried)
        state = known.state if known is not None else "candidate"
        return RecordSolutionResult(
            id=tried, state=state, fingerprint=fingerprint, stored="attempt", redacted=redacted
        )
    (stored,) = ledger.put([(solution, "candidate")], "user")
    recurrence.note_seen(ledger, solution.id, params.error_text, project)
    past_causes.record_decision(ledger, solution.id, Decision(fingerprint, "recorded", params.place), project)
    kept = ledger.get(solution.id)
    return RecordSolutionResult(
        id=solution.id,
        state=kept.state if kept is not None else "candidate",
        fingerprint=fingerprint,
        stored="new" if stored == "new" else "updated",
        redacted=redacted,
    )


def confirm(ledger: Ledger, params: ConfirmSolutionParams, project: Project | None) -> ConfirmSolutionResult:
    """Record how a solution turned out.

    Raises:
        Failure: INVALID_PARAMETERS, DB_CONNECTION_FAILED.
    """
    successor = params.superseded_by
    if params.outcome == "superseded" and successor is not None:
        if successor == params.id:
            raise Failure(
                ErrorCode.INVALID_PARAMETERS,
                f"confirm_solution: 'supersededBy' names the solution {params.id} itself",
                "Give the id of the better solution, or leave it out.",
            )
        if ledger.get(successor) is None:
            raise unknown("confirm_solution", "supersededBy", successor)
    from rca.knowledge.solution_intake import clean

    note = None if params.note is None else str(clean(params.note).value)
    known = ledger.get(params.id)
    evidence = solution_state.evidence(known, project, "word")
    reported = ledger.report(params.id, params.outcome, successor, note, evidence)
    if reported is None:
        raise unknown("confirm_solution", "id", params.id)
    if params.outcome != "superseded":
        identity = reported.problem.fingerprint
        decision = Decision(identity, "confirmed" if params.outcome == "worked" else "refuted")
        past_causes.record_decision(ledger, params.id, decision, project)
    return ConfirmSolutionResult(
        id=params.id,
        state=reported.state,
        user_validated=reported.state == "validated",
        confidence=round(reported.prior, 4),
    )


def unknown(tool: str, parameter: str, id_: str) -> Failure:
    """Return the failure for an unknown solution id."""
    return Failure(
        ErrorCode.INVALID_PARAMETERS,
        f"{tool}: '{parameter}' is {id_!r}, but there is no such solution",
        "Use an id that vector_search_db, analyze_error or record_solution gave.",
    )
