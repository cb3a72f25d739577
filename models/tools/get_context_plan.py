"""`get_context_plan`: what to read for a task, in order, inside a token budget (seed 002)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from models.wire import Params, Wire, absent_if_none

TaskKind = Literal["error", "tests", "build", "architecture", "code"]
ContextForm = Literal["file", "lines", "summary"]


class GetContextPlanParams(Params):
    """The task, and what its context may cost."""

    task: str = Field(
        min_length=3,
        max_length=200_000,
        description="What is to be done, in words; an error text or the names of code make the plan exact.",
    )
    token_budget: int = Field(
        default=20_000, ge=500, le=500_000, description="Tokens that all items may take together."
    )
    limit: int = Field(default=30, ge=1, le=100, description="Most items of the plan.")


class ContextItem(Wire):
    """Something to load: the call of `tool` with `parameters` gives it."""

    load: str = Field(description="Path of the file, or name of the module.")
    form: ContextForm = Field(description="The whole file, some lines of it, or a summary.")
    line_start: int | None = absent_if_none()
    line_end: int | None = absent_if_none()
    symbol: str | None = absent_if_none("The declaration that the lines hold.")
    tokens: int = Field(description="Estimate of what the answer holds.")
    relevance: float = Field(ge=0, le=1, description="For ordering.")
    reason: str
    tool: str = Field(description="The tool that loads it.")
    parameters: dict[str, Any]


class GetContextPlanResult(Wire):
    """The plan, the most relevant first; `left_out` is what the budget had no room for."""

    kind: TaskKind = Field(description="What the task was taken for.")
    items: tuple[ContextItem, ...]
    total_tokens: int
    token_budget: int
    left_out: tuple[str, ...] = Field(default=(), description="Further places that are relevant, best first.")
