"""Follows the JUnit reports of a run: each is read once it is written, while the run goes on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from rca.builds.junit_xml import TestCase
from rca.builds.test_reports import Stamps, cases_of, changed_reports
from rca.scheduling.deadline import Cancelled, Deadline

_logger = logging.getLogger(__name__)

_LISTEN_SECONDS = 1.0
_REST = 5
"""Between two looks at the folders as many times as long passes as a look took: a large build has many."""


class ReportFollower:
    """The tests of a run as their reports come. Used as a context around the run.

    A report that still changes is told of when it has been the same for two looks; what the run's end writes
    is left to who reads all reports then.

    Args:
        directory: the folder of the build.
        before: the reports that were there before.
        tell: is given the tests of one report, on a thread of its own.
        deadline: the run's.
    """

    def __init__(
        self,
        directory: Path,
        before: Stamps,
        tell: Callable[[Sequence[TestCase]], None],
        deadline: Deadline,
    ) -> None:
        self._directory = directory
        self._told = dict(before)
        self._tell = tell
        self._deadline = deadline
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="rca-test-reports", daemon=True)

    def __enter__(self) -> ReportFollower:
        """Begin to follow."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Follow no longer."""
        self._ended.set()
        self._thread.join()

    def _follow(self) -> None:
        seen: Stamps = {}
        pause = _LISTEN_SECONDS
        while not self._ended.wait(pause):
            started = time.monotonic()
            try:
                seen = self._look(seen)
            except Cancelled:
                return
            except Exception:  # the thread has nobody above it, and all reports are read at the end
                _logger.exception("the reports of a running build could not be read")
                return
            pause = max(_LISTEN_SECONDS, _REST * (time.monotonic() - started))

    def _look(self, seen: Stamps) -> Stamps:
        changed = changed_reports(self._directory, self._told)
        for path, stamp in changed.items():
            if seen.get(path) == stamp:
                self._told[path] = stamp
                self._tell(cases_of(path, self._deadline))
        return changed
