"""JUnit XML that a run wrote: which tests ran, and how they ended."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rca.builds.outputs import reports_below

LARGEST_REPORT = 20_000_000
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
        """Whether a filter names it: the test itself, its class, or either without the package."""
        return any(
            own == wanted or own.endswith(f".{wanted}") or f".{own}".endswith(f".{wanted.lstrip('*')}")
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


def _cases(path: Path) -> Iterator[TestCase]:
    try:
        text = path.read_bytes()
        # JUnit's reports declare nothing; entities could grow without bound.
        if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
            return
        root = ET.fromstring(text)  # noqa: S314 - no document type, so no entities
    except (OSError, ET.ParseError):
        return
    for case in root.iter("testcase"):
        failed = next((child for child in case if child.tag in {"failure", "error"}), None)
        skipped = any(child.tag == "skipped" for child in case)
        yield TestCase(
            case.get("classname", ""),
            case.get("name", ""),
            "failed" if failed is not None else "skipped" if skipped else "passed",
            _told(failed) if failed is not None else "",
        )


def _told(failed: ET.Element) -> str:
    kind, message, text = failed.get("type", ""), failed.get("message", ""), failed.text or ""
    if text.lstrip().startswith(kind) and kind:
        return text
    head = f"{kind}: {message}" if message and not message.startswith(kind) else message or kind
    return f"{head}\n{text}"
