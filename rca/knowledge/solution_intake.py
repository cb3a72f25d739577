"""Intake of new solutions: condensed, redacted, with an id of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from models.error_codes import ErrorCode
from models.error_report import ErrorReport
from models.solution import Solution
from models.tools.record_solution import RecordSolutionParams
from rca.error_text import parse, trace_text
from rca.error_text.failed_tasks import failing_of
from rca.knowledge.problem.fingerprint import root_exception
from rca.knowledge.problem.message_template import first_line
from rca.knowledge.problem.problem import Problem, of_report
from rca.knowledge.project_protocol import Project
from rca.redaction import redact
from rca.tool_failure import Failure

_LONGEST_LINE = 600


@dataclass(frozen=True, slots=True)
class Clean:
    """A redacted value, and the kinds of secrets that were masked in it."""

    value: Any
    kinds: frozenset[str]


def clean(value: object) -> Clean:
    """Mask secrets in every text of a JSON-like value; keys stay."""
    kinds: set[str] = set()

    def visit(part: object) -> object:
        if isinstance(part, str):
            # Half of a character, as programs leave it that cut texts by UTF-16: no file holds it.
            redacted = redact(part.encode("utf-8", "replace").decode())
            kinds.update(redacted.kinds)
            return redacted.text
        if isinstance(part, dict):
            return {key: visit(inner) for key, inner in part.items()}
        if isinstance(part, list | tuple):
            return [visit(inner) for inner in part]
        return part

    return Clean(visit(value), frozenset(kinds))


def clean_solution(solution: Solution) -> tuple[Solution, frozenset[str]]:
    """Mask secrets in a solution's texts; its id stays."""
    cleaned = clean(solution.model_dump(exclude={"id"}))
    return Solution(id=solution.id, **cleaned.value), cleaned.kinds


def solution_of(
    params: RecordSolutionParams, now: Callable[[], datetime], project: Project | None = None
) -> tuple[Solution, frozenset[str]]:
    """Return the record of a submitted solution, with the project's versions and the culprit's code.

    Its id is derived from problem and solution, so that the same submission twice is one record. Of the error
    text only the decisive line, the normalised frames and the fingerprint are kept.

    Raises:
        Failure: INVALID_PARAMETERS without error text and description.
    """
    if params.error_text is None and params.error_description is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            "record_solution: neither 'errorText' nor 'errorDescription' was given",
            "Give the error as it was (errorText), or say the problem in words (errorDescription).",
        )
    report = parse(params.error_text) if params.error_text is not None else None
    problem = of_report(report) if report is not None else None
    text = trace_text(params.error_text or "")
    line = decisive_line(report, text) if report is not None else ""
    description = params.error_description or line or params.root_cause
    if params.error_description and line and line not in params.error_description:
        description = f"{line}\n{params.error_description}"
    cleaned = clean(
        {
            "errorDescription": description,
            "rootCause": params.root_cause,
            "solution": params.solution,
            "language": params.language,
            "errorType": params.error_type or _error_type(report, problem),
            "metadata": {
                "fixedIn": params.fixed_in or "",
                **_facts(problem, line),
                **_rerun(report, text),
                **_place(report, project),
            },
        }
    )
    fields = cleaned.value
    metadata = {"createdAt": now().isoformat(timespec="seconds").replace("+00:00", "Z"), **fields["metadata"]}
    solution = Solution(
        id=_id(problem, fields["errorDescription"], fields["solution"]),
        error_description=fields["errorDescription"],
        root_cause=fields["rootCause"],
        solution=fields["solution"],
        language=fields["language"],
        error_type=fields["errorType"],
        metadata=metadata,
    )
    return solution, cleaned.kinds


def decisive_line(report: ErrorReport, text: str) -> str:
    """Return the one line that says what happened: the root exception, or the first real error."""
    root = root_exception(report)
    if root is not None:
        message = first_line(root.message or "")
        return (f"{root.type}: {message}" if message else root.type)[:_LONGEST_LINE]
    said = [found.message for found in report.diagnostics if found.severity == "error"][:1]
    lines = (first_line(one) for one in (*said, report.what_went_wrong or "", text))
    return next((line for line in lines if line), "")[:_LONGEST_LINE]


def _facts(problem: Problem | None, line: str) -> dict[str, Any]:
    if problem is None:
        return {}
    facts = {
        "errorLine": line,
        "kind": problem.kind,
        "frames": list(problem.frames),
        "task": problem.task,
        "fingerprint": problem.fingerprint,
    }
    return {name: value for name, value in facts.items() if value}


def _rerun(report: ErrorReport | None, text: str) -> dict[str, Any]:
    """Return what can be run again to see whether the error is gone."""
    failing = failing_of(report, text) if report is not None else None
    if failing is None:
        return {}
    facts = {
        "buildTool": failing.tool,
        "task": failing.task,
        "tests": list(failing.tests),
        "module": failing.module,
    }
    return {"failing": {name: value for name, value in facts.items() if value}}


def _place(report: ErrorReport | None, project: Project | None) -> dict[str, Any]:
    if project is None:
        return {}
    environment = project.environment.model_dump(mode="json")
    culprit = project.culprit(report) if report is not None else None
    facts = {"environment": environment if any(environment.values()) else None}
    return {name: value for name, value in facts.items() if value} | (
        {} if culprit is None else {"culprit": culprit.model_dump(mode="json")}
    )


def _error_type(report: ErrorReport | None, problem: Problem | None) -> str:
    root = root_exception(report) if report is not None else None
    if root is not None:
        return root.type
    if problem is not None and problem.types:
        return problem.types[0]
    return report.kind if report is not None else "unknown"


def _id(problem: Problem | None, description: str, solution: str) -> str:
    identity = problem.fingerprint if problem is not None and problem.fingerprint else description
    digest = hashlib.sha256(f"{identity}\x1f{' '.join(solution.lower().split())}".encode()).hexdigest()
    return f"rca-{digest[:16]}"
