"""`get_test_coverage`: what the tests reach, by JaCoCo or Kover."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.builds import BuildRun, Coverage, CoverageReport, FileCoverage, ModuleCoverage
from models.wire import Params, Wire, absent_if_none


class GetTestCoverageParams(Params):
    """Of what, and whether the tests may be run for it."""

    module: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Only this module (`:app`, `app`, a folder, a Maven artifact); default: all.",
    )
    path_prefix: str | None = Field(
        default=None, min_length=1, description="Only files whose path begins so, relative to the workspace."
    )
    refresh: Literal["auto", "never", "always"] = Field(
        default="auto",
        description="`auto` runs the tests where there is no report or code is newer than it; "
        "`never` reads the reports that are there.",
    )
    directory: str | None = Field(
        default=None, description="Folder of the build, relative to the workspace; default: its root."
    )
    limit: int = Field(default=20, ge=1, le=200, description="Files to show, the most missed lines first.")
    timeout_seconds: int = Field(default=900, ge=1, le=1700, description="The run is stopped after this.")


class GetTestCoverageResult(Wire):
    """Coverage of what was asked for, its modules and its files."""

    coverage: Coverage
    modules: tuple[ModuleCoverage, ...]
    reports: tuple[CoverageReport, ...]
    files: tuple[FileCoverage, ...] = Field(description="The most missed lines first.")
    total_files: int
    run: BuildRun | None = absent_if_none("The run that wrote the reports, where there was one.")
