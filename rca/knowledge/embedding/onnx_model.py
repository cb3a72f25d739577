"""An embedding model as an ONNX graph: the vectors of sentence-transformers, faster to load, no torch."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_log = logging.getLogger(__name__)

GRAPH, TOKENIZER, STAMP, FAILED = "model.onnx", "tokenizer.json", "export.json", "failed.json"
"""The files of an export; `STAMP` is written last, `FAILED` instead of all where none could be made."""

SAMPLE = "java.lang.IllegalStateException: Can not perform this action after onSaveInstanceState"
"""A text whose vector the export keeps, to see at each loading that it is still the same model."""

SAME = 1e-4
"""The largest difference of a component under which two vectors count as the same."""

LONGEST_SECONDS = 300.0
_FAILED_SECONDS = 86_400.0
"""How long an export that failed is not tried again."""


class OnnxModel:
    """An export, loaded."""

    def __init__(self, session: Any, tokenizer: Any) -> None:  # noqa: ANN401 - the libraries ship no types
        self._session = session
        self._tokenizer = tokenizer

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a unit vector of float32 for each text."""
        import numpy as np

        # One by one: of several together each costs as much as the longest, which takes half as long again.
        return np.concatenate([self._encode(text) for text in texts]).astype("<f4", copy=False)

    def _encode(self, text: str) -> Vectors:
        import numpy as np

        read = self._tokenizer.encode(text)
        given = {
            "input_ids": np.array([read.ids], dtype=np.int64),
            "attention_mask": np.array([read.attention_mask], dtype=np.int64),
        }
        vector: Vectors = self._session.run(None, given)[0]
        return vector


def load(folder: Path) -> OnnxModel | None:
    """Load the export in a folder; None where there is none that is whole."""
    try:
        stamp = json.loads((folder / STAMP).read_text("utf-8"))
        # A graph that was cut must not reach the library, which may end the process.
        if (folder / GRAPH).stat().st_size != stamp["bytes"]:
            return None
        model = read(folder, "as it is")
        vector = model.encode([SAMPLE])[0]
        whole = max(abs(float(one) - two) for one, two in zip(vector, stamp["sample"], strict=True)) < SAME
        with contextlib.suppress(OSError):  # in use: see `leftovers`
            os.utime(folder / STAMP)
    except FileNotFoundError:  # not made yet
        return None
    except Exception as problem:  # noqa: BLE001 - the libraries raise what they like; it is made anew
        _log.warning("the export of the embedding model in %s is not used: %s", folder, problem)
        return None
    return model if whole else None


def read(folder: Path, graph: Literal["as it is", "to optimize"]) -> OnnxModel:
    """Open the files of an export without looking whether they are right.

    A graph that is optimized is written back, so that the next opening takes it as it is.
    """
    from tokenizers import Tokenizer

    path = folder / GRAPH
    if graph == "to optimize":
        optimized = folder / "optimized.onnx"
        session = open_session(path, optimized=optimized)
        optimized.replace(path)
    else:
        session = open_session(path)
    return OnnxModel(session, Tokenizer.from_file(str(folder / TOKENIZER)))


def open_session(
    graph: Path | bytes, weights: Mapping[str, Vectors] | None = None, optimized: Path | None = None
) -> Any:  # noqa: ANN401 - the library ships no types
    """Open a graph as it is, or optimize it first and write the optimized one to a file.

    Args:
        graph: the graph's file, or its content.
        weights: those that the graph keeps outside itself, by their names.
        optimized: where the optimized graph goes.
    """
    import onnxruntime  # type: ignore[import-untyped] # it ships no types

    options = onnxruntime.SessionOptions()
    # A second thread gains little on one short text and can stall for half a second beside other load.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    levels = onnxruntime.GraphOptimizationLevel
    if optimized is None:
        options.graph_optimization_level = levels.ORT_DISABLE_ALL
    else:
        options.graph_optimization_level = levels.ORT_ENABLE_EXTENDED
        options.optimized_model_filepath = str(optimized)
    if weights:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(weight) for weight in weights.values()]
        options.add_external_initializers(list(weights), values)
    given = graph if isinstance(graph, bytes) else str(graph)
    return onnxruntime.InferenceSession(given, options, providers=["CPUExecutionProvider"])


def make(source: str, folder: Path) -> str | None:
    """Export a model in a process of its own, once; return why there is none, or None.

    One that failed is tried again after a day, or with other versions of the libraries that make it.
    Where two processes want it, one makes it and the other waits.

    Args:
        source: folder or name of the sentence-transformers model.
        folder: where the export goes; appears whole or not at all.
    """
    from filelock import FileLock

    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{folder}.lock", timeout=LONGEST_SECONDS):
            if load(folder) is not None:
                return None
            known = failure(folder)
            if known is not None and _failed_lately(folder):
                return known
            shutil.rmtree(folder, ignore_errors=True)
            return _run(source, folder)
    except (OSError, TimeoutError) as problem:
        return str(problem)


def versions() -> dict[str, str]:
    """Return what an export is made by."""
    found: dict[str, str] = {}
    for name in ("torch", "sentence-transformers", "onnx", "onnxruntime"):
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def failure(folder: Path) -> str | None:
    """Return why these versions of the libraries could not export a model, None where that is not known."""
    try:
        known = json.loads((folder / FAILED).read_text("utf-8"))
        return str(known["reason"]) if known["versions"] == versions() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _failed_lately(folder: Path) -> bool:
    try:
        return time.time() - (folder / FAILED).stat().st_mtime < _FAILED_SECONDS
    except OSError:
        return False


def _run(source: str, folder: Path) -> str | None:
    # `-P`: the folder that we run in is the user's project, whose `rca` or `models` is not ours to run.
    options = ["-P", "-W", "ignore", "-m", "rca.knowledge.embedding.onnx_export"]
    command = [sys.executable, *options, source, str(folder)]
    with tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(  # noqa: S603 - our own program
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                timeout=LONGEST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"the export did not end within {LONGEST_SECONDS:g} s"
        if done.returncode == 0:
            return None
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    reason = text.strip().rpartition("\n")[2] or f"the export ended with {done.returncode}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FAILED).write_text(json.dumps({"reason": reason, "versions": versions()}), "utf-8")
    return reason
