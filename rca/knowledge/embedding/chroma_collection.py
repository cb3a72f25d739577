"""The part of ChromaDB in use: one cosine collection of unit vectors in one folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NAME = "solutions"
_BATCH = 1_000


class Collection:
    """The vector index, open. Exceptions are ChromaDB's own; a damaged folder may even end the process.

    `embedding_function=None` stands at each creation and opening: ChromaDB would otherwise try to
    download a model of its own when handed text.
    """

    def __init__(self, client: Any, collection: Any) -> None:  # noqa: ANN401 - the library ships no types
        self._client = client
        self._collection = collection

    @staticmethod
    def create(folder: Path) -> Collection:
        """Make an empty collection in a new folder."""
        client = _client(folder)
        made = client.create_collection(
            _NAME, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )
        return Collection(client, made)

    @staticmethod
    def open(folder: Path) -> Collection:
        """Open what `create` made; raises where it is not there."""
        client = _client(folder)
        return Collection(client, client.get_collection(_NAME, embedding_function=None))

    def count(self) -> int:
        """Return how many vectors there are."""
        return int(self._collection.count())

    def put(self, seqs: Sequence[int], vectors: NDArray[np.float32]) -> None:
        """Store vectors by the place of their record."""
        for start in range(0, len(seqs), _BATCH):
            part = slice(start, start + _BATCH)
            self._collection.upsert(ids=[str(seq) for seq in seqs[part]], embeddings=vectors[part])

    def keep(self, seqs: Iterable[int]) -> None:
        """Drop every vector whose record is not among these."""
        known = {str(seq) for seq in seqs}
        gone = [id_ for id_ in self._collection.get(include=[])["ids"] if id_ not in known]
        for start in range(0, len(gone), _BATCH):
            self._collection.delete(ids=gone[start : start + _BATCH])

    def nearest(self, vector: NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
        """Return the nearest records, nearest first, with their cosine distance."""
        found = self._collection.query(query_embeddings=[vector], n_results=limit, include=["distances"])
        return [
            (int(id_), float(distance))
            for id_, distance in zip(found["ids"][0], found["distances"][0], strict=True)
        ]

    def close(self) -> None:
        """Close the files."""
        self._client.close()


def _client(folder: Path) -> Any:  # noqa: ANN401 - the library ships no types
    import chromadb
    from chromadb.config import Settings

    # `_env_file`: a `.env` in the working folder belongs to the user's project and must not configure us.
    return chromadb.PersistentClient(
        path=str(folder), settings=Settings(anonymized_telemetry=False, _env_file=None)
    )
