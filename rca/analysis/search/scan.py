"""One pass over the text of all files: which hold the query as it stands, and how often its words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from rca.analysis.search.query import Query
from rca.cancellation import Watch
from rca.workspace import Snapshot
from rca.workspace.modules import is_test

_SATURATION = 2.0
_PATH_WEIGHT, _NAME_WEIGHT = 1.5, 8.0
_LONG = 12_000.0
"""Bytes; in longer files a word tells less."""
_BATCH = 64
_IN_BASE = 2
"""What a word in the name of a file counts beside one of its folders' names, in the order of reading."""


@dataclass
class Scan:
    """What the pass found. `exact` and `folded` are files with the query in its own case, or in another."""

    exact: list[str] = field(default_factory=list)
    folded: list[str] = field(default_factory=list)
    rarity: dict[str, float] = field(default_factory=dict)
    """How rare each term is: inverse document frequency by its stem."""
    ranked: list[str] = field(default_factory=list)
    """Files with words of the query, best first."""
    read: int = 0


def scan(snapshot: Snapshot, paths: Sequence[str], query: Query, watch: Watch) -> Scan:
    """Read files until the watch expires. Words are looked for by how they begin, wherever they stand.

    Files whose paths hold words of the query are read first, tests last: for them there must be time.
    """
    found = Scan()
    needle = query.text.encode()
    small = query.text.lower().encode()
    prefixes = [term.prefix.encode() for term in query.terms]
    counts: dict[str, tuple[list[int], int]] = {}
    documents = [0] * len(prefixes)
    for number, path in enumerate(_promising_first(paths, query)):
        if number % _BATCH == 0 and watch.expired:
            break
        data = snapshot.content(path)
        found.read += 1
        if data is None:
            continue
        lower = data.lower()
        if small in lower:
            (found.exact if needle in data else found.folded).append(path)
        below = path.lower().encode()
        base = below[below.rfind(b"/") :]
        here = [
            lower.count(prefix) + (_NAME_WEIGHT if prefix in base else _PATH_WEIGHT if prefix in below else 0)
            for prefix in prefixes
        ]
        if any(here):
            counts[path] = here, len(data)  # type: ignore[assignment]  # counts weighted by the path
            for place, count in enumerate(here):
                documents[place] += count > 0
    found.exact.sort()
    found.folded.sort()
    rarities = [math.log(1 + (found.read - count + 0.5) / (count + 0.5)) for count in documents]
    found.rarity = {term.stem: value for term, value in zip(query.terms, rarities, strict=True)}
    shares = [term.share for term in query.terms]
    concepts = [term.concept for term in query.terms]

    def score(path: str) -> float:
        here, size = counts[path]
        length = 0.5 + 0.5 * min(4.0, size / _LONG)
        best: dict[str, float] = {}
        for concept, share, rare, count in zip(concepts, shares, rarities, here, strict=True):
            if count:
                value = share * rare * count / (count + _SATURATION * length)
                best[concept] = max(best.get(concept, 0.0), value)
        return sum(best.values())

    scores = {path: score(path) for path in counts}
    found.ranked = sorted(scores, key=lambda path: (-scores[path], path))
    return found


def _promising_first(paths: Sequence[str], query: Query) -> list[str]:
    own = [term.prefix for term in query.terms if term.share == 1.0]

    def promise(path: str) -> tuple[int, bool]:
        below = path.lower()
        base = below[below.rfind("/") :]
        return -sum((prefix in below) + _IN_BASE * (prefix in base) for prefix in own), is_test(path)

    return sorted(paths, key=promise)
