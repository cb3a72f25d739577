"""`get_context_plan`: what to read for a task, in order, inside a token budget (seed 002)."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.get_context_plan import GetContextPlanParams, GetContextPlanResult
from rca.planning.context_plan import plan
from rca.planning.reading_candidates import candidates
from rca.planning.task import understand
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: GetContextPlanParams) -> Answer[GetContextPlanResult]:
    """Parse the task, find candidates, and choose what fits the budget."""
    snapshot = context.snapshot
    task = understand(params.task, snapshot)
    found = candidates(task, snapshot, context.knowledge.similarities, context.deadline)
    planned = plan(found, snapshot, params.token_budget, params.limit)
    if not planned.items:
        context.deadline.checkpoint()  # what was not looked for is not missing
        raise Failure(
            ErrorCode.NO_RESULTS,
            "Nothing in the project fits the task"
            if snapshot.index.ready
            else "Nothing that is indexed yet fits the task",
            "Name a class, a file or an error, or say what the code does in the project's own words.",
        )
    notes = [] if snapshot.index.ready else ["the index is still being checked against the disk"]
    if context.deadline.expired:
        notes.append("the time limit ended the search for further places")
    return Answer(
        GetContextPlanResult(
            kind=task.kind,
            items=planned.items,
            total_tokens=planned.tokens,
            token_budget=params.token_budget,
            left_out=planned.left_out,
        ),
        completeness="partial" if notes else "complete",
        provenance=tuple(notes),
    )


TOOL = Tool(
    name="get_context_plan",
    description=(
        "Start here with a task in words (an error goes to analyze_error): returns what to read, most "
        "relevant first, inside a token budget, each item with its tokens, why it matters and the call that "
        "loads it. Load the items in order; stop when you know enough."
    ),
    params=GetContextPlanParams,
    result=GetContextPlanResult,
    run=run,
    needs_index=True,
    speaks_for="names",
)
