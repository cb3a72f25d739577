"""`confirm_solution`: say how a recorded solution turned out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.solution import SolutionState
from models.wire import Params, Wire


class ConfirmSolutionParams(Params):
    """The verdict of the user on one solution."""

    id: str = Field(min_length=1, description="Id of the solution.")
    outcome: Literal["worked", "did_not_work", "superseded", "harmful"] = Field(
        description="How it turned out."
    )
    superseded_by: str | None = Field(
        default=None, description="With `superseded`: id of the better solution."
    )
    note: str | None = Field(default=None, max_length=2_000, description="Why, in a sentence.")


class ConfirmSolutionResult(Wire):
    """The solution's standing now."""

    id: str
    state: SolutionState
    user_validated: bool
    confidence: float
