"""Packaged embeddings of the starter records, which save a minute of computation at the first start.

`python -m scripts.starter_embeddings` makes `starter/embeddings.npz`: for each text that is embedded of a
starter record its hash and its vector in sixteen bits, by the packaged model.
"""

from __future__ import annotations

import functools
import importlib.resources
import io
from collections.abc import Mapping

_FILE = "embeddings.npz"


@functools.cache
def of_model(model: str) -> Mapping[str, bytes]:
    """Return unit vectors (float32, little endian) by hash of the text; none of any other model."""
    import numpy as np

    file = importlib.resources.files("rca.knowledge") / "starter" / _FILE
    with np.load(io.BytesIO(file.read_bytes())) as parts:
        if str(parts["model"]) != model:
            return {}
        vectors = parts["vectors"].astype("<f4")
        hashes = parts["hashes"].tolist()
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return {text_hash: vector.tobytes() for text_hash, vector in zip(hashes, vectors, strict=True)}


def written(model: str, vectors: Mapping[str, bytes]) -> bytes:
    """Return the content of a file from which `of_model` reads vectors back, to three digits."""
    import numpy as np

    hashes = sorted(vectors)
    rows = np.stack([np.frombuffer(vectors[each], dtype="<f4") for each in hashes])
    file = io.BytesIO()
    np.savez(file, model=np.array(model), hashes=np.array(hashes), vectors=rows.astype("<f2"))
    return file.getvalue()
