"""`record_solution`: keep what solved a problem, or what did not."""

from __future__ import annotations

from models.tools.record_solution import RecordSolutionParams, RecordSolutionResult
from rca.analysis.knowledge_project import WorkspaceProject
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: RecordSolutionParams) -> Answer[RecordSolutionResult]:
    """Store the solution as a candidate, or record the failed attempt."""
    project = WorkspaceProject(context.snapshot, context.deadline)
    return Answer(context.knowledge.record(params, project))


TOOL = Tool(
    name="record_solution",
    description=(
        "Keep a problem with its root cause and solution, so that it is found when the problem returns. Call "
        "it once the user confirms a fix. With worked=false the attempt is kept as one that did not help. "
        "Secrets are never stored."
    ),
    params=RecordSolutionParams,
    result=RecordSolutionResult,
    run=run,
    # It writes, and what it keeps of the code is better for an index that is ready.
    seconds=10.0,
    needs_index=True,
    risk="safe_write",
)
