"""What is read out of files, kept for each until it changes on the disk or in the editor."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from rca.turns import STAGE
from rca.workspace import Snapshot

T = TypeVar("T")


class KeptByFile(Generic[T]):
    """What one function makes of each file. Safe from several threads: at worst two do the same work.

    Args:
        read: makes it of a path and the file's bytes.
    """

    def __init__(self, read: Callable[[str, bytes], T]) -> None:
        self._read = read
        self._known: dict[str, tuple[Hashable, T]] = {}

    def of(self, snapshot: Snapshot, path: str) -> T | None:
        """Give what a file says, unsaved text first; None where it is gone."""
        state = snapshot.state(path)
        known = self._known.get(path)
        if known is not None and state is not None and known[0] == state:
            return known[1]
        data = snapshot.content(path)
        if data is None:
            self._known.pop(path, None)
            return None
        STAGE.give_way()
        made = self._read(path, data)
        self._known[path] = state, made
        return made


def kept(snapshot: Snapshot, name: str, read: Callable[[str, bytes], T]) -> KeptByFile[T]:
    """Give what is kept under a name for all snapshots of a workspace."""
    first = snapshot.index.layers[0][0]
    return first.remember(f"kept of files: {name}", None, lambda: KeptByFile(read))
