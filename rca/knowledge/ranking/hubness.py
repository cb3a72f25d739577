"""Hubness: how close a text is to many well-known errors, corrected by local scaling.

A query that is near to everything is near to nothing in particular, and so is a record; a cosine says more
once that is known (as local scaling does for word vectors, https://arxiv.org/abs/1710.04087). It also tells a
query that has a better match among well-known errors than in the store. `crowd.npz` holds the vectors, in
eight bits, of training records and paraphrases; `python -m benchmarks.embedding.train` makes it by the model
that ships.
"""

from __future__ import annotations

import functools
import importlib.resources
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rca.knowledge.embedding import packaged_model

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

NEAREST = 20
"""How many of the nearest make a crowd."""

_FILE = "crowd.npz"


@dataclass(frozen=True)
class LocalScaling:
    """Vectors of well-known errors, both as records describe them and as people do, one per row.

    The hubness of a text is its mean cosine to the nearest of them, minus the average.
    """

    records: Vectors
    said: Vectors
    usual_query: float
    usual_record: float

    @staticmethod
    def of(records: Vectors, said: Vectors) -> LocalScaling:
        """Compute the averages from the vectors themselves."""
        raw = LocalScaling(records, said, 0.0, 0.0)
        return LocalScaling(
            records, said, float(raw.around_queries(said).mean()), float(raw.around_records(records).mean())
        )

    @staticmethod
    def read(content: bytes) -> LocalScaling:
        """Decode the result of `written`."""
        import numpy as np

        with np.load(io.BytesIO(content)) as parts:
            records, said = (_whole(parts[name], parts[f"{name}_scale"]) for name in ("records", "said"))
            usual_query, usual_record = map(float, parts["usual"])
        return LocalScaling(records, said, usual_query, usual_record)

    def written(self) -> bytes:
        """Return it as a file's content."""
        import numpy as np

        parts: dict[str, NDArray[np.generic]] = {
            "usual": np.array([self.usual_query, self.usual_record], dtype=np.float32)
        }
        for name, vectors in (("records", self.records), ("said", self.said)):
            scale = np.abs(vectors).max(axis=1) / 127
            parts[name] = np.round(vectors / scale[:, None]).astype(np.int8)
            parts[f"{name}_scale"] = scale.astype(np.float32)
        file = io.BytesIO()
        np.savez(file, **parts)  # type: ignore[arg-type] # its other parameter is a flag
        return file.getvalue()

    def around_queries(self, vectors: Vectors) -> Vectors:
        """Return the hubness of queries among the records' texts."""
        return _nearest(vectors, self.records) - self.usual_query

    def around_records(self, vectors: Vectors) -> Vectors:
        """Return the hubness of records among people's descriptions."""
        return _nearest(vectors, self.said) - self.usual_record


@functools.cache
def of_model(model: str) -> LocalScaling | None:
    """Return the local scaling of a model, by its id; only the packaged model has one."""
    if model != packaged_model.model_id():
        return None
    return LocalScaling.read((importlib.resources.files("rca.knowledge") / _FILE).read_bytes())


def _whole(small: NDArray[np.int8], scale: Vectors) -> Vectors:
    import numpy as np

    vectors: Vectors = small.astype(np.float32) * scale[:, None]
    return vectors


def _nearest(vectors: Vectors, others: Vectors) -> Vectors:
    import numpy as np

    cosines = vectors @ others.T
    count = min(NEAREST, cosines.shape[1])
    nearest: Vectors = np.partition(cosines, -count, axis=1)[:, -count:].mean(axis=1)
    return nearest
