"""Term and document frequencies of a query, read from the text index."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from rca.analysis.search.search_query import Query
from rca.scheduling.deadline import Deadline
from rca.text_index.index_reader import IndexGeneration, WordCounts, WordIndex
from rca.text_index.segment import parts_of
from rca.workspace import Snapshot


class TermStatistics(NamedTuple):
    """Term statistics of some files, from the text index.

    `sizes`: bytes of each file; `counts`: occurrences of each term by file; `may_hold`: files that may
    contain the whole query; `holds`: files that do, with whether the case matches (None if the file must be
    read).
    """

    sizes: Mapping[str, int]
    counts: Sequence[Mapping[str, int]]
    may_hold: Collection[str]
    holds: Mapping[str, bool] | None


def known_of(
    snapshot: Snapshot, asked: frozenset[str], query: Query, deadline: Deadline
) -> Iterator[TermStatistics]:
    """Return the statistics of files, folder by folder; unsaved files are left out."""
    for words in snapshot.words:
        level = words.level()
        found = None if level is None else _known(words, level, snapshot, asked, query, deadline)
        if found is not None:
            yield found


def _known(  # noqa: PLR0913, PLR0917 - one query in one folder
    words: WordIndex,
    level: IndexGeneration,
    snapshot: Snapshot,
    asked: frozenset[str],
    query: Query,
    deadline: Deadline,
) -> TermStatistics | None:
    paths, overlays = level.paths, snapshot.overlays
    sizes = level.bytes_of
    if not (overlays.keys().isdisjoint(sizes) and sizes.keys() <= asked):
        sizes = {path: size for path, size in sizes.items() if path in asked and path not in overlays}
    prefixes = [term.prefix.encode() for term in query.terms]
    small, needle = query.text.lower().encode(), query.text.encode()
    parts = parts_of(small)
    is_word = parts == [small]
    exact = [*(None for _ in prefixes), *(needle if is_word else None for _ in parts)]
    found = words.find(level, [*prefixes, *parts], exact, deadline)
    if found is None:
        return None

    def of(one: WordCounts) -> dict[str, int]:
        return {
            path: count
            for number, count in one.folded.items()
            if (path := paths[number]) is not None and path in sizes
        }

    counts = [of(one) for one in found[: len(prefixes)]]
    holding = [of(one) for one in found[len(prefixes) :]]
    if is_word:
        same = {paths[number] for number in found[-1].exact}
        return TermStatistics(sizes, counts, (), {path: path in same for path in holding[0]})
    if not holding:  # nothing but signs, which no word has
        return TermStatistics(sizes, counts, sizes.keys(), None)
    rarest = min(holding, key=len)
    return TermStatistics(
        sizes, counts, [path for path in rarest if all(path in one for one in holding)], None
    )
