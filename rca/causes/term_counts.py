"""How often terms stand in Kotlin and Java files: by the text index, and by reading the files that it lacks.

Both count the same: a term stands in each word that it is a part of, whatever the case.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rca.scheduling.deadline import Deadline
from rca.text_index.index_reader import IndexGeneration, WordIndex
from rca.text_index.segment import words_in
from rca.workspace import Snapshot

_SUFFIXES: Final = (".kt", ".java", ".kts")
_LARGEST: Final = 1_000_000
"""Bytes of a file that is read: larger ones are generated."""


@dataclass
class TermCounts:
    """Counts by term and path, and the size of each file in bytes; `unread` files could not be counted."""

    of_terms: dict[str, dict[str, int]]
    sizes: dict[str, int] = field(default_factory=dict)
    unread: int = 0


def count_terms(snapshot: Snapshot, terms: Sequence[str], deadline: Deadline) -> TermCounts:
    """Return how often each term, in lower case, stands in each Kotlin and Java file.

    Files that the text index lacks, and those with unsaved text, are read until the deadline expires.
    """
    counts = TermCounts({term: {} for term in terms})
    if not terms:
        return counts
    for words in snapshot.words:
        level = words.level()
        if level is not None:
            _count_indexed(counts, words, level, snapshot.overlays, deadline)
    indexed = snapshot.index.listed.paths
    left = [path for path in indexed if path.endswith(_SUFFIXES) and path not in counts.sizes]
    counts.unread = _count_read(counts, snapshot, left, deadline)
    return counts


def _count_indexed(
    counts: TermCounts,
    words: WordIndex,
    level: IndexGeneration,
    unsaved: Mapping[str, object],
    deadline: Deadline,
) -> None:
    parts = [term.encode() for term in counts.of_terms]
    found = words.find(level, parts, [None] * len(parts), deadline)
    if found is None:
        return
    counts.sizes.update(
        (path, size)
        for path, size in level.bytes_of.items()
        if path.endswith(_SUFFIXES) and path not in unsaved
    )
    for of_files, one in zip(counts.of_terms.values(), found, strict=True):
        for number, count in one.folded.items():
            path = level.paths[number]
            if path is not None and path in counts.sizes:
                of_files[path] = count


def _count_read(counts: TermCounts, snapshot: Snapshot, paths: Sequence[str], deadline: Deadline) -> int:
    """Count in files by reading them; return how many were left when the time ran out."""
    finder = _TermFinder(counts.of_terms)
    for number, path in enumerate(paths):
        if deadline.expired:
            return len(paths) - number
        data = snapshot.content(path)
        if data is None or len(data) > _LARGEST:
            continue
        counts.sizes[path] = len(data)
        for term, count in finder.count(data).items():
            counts.of_terms[term][path] = count
    return 0


class _TermFinder:
    """Counts terms in texts; what each word holds is found once."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = [(term, term.encode()) for term in terms]
        self._any = re.compile(b"|".join(re.escape(part) for _, part in self._terms) or b"(?!)")
        self._known: dict[bytes, tuple[tuple[str, int], ...]] = {}

    def count(self, data: bytes) -> Counter[str]:
        found: Counter[str] = Counter()
        for word, times in Counter(words_in(data)).items():
            held = self._known.get(word)
            if held is None:
                held = self._known[word] = self._held(word.lower())
            for term, count in held:
                found[term] += count * times
        return found

    def _held(self, word: bytes) -> tuple[tuple[str, int], ...]:
        if self._any.search(word) is None:
            return ()
        return tuple((term, count) for term, part in self._terms if (count := word.count(part)))
