"""JUnit XML that a run wrote: which tests ran, and how they ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal
from xml.parsers import expat

from rca.builds.outputs import reports_below

LARGEST_REPORT = 200_000_000
"""Bytes of one report; a larger one is not read."""

_RESULTS = {
    "build": ("test-results", "outputs/androidTest-results"),
    "target": ("surefire-reports", "failsafe-reports"),
}


@dataclass(frozen=True, slots=True)
class TestCase:
    """A test of a report; `text` is what a failed one says, the exception's type and trace."""

    __test__ = False

    class_name: str
    name: str
    status: Literal["passed", "failed", "skipped"]
    text: str = ""

    @property
    def id(self) -> str:
        """`package.Class.method`, without parameters."""
        return f"{self.class_name}.{self.name.partition('[')[0].removesuffix('()').strip()}"

    def fits(self, wanted: str) -> bool:
        """Whether a filter names it: the test itself, its class, or either without package; `*` is any."""
        return any(
            fnmatchcase(own, wanted) or fnmatchcase(f".{own}", f"*.{wanted}")
            for own in (self.id, self.class_name, self.class_name.partition("$")[0])
        )


Stamps = Mapping[Path, tuple[int, int]]


def stamps(directory: Path) -> Stamps:
    """Give the reports below a build's folder with the time and size of each."""
    found: dict[Path, tuple[int, int]] = {}
    for path in reports_below(directory, _RESULTS, "TEST-*.xml"):
        try:
            status = path.stat()
        except OSError:
            continue
        found[path] = (status.st_mtime_ns, status.st_size)
    return found


def written_since(directory: Path, before: Stamps) -> tuple[TestCase, ...]:
    """Give the tests of all reports that are new or changed since `stamps` was asked."""
    cases: list[TestCase] = []
    for path, stamp in stamps(directory).items():
        if before.get(path) != stamp and stamp[1] <= LARGEST_REPORT:
            cases.extend(_cases(path))
    return tuple(cases)


def kept_of(directory: Path, tasks: frozenset[str] | None, wanted: Sequence[str]) -> tuple[TestCase, ...]:
    """Give the tests of reports that an earlier run of some tasks wrote.

    Args:
        directory: the folder below which reports lie.
        tasks: names of the tasks, whose folders bear them; None for any.
        wanted: filters, none for all tests.
    """
    return tuple(
        case
        for path, (_time, size) in stamps(directory).items()
        if size <= LARGEST_REPORT and (tasks is None or path.parent.name in tasks)
        for case in _cases(path)
        if not wanted or any(case.fits(one) for one in wanted)
    )


def _cases(path: Path) -> Sequence[TestCase]:
    """Read the tests of a report; what tests printed may be most of it, and is passed over."""
    reader = _Reader()
    try:
        with path.open("rb") as file:
            reader.parser.ParseFile(file)
    except (OSError, expat.ExpatError, ValueError):
        return ()
    return reader.cases


class _Reader:
    def __init__(self) -> None:
        self.cases: list[TestCase] = []
        self._case: dict[str, str] | None = None
        self._failed: dict[str, str] | None = None
        self._reading = False
        self._skipped = False
        self._text: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._said
        # JUnit's reports declare nothing; entities could grow without bound.
        self.parser.StartDoctypeDeclHandler = self._refuse

    def _refuse(self, *_declaration: object) -> None:
        raise ValueError

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "testcase":
            self._case, self._failed, self._skipped, self._text = attributes, None, False, []
        elif self._case is not None and tag in {"failure", "error"} and self._failed is None:
            self._failed, self._reading = attributes, True
        elif tag == "skipped":
            self._skipped = True

    def _said(self, text: str) -> None:
        if self._reading:
            self._text.append(text)

    def _end(self, tag: str) -> None:
        if tag in {"failure", "error"}:
            self._reading = False
        elif tag == "testcase" and self._case is not None:
            failed = self._failed
            self.cases.append(
                TestCase(
                    self._case.get("classname", ""),
                    self._case.get("name", ""),
                    "failed" if failed is not None else "skipped" if self._skipped else "passed",
                    "" if failed is None else _told(failed, "".join(self._text)),
                )
            )
            self._case = None


def _told(failed: Mapping[str, str], text: str) -> str:
    kind, message = failed.get("type", ""), failed.get("message", "")
    if text.lstrip().startswith(kind) and kind:
        return text
    head = f"{kind}: {message}" if message and not message.startswith(kind) else message or kind
    return f"{head}\n{text}"
