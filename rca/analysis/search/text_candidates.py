"""Candidate selection: files that contain the query text, and how often they contain its words.

Files whose words are kept are looked up; all others are read. Both give the same.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rca.analysis.search.search_query import Query
from rca.analysis.search.term_statistics import known_of
from rca.index.storage.file_list import PathText
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_test

TEXT_FILES, WORD_FILES = 60, 80
"""Files that are given at most."""
_SATURATION = 2.0
_PATH_WEIGHT, _NAME_WEIGHT = 1.5, 8.0
_LONG = 12_000.0
"""Bytes; in longer files a word tells less."""
_LONGEST = 4.0
"""From so many times that length on it makes no difference."""
_BATCH = 64
_IN_BASE = 2
"""What a word in the name of a file counts beside one of its folders' names, in the order of reading."""


@dataclass
class CandidateScan:
    """The result of a scan."""

    holding: list[str] = field(default_factory=list)
    """The first files with the query as it stands: in its own case first, then code before tests."""
    more_hold: bool = False
    """Whether further files hold the query."""
    rarity: dict[str, float] = field(default_factory=dict)
    """How rare each term is: inverse document frequency by its stem."""
    ranked: list[str] = field(default_factory=list)
    """The files that have most of the words of the query, best first."""
    read: int = 0
    """Files whose text was looked at."""


def scan(snapshot: Snapshot, paths: Sequence[str], query: Query, deadline: Deadline) -> CandidateScan:
    """Scan files until the deadline expires.

    Terms match as prefixes at any position. Of the files that must be read, those whose paths contain query
    words come first and tests last, so that time suffices for them.
    """
    return _Scanning(snapshot, query, deadline).run(paths)


class _Scanning:
    """One scan over files."""

    def __init__(self, snapshot: Snapshot, query: Query, deadline: Deadline) -> None:
        self._snapshot = snapshot
        self._query = query
        self._watch = deadline
        self._needle = query.text.encode()
        self._small = query.text.lower().encode()
        self._prefixes = [term.prefix.encode() for term in query.terms]
        self._counts: list[dict[str, float]] = [{} for _ in query.terms]
        self._sizes: dict[str, int] = {}
        self._exact: set[str] = set()
        self._folded: set[str] = set()

    def run(self, paths: Sequence[str]) -> CandidateScan:
        asked = frozenset(paths)
        may_hold: list[str] = []
        for known in known_of(self._snapshot, asked, self._query, self._watch):
            self._sizes.update(known.sizes)
            for counts, found in zip(self._counts, known.counts, strict=True):
                counts.update(found)
            for path, same in (known.holds or {}).items():
                (self._exact if same else self._folded).add(path)
            may_hold += known.may_hold
        known_files = len(self._sizes)
        unknown = [path for path in paths if path not in self._sizes] if known_files < len(asked) else []
        unknown = [] if self._watch.remaining == 0 else unknown  # to put them in order is dear
        read = self._read(_promising_first(unknown, self._query))
        left = self._verify(sorted(may_hold, key=_code_first))
        holding = heapq.nsmallest(TEXT_FILES, self._exact, key=_code_first)
        holding += heapq.nsmallest(TEXT_FILES - len(holding), self._folded, key=_code_first)
        more_hold = len(holding) < len(self._exact) + len(self._folded)
        self._count_paths()
        rarities = [
            math.log(1 + (len(self._sizes) - len(counts) + 0.5) / (len(counts) + 0.5))
            for counts in self._counts
        ]
        rarity = {term.stem: value for term, value in zip(self._query.terms, rarities, strict=True)}
        return CandidateScan(holding, more_hold, rarity, self._ranked(rarities), known_files + read - left)

    def _read(self, paths: Iterable[str]) -> int:
        """Read files; return how many there was time for."""
        read = 0
        for number, path in enumerate(paths):
            if number % _BATCH == 0 and self._watch.expired:
                break
            read += 1
            data = self._snapshot.content(path)
            if data is None:
                continue
            self._sizes[path] = len(data)
            lower = data.lower()
            self._look(path, data, lower)
            for counts, prefix in zip(self._counts, self._prefixes, strict=True):
                count = lower.count(prefix)
                if count:
                    counts[path] = count
        return read

    def _verify(self, paths: Sequence[str]) -> int:
        """Read files that may contain the query until enough do; return how many were left out for time."""
        for number, path in enumerate(paths):
            if number % _BATCH == 0:
                if self._watch.expired:
                    return len(paths) - number
                if len(self._exact) > TEXT_FILES:
                    last = heapq.nsmallest(TEXT_FILES, self._exact, key=_code_first)[-1]
                    if _code_first(last) < _code_first(path):
                        return 0
            data = self._snapshot.content(path)
            if data is not None:
                self._look(path, data, data.lower())
        return 0

    def _look(self, path: str, data: bytes, lower: bytes) -> None:
        if self._small in lower:
            (self._exact if self._needle in data else self._folded).add(path)

    def _count_paths(self) -> None:
        """Count the terms that occur in the paths of files."""
        listed, sizes = self._snapshot.index.listed, self._sizes
        only = sizes.keys() - listed.keys()
        texts = (listed.text, PathText(sorted(only))) if only else (listed.text,)
        for counts, prefix in zip(self._counts, self._prefixes, strict=True):
            for path, in_base in (one for text in texts for one in text.holding(prefix)):
                if path in sizes:
                    counts[path] = counts.get(path, 0) + (_NAME_WEIGHT if in_base else _PATH_WEIGHT)

    def _ranked(self, rarities: Sequence[float]) -> list[str]:
        """Return the best files; of the terms of one concept only the most frequent counts."""
        sizes = self._sizes
        by_concept: dict[str, dict[str, float]] = {}
        for term, rare, counts in zip(self._query.terms, rarities, self._counts, strict=True):
            best = by_concept.setdefault(term.concept, {})
            weight = term.share * rare
            for path, count in counts.items():
                length = sizes[path] / _LONG
                halved = 0.5 * min(_LONGEST, length)
                value = weight * count / (count + _SATURATION * (0.5 + halved))
                if value > best.get(path, 0.0):
                    best[path] = value
        scores: dict[str, float] = {}
        for best in by_concept.values():
            for path, value in best.items():
                scores[path] = scores.get(path, 0.0) + value
        first = heapq.nsmallest(WORD_FILES, ((-score, path) for path, score in scores.items()))
        return [path for _, path in first]


def _code_first(path: str) -> tuple[bool, str]:
    return is_test(path), path


def _promising_first(paths: Collection[str], query: Query) -> Iterator[str]:
    own = [term.prefix for term in query.terms if term.share == 1.0]

    def promise(path: str) -> tuple[int, bool]:
        below = path.lower()
        base = below[below.rfind("/") :]
        return -sum((prefix in below) + _IN_BASE * (prefix in base) for prefix in own), is_test(path)

    yield from sorted(paths, key=promise)
