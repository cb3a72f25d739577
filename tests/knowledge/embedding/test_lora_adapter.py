"""What the packaged model was taught: applied to it alone, named in its id, of use."""

import shutil

import numpy as np
import pytest

from rca.knowledge.embedding import lora_adapter
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.embedding.sentence_transformer import ReferenceModel


@pytest.fixture
def fresh_digest():
    """Compute the digest anew in a test, and after it."""
    lora_adapter.digest.cache_clear()
    yield
    lora_adapter.digest.cache_clear()


def test_the_id_tells_what_was_taught(monkeypatch, fresh_digest):
    before = Embedder(None).id
    monkeypatch.setattr(lora_adapter, "_content", lambda: b"something else")
    lora_adapter.digest.cache_clear()
    assert Embedder(None).id != before
    assert before.startswith("all-MiniLM-L6-v2-")


def test_only_the_packaged_model_is_changed(tmp_path, embedder):
    copy = tmp_path / "model"
    shutil.copytree(lora_adapter.packaged(), copy)
    text = ["app closes when I turn the phone"]
    plain = ReferenceModel(str(copy)).encode(text)
    taught = embedder.encode(text)
    assert np.abs(plain - taught).max() > 0.01
    assert np.allclose(np.linalg.norm(taught, axis=1), 1.0, atol=1e-5)


def test_what_people_say_is_nearer_to_their_error(embedder):
    said, right, wrong = embedder.encode(
        [
            "crashes as soon as it calls the internet from the button handler",
            "android.os.NetworkOnMainThreadException: network access in the main thread",
            "android.database.sqlite.SQLiteFullException: database or disk is full",
        ]
    )
    assert said @ right > said @ wrong + 0.1
