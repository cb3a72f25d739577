"""The embeddings that ship: those of all starter records, as the model makes them, and of no other model."""

import numpy as np
import pytest

from rca.knowledge.embedding import starter_embeddings
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.starter import Starter


@pytest.fixture
def wanted(tmp_path):
    """Text and hash of all that is to be embedded of the starter."""
    starter = Starter.packaged()
    ledger = Ledger(tmp_path / "ledger.db")
    ledger.replace_starter(starter.stamp, starter.solutions)
    found = ledger.vectors.missing("none", 10_000)
    ledger.close()
    return [(text, text_hash) for _seq, text, text_hash in found]


def test_every_starter_record_has_one(wanted):
    # Where this fails: python -m scripts.starter_embeddings
    known = starter_embeddings.of_model(Embedder(None).id)
    assert len(wanted) > 200
    assert {text_hash for _text, text_hash in wanted} == set(known)


def test_they_are_what_the_model_gives(wanted, embedder):
    known = starter_embeddings.of_model(embedder.id)
    some = wanted[::40]
    fresh = embedder.encode([text for text, _hash in some])
    kept = np.stack([np.frombuffer(known[text_hash], dtype="<f4") for _text, text_hash in some])
    assert np.abs(fresh - kept).max() < 0.001
    assert np.linalg.norm(kept, axis=1) == pytest.approx(1, abs=1e-6)


def test_another_model_has_none(tmp_path):
    assert starter_embeddings.of_model(Embedder(str(tmp_path)).id) == {}


def test_what_was_written_is_read_back(tmp_path, monkeypatch):
    vectors = np.random.default_rng(1).normal(size=(5, 384)).astype("<f4")
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    given = {f"hash {number}": vector.tobytes() for number, vector in enumerate(vectors)}
    (tmp_path / "starter").mkdir()
    (tmp_path / "starter" / "embeddings.npz").write_bytes(starter_embeddings.written("m", given))
    monkeypatch.setattr(starter_embeddings.importlib.resources, "files", lambda _package: tmp_path)
    read = starter_embeddings.of_model.__wrapped__("m")
    assert set(read) == set(given)
    for text_hash, vector in read.items():
        assert np.frombuffer(vector, "<f4") == pytest.approx(
            np.frombuffer(given[text_hash], "<f4"), abs=0.001
        )
