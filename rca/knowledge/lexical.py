"""Lexical search: BM25 over the ledger's words, and how much two texts share by how rare their words are."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass

from rca.knowledge.ledger import Filters
from rca.knowledge.sqlite import Database

QUERY_WORDS = 48
"""Words of a query that take part; what a condensed error says first is what tells most."""

_FEW = 0.04
"""The share of all records that a rare word is in at most."""


@dataclass(frozen=True, slots=True)
class RecordWords:
    """The words of a record: of its problem, and of all its fields."""

    problem: frozenset[str]
    all: frozenset[str]


def search(database: Database, words: Collection[str], filters: Filters, limit: int) -> dict[int, float]:
    """Give the best records by BM25, best first: place → score, higher is better."""
    if not words:
        return {}
    match = " OR ".join(f'"{word}"' for word in words)
    with database.reading() as db:
        rows = db.execute(
            # The weights of the columns: problem, cause, fix.
            "SELECT offered.seq, -bm25(solution_text, 3.0, 1.5, 1.0) AS score"
            " FROM solution_text JOIN offered ON offered.seq = solution_text.rowid"
            " WHERE solution_text MATCH :words"
            " AND (:language IS NULL OR language = :language)"
            " AND (:error_type IS NULL OR error_type = :error_type)"
            " ORDER BY score DESC LIMIT :limit",
            {"words": match, "limit": limit, **filters.arguments()},
        ).fetchall()
    return dict(rows)


def record_words(database: Database, seqs: Iterable[int]) -> dict[int, RecordWords]:
    """Give the words of some records."""
    with database.reading() as db:
        rows = db.execute(
            "SELECT rowid, problem, cause, fix FROM solution_text"
            " WHERE rowid IN (SELECT value FROM json_each(?))",
            (json.dumps(list(seqs)),),
        ).fetchall()
    found: dict[int, RecordWords] = {}
    for seq, problem, cause, fix in rows:
        words = frozenset(problem.split())
        found[seq] = RecordWords(words, words.union(cause.split(), fix.split()))
    return found


@dataclass(frozen=True, slots=True)
class Rarity:
    """How rare words are: inverse document frequencies, smoothed, never negative.

    A word with at least the weight `rare` is in few of the records; `rarest` is the weight of one
    that none has.
    """

    weights: Mapping[str, float]
    rare: float
    rarest: float

    def share(self, word: str) -> float:
        """Give a word's weight as a share of the rarest."""
        return self.weights.get(word, self.rarest) / self.rarest

    def sum(self, words: Iterable[str]) -> float:
        """Give the weight of some words together."""
        return sum(self.weights.get(word, self.rarest) for word in words)


def rarity(database: Database, words: Iterable[str]) -> Rarity:
    """Weigh words by how few records of the ledger have them."""
    wanted = list(dict.fromkeys(words))
    with database.reading() as db:
        (total,) = db.execute("SELECT count(*) FROM solution").fetchone()
        rows = db.execute(
            "SELECT w.value, v.doc FROM json_each(?) w JOIN solution_word v ON v.term = w.value",
            (json.dumps(wanted),),
        ).fetchall()
    documents: dict[str, int] = dict(rows)

    def weight(count: float) -> float:
        return math.log(1 + (total + 0.5) / (count + 0.5))

    weights = {word: weight(documents.get(word, 0)) for word in wanted}
    return Rarity(weights, rare=weight(max(3.0, _FEW * total)), rarest=weight(0))


def covered(words: Iterable[str], by: Set[str], weights: Mapping[str, float]) -> float:
    """Give the share of `words`, by weight, that `by` has: 0 to 1."""
    total = shared = 0.0
    for word in words:
        weight = weights.get(word, 0.0)
        total += weight
        if word in by:
            shared += weight
    return shared / total if total else 0.0
