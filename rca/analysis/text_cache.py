"""What is read out of the texts of many files, kept until one of these changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar, cast

from rca.workspace import Snapshot

T = TypeVar("T")


def cached_read(snapshot: Snapshot, name: str, paths: Sequence[str], read: Callable[[Iterator[str]], T]) -> T:
    """Return what `read` makes of the texts of files that the index lists, in the order of `paths`.

    It is kept by `name` as long as all these files say the same, unless one could not be read.
    """
    contents = snapshot.index.contents(paths)
    state = tuple((path, contents[path]) for path in paths)
    kept: dict[str, tuple[Hashable, object]] = snapshot.index.memoize(f"read of {name}", dict)
    known = kept.get(name)
    if known is None or known[0] != state:
        texts = _Texts(snapshot, paths)
        known = state, read(iter(texts))
        if not texts.lacking:
            kept[name] = known
    return cast("T", known[1])


class _Texts:
    """The texts of files; `lacking` tells whether one of them was not there or could not be read."""

    def __init__(self, snapshot: Snapshot, paths: Sequence[str]) -> None:
        self._snapshot = snapshot
        self._paths = paths
        self.lacking = False

    def __iter__(self) -> Iterator[str]:
        for path in self._paths:
            data = self._snapshot.content(path)
            if data is None:
                self.lacking = True
            else:
                yield data.decode("utf-8-sig", "replace")
