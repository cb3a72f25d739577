"""The ONNX export of a configured model: the reference's vectors without torch, and never trusted unseen."""

import json
import os
import shutil

import numpy as np
import pytest

from rca.knowledge.embedding import onnx_export, onnx_model
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.embedding.onnx_model import OnnxModel
from rca.tool_failure import Failure
from scripts.packaged_model import base_model
from tests.project_folder import write_file

pytestmark = [pytest.mark.embedding, pytest.mark.timeout(400)]  # one test waits for the export of all

OTHER = str(base_model.folder())
TEXTS = [
    "screen hangs during sqlite access",
    "Unresolved reference: viewModelScope",
    "",
    "java.lang.NullPointerException: Attempt to invoke virtual method " * 40,
    "画面が開かない 🙂",
]


@pytest.fixture
def copy(exports, tmp_path):
    folder = tmp_path / "models"
    shutil.copytree(exports, folder)
    return folder


def model_in(folder):
    return folder / Embedder(OTHER).id


def test_it_gives_the_vectors_of_the_reference(reference, exports):
    made = Embedder(OTHER, exports)
    made.load()
    assert isinstance(made._model, OnnxModel)
    one, two = reference.encode(TEXTS), made.encode(TEXTS)
    assert two.dtype == np.float32
    assert np.allclose(one, two, atol=1e-5)
    assert np.allclose(np.linalg.norm(two, axis=1), 1.0, atol=1e-5)


def test_a_text_has_one_vector_alone_and_among_others(exports):
    model = onnx_model.load(model_in(exports))
    together = model.encode(TEXTS * 8)
    assert np.allclose(together[3], model.encode([TEXTS[3]])[0], atol=1e-5)
    assert np.allclose(together[:5], together[35:], atol=1e-5)


def test_a_new_process_loads_neither_torch_nor_sentence_transformers(exports, run_python):
    script = (
        "import sys; from pathlib import Path; from rca.knowledge.embedding.embedder import Embedder\n"
        "made = Embedder(sys.argv[2], Path(sys.argv[1])); made.load(); made.encode(['text'])\n"
        "print({'torch', 'sentence_transformers', 'transformers', 'chromadb'} & set(sys.modules))"
    )
    process = run_python(script, exports, OTHER)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert out.strip() == "set()"


def cut(folder):
    content = (folder / onnx_model.GRAPH).read_bytes()
    (folder / onnx_model.GRAPH).write_bytes(content[: len(content) // 2])


def garble(folder):
    content = bytearray((folder / onnx_model.GRAPH).read_bytes())
    middle = len(content) // 2
    content[middle : middle + 5_000_000] = bytes(5_000_000)
    (folder / onnx_model.GRAPH).write_bytes(content)


def another_model(folder):
    stamp = json.loads((folder / onnx_model.STAMP).read_text())
    stamp["sample"] = stamp["sample"][::-1]
    (folder / onnx_model.STAMP).write_text(json.dumps(stamp))


def without_tokenizer(folder):
    (folder / onnx_model.TOKENIZER).unlink()


@pytest.mark.parametrize("damage", [cut, garble, another_model, without_tokenizer])
def test_a_damaged_export_is_not_used(copy, damage):
    assert onnx_model.load(model_in(copy)) is not None
    damage(model_in(copy))
    assert onnx_model.load(model_in(copy)) is None


def test_an_export_that_differs_is_not_kept(tmp_path, reference, monkeypatch):
    monkeypatch.setattr(onnx_export, "ReferenceModel", lambda _source: reference)
    monkeypatch.setattr(OnnxModel, "encode", lambda _self, texts: reference.encode(texts) + np.float32(0.01))
    with pytest.raises(ValueError, match="other vectors"):
        onnx_export.export("any", tmp_path / "made")
    assert [one for one in tmp_path.iterdir() if one.suffix != ".making"] == []  # the lock stays


def test_what_cannot_be_exported_is_tried_once_a_day(tmp_path, monkeypatch):
    # A broken library fails at once; that a model is missing is known only after seconds of imports.
    write_file(tmp_path, "lib/torch.py", "raise ImportError('libgomp.so.1 is missing')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "lib"), prepend=os.pathsep)
    reason = onnx_model.make(str(tmp_path / "no model here"), tmp_path / "made")
    assert reason == "ImportError: libgomp.so.1 is missing"
    monkeypatch.setattr(onnx_model, "_run", lambda *_arguments: pytest.fail("tried again"))
    assert onnx_model.make(str(tmp_path / "no model here"), tmp_path / "made") == reason
    monkeypatch.setattr(onnx_model, "_FAILED_SECONDS", 0.0)
    monkeypatch.setattr(onnx_model, "_run", lambda *_arguments: None)
    assert onnx_model.make(str(tmp_path / "no model here"), tmp_path / "made") is None


def test_a_folder_that_cannot_be_made_leaves_the_reference(tmp_path, reference, monkeypatch):
    (tmp_path / "models").write_text("a file")
    monkeypatch.setattr(
        "rca.knowledge.embedding.sentence_transformer.ReferenceModel", lambda _source: reference
    )
    made = Embedder(OTHER, tmp_path / "models")
    assert made.make_export() is not None
    made.load()
    assert made._model is reference


def test_loading_never_exports(tmp_path, monkeypatch):
    monkeypatch.setattr(onnx_model, "make", lambda *_arguments: pytest.fail("exported"))
    made = Embedder(OTHER, tmp_path / "models")
    with pytest.raises(Failure, match="not set up") as caught:
        made.load()
    assert "rca setup" in caught.value.error.suggestion
    assert made.needs_setup
    assert made.failure is None


def test_an_export_that_another_process_made_is_loaded(exports, tmp_path):
    made = Embedder(OTHER, tmp_path / "models")
    assert made.needs_setup
    (tmp_path / "models").symlink_to(exports)
    made.load()
    assert isinstance(made._model, OnnxModel)


def test_a_damaged_export_wants_another_set_up(copy):
    cut(model_in(copy))
    made = Embedder(OTHER, copy)
    with pytest.raises(Failure, match="not set up"):
        made.load()
    assert made.needs_setup


def test_a_model_that_could_not_be_exported_is_loaded_by_the_reference(tmp_path, reference, monkeypatch):
    monkeypatch.setattr(
        "rca.knowledge.embedding.sentence_transformer.ReferenceModel", lambda _source: reference
    )
    made = Embedder(OTHER, tmp_path / "models")
    folder = model_in(tmp_path / "models")
    folder.mkdir(parents=True)
    (folder / onnx_model.FAILED).write_text(json.dumps({"reason": "no", "versions": onnx_model.versions()}))
    assert not made.needs_setup
    made.load()
    assert made._model is reference
