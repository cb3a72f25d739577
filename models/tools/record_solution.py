"""`record_solution`: keep what solved a problem, or what did not."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.solution import SolutionState
from models.wire import Params, Wire, absent_if_empty


class FixedPlace(Params):
    """Code that a fix, an attempt or a check was about."""

    file_path: str = Field(min_length=1, description="Relative to the workspace.")
    function: str | None = Field(default=None, min_length=1, description="`Class.function`.")


class RecordSolutionParams(Params):
    """A problem and its solution. `errorText` or `errorDescription` must be given."""

    root_cause: str = Field(min_length=3, max_length=20_000, description="Why it happened.")
    solution: str = Field(min_length=3, max_length=20_000, description="What was done about it.")
    error_text: str | None = Field(
        default=None,
        max_length=1_000_000,
        description="The error as it was; kept condensed.",
    )
    error_description: str | None = Field(
        default=None, min_length=3, max_length=20_000, description="The problem in words."
    )
    language: str = Field(default="kotlin", description="Language of the code at fault.")
    error_type: str | None = Field(
        default=None, description="Exception class or build error; default: from the text."
    )
    fixed_in: str | None = Field(default=None, description="File that was changed.")
    worked: bool = Field(default=True, description="false: an attempt that did not help.")
    solution_id: str | None = Field(
        default=None, description="With `worked: false`: the solution that was tried."
    )
    place: FixedPlace | None = Field(
        default=None,
        description="Where the fix was; with `worked: false` the refuted hypothesis. Default: the "
        "hypotheses of `analyze_error` whose code changed since.",
    )


class RecordSolutionResult(Wire):
    """What was stored."""

    id: str
    state: SolutionState
    fingerprint: str | None
    stored: Literal["new", "updated", "attempt"]
    redacted: tuple[str, ...] = absent_if_empty("Kinds of secrets that were masked before storing.")
