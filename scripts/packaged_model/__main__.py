"""Make the embedding model that ships: `python -m scripts.packaged_model`, about half a minute.

Writes `rca/knowledge/packaged_model/`, which `rca.knowledge.embedding.packaged_model` reads, from the base
model and `adaptation.npz`. The word embeddings are stored in eight bits with a scale for each word, the
matrices in sixteen: docs/design/installation.md has what that costs. Run it after each change of the LoRA
weights.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from rca.knowledge.embedding import onnx_export, onnx_model, packaged_model
from scripts.packaged_model.base_model import LORA_WEIGHTS, model_id, with_lora

_OUT = Path(str(packaged_model.folder()))
_LARGE = 10_000
"""Weights of so many numbers are stored outside the graph."""

_EIGHT_BITS = "word_embeddings"
_STEPS = 127
_ALIKE = 0.999
"""The least cosine of a vector with the reference's."""


def main() -> None:
    """Write the files.

    Raises:
        ValueError: the vectors differ too much from those of sentence-transformers.
    """
    learnt = LORA_WEIGHTS.read_bytes()
    reference = with_lora(learnt)
    with tempfile.TemporaryDirectory() as folder:
        onnx_export.write(reference, Path(folder))
        graph = onnx.load(Path(folder) / onnx_model.GRAPH)
        tokenizer = (Path(folder) / onnx_model.TOKENIZER).read_bytes()
    weights: dict[str, Any] = take_weights(graph)
    files = {packaged_model.GRAPH: graph.SerializeToString(), packaged_model.TOKENIZER: tokenizer}
    description: dict[str, Any] = {
        "id": model_id(learnt),
        "sha256": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
    }
    _OUT.mkdir(exist_ok=True)
    for name, content in files.items():
        (_OUT / name).write_bytes(content)
    np.savez(_OUT / packaged_model.WEIGHTS, **weights)
    _describe(description)
    made = packaged_model.read().encode(onnx_export.TEXTS)
    cosines = (made * reference.encode(onnx_export.TEXTS)).sum(axis=1)
    if not cosines.min() >= _ALIKE:
        message = f"a vector has a cosine of only {cosines.min():.4f} with the reference's"
        raise ValueError(message)
    _describe(description | {"sample": [round(float(one), 7) for one in made[0]]})
    packaged_model.load()


def _describe(description: dict[str, Any]) -> None:
    text = json.dumps(description, indent=1) + "\n"
    (_OUT / packaged_model.DESCRIPTION).write_text(text, "utf-8")


def take_weights(graph: Any) -> dict[str, NDArray[Any]]:  # noqa: ANN401 - the library ships no types
    """Take the large weights out of a graph, which then names them alone; return them in fewer bits."""
    weights: dict[str, NDArray[Any]] = {}
    for tensor in graph.graph.initializer:
        weight = numpy_helper.to_array(tensor)
        if weight.size < _LARGE:
            continue
        if _EIGHT_BITS in tensor.name:
            scale = np.abs(weight).max(axis=1, keepdims=True) / _STEPS
            scale[scale == 0] = 1
            weights[tensor.name] = np.rint(weight / scale).astype(np.int8)
            weights[f"{tensor.name}{packaged_model.SCALE}"] = scale.astype(np.float32)
        else:
            weights[tensor.name] = weight.astype(np.float16)
        tensor.ClearField("raw_data")
        tensor.data_location = onnx.TensorProto.EXTERNAL
        place = tensor.external_data.add()
        place.key, place.value = "location", packaged_model.WEIGHTS
    return weights


if __name__ == "__main__":
    main()
