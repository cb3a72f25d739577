"""The states of an error: new → seen → resolved → regressed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from models.error_report import Diagnostic, ErrorReport
from models.events import ErrorState
from rca.events.build_outcome import Outcome
from rca.events.task_coverage import program_options, runs_program

_MOST_ORIGINS = 5
_COMPILES = frozenset({"kotlin_compile", "java_compile"})
_SYNTAX = re.compile(
    r"^(?:Syntax error|Expecting |Unexpected tokens|illegal start of|not a statement|unclosed )"
    r"|\bexpected$|reached end of file while parsing"
)
"""Messages of kotlinc and javac about text that is no code."""

BY_HAND = "you"
"""Who resolved an error that a person marked."""

BY_RECEIPT = "a receipt"
"""Who resolved an error whose failing task was run again and passed."""


@dataclass(slots=True)
class Lifecycle:
    """The state of one error.

    `failing` has the origins (command and folder) whose last run with the error did not succeed: only there
    does a success prove anything. A log that is read without a crash, for one, proves nothing.
    """

    state: ErrorState = "new"
    resolved_by: str | None = None
    failing: list[str] = field(default_factory=list)

    def occur(self) -> None:
        """Take note of another occurrence."""
        if self.state == "resolved":
            self.state = "regressed"

    def see(self) -> None:
        """Take note that a person looked at it; one that came back stays told as such."""
        if self.state == "new":
            self.state = "seen"

    def resolve(self, by: str) -> None:
        """Take note that it is solved, and by what that is known."""
        self.state, self.resolved_by = "resolved", by

    def reopen(self) -> None:
        """Take back that it is solved."""
        if self.state == "resolved":
            self.state, self.resolved_by = "seen", None

    def fail(self, origin: str) -> None:
        """Take note that a run of this origin ended without success and had the error."""
        self.failing = [origin, *(one for one in self.failing if one != origin)][:_MOST_ORIGINS]

    def is_disproved_by(self, ending: Outcome, origin: str, report: ErrorReport) -> bool:
        """Return whether a later run without the error shows that it is solved.

        Either the same command succeeds now, or the build tasks that failed with the error did their work.
        A failed test is disproved only by a run that leaves no tests out, a crash of a program only by a run
        with the same options.
        """
        if self.state == "resolved":
            return False
        if ending.succeeded and origin in self.failing:
            return True
        if not report.failed_tasks or (report.kind == "test_failure" and ending.is_filtered):
            return False
        if any(map(runs_program, report.failed_tasks)) and not any(
            program_options(one) == program_options(origin) for one in self.failing
        ):
            return False
        return self._is_of_folder(origin) and all(ending.did(task) for task in report.failed_tasks)

    def is_gone_from(self, origin: str, report: ErrorReport, later: Sequence[ErrorReport]) -> bool:
        """Return whether a later compilation, which fails with other errors, shows that it is solved.

        Args:
            origin: folder and command of the later run.
            report: the report of this error.
            later: the reports of that run. After a syntax error a compiler does not check the rest.
        """
        if self.state == "resolved" or report.kind not in _COMPILES or not self._is_of_folder(origin):
            return False
        tasks = set(report.failed_tasks)
        found = [
            error
            for one in later
            if one.kind == report.kind and tasks.intersection(one.failed_tasks)
            for error in _errors(one)
        ]
        first = next(iter(_errors(report)), None)
        if first is None or not found or any(_SYNTAX.search(error.message) for error in found):
            return False
        return all((error.file, error.message) != (first.file, first.message) for error in found)

    def _is_of_folder(self, origin: str) -> bool:
        return all(_folder(one) == _folder(origin) for one in self.failing)


def _errors(report: ErrorReport) -> list[Diagnostic]:
    return [one for one in report.diagnostics if one.severity == "error"]


def _folder(origin: str) -> str:
    return origin.partition("\n")[0]
