"""Evidence for a solution: where it was recorded, and the runs that the server observed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none

RunOutcome = Literal["passed", "still_failing", "other_failure", "nothing_ran", "timed_out"]
"""How a re-run ended; `nothing_ran` also where all was up to date, or a filter matched no test."""

ReceiptDoubt = Literal["not_known_to_fail", "same_code", "code_changed", "unread_report"]
"""Why a run that passed proves nothing: the task was never seen to fail with this error; it failed on
the very same code before (flaky); the code changed while it ran; a test report could not be read whole."""


class Environment(Wire):
    """Versions that a project states, as far as it states them."""

    kotlin: str | None = absent_if_none()
    android_gradle_plugin: str | None = absent_if_none()
    gradle: str | None = absent_if_none()
    libraries: dict[str, str] = Field(
        default_factory=dict, description="`group:artifact` of a direct dependency → version."
    )


class Culprit(Wire):
    """The code that a solution is about, and a hash of its text, white space and comments left out."""

    file_path: str
    symbol: str = Field(description="`Class.function`.")
    text_hash: str


class Receipt(Wire):
    """A run of the failing task that the server did itself."""

    outcome: RunOutcome
    validates: bool = Field(description="Whether it shows that the solution works.")
    doubt: ReceiptDoubt | None = absent_if_none("Why a run that passed does not show it.")
    command: tuple[str, ...] = Field(description="Program and arguments; home folders are masked.")
    directory: str = Field(description="Where it ran, relative to the workspace.")
    exit_code: int | None = Field(description="null where the run was stopped.")
    started_at: str = Field(description="ISO 8601, UTC.")
    seconds: float
    tests: int | None = absent_if_none("Tests that ran; absent where the task runs none.")
    commit: str | None = Field(description="HEAD, null outside of git.")
    diff_hash: str | None = Field(
        description="SHA-256 of the uncommitted changes with new files, null where there are none."
    )
    tools: dict[str, str] = Field(description="Versions of `gradle` or `maven`, `jdk`, `kotlin`, ….")
    fingerprint: str | None = absent_if_none("The recorded error that was looked for.")
    found_fingerprints: tuple[str, ...] = absent_if_empty("The errors of a run that failed.")
    error: str | None = absent_if_none("Decisive line of a run that failed, or why nothing ran.")


class PastCause(Wire):
    """A hypothesis that a fix, an attempt or a check decided before, in the same project."""

    outcome: Literal["confirmed", "recorded", "refuted"] = Field(
        description="By a run or a person's later word; by the word of who recorded the fix; refuted."
    )
    at: str
    same_error: bool = Field(description="Whether it was this very error, by its fingerprint.")
    kind: str | None = Field(description="Kind of the hypothesis.")
    file_path: str
    function: str | None = Field(description="`Class.function`; null where the place is no function.")
