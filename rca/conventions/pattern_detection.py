"""Detects and counts all patterns below a folder."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from models.summaries import Count
from models.tools.detect_patterns import DetectPatternsResult, FoundPattern, Portion
from rca.caching.lru_cache import LruCache
from rca.caching.memo_key import MemoKey
from rca.conventions import tag_patterns
from rca.conventions.code_file import Place, open_file, sources, spread
from rca.conventions.library_patterns import LIBRARIES
from rca.conventions.pattern_counts import PATTERNS, PatternCount, PatternCounter
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

THEMES: Final = tuple(
    dict.fromkeys(
        (
            *(one.theme for one in PATTERNS),
            *(one.theme for one in LIBRARIES),
            *(one.theme for one in tag_patterns.TAGS.values()),
            "naming",
        )
    )
)
_ENDINGS = 15
_AT_LEAST = 3
"""How many names end in a word, that it is shown."""
_TAGS_SHARE = 0.6
"""The part of the time that tags may take, where nobody asked for them since the index changed."""
_COUNTS = 8
"""Questions whose counts are kept."""
_LAST = "\U0010ffff"


@dataclass(frozen=True)
class DetectionResult:
    """The answer, with its gaps."""

    result: DetectPatternsResult
    reasons: tuple[str, ...]


def detect(
    snapshot: Snapshot, folder: str, theme: str | None, most: int, deadline: Deadline
) -> DetectionResult:
    """Count patterns below a folder (a wire path, empty for all), in a sample of files if time is short."""
    prefix = f"{folder}/" if folder else ""
    paths = files_below(snapshot, prefix)
    patterns, whole = _by_tag(snapshot, prefix, theme, most, deadline.part(_TAGS_SHARE))
    counts = _counts(snapshot)
    question = (snapshot.revision, snapshot.index.written, prefix, theme, most)
    count = counts.get_or_put(question, lambda: _Count(theme, most))
    losses = snapshot.reads.losses
    with count.lock:
        read = count.go_on(snapshot, paths, deadline)
        if snapshot.reads.losses > losses:
            counts.remove(question)  # the next question reads again what could not be read
        patterns.extend(count.tally.found())
        tests, endings = count.tally.tests, count.tally.endings.most_common(_ENDINGS)
    patterns.sort(key=lambda one: (THEMES.index(one.theme), -one.count, one.name))
    reasons = [] if snapshot.index.ready else ["the index is still being checked against the disk"]
    if not whole:
        reasons.append("time was up before all tags were looked at")
    if read < len(paths):
        reasons.append(
            f"time was up: {read} of {len(paths)} files were read, spread evenly over the folder, and counts "
            "are of those; the same question goes on from there; what tags tell (view models, fragments, "
            "DAOs, …) is of all files"
        )
    return DetectionResult(
        DetectPatternsResult(
            path=folder or ".",
            files=len(paths),
            files_read=read,
            test_files=tests,
            summary=_summary(patterns),
            patterns=tuple(patterns),
            name_endings=tuple(
                Count(name=word, count=count)
                for word, count in endings
                if count >= _AT_LEAST and theme in (None, "naming")
            ),
        ),
        tuple(reasons),
    )


class _Count:
    """A count in progress, which a repeated query continues."""

    def __init__(self, theme: str | None, most: int) -> None:
        self.lock = threading.RLock()
        self.tally = PatternCounter(theme, most)
        self._at = 0

    def go_on(self, snapshot: Snapshot, paths: Sequence[str], deadline: Deadline) -> int:
        """Examine further files until the time is up; return the total number examined."""
        for path in sorted(paths, key=spread)[self._at :]:
            if deadline.expired:
                deadline.check_cancelled()
                break
            self._at += 1
            file = open_file(snapshot, path)
            if file is not None:
                self.tally.look(file)
        return self._at


_COUNTS_BY_QUESTION = MemoKey[LruCache[Hashable, _Count]]("counts of patterns by question")


def _counts(snapshot: Snapshot) -> LruCache[Hashable, _Count]:
    """Return the count for a query, restarted if any file changed since."""
    return snapshot.index.memoize(_COUNTS_BY_QUESTION, lambda: LruCache[Hashable, _Count](_COUNTS))


def files_below(snapshot: Snapshot, prefix: str) -> list[str]:
    """Return the Kotlin and Java files with a path prefix, sorted."""
    paths = sources(snapshot.index)
    return paths[bisect_left(paths, prefix) : bisect_left(paths, prefix + _LAST)]


def _by_tag(
    snapshot: Snapshot, prefix: str, theme: str | None, most: int, deadline: Deadline
) -> tuple[list[FoundPattern], bool]:
    """Return the patterns read from tags, and whether time sufficed for all of them."""
    found: list[FoundPattern] = []
    for tag, (its_theme, name, unit) in tag_patterns.TAGS.items():
        if deadline.expired:
            deadline.check_cancelled()
            return found, False
        places: dict[str, list[Place]] = {}
        for one in tag_patterns.places(snapshot.index, tag, prefix):
            places.setdefault(one.path, []).append(one)
        if not places:
            continue
        if theme in (None, its_theme):
            seen = PatternCount(its_theme, name, unit)
            for in_file in places.values():
                seen.add(in_file, most)
            found.append(seen.found(None))
        if theme in (None, "naming") and unit == "classes":
            found.extend(_naming(snapshot, tag, prefix, name))
    return found, True


def _naming(snapshot: Snapshot, tag: str, prefix: str, name: str) -> list[FoundPattern]:
    named = tag_patterns.name_ending(snapshot.index, tag, prefix)
    if named is None or named[2] < _AT_LEAST:
        return []
    word, count, of = named
    return [
        FoundPattern(
            theme="naming",
            name=f"{name} end in {word}",
            count=count,
            unit="classes",
            files=count,
            portion=Portion(of=of, among=name, share=round(count / of, 3)),
        )
    ]


def _summary(patterns: Sequence[FoundPattern]) -> tuple[str, ...]:
    by_theme: dict[str, list[FoundPattern]] = {}
    for one in patterns:
        by_theme.setdefault(one.theme, []).append(one)
    return tuple(
        f"{theme}: {', '.join(_short(one) for one in found[:6])}" for theme, found in by_theme.items()
    )


def _short(one: FoundPattern) -> str:
    if one.portion is None:
        return f"{one.name} ({one.count})"
    return f"{one.name} ({one.count} of {one.portion.of})"
