"""Exact cosine search over the ledger's vectors, for a process that does not own the vector index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rca.knowledge.ledger.embedding_rows import Embedded
from rca.knowledge.ledger.ledger import Ledger

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ExactSearch:
    """The vectors of one model as one array, kept in step with the ledger. The store locks it."""

    def __init__(self, ledger: Ledger, model: str) -> None:
        self._ledger = ledger
        self._model = model
        self._version: tuple[int, int, int] | None = None
        self._newest = 0
        self._row_of: dict[int, int] = {}
        self._rows: NDArray[np.float32] | None = None

    def nearest(self, vector: NDArray[np.float32], allowed: Iterable[int] | None, limit: int) -> list[int]:
        """Return the places of the nearest records by cosine, nearest first; `allowed` narrows them."""
        import numpy as np

        self._refresh()
        if self._rows is None or not self._row_of:
            return []
        seqs = np.fromiter(self._row_of, dtype=np.int64, count=len(self._row_of))
        scores = self._rows @ vector
        if allowed is not None:
            scores = np.where(np.isin(seqs, np.fromiter(allowed, dtype=np.int64)), scores, -2.0)
        count = min(limit, len(seqs))
        best = np.argpartition(-scores, count - 1)[:count]
        best = best[np.argsort(-scores[best], kind="stable")]
        return [int(seqs[index]) for index in best if scores[index] > -2.0]

    def _refresh(self) -> None:
        version = self._ledger.database.version
        if version == self._version:
            return
        count, newest = self._ledger.vectors.state(self._model)
        if self._version is not None and version[0] != self._version[0]:
            # Another file, a copy that was put back: what has the same number may be something else.
            self._row_of, self._rows, self._newest = {}, None, 0
        if newest > self._newest:
            self._take(self._ledger.vectors.since(self._model, self._newest))
        if len(self._row_of) != count:
            # Something went: start over, which is rare and takes 30 ms at 10,000 records.
            self._row_of, self._rows = {}, None
            self._take(self._ledger.vectors.since(self._model))
        self._newest = newest
        self._version = version

    def _take(self, embedded: Sequence[Embedded]) -> None:
        import numpy as np

        fresh: list[NDArray[np.float32]] = []
        known = len(self._row_of)
        for item in embedded:
            vector = np.frombuffer(item.vector, dtype="<f4")
            row = self._row_of.get(item.solution)
            if row is None:
                self._row_of[item.solution] = known + len(fresh)
                fresh.append(vector)
            elif row < known and self._rows is not None:
                self._rows[row] = vector
            else:
                fresh[row - known] = vector
        if fresh:
            added = np.stack(fresh)
            self._rows = added if self._rows is None else np.concatenate([self._rows, added])
