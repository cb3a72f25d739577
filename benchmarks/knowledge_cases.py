"""Queries against stores, as the ranker's features.

A store holds problems with or without the starter's records; the queries of problems that it lacks are
novel to it, so each problem serves as both.
"""

from __future__ import annotations

import random
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.knowledge.problems import Known, Split, novel, problems
from evaluation.knowledge.queries import queries
from models.solution import Solution
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.embedding.exact_search import ExactSearch
from rca.knowledge.embedding.sentence_transformer import ReferenceModel
from rca.knowledge.ledger.ledger import Filters, Ledger
from rca.knowledge.problem.problem import of_query
from rca.knowledge.ranking import hubness
from rca.knowledge.ranking.similarity_features import NAMES
from rca.knowledge.solution_search import Dense, Question, Search
from rca.knowledge.starter import Starter
from rca.scheduling.deadline import Deadline
from scripts.packaged_model import base_model

FOLDS = 5
_NOW = datetime(2026, 11, 28, tzinfo=UTC)
"""When the queries are asked: the same in every run."""

PARTS: dict[Split, int] = {"dev": 3, "test": 2, "unseen": 2, "second": 2}
"""Into how many stores of their own the problems of a split are put: of 70, of 30 and of 37."""

BESIDE_TEST: tuple[Split, ...] = ("blind", "fresh")
"""Splits that are few: they are asked of a store of the test problems, without and with them."""


@dataclass(frozen=True)
class Asked:
    """A query: its form, its text, the record that is right (None: no record is), and its group.

    Queries of one group are about one problem and are never on both sides of a fold.
    """

    form: str
    text: str
    right: str | None
    group: str


@dataclass(frozen=True)
class Case:
    """A query in a store: a row of features for each candidate, and the row that is right (-1: none is)."""

    store: str
    asked: Asked
    told: bool
    features: NDArray[np.float64]
    ids: tuple[str, ...]

    @property
    def right(self) -> int:
        """Return the place of the right candidate."""
        return self.ids.index(self.asked.right) if self.asked.right in self.ids else -1

    @property
    def fold(self) -> int:
        """Return the part of the cross-validation that it belongs to."""
        return zlib.crc32(self.asked.group.encode()) % FOLDS


class Encoder:
    """The embedding model, which encodes each text once: as it ships, or the base model."""

    def __init__(self, model: Literal["shipped", "base"]) -> None:
        embedder = Embedder(None)
        self._model: Embedder | ReferenceModel = embedder
        self.crowd = hubness.of_model(embedder.id)
        if model == "base":
            self._model, self.crowd = ReferenceModel(str(base_model.folder())), None
        self._known: dict[str, NDArray[np.float32]] = {}
        self.id = embedder.id

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a unit vector for each text."""
        missing = sorted(set(texts) - self._known.keys(), key=len)
        for start in range(0, len(missing), 16):
            part = missing[start : start + 16]
            self._known.update(zip(part, self._model.encode(part), strict=True))
        return np.stack([self._known[text] for text in texts])


class Store:
    """A ledger with embeddings, searched as the product searches."""

    def __init__(self, folder: Path, encoder: Encoder, solutions: Sequence[Solution], starter: bool) -> None:
        self._encoder = encoder
        self._ledger = Ledger(folder / "ledger.db")
        if starter:
            packaged = Starter.packaged()
            self._ledger.replace_starter(packaged.stamp, packaged.solutions)
        self._ledger.put([(solution, "candidate") for solution in solutions], "import")
        missing = self._ledger.vectors.missing(encoder.id, 100_000)
        vectors = encoder.encode([text for _seq, text, _hash in missing])
        self._ledger.vectors.put(
            encoder.id,
            {
                seq: (text_hash, vector.astype("<f4").tobytes())
                for (seq, _text, text_hash), vector in zip(missing, vectors, strict=True)
            },
        )
        self._matrix = ExactSearch(self._ledger, encoder.id)

    def case(self, name: str, asked: Asked) -> Case:
        """Ask."""
        problem = of_query(asked.text)
        dense = Dense(
            self._encoder.id,
            self._encoder.encode([problem.text])[0],
            lambda vector, _filters, limit: (self._matrix.nearest(vector, None, limit), "dense: ready"),
            "dense: ready",
            crowd=self._encoder.crowd,
        )
        question = Question(asked.text, None, Filters(), 0.0, 10, Deadline(), None, _NOW)
        compared = Search(self._ledger, question, problem, dense).compared()
        rows = [[likeness.features[feature] for feature in NAMES] for likeness, _record in compared]
        features = np.array(rows, dtype=float).reshape(-1, len(NAMES))
        ids = tuple(record.solution.id for _likeness, record in compared)
        return Case(name, asked, problem.told, features, ids)

    def close(self) -> None:
        """Close the ledger."""
        self._ledger.close()


def cases(split: Split, encoder: Encoder) -> Iterator[Case]:
    """Ask all queries of all stores: the problems in parts, together, and beside the starter.

    Beside the starter the development split has the starter's own queries, too.
    """
    every = problems(split)
    if split in BESIDE_TEST:
        others = problems("test")
        yield from _of_store("without", encoder, others, False, _asked(every, others))
        yield from _of_store("all", encoder, [*others, *every], False, _asked(every, every))
        yield from _of_store("with starter", encoder, [*others, *every], True, _asked(every, every))
        return
    shuffled = random.Random(5).sample(every, len(every))  # noqa: S311 - the same parts in every run
    parts = [shuffled[place :: PARTS[split]] for place in range(PARTS[split])]
    unheard = [Asked("novel", text, None, text) for text in novel(split)]
    for place, part in enumerate(parts):
        other = parts[place - 1]
        yield from _of_store(
            "part", encoder, part, False, [*_asked(part, part), *_asked(other, part), *unheard]
        )
    yield from _of_store("all", encoder, every, False, [*_asked(every, every), *unheard])
    of_starter = [Asked(query.form, query.text, query.id, query.id or query.text) for query in queries()]
    asked = of_starter if split == "dev" else [*_asked(every, every), *unheard]
    yield from _of_store("with starter", encoder, every, True, asked)


def _asked(about: Sequence[Known], stored: Sequence[Known]) -> list[Asked]:
    ids = {known.id for known in stored}
    return [
        Asked(form, text, known.id if known.id in ids else None, known.id)
        for known in about
        for form, text in known.asked.items()
    ]


def _of_store(
    name: str, encoder: Encoder, stored: Sequence[Known], starter: bool, asked: Sequence[Asked]
) -> Iterator[Case]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder), encoder, [known.solution for known in stored], starter)
        for one in asked:
            yield store.case(name, one)
        store.close()
