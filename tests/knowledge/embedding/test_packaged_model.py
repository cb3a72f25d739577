"""The packaged model: what its sources make, without torch, and never trusted unseen."""

import importlib.util
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from evaluation.knowledge.problems import problems
from models.error_codes import ErrorCode
from rca.knowledge.embedding import embedder as embedder_module
from rca.knowledge.embedding import onnx_export, packaged_model
from rca.knowledge.embedding.embedder import Embedder
from rca.tool_failure import Failure
from scripts.packaged_model import base_model

pytestmark = [pytest.mark.embedding, pytest.mark.timeout(400)]  # as the other files that load a model

TEXTS = [
    *onnx_export.TEXTS,
    *(text for problem in problems("dev")[:30] for text in problem.asked.values()),
]
MEGABYTES = 50
"""What the model may take of the wheel."""


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of the model's files, which is loaded in their place."""
    folder = tmp_path / "packaged_model"
    shutil.copytree(Path(str(packaged_model.folder())), folder)
    monkeypatch.setattr(packaged_model, "folder", lambda: folder)
    return folder


@pytest.fixture
def without_the_extra(monkeypatch):
    """sentence-transformers is not installed."""
    found = importlib.util.find_spec
    monkeypatch.setattr(
        embedder_module.importlib.util,
        "find_spec",
        lambda name: None if name == "sentence_transformers" else found(name),
    )


def test_it_is_made_of_its_sources():
    # Where this fails: python -m scripts.packaged_model
    assert Embedder(None).id == base_model.model_id(base_model.LORA_WEIGHTS.read_bytes())


def test_the_id_tells_what_was_taught():
    assert base_model.model_id(b"something else") != Embedder(None).id
    assert Embedder(None).id.startswith(embedder_module.PACKAGED_NAME)


def test_its_vectors_are_those_of_sentence_transformers(embedder):
    whole = base_model.with_lora(base_model.LORA_WEIGHTS.read_bytes()).encode(TEXTS)
    packaged = embedder.encode(TEXTS)
    assert packaged.dtype == np.float32
    assert np.linalg.norm(packaged, axis=1) == pytest.approx(1, abs=1e-5)
    assert (whole * packaged).sum(axis=1).min() > 0.9995


def test_it_was_taught(reference, embedder):
    text = ["app closes when I turn the phone"]
    assert np.abs(reference.encode(text) - embedder.encode(text)).max() > 0.01


def test_what_people_say_is_nearer_to_their_error(embedder):
    said, right, wrong = embedder.encode(
        [
            "crashes as soon as it calls the internet from the button handler",
            "android.os.NetworkOnMainThreadException: network access in the main thread",
            "android.database.sqlite.SQLiteFullException: database or disk is full",
        ]
    )
    assert said @ right > said @ wrong + 0.1


def test_it_keeps_to_its_share_of_the_wheel():
    size = sum(path.stat().st_size for path in Path(str(packaged_model.folder())).iterdir())
    assert size < MEGABYTES * 1_000_000


def test_a_new_process_loads_neither_torch_nor_sentence_transformers(run_python):
    script = (
        "import sys; from rca.knowledge.embedding.embedder import Embedder\n"
        "made = Embedder(None); made.load(); made.encode(['text'])\n"
        "print({'torch', 'sentence_transformers', 'transformers', 'chromadb', 'onnx'} & set(sys.modules))"
    )
    process = run_python(script)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert out.strip() == "set()"


def cut(folder, name):
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[: len(content) // 2])


def garble(folder, name):
    content = bytearray((folder / name).read_bytes())
    middle = len(content) // 2
    content[middle : middle + 1000] = bytes(1000)
    (folder / name).write_bytes(content)


def remove(folder, name):
    (folder / name).unlink()


@pytest.mark.parametrize("name", [packaged_model.GRAPH, packaged_model.TOKENIZER, packaged_model.WEIGHTS])
@pytest.mark.parametrize("damage", [cut, garble, remove])
def test_damaged_files_are_told_with_what_to_do(copy, damage, name):
    damage(copy, name)
    with pytest.raises(Failure, match="The packaged embedding model could not be loaded") as caught:
        Embedder(None).load()
    assert caught.value.error.code is ErrorCode.EMBEDDING_FAILED
    assert "pip install --force-reinstall" in caught.value.error.suggestion


def test_weights_of_another_model_are_told(copy):
    with np.load(copy / packaged_model.WEIGHTS) as stored:
        weights = {name: stored[name] for name in stored.files}
    name = next(name for name in weights if name.endswith(packaged_model.SCALE))
    weights[name] = weights[name][::-1]
    np.savez(copy / packaged_model.WEIGHTS, **weights)
    with pytest.raises(Failure, match="not those of the packaged model"):
        Embedder(None).load()


def test_it_needs_no_set_up_and_no_extra(without_the_extra, tmp_path):
    made = Embedder(None, tmp_path / "models")
    assert made.quick
    assert not made.needs_setup
    assert made.make_export() is None
    made.check()
    assert made.ready
    assert not (tmp_path / "models").exists()


@pytest.mark.parametrize("act", [Embedder.make_export, Embedder.load, Embedder.check])
def test_another_model_without_the_extra_is_told_with_what_to_do(
    without_the_extra, other_model, tmp_path, act
):
    made = Embedder(other_model, tmp_path / "models")
    assert not made.needs_setup  # set-up could not help
    with pytest.raises(Failure, match="needs sentence-transformers, which is not installed") as caught:
        act(made)
    assert caught.value.error.code is ErrorCode.EMBEDDING_FAILED
    assert "pip install 'kotlin-rca[models]'" in caught.value.error.suggestion


def test_a_search_without_the_extra_answers_by_words_and_says_so(without_the_extra, other_model, new_store):
    store = new_store(starter=True, embedding_model=other_model)
    with pytest.raises(Failure, match="needs sentence-transformers"):
        store.prepare_dense()
    found = store.find("database is locked")
    assert found.outcome.results
    assert any("sentence-transformers" in note for note in found.notes)


def test_an_export_that_is_there_needs_no_extra(without_the_extra, other_model, exports):
    made = Embedder(other_model, exports)
    made.load()
    assert made.encode(["a crash"]).shape == (1, 384)


def test_a_base_model_with_other_weights_is_not_used(monkeypatch):
    monkeypatch.setattr(base_model, "SHA256", "0" * 64)
    with pytest.raises(ValueError, match="expected 0000"):
        base_model.folder()


def test_the_description_names_every_file():
    described = json.loads((packaged_model.folder() / packaged_model.DESCRIPTION).read_text("utf-8"))
    assert set(described["sha256"]) == {packaged_model.GRAPH, packaged_model.TOKENIZER}
    assert len(described["sample"]) == 384
