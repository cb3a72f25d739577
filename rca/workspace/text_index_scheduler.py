"""Schedules the text index: keeps it up to date with the workspace."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rca.scheduling.deadline import Deadline
from rca.scheduling.debounce import Debouncer
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.text_index.index_reader import WordIndex
from rca.text_index.index_worker import collect_beside
from rca.workspace.folder_listing import FolderListing

_MOST_CHANGED = 100
"""Changed files up to which words are left as they are: a search reads those."""


class TextIndexScheduler:
    """Keeps the text index of folders up to date; `listings` list their files. Throttled by `courtesy`."""

    def __init__(
        self,
        folders: Sequence[Path],
        data_dir: Path,
        words: Sequence[WordIndex],
        listings: Sequence[FolderListing],
        courtesy: TypingMonitor,
    ) -> None:
        self._folders = folders
        self._data_dir = data_dir
        self._words = words
        self._listings = listings
        self._courtesy = courtesy
        self._quiet = Debouncer()

    def changed(self) -> None:
        """Mark files as possibly changed."""
        self._quiet.changed()

    def run(self, deadline: Deadline) -> bool:
        """Index all files missing in the text index, in a separate process; return whether that went well.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        listed = [one.paths() for one in self._listings]
        work = Background(self._courtesy, deadline)
        return collect_beside(self._folders, self._data_dir, work, listed)

    def run_if_needed(self, deadline: Deadline) -> bool:
        """Index what is missing if that is too much to read in a call; return whether that went well.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        unknown = sum(words.unknown() for words in self._words)
        return unknown <= _MOST_CHANGED or self.run(deadline)

    def keep(self, deadline: Deadline) -> None:
        """Update the text index whenever it lacks too many files, until the deadline expires.

        After a failure it stops, and searches read the files.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        while True:
            if not self.run_if_needed(deadline):
                return
            self._quiet.wait(deadline)
