"""`verify_solution`: run what failed again, and see whether a solution works."""

from __future__ import annotations

import shlex

from models.error_codes import ErrorCode
from models.evidence import Receipt
from models.tools.verify_solution import VerifySolutionParams, VerifySolutionResult
from rca.analysis.knowledge_project import WorkspaceProject
from rca.builds.build_command import unsaved_note
from rca.builds.build_tool import build_tool_of
from rca.error_text.failed_tasks import FailedTasks
from rca.knowledge.ledger.record import Record
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.verification import PriorEvidence, RerunPlan, Sought, plan_run, verify

_DOUBTS = {
    "not_known_to_fail": "it passed, but it was never seen to fail with this error, so that proves nothing",
    "same_code": "it passed on the very code on which it failed before: it is flaky, which proves nothing",
    "code_changed": "it passed, but the code changed while it ran, so nobody can tell what passed",
    "unread_report": "it passed, but a test report could not be read whole, so a failed test may be hidden",
}


def run(context: ToolContext, params: VerifySolutionParams) -> Answer[VerifySolutionResult]:
    """Run the plan, store the receipt, and return the solution's new state."""
    project = WorkspaceProject(context.snapshot, context.deadline)
    record, earlier = context.knowledge.solution(params.id, project)
    plan = _plan(context, params, record)
    problem = record.problem
    sought = Sought(problem.fingerprint, problem.types, problem.message)
    known = PriorEvidence(sought, earlier, project.environment, is_recorded=_is_recorded(params, record))
    seen = verify(plan, known, params.timeout_seconds, context.deadline, context.now, context.progress)
    after = context.knowledge.keep_receipt(record, seen.receipt, project)
    notes = (*unsaved_note(context.snapshot), *seen.notes)
    return Answer(
        VerifySolutionResult(
            id=params.id,
            state=after.state,
            user_validated=after.state == "validated",
            confidence=round(after.prior, 4),
            receipt=seen.receipt,
            explanation=_explained(seen.receipt),
            output=None if seen.receipt.outcome == "passed" else seen.output,
        ),
        completeness="partial" if notes else "complete",
        provenance=notes,
    )


def details(context: ToolContext, params: VerifySolutionParams) -> dict[str, str]:
    """Show the command itself before it is approved."""
    project = WorkspaceProject(context.snapshot, context.deadline)
    record, _receipts = context.knowledge.solution(params.id, project)
    plan = _plan(context, params, record)
    return {"command": shlex.join(plan.argv()), "directory": str(plan.directory)}


def _plan(context: ToolContext, params: VerifySolutionParams, record: Record) -> RerunPlan:
    folder = context.snapshot.resolve_directory(params.directory or ".")
    root = context.snapshot.folders[0].path if folder.root is None else folder.root.path
    recorded = _recorded(record)
    if recorded is None and params.task is None and params.tests is None:
        raise Failure(
            ErrorCode.MISSING_VALUE,
            f"verify_solution: the record of {params.id} names no task and no test that failed",
            "Give `task` (as `:app:testDebugUnitTest`), and `tests` where only some are meant.",
        )
    tool = build_tool_of(folder.absolute) or (recorded.tool if recorded else "gradle")
    if recorded is None or tool != recorded.tool:
        recorded = FailedTasks(tool, None)
    failing = FailedTasks(
        tool,
        params.task or recorded.task,
        # Other tasks have other tests.
        params.tests if params.tests is not None else () if params.task else recorded.tests,
        None if params.task else recorded.module,
    )
    return plan_run(root, folder.absolute, failing)


def _recorded(record: Record) -> FailedTasks | None:
    raw = record.solution.metadata.get("failing")
    if not isinstance(raw, dict) or raw.get("buildTool") not in {"gradle", "maven"}:
        return None
    tests = raw.get("tests")
    return FailedTasks(
        raw["buildTool"],
        raw.get("task") if isinstance(raw.get("task"), str) else None,
        tuple(str(test) for test in tests) if isinstance(tests, list) else (),
        raw.get("module") if isinstance(raw.get("module"), str) else None,
    )


def _is_recorded(params: VerifySolutionParams, record: Record) -> bool:
    """Return whether the run covers what failed: a wider run of the same task does too."""
    recorded = _recorded(record)
    if recorded is None:
        return False
    same_task = params.task is None or params.task == recorded.task
    return same_task and (not params.tests or set(recorded.tests) <= set(params.tests))


def _explained(receipt: Receipt) -> str:
    task = next((part for part in receipt.command if part.startswith(":")), receipt.command[-1])
    told = f": {receipt.error}" if receipt.error else ""
    match receipt.outcome:
        case "passed" if receipt.doubt is not None:
            return f"No receipt: {_DOUBTS[receipt.doubt]}."
        case "passed":
            count = receipt.tests
            tests = "" if count is None else f" ({count} test{'' if count == 1 else 's'} ran)"
            return f"{task} passed and the error is gone{tests}."
        case "still_failing":
            return f"The same error is still there{told}"
        case "other_failure":
            return f"{task} fails with another error now{told}"
        case "nothing_ran":
            return f"No receipt: nothing was run{told}"
        case "timed_out":
            return f"No receipt: the run took too long and was stopped after {receipt.seconds:.0f} s."


TOOL = Tool(
    name="verify_solution",
    description=(
        "Run what failed (Gradle task, Maven phase or tests) again, once the fix is in the code. Where the "
        "run passes and the recorded error is gone, the solution is validated by a receipt. A run in which "
        "nothing ran is no receipt. The user is asked first. Without a build use confirm_solution."
    ),
    params=VerifySolutionParams,
    result=VerifySolutionResult,
    run=run,
    risk="dangerous",
    seconds=1800.0,
    needs_index=True,
    needs_knowledge=True,
    details=details,
)
