"""Tests found in the code of a project, compared with those in the JUnit reports of its build.

    python -m benchmarks.test_discovery WORKSPACE REPORTS…

WORKSPACE is the project's folder, REPORTS are folders below which its `TEST-*.xml` lie, written by a run of
all tests. A test is known by its class and the name of its function: its invocations are one test.

- *recall*: of the reported tests, those that were found;
- *precision*: of the found tests that the build runs by default and that are not disabled, those reported;
- *seconds*: processor time of the search on a new process, without and with the outlines of an earlier one;
  the floor is to read and unpack the facts of the files of tests, and to do nothing with them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from rca.builds.junit_xml import read_report
from rca.scheduling.deadline import Deadline
from rca.test_discovery.outline_store import OutlineStore
from rca.test_discovery.source_sets import source_set_of_tests
from rca.test_discovery.test_details import find_tests_in_file
from rca.test_discovery.test_search import TestSearch
from rca.workspace import Snapshot, Workspace

Test = tuple[str, str]
"""Binary name of the class, and function."""

_MOST_SHOWN = 20


def reported_tests(folders: Iterable[Path]) -> set[Test]:
    """Return the tests of all reports below some folders."""
    found: set[Test] = set()
    for folder in folders:
        for path in sorted(folder.rglob("TEST-*.xml")):
            for case in read_report(path, Deadline()).cases:
                function = case.id.removeprefix(case.class_name).removeprefix(".")
                found.add((case.class_name, function or case.name))
    return found


def found_tests(snapshot: Snapshot, search: TestSearch) -> dict[Test, bool]:
    """Return the tests found in the code, and whether the build is to run each."""
    classes = search.find(snapshot, Deadline())
    by_id = {one.wire.id: one.wire for one in classes}
    found: dict[Test, bool] = {}
    for path in dict.fromkeys(one.wire.file_path for one in classes):
        for one in find_tests_in_file(path, classes, snapshot).classes:
            held = by_id[one.id]
            for test in one.tests:
                if test.kind != "context" and not held.needs_device:
                    key = held.class_name, test.path[-1]
                    found[key] = found.get(key, False) or (held.runs_by_default and not test.is_disabled)
    return found


def compare(found: dict[Test, bool], reported: set[Test]) -> dict[str, object]:
    """Return the figures, and the first differences."""
    expected = {test for test, runs in found.items() if runs}
    missing, extra = reported - found.keys(), expected - reported
    return {
        "reported": len(reported),
        "found": len(found),
        "recall": _share(len(reported) - len(missing), len(reported)),
        "precision": _share(len(expected) - len(extra), len(expected)),
        "not found": [" ".join(test) for test in sorted(missing)[:_MOST_SHOWN]],
        "not reported": [" ".join(test) for test in sorted(extra)[:_MOST_SHOWN]],
    }


def seconds(snapshot: Snapshot, data: Path, roots: list[Path]) -> dict[str, float]:
    """Return the processor time of a search without and with kept outlines, and of the floor."""
    index = snapshot.index
    paths = [path for path in index.listed if source_set_of_tests(path) is not None]
    acts: dict[str, Callable[[], object]] = {
        "without outlines": lambda: TestSearch(OutlineStore(data, roots)).find(snapshot, Deadline()),
        "with outlines": lambda: TestSearch(OutlineStore(data, roots)).find(snapshot, Deadline()),
        "floor": lambda: deque(index.facts_in_passing(paths), maxlen=0),
    }
    measured = {}
    for name, act in acts.items():
        started = time.process_time()
        act()
        measured[name] = round(time.process_time() - started, 3)
    return measured


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def main() -> None:
    """Print the comparison as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("workspace", type=Path)
    parser.add_argument("reports", type=Path, nargs="*")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        workspace = Workspace([given.workspace], Path(data))
        try:
            workspace.index()
            # The search's own data folder is new, so that the first finds no outlines.
            timed = seconds(workspace.snapshot, Path(data, "search"), [given.workspace])
            answer: dict[str, object] = {"files": len(workspace.snapshot.index.listed), "seconds": timed}
            if given.reports:
                found = found_tests(workspace.snapshot, TestSearch())
                answer |= compare(found, reported_tests(given.reports))
        finally:
            workspace.close()
    json.dump(answer, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
