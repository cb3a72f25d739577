"""`run_tests`: run the project's tests with its own build."""

from __future__ import annotations

from pydantic import Field

from models.builds import BuildRun, FailedTest, TestCounts
from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.wire import Params, Wire, absent_if_none


class RunTestsParams(Params):
    """Which tests, and how long they may take."""

    module: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Only this module (`:app`, `app`, a folder, a Maven artifact); default: all.",
    )
    tests: tuple[str, ...] | None = Field(
        default=None,
        max_length=20,
        strict=False,
        description="Only these: `package.Class.method` or `package.Class`; default: all of them.",
    )
    task: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Gradle test task or Maven phase; default: local unit tests "
        "(`testDebugUnitTest`, `allTests`, `test`).",
    )
    rerun: bool = Field(default=False, description="Run tests that are up to date again.")
    debug: bool = Field(
        default=False,
        description="The tests wait on port 5005 for a debugger; best with one test.",
    )
    directory: str | None = Field(
        default=None, description="Folder of the build, relative to the workspace; default: its root."
    )
    limit: int = Field(default=20, ge=1, le=100, description="Failed tests to show.")
    timeout_seconds: int = Field(default=900, ge=1, le=1700, description="The run is stopped after this.")


class RunTestsResult(Wire):
    """How the tests ended; `errors` are those of the build itself, failed tests apart."""

    run: BuildRun
    up_to_date: bool = Field(
        description="Whether nothing had changed, so that the results are those of an earlier run."
    )
    all_passed: bool | None = Field(
        description="Whether tests ran and none failed; false wherever the build failed or a test did, null "
        "where nothing tells: no test was seen, or a report could not be read whole."
    )
    counts: TestCounts = Field(description="The tests that were read: see `allPassed` and `run`, too.")
    failed: tuple[FailedTest, ...] = ()
    errors: tuple[ErrorReport, ...] = Field(
        default=(), description="What failed besides tests, or kept them from running."
    )
    places: tuple[ProjectFrame, ...] = Field(default=(), description="The places that `errors` name.")
    output: str | None = absent_if_none(
        "The end of the output, secrets masked, where no failed test tells what went wrong."
    )
