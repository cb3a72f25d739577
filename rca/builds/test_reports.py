"""JUnit reports of one run: the tests that ran, their outcomes, and missing reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rca.builds.junit_xml import JunitReport, TestCase, read_report
from rca.builds.report_files import ReportProblem, find_reports
from rca.scheduling.deadline import Deadline

_RESULTS = {
    "build": ("test-results", "outputs/androidTest-results"),
    "target": ("surefire-reports", "failsafe-reports"),
}
_READINGS = 3
"""How often a report is read that changes meanwhile."""

Stamp = tuple[int, int]
"""Time of the last change in nanoseconds, and size."""
Stamps = Mapping[Path, Stamp]


@dataclass(frozen=True, slots=True)
class TestResults:
    """The tests of some reports; `problems` are reports that were not read completely."""

    __test__ = False

    cases: tuple[TestCase, ...] = ()
    problems: tuple[ReportProblem, ...] = ()


def stamps(directory: Path) -> Stamps:
    """Return the reports below a build's folder with the stamp of each."""
    return _stamped(directory)[0]


def written_since(directory: Path, before: Stamps, deadline: Deadline) -> TestResults:
    """Read all reports that are new or changed since `stamps` was asked.

    Raises:
        Cancelled: the caller no longer wants it.
    """
    after, problems = _stamped(directory)
    return _read((path for path, stamp in after.items() if before.get(path) != stamp), problems, deadline)


def changed_reports(directory: Path, before: Stamps) -> Stamps:
    """Return the reports that are new or changed since `stamps` was asked, with the stamp of each."""
    return {path: stamp for path, stamp in _stamped(directory)[0].items() if before.get(path) != stamp}


def cases_of(path: Path, deadline: Deadline) -> tuple[TestCase, ...]:
    """Return the tests of one report, of one that is being written those that are there.

    Raises:
        Cancelled: the caller no longer wants it.
    """
    return _settled(path, deadline).cases


def kept_of(
    directory: Path, tasks: frozenset[str] | None, wanted: Sequence[str], deadline: Deadline
) -> TestResults:
    """Read the reports of an earlier run of some tasks.

    Args:
        directory: the folder below which reports lie.
        tasks: names of the tasks, which are also folder names; None for any.
        wanted: filters; none for all tests.
        deadline: cancels it.

    Raises:
        Cancelled: the caller no longer wants it.
    """
    found, problems = _stamped(directory)
    results = _read(
        (path for path in found if tasks is None or path.parent.name in tasks), problems, deadline
    )
    if not wanted:
        return results
    return TestResults(
        tuple(case for case in results.cases if any(case.fits(test) for test in wanted)), results.problems
    )


def _stamped(directory: Path) -> tuple[dict[Path, Stamp], tuple[ReportProblem, ...]]:
    found = find_reports(directory, _RESULTS, "TEST-*.xml")
    stamped: dict[Path, Stamp] = {}
    problems = list(found.problems)
    for path in found.paths:
        try:
            stamped[path] = _stamp(path)
        except OSError as problem:
            problems.append(_unread(path, problem))
    return stamped, tuple(problems)


def _read(paths: Iterable[Path], problems: Sequence[ReportProblem], deadline: Deadline) -> TestResults:
    cases: list[TestCase] = []
    found = list(problems)
    for path in paths:
        report = _settled(path, deadline)
        cases.extend(report.cases)
        if report.problem is not None:
            found.append(ReportProblem(path, report.problem))
    return TestResults(tuple(cases), tuple(found))


def _settled(path: Path, deadline: Deadline) -> JunitReport:
    """Read a report that may be written at the same time."""
    report = JunitReport((), None)
    for _ in range(_READINGS):
        try:
            before = _stamp(path)
            report = read_report(path, deadline)
            if _stamp(path) == before:
                return report
        except OSError as problem:
            return JunitReport(report.cases, _unread(path, problem).what)
    return JunitReport(report.cases, f"was still being written: {len(report.cases)} tests were read")


def _unread(path: Path, problem: OSError) -> ReportProblem:
    if isinstance(problem, FileNotFoundError):
        return ReportProblem(path, "vanished while reports were read")
    return ReportProblem(path, f"could not be read ({problem.strerror or problem})")


def _stamp(path: Path) -> Stamp:
    status = path.stat()
    return status.st_mtime_ns, status.st_size
