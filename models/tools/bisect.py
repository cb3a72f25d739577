"""`bisect`: find the commit that introduced a failure, by running what fails on other commits."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire, absent_if_empty, absent_if_none

BisectOutcome = Literal["found", "older", "narrowed", "not_reproduced"]
"""`found`: one commit introduced it. `older`: the oldest commit of the range fails, too. `narrowed`: several
are left, as some cannot be tested or the runs were used up. `not_reproduced`: the bad commit does not
fail."""

RunVerdict = Literal["failed", "passed", "skipped"]
"""`skipped`: the commit has no verdict, as it does not build, fails with another error or took too long."""


class BisectParams(Params):
    """What fails, and between which commits it began to."""

    command: str | None = Field(
        default=None,
        min_length=1,
        max_length=20_000,
        description="Command line that fails: exit code 0 passes, 125 skips the commit. Or give `task`.",
    )
    task: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Gradle task path (`:app:testDebugUnitTest`) or Maven phase that fails.",
    )
    tests: tuple[str, ...] = Field(
        default=(),
        max_length=20,
        strict=False,
        description="With `task`: only these tests, `package.Class.method` or `package.Class`.",
    )
    good: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="A commit, tag or branch that did not fail. Default: unknown, the newest are searched.",
    )
    bad: str = Field(default="HEAD", min_length=1, max_length=300, description="A commit that fails.")
    error_text: str | None = Field(
        default=None,
        max_length=2_000_000,
        description="The error as it was printed: ranks the commits, and tells it from other failures. "
        "Default: what the bad commit's run prints.",
    )
    flaky: bool = Field(
        default=False, description="The failure does not show each time: a pass counts only after two runs."
    )
    directory: str | None = Field(
        default=None, description="Folder to run in, relative to the workspace; default: its root."
    )
    timeout_seconds: int = Field(default=600, ge=1, le=1500, description="One run is stopped after this.")
    max_runs: int = Field(default=20, ge=1, le=200, description="Runs at most.")
    max_commits: int = Field(
        default=200, ge=1, le=2000, description="Commits that are searched at most, the newest."
    )


class BisectCommit(Wire):
    """A commit that may have introduced the failure."""

    commit: str
    summary: str
    probability: float = Field(ge=0, le=1, description="That it introduced the failure, after all runs.")


class BisectRun(Wire):
    """One run on one commit."""

    commit: str
    summary: str
    verdict: RunVerdict
    suspicion: float = Field(ge=0, le=1, description="How likely the commit was the first bad one before.")
    exit_code: int | None = Field(description="null where the run was stopped.")
    seconds: float
    reason: str | None = absent_if_none("Why a commit was skipped, or the decisive line of a failure.")


class BisectReceipt(Wire):
    """What was run, on which commits, and what each run gave."""

    command: tuple[str, ...] = Field(description="What was run; home folders are masked.")
    directory: str
    bad: str
    good: str | None = Field(description="The commit that was given as good; null where none was.")
    commits: int = Field(description="Commits of the range.")
    runs: tuple[BisectRun, ...]
    started_at: str = Field(description="ISO 8601, UTC.")
    seconds: float


class BisectResult(Wire):
    """The first bad commit, or those that are left."""

    outcome: BisectOutcome
    first_bad: BisectCommit | None = absent_if_none("The commit that introduced the failure.")
    candidates: tuple[BisectCommit, ...] = absent_if_empty("Commits that are left, the likeliest first.")
    explanation: str = Field(description="What the runs show, in a sentence.")
    receipt: BisectReceipt
    output: str | None = absent_if_none("The end of the output of the bad commit's run, secrets masked.")
