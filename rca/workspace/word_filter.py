"""Files that may contain a text, by the text index; the others need not be read."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping

from rca.scheduling.deadline import Deadline
from rca.text_index.file_stamp import Stamp
from rca.text_index.segment import parts_of
from rca.workspace.snapshot import Snapshot

_MOST_PARTS = 2


def files_possibly_containing(
    snapshot: Snapshot,
    paths: Iterable[str],
    texts: Collection[bytes],
    deadline: Deadline,
    *,
    as_on_disk: bool = False,
) -> list[str]:
    """Return those of some files that may contain one of some texts, ignoring case, in their order.

    A file missing in the text index, or with unsaved text, may contain anything.

    Args:
        snapshot: the workspace.
        paths: wire paths of files.
        texts: what to search, in UTF-8; a text without letters and digits may occur everywhere. Around
            and between words only the word boundaries count.
        deadline: ends it; then all files may contain it.
        as_on_disk: whether files that changed on disk since they were indexed count as missing. Files
            that the code index does not hold are checked in any case.
    """
    parts = [_rarest(parts_of(text.lower())) for text in texts]
    if not all(parts):
        return list(paths)
    left = list(paths)
    for words, folder in zip(snapshot.words, snapshot.folders, strict=False):
        level = words.level()
        found = None if level is None else words.holding(level, parts, deadline)
        if level is None or found is None:
            continue
        if as_on_disk:
            found |= words.changed(level, folder.path)
        known, unsaved, others = level.numbers, snapshot.overlays, level.others
        left = [
            path
            for path in left
            if (number := known.get(path)) is None
            or number in found
            or path in unsaved
            # What is not in the index nobody follows.
            or (number in others and not as_on_disk and snapshot.stamp(path) != others[number])
        ]
    return left


def binaries_of(snapshot: Snapshot) -> Mapping[str, Stamp]:
    """Return the files known to be binary, unless they changed."""
    levels = [words.level() for words in snapshot.words]
    return ChainMap(*[level.binaries for level in levels if level is not None])


def _rarest(parts: list[bytes]) -> list[bytes]:
    """Return the most selective parts: each further one costs more than it saves."""
    return sorted(parts, key=len, reverse=True)[:_MOST_PARTS]
