"""What is read out of the texts of many files, kept until one of these changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar, cast

from rca.turns import STAGE
from rca.workspace import Snapshot

T = TypeVar("T")


def read_once(snapshot: Snapshot, name: str, paths: Sequence[str], read: Callable[[Iterator[str]], T]) -> T:
    """Give what `read` makes of the texts of files that the index lists, in the order of `paths`.

    It is kept by `name` as long as all these files say the same, unless one of them could not be read.
    """
    contents = snapshot.index.contents(paths)
    state = tuple((path, contents[path]) for path in paths)
    kept: dict[str, tuple[Hashable, object]] = snapshot.index.remember(f"read of {name}", dict)
    known = kept.get(name)
    if known is None or known[0] != state:
        losses = snapshot.reads.losses
        known = state, read(_texts(snapshot, paths))
        if snapshot.reads.losses == losses:
            kept[name] = known
    return cast("T", known[1])


def _texts(snapshot: Snapshot, paths: Sequence[str]) -> Iterator[str]:
    for path in paths:
        STAGE.give_way()
        data = snapshot.content(path)
        if data is not None:
            yield data.decode("utf-8-sig", "replace")
