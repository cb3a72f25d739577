"""The packaged embedding model: all-MiniLM-L6-v2 with LoRA weights merged in, as ONNX.

`python -m scripts.packaged_model` makes its files: the graph without its large weights, these in fewer bits,
the tokenizer, and a description with the model's id. Loading needs neither torch nor sentence-transformers.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import json
from typing import TYPE_CHECKING, Any

from rca.knowledge.embedding import onnx_model
from rca.knowledge.embedding.onnx_model import OnnxModel

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    import numpy as np
    from numpy.typing import NDArray

    Weights = NDArray[np.float32]

GRAPH, WEIGHTS, TOKENIZER, DESCRIPTION = "graph.onnx", "weights.npz", "tokenizer.json", "model.json"
SCALE = ".scale"
"""What follows a weight's name where `WEIGHTS` holds the scales of its rows or columns."""


def folder() -> Traversable:
    """Return the folder of the model's files."""
    return importlib.resources.files("rca.knowledge") / "packaged_model"


@functools.cache
def model_id() -> str:
    """Return the id of the model; it changes with the model's weights."""
    return str(_description()["id"])


def load() -> OnnxModel:
    """Load the model; takes a fraction of a second.

    Raises:
        ValueError: its files are not the ones that were packaged.
    """
    import numpy as np

    model = read()
    difference = np.abs(model.encode([onnx_model.SAMPLE])[0] - np.array(_description()["sample"])).max()
    # NaN is not smaller than anything, either.
    if not difference < onnx_model.SAME:
        message = f"its vectors are not those of the packaged model (they differ by {difference:.2g})"
        raise ValueError(message)
    return model


def read() -> OnnxModel:
    """Open the files of the model without looking whether its vectors are right.

    Raises:
        ValueError: the graph or the tokenizer is not the one that was packaged.
    """
    import numpy as np
    from tokenizers import Tokenizer

    files, digests = folder(), _description()["sha256"]
    graph, tokenizer = ((files / name).read_bytes() for name in (GRAPH, TOKENIZER))
    # A graph that was cut must not reach the library, which may end the process.
    for name, content in ((GRAPH, graph), (TOKENIZER, tokenizer)):
        if hashlib.sha256(content).hexdigest() != digests[name]:
            message = f"{name} is not the file that was packaged"
            raise ValueError(message)
    with (files / WEIGHTS).open("rb") as file, np.load(file) as stored:
        weights = {name: _whole(stored, name) for name in stored.files if not name.endswith(SCALE)}
    session = onnx_model.open_session(graph, weights)
    return OnnxModel(session, Tokenizer.from_str(tokenizer.decode("utf-8")))


def _whole(stored: Any, name: str) -> Weights:  # noqa: ANN401 - numpy's type of a file says less
    """Return a weight as float32: eight bits times the scale of their row or column, or sixteen bits."""
    import numpy as np

    weight: Weights = stored[name].astype(np.float32)
    if f"{name}{SCALE}" in stored.files:
        weight *= stored[f"{name}{SCALE}"].astype(np.float32)
    return weight


def _description() -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder() / DESCRIPTION).read_text("utf-8"))
    return content
