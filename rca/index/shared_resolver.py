"""One resolver for all snapshots that show each other the same declarations."""

from __future__ import annotations

from rca.index.followed_files import FollowedFiles, Revision
from rca.resolve.resolver import Resolver

_MOST_SEEN = 500
"""Files of the project that a resolver may have seen when the next question comes: at most some 50 MB."""

_MOST_OF_FIRST = 1000
"""The same where the first question alone saw more: the next one is likely the same question again."""


class SharedResolver:
    """A resolver, and the files through which it sees the snapshot that is asked.

    What it works out holds as long as the surface stays.
    """

    def __init__(self, revision: Revision) -> None:
        self._files = FollowedFiles(revision)
        self._seen_by_first: int | None = None
        self.resolver = Resolver(self._files)

    @property
    def is_full(self) -> bool:
        """Return whether it keeps so much that the next question is better answered by a new one.

        What the first question alone needed does not count: an editor asks about one file over and over, and
        if each question started with an empty resolver, nothing would ever be kept.
        """
        needed = 0 if self._seen_by_first is None else self._seen_by_first + _MOST_SEEN // 4
        return self._files.seen > max(_MOST_SEEN, min(needed, _MOST_OF_FIRST))

    def follow(self, revision: Revision) -> None:
        """Turn to another revision with the same surface, forgetting what speaks of texts that differ."""
        for path in self._files.follow(revision):
            self.resolver.forget(path)

    def end_question(self) -> None:
        """Note that a question was answered."""
        if self._seen_by_first is None:
            self._seen_by_first = self._files.seen
