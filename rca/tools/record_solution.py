"""`record_solution`: keep what solved a problem, or what did not."""

from __future__ import annotations

from models.tools.record_solution import RecordSolutionParams, RecordSolutionResult
from rca.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: RecordSolutionParams) -> Answer[RecordSolutionResult]:
    """Store the solution as a candidate, or note the attempt."""
    return Answer(context.knowledge.record(params))


TOOL = Tool(
    name="record_solution",
    description=(
        "Keep a problem with its root cause and solution, so that it is found when the problem returns. "
        "Give the error text: it is condensed and free of secrets when stored, never kept whole. A new "
        "solution is a candidate until confirm_solution says that it worked. With worked=false the attempt "
        "is kept as one that did not help."
    ),
    params=RecordSolutionParams,
    result=RecordSolutionResult,
    run=run,
    risk="safe_write",
)
