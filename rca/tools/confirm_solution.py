"""`confirm_solution`: say how a recorded solution turned out."""

from __future__ import annotations

from models.tools.confirm_solution import ConfirmSolutionParams, ConfirmSolutionResult
from rca.analysis.knowledge_project import WorkspaceProject
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: ConfirmSolutionParams) -> Answer[ConfirmSolutionResult]:
    """Record the outcome and return the solution's new state."""
    project = WorkspaceProject(context.snapshot, context.deadline)
    return Answer(context.knowledge.confirm(params, project))


TOOL = Tool(
    name="confirm_solution",
    description=(
        "Say how a past solution turned out: it worked, did not work, is superseded by a better one, or did "
        "harm. Only report what the user or a re-run of the failing task has shown. Harmful and superseded "
        "solutions are no longer offered."
    ),
    params=ConfirmSolutionParams,
    result=ConfirmSolutionResult,
    run=run,
    # It writes, and what it keeps of the code is better for an index that is ready.
    seconds=10.0,
    needs_index=True,
    needs_knowledge=True,
    risk="safe_write",
)
