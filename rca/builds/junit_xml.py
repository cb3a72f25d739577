"""Reader of JUnit XML reports as Gradle, Surefire and the Android plugin write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from rca.builds.xml_reading import make_parser, mark_controls, read_leniently, restore_controls
from rca.scheduling.deadline import Deadline

LONGEST_TEXT = 200_000
"""Characters of one failure that are kept: its message, and as many of its text."""
MOST_TEXT = 20_000_000
"""Characters of all failures of a report; of those behind them only the beginning is kept."""
_SHORT_TEXT = 2_000

_PARAMETERS = re.compile(r"(?<=\S)(?:\([\w.$, \[\]]*\)|\{[\w.$, \[\]]*\})(?:\[.*)?$", re.DOTALL)
"""As Gradle (`adds(int)`) and surefire (`adds{int[]}[1]`) write types; a name may have ` (…)` of its own."""


@dataclass(frozen=True, slots=True)
class TestCase:
    """A test of a report; `text` is a failure's message and trace, `seconds` None where it does not say."""

    __test__ = False

    class_name: str
    name: str
    status: Literal["passed", "failed", "skipped"]
    text: str = ""
    seconds: float | None = None

    @property
    def id(self) -> str:
        """`package.Class.method` without parameters; the class alone for a name such as `[2] 7`."""
        method = _PARAMETERS.sub("", self.name).partition("[")[0].strip()
        return f"{self.class_name}.{method}" if method else self.class_name

    def fits(self, wanted: str) -> bool:
        """Return whether a filter selects the test or its class, with or without package; `*` is any text."""
        wanted = wanted.replace("#", ".")
        return any(
            fnmatchcase(own, wanted) or fnmatchcase(f".{own}", f"*.{wanted}")
            for own in (self.id, self.class_name, self.class_name.partition("$")[0])
        )


@dataclass(frozen=True, slots=True)
class JunitReport:
    """The tests read from one report.

    `problem` says what is wrong with the file and what is missing, as a sentence's end whose subject is the
    file; None if all of it was read.
    """

    cases: tuple[TestCase, ...]
    problem: str | None


def read_report(path: Path, deadline: Deadline) -> JunitReport:
    """Read a report of any size; of a damaged one all tests before the damage.

    A test whose failure element has begun counts as failed; one without a known outcome is left out.

    Raises:
        Cancelled: the caller no longer wants it.
    """
    reader, damage = read_leniently(path, _Reader, deadline)
    if reader.root not in {"", "testsuite", "testsuites"}:
        damage = damage or "is no JUnit report"
    reader.end_early()
    cases = tuple(reader.cases)
    parts = [damage] if damage else []
    failed = sum(case.status == "failed" for case in cases)
    if damage and reader.declared_tests > len(cases):
        parts.append(f"of its {reader.declared_tests} tests {len(cases)} were read")
    elif damage and cases:
        parts.append(f"{len(cases)} tests were read")
    if reader.declared_failed > failed:
        parts.append(f"it counts {reader.declared_failed} failed tests, of which it shows {failed}")
    if reader.shortened:
        parts.append(f"the texts of {reader.shortened} failures were too long and are cut")
    return JunitReport(cases, "; ".join(parts) or None)


class _Reader:
    """Event handler that skips the tests' output, which may be most of a report."""

    def __init__(self) -> None:
        self.cases: list[TestCase] = []
        self.root = ""
        self.declared_tests = 0
        self.declared_failed = 0
        self.shortened = 0
        self._suites = 0
        self._counted_suite = 0
        self._case: dict[str, str] | None = None
        self._failed: dict[str, str] | None = None
        self._reading = False
        self._skipped = False
        self._text: list[str] = []
        self._room = 0
        self._used = 0
        self.parser = make_parser()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._said

    def end_early(self) -> None:
        """Keep the test at which a file is truncated, if it is known to have failed."""
        if self._case is not None and self._failed is not None:
            self._keep()

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.root = self.root or tag
        if tag in {"testsuite", "testsuites"}:
            self._suites += 1
            if not self._counted_suite and "tests" in attributes:
                # Suites inside of this one are part of its counts.
                self._counted_suite = self._suites
                self.declared_tests += _count(attributes, "tests")
                self.declared_failed += _count(attributes, "failures") + _count(attributes, "errors")
        elif tag == "testcase":
            self._case, self._failed, self._skipped, self._text = attributes, None, False, []
        elif self._case is not None and tag in {"failure", "error"} and self._failed is None:
            self._failed, self._reading = attributes, True
            self._room = LONGEST_TEXT if self._used < MOST_TEXT else _SHORT_TEXT
        elif tag == "skipped":
            self._skipped = True

    def _said(self, text: str) -> None:
        if self._reading and self._room >= 0:
            self._text.append(text[: self._room])
            self._room -= len(text)

    def _end(self, tag: str) -> None:
        if tag in {"testsuite", "testsuites"}:
            if self._counted_suite == self._suites:
                self._counted_suite = 0
            self._suites -= 1
        elif tag in {"failure", "error"}:
            self._reading = False
        elif tag == "testcase" and self._case is not None:
            self._keep()

    def _keep(self) -> None:
        case, failed = self._case or {}, self._failed
        text = "" if failed is None else self._told(failed)
        self.cases.append(
            TestCase(
                mark_controls(case.get("classname", "")),
                mark_controls(case.get("name", "")),
                "failed" if failed is not None else "skipped" if self._skipped else "passed",
                text,
                _seconds(case.get("time", "")),
            )
        )
        self._used += len(text)
        self._case = self._failed = None
        self._reading = False

    def _told(self, failed: Mapping[str, str]) -> str:
        text, kind = restore_controls("".join(self._text)), mark_controls(failed.get("type", ""))
        message = restore_controls(failed.get("message", ""))
        limit = LONGEST_TEXT if self._used < MOST_TEXT else _SHORT_TEXT
        self.shortened += self._room < 0 or len(message) > limit
        if text.lstrip().startswith(kind) and kind:
            return text
        message = message[:limit]
        head = f"{kind}: {message}" if message and not message.startswith(kind) else message or kind
        return f"{head}\n{text}"


def _seconds(text: str) -> float | None:
    """Return a test's time; surefire writes thousands with commas."""
    try:
        seconds = float(text.replace(",", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _count(attributes: Mapping[str, str], name: str) -> int:
    """Return a suite's count; 0 if it is no number, as it only shows what is missing."""
    text = attributes.get(name, "")
    return int(text) if text.isascii() and text.isdigit() else 0
