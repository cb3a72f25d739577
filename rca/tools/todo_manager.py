"""`todo_manager`: keep a plan of steps in order (seed 001)."""

from __future__ import annotations

from collections.abc import Iterable

from models.error_codes import ErrorCode
from models.planning import PlanStep
from models.tools.todo_manager import TodoItem, TodoManagerParams, TodoManagerResult
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(_context: ToolContext, params: TodoManagerParams) -> Answer[TodoManagerResult]:
    """Replace the list, and return it."""
    steps = plan(params.items)
    current = next((step for step in steps if step.status == "in_progress"), None)
    return Answer(
        TodoManagerResult(
            items=steps,
            current_item=current,
            completed=sum(step.status == "completed" for step in steps),
        )
    )


def plan(items: Iterable[TodoItem]) -> tuple[PlanStep, ...]:
    """Assign an id to each step, and start the first open one if none is in progress.

    Raises:
        Failure: INVALID_PARAMETERS if two steps are in progress or share an id.
    """
    given = list(items)
    running = [number for number, item in enumerate(given, 1) if item.status == "in_progress"]
    if len(running) > 1:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"todo_manager: items {' and '.join(map(str, running))} are both in_progress; one may be",
            "Complete a step before the next one begins, or set it back to `pending`.",
        )
    known = [item.id for item in given if item.id is not None]
    twice = next((id_ for id_ in known if known.count(id_) > 1), None)
    if twice is not None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"todo_manager: two items have the id '{twice}'",
            "Leave `id` out of new steps.",
        )
    begins = None if running else next((item for item in given if item.status == "pending"), None)
    free = (name for number in range(1, 100) if (name := f"step-{number}") not in known)
    return tuple(
        PlanStep(
            id=item.id or next(free),
            content=item.content.strip(),
            active_form=item.active_form.strip(),
            status="in_progress" if item is begins else item.status,
        )
        for item in given
    )


TOOL = Tool(
    name="todo_manager",
    description=(
        "Keep the plan of a longer task: give the whole list of steps each time (it replaces the one "
        "before), at most 15, at most one `in_progress`; where none is, the first open step begins. The "
        "answer names the current step. Nothing is stored: the list is in your hands."
    ),
    params=TodoManagerParams,
    result=TodoManagerResult,
    run=run,
)
