"""Result of a build run: outcome, errors, tests, coverage."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.wire import Wire, absent_if_none

BuildOutcome = Literal["succeeded", "failed", "timed_out"]


class BuildRun(Wire):
    """One run of Gradle or Maven, as it was started."""

    tool: Literal["gradle", "maven"]
    command: tuple[str, ...] = Field(description="Program and arguments; folders of the workspace as `./…`.")
    directory: str = Field(description="Where it ran, relative to the workspace.")
    outcome: BuildOutcome
    exit_code: int | None = Field(description="null where the run was stopped.")
    seconds: float


class TestCounts(Wire):
    """How many tests ended how."""

    __test__ = False

    total: int
    passed: int
    failed: int
    skipped: int


class FailedTest(Wire):
    """A test that failed, with what it said."""

    test: str = Field(description="`package.Class.method`, as `verify_solution` and `tests` take it.")
    name: str = Field(description="The name as the report has it, parameters and display names included.")
    place: ProjectFrame | None = Field(
        description="The project code to look at first, null where none is named."
    )
    error: ErrorReport = Field(
        description="What it said, parsed; of long stacks the innermost and the app's own frames."
    )


class Covered(Wire):
    """A count of what tests reached and what they did not."""

    covered: int
    missed: int
    percent: float | None = Field(
        description="0 to 100, one decimal; null where there is nothing to cover (0 of 0)."
    )


class Coverage(Wire):
    """Coverage by kind of counter, as JaCoCo and Kover count."""

    line: Covered
    branch: Covered
    instruction: Covered
    method: Covered
    type: Covered = Field(description="Classes with a method that ran.")


class FileCoverage(Wire):
    """One source file."""

    file_path: str = Field(description="Relative to the workspace; `package/File.kt` where it is not in it.")
    module: str | None = absent_if_none("The module that the file belongs to.")
    line: Covered
    branch: Covered
    missed_lines: str = Field(description="Lines that no test reached, as `12-15, 20`.")
    partial_lines: str = Field(description="Lines with branches that no test took.")


class ModuleCoverage(Wire):
    """One module's part; `module` is null for code that is not in the workspace."""

    module: str | None
    coverage: Coverage


class CoverageReport(Wire):
    """An XML report that was read."""

    path: str = Field(description="Relative to the workspace.")
    written_at: str = Field(description="ISO 8601, UTC.")
    is_stale: bool = Field(description="Whether a source file that it covers is newer.")
