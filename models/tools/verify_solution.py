"""`verify_solution`: run what failed again, and see whether a solution works."""

from __future__ import annotations

from pydantic import Field

from models.evidence import Receipt
from models.solution import SolutionState
from models.wire import Params, Wire, absent_if_none


class VerifySolutionParams(Params):
    """Which solution, and what to run where its record does not name it."""

    id: str = Field(min_length=1, description="Id of the solution.")
    task: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Gradle task path (`:app:testDebugUnitTest`) or Maven phase; default: what failed.",
    )
    tests: tuple[str, ...] | None = Field(
        default=None,
        max_length=20,
        strict=False,
        description="Tests to run, `package.Class.method` or `package.Class`; default: those that failed.",
    )
    directory: str | None = Field(
        default=None, description="Folder of the build, relative to the workspace; default: its root."
    )
    timeout_seconds: int = Field(default=600, ge=1, le=1500, description="The run is stopped after this.")


class VerifySolutionResult(Wire):
    """What the run showed, and the solution's standing now."""

    id: str
    state: SolutionState
    user_validated: bool
    confidence: float
    receipt: Receipt
    explanation: str = Field(description="What the run shows, in a sentence.")
    output: str | None = absent_if_none("The end of the output of a run that did not pass, secrets masked.")
