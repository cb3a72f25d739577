"""One resolver for all snapshots that show each other the same declarations."""

from __future__ import annotations

from rca.index.followed_files import FollowedFiles, Revision
from rca.resolve.resolver import Resolver

_MOST_SEEN = 500
"""Files of the project: some 50 MB with all that is worked out about them."""


class SharedResolver:
    """A resolver, and the files through which it sees the snapshot that is asked.

    What it works out holds as long as the surface stays.
    """

    def __init__(self, revision: Revision) -> None:
        self._files = FollowedFiles(revision)
        self.resolver = Resolver(self._files)

    @property
    def is_full(self) -> bool:
        """Return whether it keeps so much that the next question is better answered by a new one."""
        return self._files.seen > _MOST_SEEN

    def follow(self, revision: Revision) -> None:
        """Turn to another revision with the same surface, forgetting what speaks of texts that differ."""
        for path in self._files.follow(revision):
            self.resolver.forget(path)
