"""Exports a model to ONNX, and accepts it only if its vectors equal the reference's.

`python -m rca.knowledge.embedding.onnx_export SOURCE FOLDER` exits with 0 when the export is in its place;
otherwise the last line on standard error says why not.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from rca.knowledge.embedding import onnx_model
from rca.knowledge.embedding.sentence_transformer import ReferenceModel
from rca.signals import leave_signals_to_starter

_OPSET = 18

TEXTS = (
    onnx_model.SAMPLE,
    "a",
    "",
    "  spaces, \t tabs and\nlines  ",
    "Unresolved reference: MAINVIEWMODEL",
    "Приложение падает при открытии экрана; 画面が開かない; café, naïve, ﬁ, 🙂",
    "https://example.com/path?query=1&other=<em>two</em> C:\\Users\\name `code` {json: [1, 2.5e-3]}",
    "\n".join(
        f"at androidx.fragment.app.FragmentManager.step{n}(FragmentManager.java:{n})" for n in range(60)
    ),
    "supercalifragilistic" * 40,
)
"""Texts of every length and alphabet, some beyond what a model reads."""


def export(source: str, folder: Path) -> None:
    """Export a model into a folder that appears whole, unless another process does so meanwhile.

    Raises:
        ValueError: the model cannot be exported so that it gives the same vectors.
        TimeoutError: another process took too long.
    """
    from filelock import FileLock

    # The lock of the process that started this one is gone once that is killed; this one works on.
    with FileLock(f"{folder}.making", timeout=onnx_model.LONGEST_SECONDS):
        if onnx_model.load(folder) is None:
            for unfinished in folder.parent.glob(f".{folder.name}.*"):
                shutil.rmtree(unfinished, ignore_errors=True)
            _make(source, folder)


def _make(source: str, folder: Path) -> None:
    reference = ReferenceModel(source)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        write(reference, fresh)
        model = onnx_model.read(fresh, "as it is")
        wanted, made = reference.encode(TEXTS), model.encode(TEXTS)
        if wanted.shape != made.shape:
            message = f"the export gives vectors of shape {made.shape}, the reference {wanted.shape}"
            raise ValueError(message)
        difference = float(abs(wanted - made).max())
        # NaN is not smaller than anything, either.
        if not difference < onnx_model.SAME:
            message = f"the export gives other vectors than the reference (they differ by {difference:.2g})"
            raise ValueError(message)
        stamp = {
            "bytes": (fresh / onnx_model.GRAPH).stat().st_size,
            "sample": [float(one) for one in wanted[0]],
            "difference": difference,
            "versions": onnx_model.versions(),
        }
        (fresh / onnx_model.STAMP).write_text(json.dumps(stamp), "utf-8")
        fresh.replace(folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def write(reference: ReferenceModel, folder: Path) -> None:
    """Write the tokenizer and the optimized graph of a model, without looking whether they are right."""
    _write_tokenizer(reference.model, folder / onnx_model.TOKENIZER)
    _write_graph(reference.model, folder / onnx_model.GRAPH)
    onnx_model.read(folder, "to optimize")


def _write_tokenizer(model: Any, path: Path) -> None:  # noqa: ANN401 - the library ships no types
    from tokenizers import Tokenizer

    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if not isinstance(backend, Tokenizer):
        message = "its tokenizer is none of the `tokenizers` library"
        raise TypeError(message)
    tokenizer = Tokenizer.from_str(backend.to_str())
    tokenizer.enable_truncation(model.max_seq_length)
    tokenizer.enable_padding(pad_id=model.tokenizer.pad_token_id, pad_token=model.tokenizer.pad_token)
    tokenizer.save(str(path))


def _write_graph(model: Any, path: Path) -> None:  # noqa: ANN401 - the library ships no types
    import torch

    names = ["input_ids", "attention_mask"]

    class Whole(torch.nn.Module):
        """Text ids to unit vectors, all modules of the model in one."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
            given = {"input_ids": input_ids, "attention_mask": attention_mask}
            vector: torch.Tensor = self.model(given)["sentence_embedding"]
            return torch.nn.functional.normalize(vector, dim=1)

    example = model.tokenizer(["two texts", "of unlike length, so that one is padded"], padding=True)
    with warnings.catch_warnings():
        # Of what tracing may get wrong; the vectors are compared afterwards.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Whole().eval(),
            tuple(torch.tensor(example[name]) for name in names),
            str(path),
            input_names=names,
            output_names=["vector"],
            dynamic_axes={name: {0: "texts", 1: "tokens"} for name in names},
            opset_version=_OPSET,
            # The newer way wants one more package and gives the same graph.
            dynamo=False,
        )


if __name__ == "__main__":
    leave_signals_to_starter()
    export(sys.argv[1], Path(sys.argv[2]))
