"""Which files may hold a text: those alone need to be read, where the words of the others are kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rca.cancellation import Watch
from rca.index.words.segment import parts_of
from rca.index.words.words import Level, Words
from rca.workspace.snapshot import Snapshot


def holding(
    snapshot: Snapshot,
    paths: Iterable[str],
    texts: Collection[bytes],
    watch: Watch,
    *,
    as_on_disk: bool = False,
) -> list[str]:
    """Give those of some files that may hold one of some texts, whatever its case, in their order.

    A file whose words are not known, or not those of an unsaved text, may hold anything.

    Args:
        snapshot: the workspace.
        paths: wire paths of files.
        texts: what to look for, in UTF-8; one without letters and digits may stand everywhere.
        watch: ends it; all files may hold it then.
        as_on_disk: whether files count as not known that changed on the disk since they were indexed.
    """
    parts = {text: parts_of(text.lower()) for text in texts}
    if not all(parts.values()):
        return list(paths)
    known: set[str] = set()
    held: set[str] = set()
    for words, folder in zip(snapshot.words, snapshot.folders, strict=False):
        level = words.level()
        found = None if level is None else _numbers(words, level, list(parts.values()), watch)
        if level is None or found is None:
            continue
        changed = words.changed(level, folder.path) if as_on_disk else frozenset()
        known.update(path for path in level.paths if path is not None)
        held.update(path for number in found | changed if (path := level.paths[number]) is not None)
    known -= held
    known -= snapshot.overlays.keys()
    return [path for path in paths if path not in known]


def _numbers(words: Words, level: Level, texts: Collection[list[bytes]], watch: Watch) -> set[int] | None:
    """Give the files that have all parts of one of some texts."""
    parts = list(dict.fromkeys(part for text in texts for part in text))
    counts = words.find(level, parts, [None] * len(parts), watch)
    if counts is None:
        return None
    of = {part: one.folded.keys() for part, one in zip(parts, counts, strict=True)}
    found: set[int] = set()
    for text in texts:
        rarest = min(text, key=lambda part: len(of[part]))
        found.update(number for number in of[rarest] if all(number in of[part] for part in text))
    return found
