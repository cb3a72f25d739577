"""Dense search: by the vector index if it is up to date with the ledger, else by exact search."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from rca.knowledge.embedding.exact_search import ExactSearch
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.ledger.ledger import Filters, Ledger

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SPARE = 8
"""How many times as many neighbours are looked at as are wanted: some do not pass the filters."""

_FEW = 4_000
"""Records that are compared by reading their vectors; for more, all vectors are kept in memory."""


class VectorSearch:
    """The neighbours of a vector among the records that may be offered.

    Filters are applied to the neighbours, not handed to ChromaDB, where they take 100 times as long as
    the search itself. Where too few neighbours pass, those that pass are compared one by one.
    """

    def __init__(self, ledger: Ledger, projection: VectorIndex, model: str) -> None:
        self._ledger = ledger
        self._projection = projection
        self._model = model
        self._matrix = ExactSearch(ledger, model)
        self._lock = threading.Lock()

    def find(self, vector: NDArray[np.float32], filters: Filters, limit: int) -> tuple[list[int], str]:
        """Return the places of the nearest records, nearest first, and what found them."""
        wide = limit * _SPARE
        found = self._projection.nearest(vector, wide)
        by = "dense: ready (ledger)" if found is None else "dense: ready (ChromaDB)"
        if found is None:
            found = self._by_matrix(vector, wide, None)
        # Harmful and superseded records have vectors, too.
        passing = self._ledger.passing(found, filters)
        if len(passing) >= limit or len(found) < wide:
            return passing[:limit], by
        return self._among(self._ledger.allowed(filters), vector, limit), by

    def _among(self, allowed: list[int], vector: NDArray[np.float32], limit: int) -> list[int]:
        if len(allowed) > _FEW:
            return self._by_matrix(vector, limit, allowed)
        import numpy as np

        stored = self._ledger.vectors.of(self._model, allowed)
        if not stored:
            return []
        seqs = list(stored)
        scores = np.frombuffer(b"".join(stored.values()), dtype="<f4").reshape(len(seqs), -1) @ vector
        return [seqs[place] for place in np.argsort(-scores, kind="stable")[:limit]]

    def _by_matrix(self, vector: NDArray[np.float32], limit: int, allowed: list[int] | None) -> list[int]:
        with self._lock:
            return self._matrix.nearest(vector, allowed, limit)
