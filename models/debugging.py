"""Result of `rca debug`: each step, its cost, and the checked conclusion."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.planning import Hypothesis
from models.wire import Wire, absent_if_empty, absent_if_none

StopReason = Literal["answered", "budget_exceeded", "no_progress", "endpoint_failed"]
"""Why the loop ended: the model answered; turns or tokens were used up; it repeated itself or gave nothing
that could be read; the endpoint failed."""

CallingMode = Literal["native", "json"]
"""How tools are called: the endpoint's own function calling, or one JSON object a turn (seed 003)."""

DebugLead = Literal["engine", "model"]
"""Who plans: the engine, which lets the model choose among its hypotheses, or the model, by tool calls."""


class DebugStep(Wire):
    """One call of a tool, or one answer of the model that could not be used."""

    turn: int
    tool: str | None = Field(description="null where the model called none.")
    parameters: dict[str, object] = Field(default_factory=dict)
    outcome: str = Field(description="What came back, in a line: a count, an error code, what was wrong.")
    milliseconds: int
    tokens: int = Field(description="Of the turn, prompt and answer, as the endpoint counts or estimated.")


class DebugReport(Wire):
    """The whole investigation."""

    stop: StopReason
    hypothesis: Hypothesis
    doubts: tuple[str, ...] = absent_if_empty("What the check of the hypothesis found: citations that fail.")
    steps: tuple[DebugStep, ...]
    turns: int
    total_tokens: int
    model: str
    endpoint: str
    mode: CallingMode
    lead: DebugLead = "model"
    error: str | None = absent_if_none("What the endpoint said, where it failed.")
