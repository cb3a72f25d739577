"""Verdict of a rerun: error gone, still there, another error, or nothing was run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.error_report import ErrorReport
from models.evidence import RunOutcome
from rca.builds.build_process import ProcessResult
from rca.builds.junit_xml import TestCase
from rca.error_text import parse
from rca.knowledge.problem.fingerprint import fingerprint, task_type
from rca.knowledge.problem.problem import of_report
from rca.knowledge.solution_intake import decisive_line
from rca.verification.rerun_plan import RerunPlan

_NOT_RUN = re.compile(
    r"No tests found for given includes|No tests were executed!|No tests matching pattern"
    r"|No matching tests found"
)
_STATE = re.compile(r"(?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED)\b.*")
_EXECUTED = re.compile(r"^\d+ actionable tasks?: (?:\d+ avoided, )?([1-9]\d*) executed", re.MULTILINE)
_TEST_TASKS = frozenset({"test", "connectedAndroidTest"})
_COMPILE_PHASES = frozenset({"compile", "test-compile"})
_COMPILED = re.compile(r"Compiling \d+ source|kotlin-maven-plugin:.*:(?:test-)?compile")


@dataclass(frozen=True, slots=True)
class Sought:
    """The recorded error: its fingerprint, if any, its simple types, its message template."""

    fingerprint: str | None
    types: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run shows.

    `tests` is the number of tests run, None if the task runs none; `fingerprints` and `error` identify what
    failed, or `error` says why nothing ran.
    """

    outcome: RunOutcome
    tests: int | None
    fingerprints: tuple[str, ...] = ()
    error: str | None = None


def judge(plan: RerunPlan, ran: ProcessResult, cases: Sequence[TestCase], sought: Sought) -> Verdict:
    """Return the verdict by exit code, output and test reports."""
    ran_cases = [case for case in cases if case.status != "skipped"]
    tests = len(ran_cases) if runs_tests(plan) or ran_cases else None
    if ran.stopped is not None:
        return Verdict("timed_out", tests, error=f"stopped after {ran.seconds:.0f} s")
    failed = [case for case in ran_cases if case.status == "failed"]
    if ran.exit_code == 0 and not failed:
        why = _why_nothing_ran(plan, ran, ran_cases)
        return Verdict("nothing_ran", tests, error=why) if why else Verdict("passed", tests)
    missing = _NOT_RUN.search(ran.output)
    if missing is not None and not failed:
        return Verdict("nothing_ran", tests, error=missing[0])
    found = [
        *_reports(parse(ran.output)),
        *(report for case in failed for report in _reports(parse(case.text))),
    ]
    prints = tuple(dict.fromkeys(one for report in found if (one := fingerprint(report)) is not None))
    same = _same_test(plan, failed, sought) or any(_is_sought(report, sought) for report in found)
    return Verdict("still_failing" if same else "other_failure", tests, prints, _decisive(found, failed, ran))


def runs_tests(plan: RerunPlan) -> bool:
    """Return whether a task's purpose is to run tests, so that one that ran none shows nothing."""
    if plan.tests:
        return True
    return plan.task == "test" if plan.tool == "maven" else task_type(plan.task) in _TEST_TASKS


def _is_sought(report: ErrorReport, sought: Sought) -> bool:
    if sought.fingerprint is not None:
        return fingerprint(report) == sought.fingerprint
    problem = of_report(report)
    return bool(sought.message) and problem.message == sought.message and problem.types == sought.types


def _same_test(plan: RerunPlan, failed: Sequence[TestCase], sought: Sought) -> bool:
    """Return whether a named test fails with the recorded type.

    A trace would identify the error better; Gradle's short form only repeats the test's name.
    """
    if sought.fingerprint is not None and not sought.fingerprint.startswith("test-"):
        return False
    return any(
        case.fits(test) and (not sought.types or set(sought.types) & set(of_report(parse(case.text)).types))
        for case in failed
        for test in plan.tests
    )


def _why_nothing_ran(plan: RerunPlan, ran: ProcessResult, cases: Sequence[TestCase]) -> str | None:
    if runs_tests(plan):
        # A filter that names several tests has to match each of them.
        unmatched = [test for test in plan.tests if not any(case.fits(test) for case in cases)]
        if not cases or unmatched:
            named = f" of {', '.join(unmatched)}" if unmatched else ""
            state = _gradle_state(plan, ran) if plan.tool == "gradle" else None
            return f"no test{named} ran: {plan.task} was {state}" if state else f"no test{named} ran"
        return None
    if plan.tool == "maven":
        idle = "Nothing to compile" in ran.output and _COMPILED.search(ran.output) is None
        return "nothing to compile: all was up to date" if plan.task in _COMPILE_PHASES and idle else None
    state = _gradle_state(plan, ran)
    if state is not None:
        return f"{plan.task} was {state}"
    if _EXECUTED.search(ran.output) is None and not _names_task(plan, ran):
        return f"{plan.task} does not appear among the tasks that ran"
    return None


def _gradle_state(plan: RerunPlan, ran: ProcessResult) -> str | None:
    """Return why Gradle did not run the task (`UP-TO-DATE`, …); None if it ran or is not named."""
    states = [match[0] if (match := _STATE.fullmatch(rest)) else None for rest in _lines_of(plan, ran)]
    return next((state for state in states if state), None) if states and all(states) else None


def _names_task(plan: RerunPlan, ran: ProcessResult) -> bool:
    return any(True for _rest in _lines_of(plan, ran))


def _lines_of(plan: RerunPlan, ran: ProcessResult) -> Iterator[str]:
    """Return what follows the task's path on each line about it."""
    path = re.escape(plan.task) if plan.task.startswith(":") else rf":(?:[\w.-]+:)*{re.escape(plan.task)}"
    for found in re.finditer(rf"^(?:> Task )?{path}(?P<rest>(?:[ \t].*)?)$", ran.output, re.MULTILINE):
        yield found["rest"].strip()


def _reports(report: ErrorReport) -> Iterator[ErrorReport]:
    yield report
    for other in report.others:
        yield from _reports(other)


def _decisive(found: Sequence[ErrorReport], failed: Sequence[TestCase], ran: ProcessResult) -> str:
    told = [parse(case.text) for case in failed] or [report for report in found if report.kind != "unknown"]
    line = decisive_line(told[0], failed[0].text if failed else ran.output) if told else ""
    return line or f"exit code {ran.exit_code}"
