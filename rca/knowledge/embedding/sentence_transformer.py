"""An embedding model through sentence-transformers (extra `models`): the reference for every export."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_BATCH = 16


class ReferenceModel:
    """A sentence-transformers model on this machine; nothing is ever downloaded. Loading takes seconds.

    Args:
        source: folder or name of the model.
    """

    def __init__(self, source: str) -> None:
        # Set before the libraries are imported: they read these once, and must find nothing to fetch.
        os.environ["HF_HUB_OFFLINE"] = "1"
        os.environ["TRANSFORMERS_OFFLINE"] = "1"
        os.environ["TOKENIZERS_PARALLELISM"] = "false"
        os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call] # it has no types
        # A second thread gains little on one short text and can stall for half a second beside other load.
        torch.set_num_threads(1)
        self.model: Any = SentenceTransformer(source, device="cpu", local_files_only=True)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a unit vector of float32 for each text."""
        vectors: Vectors = self.model.encode(
            list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return vectors.astype("<f4", copy=False)
