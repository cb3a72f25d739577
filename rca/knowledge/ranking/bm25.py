"""BM25 over the ledger's full text, and similarity of two texts weighted by word rarity."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import chain

from rca.knowledge.ledger import full_text
from rca.knowledge.ledger.full_text import Text
from rca.knowledge.ledger.ledger import Filters
from rca.knowledge.ledger.ledger_database import Database
from rca.knowledge.problem.topic_lexicon import topics_of

QUERY_WORDS = 48
"""Words of a query that take part; what a condensed error says first is what tells most."""

_POSTINGS = 10_000
"""Pairs of a word and a record that one search reads at most; a tenth of a second reads 100,000."""

_SCORED = 3
"""How many times as many records are scored by all words as are wanted."""

_SPARE = 4
"""How many times as many records are ranked as are wanted: some do not pass the filters."""

_COLUMNS = (3.0, 1.5, 1.0)
"""The weights of problem, cause and fix."""

_FEW = 0.04
"""The share of all records that a rare word is in at most."""


@dataclass(frozen=True, slots=True)
class RecordWords:
    """The words of a record, of its problem and of all its fields, and its topics."""

    problem: frozenset[str]
    all: frozenset[str]
    topics: frozenset[str]


def search(database: Database, words: Collection[str], filters: Filters, limit: int) -> dict[int, float]:
    """Return the best records by BM25, best first: row number → score, higher is better.

    In a large store candidates are found by the rarest words only, and then scored by all of them: FTS5 reads
    every record that has a word, and common words do not discriminate.
    """
    with database.reading() as db:
        known = full_text.documents(db, words)
        chosen = _rarest(known)
        if not chosen:
            return {}
        if len(chosen) == len(known):
            return dict(_matching(db, chosen, filters, limit))
        found = dict(_matching(db, chosen, filters, limit * _SCORED))
        scored = _bm25(full_text.texts(db, found), known, full_text.corpus(db))
    return dict(sorted(scored.items(), key=lambda item: (-item[1], item[0]))[:limit])


def _rarest(known: Mapping[str, int]) -> list[str]:
    """Return the rarest words, as many as can be looked up quickly, at least one."""
    chosen: list[str] = []
    postings = 0
    for word, count in sorted(known.items(), key=lambda item: item[1]):
        postings += count
        if chosen and postings > _POSTINGS:
            break
        chosen.append(word)
    return chosen


def _matching(
    db: sqlite3.Connection, words: Collection[str], filters: Filters, limit: int
) -> list[tuple[int, float]]:
    """Rank before filtering: looking up every match's record takes longer than the search."""
    match = " OR ".join(f'"{word}"' for word in words)
    wide = limit * _SPARE
    ranked: list[tuple[int, float]] = db.execute(
        "SELECT rowid, -bm25(solution_text, ?, ?, ?) AS score FROM solution_text"
        " WHERE solution_text MATCH ? ORDER BY score DESC LIMIT ?",
        (*_COLUMNS, match, wide),
    ).fetchall()
    passing = filters.passing(db, [seq for seq, _score in ranked])
    found = [item for item in ranked if item[0] in passing]
    if len(found) >= limit or len(ranked) < wide:
        return found[:limit]
    return db.execute(
        "SELECT offered.seq, -bm25(solution_text, ?1, ?2, ?3) AS score"
        " FROM solution_text JOIN offered ON offered.seq = solution_text.rowid"
        " WHERE solution_text MATCH ?4 AND (?5 IS NULL OR language = ?5) AND (?6 IS NULL OR error_type = ?6)"
        " ORDER BY score DESC LIMIT ?7",
        (*_COLUMNS, match, *filters.arguments().values(), limit),
    ).fetchall()


def _bm25(texts: Mapping[int, Text], known: Mapping[str, int], corpus: full_text.Corpus) -> dict[int, float]:
    """Score records by all words, as FTS5 does (https://www.sqlite.org/fts5.html#the_bm25_function)."""
    k1, b = 1.2, 0.75
    average = corpus.tokens / corpus.documents
    rarities = {
        word: max(math.log((corpus.documents - count + 0.5) / (count + 0.5)), 1e-6)
        for word, count in known.items()
    }
    scores: dict[int, float] = {}
    for seq, text in texts.items():
        fields = [field.split() for field in (text.problem, text.cause, text.fix)]
        norm = k1 * (1 - b + b * sum(map(len, fields)) / average)
        there = set().union(*fields)
        score = 0.0
        for word, worth in rarities.items():
            if word in there:
                often = sum(
                    weight * field.count(word) for weight, field in zip(_COLUMNS, fields, strict=True)
                )
                score += worth * often * (k1 + 1) / (often + norm)
        scores[seq] = score
    return scores


def record_words(database: Database, seqs: Iterable[int]) -> dict[int, RecordWords]:
    """Return the words of some records."""
    with database.reading() as db:
        texts = full_text.texts(db, seqs)
    return {
        seq: RecordWords(frozenset(text.problem.split()), every, topics_of(every))
        for seq, text in texts.items()
        for every in (frozenset(text.tokens),)
    }


@dataclass(frozen=True, slots=True)
class Rarity:
    """Inverse document frequencies of words, smoothed, never negative.

    A word of at least the weight `rare` is in few records; `rarest` is the weight of a word that none has.
    """

    weights: Mapping[str, float]
    rare: float
    rarest: float

    def share(self, word: str) -> float:
        """Return a word's weight as a share of the rarest."""
        return self.weights.get(word, self.rarest) / self.rarest

    def sum(self, words: Iterable[str]) -> float:
        """Return the total weight of some words."""
        return sum(self.weights.get(word, self.rarest) for word in words)


def rarity(database: Database, words: Iterable[str]) -> Rarity:
    """Return the weights of words by how few records of the ledger have them."""
    wanted = list(dict.fromkeys(words))
    with database.reading() as db:
        total = full_text.corpus(db).documents
        documents = full_text.documents(db, wanted)

    def weight(count: float) -> float:
        return math.log(1 + (total + 0.5) / (count + 0.5))

    weights = {word: weight(documents.get(word, 0)) for word in wanted}
    return Rarity(weights, rare=weight(max(3.0, _FEW * total)), rarest=weight(0))


def topic_weights(topics: Iterable[str], of_records: Collection[Set[str]]) -> dict[str, float]:
    """Return the weights of topics by how few of some records have them."""
    total = len(of_records)
    about = Counter(chain.from_iterable(of_records))
    return {topic: math.log(1 + (total + 0.5) / (about[topic] + 0.5)) for topic in topics}


def covered(words: Iterable[str], by: Set[str], weights: Mapping[str, float]) -> float:
    """Return the share of `words`, by weight, that `by` has: 0 to 1."""
    total = shared = 0.0
    for word in words:
        weight = weights.get(word, 0.0)
        total += weight
        if word in by:
            shared += weight
    return shared / total if total else 0.0
