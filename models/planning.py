"""Plans and conclusions of an agent: steps, and a hypothesis with its evidence."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_none

StepStatus = Literal["pending", "in_progress", "completed"]

MOST_STEPS = 15
"""Steps of one plan (seed 001)."""


class PlanStep(Wire):
    """One step of a plan."""

    id: str
    content: str
    active_form: str
    status: StepStatus


class Citation(Wire):
    """A place in the project that speaks for a statement."""

    file_path: str = Field(min_length=1, description="Relative to the workspace.")
    line: int | None = Field(default=None, ge=1)
    end_line: int | None = Field(default=None, ge=1)
    quote: str | None = absent_if_none("What stands there, so that it can be checked.")


class Hypothesis(Wire):
    """The end of an investigation: a root cause with what speaks for it, or what is missing to tell."""

    verdict: Literal["root_cause", "not_enough_information"]
    root_cause: str = Field(default="", description="What is wrong, in a sentence or two.")
    explanation: str = Field(default="", description="How the cause leads to the error.")
    citations: tuple[Citation, ...] = ()
    suggested_fix: str = ""
    confidence: float = Field(default=0.0, ge=0, le=1)
    missing: tuple[str, ...] = Field(default=(), description="What would have to be known to tell more.")
