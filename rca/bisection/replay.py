"""Replays the failing command on one commit, and judges whether that commit is good, bad or untestable."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from models.error_codes import ErrorCode
from models.error_report import ErrorReport
from models.tools.bisect import RunVerdict
from rca.builds import build_process
from rca.error_text import parse
from rca.knowledge.problem.fingerprint import fingerprint
from rca.knowledge.solution_intake import decisive_line
from rca.redaction import redact
from rca.scheduling.deadline import Cancelled, Deadline
from rca.subprocesses import Stopped
from rca.terminal import shell
from rca.tool_failure import Failure
from rca.verification import RerunPlan

_SKIP_CODE = 125
"""A command's sign that the commit cannot be tested, as for `git bisect run`."""
_NOT_RUNNABLE = (126, 127)
_NOTHING_RAN = re.compile(
    r"No tests found for given includes|No tests were executed!|No tests matching pattern"
    r"|Task '[^']*' not found|Cannot locate tasks that match|Project '[^']*' not found in"
)
_LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class RunOutput:
    """How a run ended: `exit_code` is None where it was stopped."""

    exit_code: int | None
    output: str
    seconds: float
    stopped: Stopped | None = None


Replay = Callable[[Path, float, Deadline], RunOutput]
"""Runs the failing command in a checkout, within a number of seconds."""


@dataclass(frozen=True, slots=True)
class RunJudgement:
    """The verdict of a run on its commit, with the reason unless it passes."""

    verdict: RunVerdict
    reason: str | None
    fingerprints: frozenset[str] = frozenset()


def shell_replay(command: str, folder: str, environment: Mapping[str, str]) -> Replay:
    """Return what runs a command line in a folder of the checkout, given relative to its top."""

    def replay(checkout: Path, seconds: float, deadline: Deadline) -> RunOutput:
        directory = checkout / folder
        if not directory.is_dir():
            return RunOutput(_SKIP_CODE, f"the commit has no folder '{folder}'", 0.0)
        try:
            ran = shell.run(command, directory, environment, seconds, deadline)
        except (OSError, ValueError) as problem:
            raise Failure(
                ErrorCode.COMMAND_FAILED,
                f"The command could not be started: {problem}",
                "Check the command line.",
            ) from None
        if ran.stopped == "cancelled":
            raise Cancelled
        return RunOutput(ran.exit_code, f"{ran.stdout.text}\n{ran.stderr.text}", ran.seconds, ran.stopped)

    return replay


def judge_run(ran: RunOutput, expected: frozenset[str]) -> RunJudgement:
    """Return the verdict of a run on its commit.

    Args:
        ran: the run.
        expected: fingerprints of the failure; empty where it has none: then every failure counts.
    """
    if ran.stopped is not None:
        return RunJudgement("skipped", f"stopped after {ran.seconds:.0f} s")
    if ran.exit_code == 0:
        return RunJudgement("passed", None)
    last_line = redact(ran.output.strip().rpartition("\n")[2]).text[:_LONGEST_REASON]
    if ran.exit_code == _SKIP_CODE or ran.exit_code in _NOT_RUNNABLE:
        return RunJudgement("skipped", f"exit code {ran.exit_code}: {last_line}".rstrip(": "))
    if missing := _NOTHING_RAN.search(ran.output):
        return RunJudgement("skipped", missing[0])
    report = parse(ran.output)
    found = fingerprints_of(report)
    line = decisive_line(report, ran.output) if report.kind != "unknown" else f"exit code {ran.exit_code}"
    reason = redact(line).text[:_LONGEST_REASON]
    if expected and not expected & found:
        return RunJudgement("skipped", f"another failure: {reason}", found)
    return RunJudgement("failed", reason, found)


def fingerprints_of(report: ErrorReport) -> frozenset[str]:
    """Return the fingerprints of the errors of a text."""
    return frozenset(one for part in (report, *report.others) if (one := fingerprint(part)) is not None)


def build_replay(plan_in: Callable[[Path, Path], RerunPlan], folder: str) -> Replay:
    """Return what runs a task of the build that is checked out.

    Args:
        plan_in: makes the plan for a checkout and a folder in it.
        folder: the folder of the build, relative to the checkout's top.
    """

    def replay(checkout: Path, seconds: float, deadline: Deadline) -> RunOutput:
        try:
            plan = plan_in(checkout, checkout / folder)
            ran = build_process.run(plan.argv(), plan.directory, seconds, deadline)
        except Failure as failure:
            if failure.error.code != ErrorCode.BUILD_TOOL_NOT_FOUND:
                raise
            return RunOutput(_SKIP_CODE, failure.error.message, 0.0)  # the commit is from before the build
        except OSError as problem:
            return RunOutput(_SKIP_CODE, f"the build tool cannot be started: {problem}", 0.0)
        if ran.stopped == "cancelled":
            raise Cancelled
        return RunOutput(ran.exit_code, ran.output, ran.seconds, ran.stopped)

    return replay
