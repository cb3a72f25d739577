"""Tests of reports as clients are told of them: status, time, values of a failed assertion, place."""

from __future__ import annotations

from models.code import ProjectFrame
from models.test_discovery import TestResult
from rca.analysis.locating.frame_locator import locate
from rca.builds.junit_xml import TestCase
from rca.causes.failing_tests.assertion_text import read_assertion
from rca.error_text import parse
from rca.redaction import redact
from rca.workspace import Snapshot

_LONGEST_TEXT = 20_000


def result_of_test(case: TestCase, snapshot: Snapshot) -> TestResult:
    """Return the result of one test."""
    result = TestResult(
        class_name=case.class_name,
        name=case.name,
        method="" if case.id == case.class_name else case.id.removeprefix(f"{case.class_name}."),
        status=case.status,
        seconds=case.seconds,
        text="",
        expected=None,
        actual=None,
        file_path=None,
        line=None,
    )
    if case.status != "failed":
        return result
    text = redact(case.text[:_LONGEST_TEXT]).text
    report = parse(text, snapshot.app_packages)
    messages = [one.message for one in report.exceptions if one.message]
    said = next((found for message in messages if (found := read_assertion(message)) is not None), None)
    place = _place(case, locate(report, snapshot))
    return result.model_copy(
        update={
            "text": text,
            "expected": None if said is None else said.expected,
            "actual": None if said is None else said.actual,
            "file_path": None if place is None else place.file_path,
            "line": None if place is None else place.line,
        }
    )


def _place(case: TestCase, frames: list[ProjectFrame] | tuple[ProjectFrame, ...]) -> ProjectFrame | None:
    """Return the innermost frame in the test's class, else the innermost of the project."""
    own = [
        one
        for one in frames
        if one.class_name and one.class_name.partition("$")[0] == case.class_name.partition("$")[0]
    ]
    return next(iter(own or frames), None)
