"""Schedules linking: keeps the xrefs of a workspace up to date."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from rca.index.index_view import IndexView
from rca.libraries.dependency_resolution import Artifact
from rca.scheduling.deadline import Deadline
from rca.scheduling.debounce import Debouncer
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.workspace.roots import Root
from rca.xrefs.link_worker import Task, link
from rca.xrefs.worker_limits import BACKGROUND, WorkerLimits, background
from rca.xrefs.xref_reader import XrefReader

_MOST_CHANGED = 20
"""Changed files up to which links are left as they are: what such files call is worked out when asked."""


class LinkScheduler:
    """Keeps the xrefs of folders with some archives up to date. `links` reads them.

    Linking is throttled by `courtesy`.
    """

    def __init__(
        self, folders: Sequence[Root], data_dir: Path, artifacts: Sequence[Artifact], courtesy: TypingMonitor
    ) -> None:
        roots = tuple((folder.prefix, str(folder.path)) for folder in folders)
        self._task = Task(roots, str(data_dir), tuple(artifacts))
        self.links = XrefReader(self._task.path, self._task.basis)
        self._courtesy = courtesy
        self._quiet = Debouncer()

    def run(self, progress: Callable[[int, int], None], deadline: Deadline, pace: WorkerLimits) -> bool:
        """Link all files in worker processes and wait for them; return whether all went well.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        try:
            return link(self._task, progress, Background(self._courtesy, deadline), pace)
        finally:
            self.links.close()

    def changed(self) -> None:
        """Mark files as possibly changed."""
        self._quiet.changed()

    def keep(
        self, view: Callable[[], IndexView], progress: Callable[[int, int], None], deadline: Deadline
    ) -> None:
        """Link files whenever too many changed since they were linked, until the deadline expires.

        After a failure linking stops, and answers are resolved without xrefs.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        while True:
            deadline.checkpoint()
            changed = self.links.changed_files(view())
            pace = background() if math.isinf(changed) else BACKGROUND
            if changed > _MOST_CHANGED and not self.run(progress, deadline, pace):
                return
            self._quiet.wait(deadline)
