"""`todo_manager`: keep a plan of steps in order (seed 001)."""

from __future__ import annotations

from pydantic import Field

from models.planning import MOST_STEPS, PlanStep, StepStatus
from models.wire import Params, Wire


class TodoItem(Params):
    """A step as it is given."""

    id: str | None = Field(default=None, min_length=1, max_length=100, description="As the answer named it.")
    content: str = Field(min_length=1, max_length=500, description="What to do: `Find the callers`.")
    active_form: str = Field(
        min_length=1, max_length=500, description="The same while it is done: `Finding the callers`."
    )
    status: StepStatus = "pending"


class TodoManagerParams(Params):
    """The whole list: it replaces the one before."""

    items: tuple[TodoItem, ...] = Field(
        max_length=MOST_STEPS,
        strict=False,
        description="All steps in order, done ones included; at most one is `in_progress`.",
    )


class TodoManagerResult(Wire):
    """The plan; where nothing was in progress, the first open step is now."""

    items: tuple[PlanStep, ...]
    max_items: int = MOST_STEPS
    current_item: PlanStep | None = Field(description="The step in progress, null where all are done.")
    completed: int
