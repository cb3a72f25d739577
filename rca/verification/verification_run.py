"""One verification from start to end: versions, code state, run, reports, receipt."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from models.error_codes import ErrorCode
from models.evidence import Environment, Receipt, ReceiptDoubt
from rca.builds import test_reports
from rca.builds.build_process import ProcessResult, run
from rca.builds.build_tool import shown
from rca.builds.report_files import describe
from rca.redaction import redact
from rca.scheduling.deadline import Cancelled, Deadline
from rca.tool_failure import Failure
from rca.verification.code_state import CodeState, code_state
from rca.verification.rerun_plan import RerunPlan
from rca.verification.rerun_verdict import Sought, Verdict, judge

OUTPUT_CHARS = 6_000
"""What an answer shows of a run's output: its end."""

_VERSION_SECONDS = 60.0
_VERSIONS = (
    ("gradle", re.compile(r"^Gradle (\d[\w.+-]*)", re.MULTILINE)),
    ("maven", re.compile(r"Apache Maven (\d[\w.+-]*)")),
    ("jdk", re.compile(r"^(?:(?:Launcher )?JVM:\s+|Java version: )(\d[\w.+-]*)", re.MULTILINE)),
)


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """The receipt, the redacted end of the output, and notes on what could not be read."""

    receipt: Receipt
    output: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PriorEvidence:
    """What is known before a run.

    Attributes:
        sought: the recorded error.
        earlier: receipts of the same solution in this project, oldest first.
        environment: the versions that the project states.
        is_recorded: whether the plan is what the recorded error itself named.
    """

    sought: Sought
    earlier: Sequence[Receipt]
    environment: Environment
    is_recorded: bool


def verify(  # noqa: PLR0913, PLR0917 - what to run, what is known, and the call's own limits
    plan: RerunPlan,
    known: PriorEvidence,
    seconds: float,
    deadline: Deadline,
    now: Callable[[], datetime],
    progress: Callable[[str], None] = lambda _line: None,
) -> VerificationResult:
    """Run the plan and write the receipt.

    Args:
        plan: what to run.
        known: what is known before.
        seconds: time limit of the run.
        deadline: cancels it.
        now: the clock.
        progress: told which task or test runs.

    Raises:
        Cancelled: the caller no longer wants it; nothing is left running.
        Failure: BUILD_TOOL_NOT_FOUND, COMMAND_FAILED where the build tool does not start.
    """
    tools = _tools(plan, known.environment, deadline)
    argv = plan.argv(tools.get("gradle"))
    before, written = code_state(plan.directory, deadline), test_reports.stamps(plan.directory)
    started = now()
    ran = _started(argv, plan, seconds, deadline, progress)
    if ran.stopped == "cancelled":
        raise Cancelled
    results = test_reports.written_since(plan.directory, written, deadline)
    unread = describe(results.problems, plan.root)
    judgement = judge(plan, ran, results.cases, known.sought)
    if judgement.outcome == "nothing_ran" and unread:
        judgement = replace(judgement, error=f"no test was seen, as {unread[0]}")
    command = tuple(shown(part, plan.root) for part in argv)
    doubt: ReceiptDoubt | None = None
    if judgement.outcome == "passed":
        after = code_state(plan.directory, deadline)
        doubt = "unread_report" if results.problems else _doubt(command, before, after, known)
    notes = (*unread, *((before.lack,) if before.lack else ()))
    if ran.cut and judgement.outcome != "passed":
        notes = (*notes, "the middle of the build's long output was dropped: an error in it was not seen")
    receipt = Receipt(
        outcome=judgement.outcome,
        validates=judgement.outcome == "passed" and doubt is None,
        doubt=doubt,
        command=command,
        directory=plan.shown_directory,
        exit_code=ran.exit_code,
        started_at=started.isoformat(timespec="seconds").replace("+00:00", "Z"),
        seconds=round(ran.seconds, 1),
        tests=judgement.tests,
        commit=before.commit,
        diff_hash=before.diff_hash,
        tools=tools,
        fingerprint=known.sought.fingerprint,
        found_fingerprints=judgement.fingerprints,
        error=_told(judgement),
    )
    return VerificationResult(receipt, redact(ran.output[-OUTPUT_CHARS:]).text, notes)


def _tools(plan: RerunPlan, environment: Environment, deadline: Deadline) -> dict[str, str]:
    """Query the build tool for its version and its JDK's, beside those that the project states."""
    ran = _started((*plan.program, "--version"), plan, _VERSION_SECONDS, deadline, lambda _line: None)
    if ran.stopped == "cancelled":
        raise Cancelled
    if ran.exit_code != 0:
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"{Path(plan.program[-1]).name} --version failed: {redact(ran.output[-500:].strip()).text}",
            "Check that the wrapper and its JDK work in a terminal.",
        )
    told = {name: found[1] for name, pattern in _VERSIONS if (found := pattern.search(ran.output))}
    stated = {"kotlin": environment.kotlin, "androidGradlePlugin": environment.android_gradle_plugin}
    return told | {name: version for name, version in stated.items() if version is not None}


def _started(
    argv: Sequence[str], plan: RerunPlan, seconds: float, deadline: Deadline, progress: Callable[[str], None]
) -> ProcessResult:
    try:
        return run(argv, plan.directory, seconds, deadline, progress)
    except OSError as problem:
        raise Failure(
            ErrorCode.BUILD_TOOL_NOT_FOUND,
            f"{argv[0]} cannot be started: {problem.strerror or problem}",
            "Check that the wrapper is a program that this system can run.",
        ) from problem


def _doubt(
    command: tuple[str, ...], before: CodeState, after: CodeState, known: PriorEvidence
) -> ReceiptDoubt | None:
    """Return why a run that passed may prove nothing."""
    failed = [one for one in known.earlier if one.command == command and one.outcome == "still_failing"]
    if before != after:
        return "code_changed"
    if not known.is_recorded and not failed:
        return "not_known_to_fail"
    # The same code that failed before passes now: by chance, not by a fix.
    if (
        before.commit is not None
        and before.lack is None
        and any((one.commit, one.diff_hash) == (before.commit, before.diff_hash) for one in failed)
    ):
        return "same_code"
    return None


def _told(judgement: Verdict) -> str | None:
    return None if judgement.error is None else redact(judgement.error).text[:600]
