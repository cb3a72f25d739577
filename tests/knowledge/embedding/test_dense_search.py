"""The store with the real embedding model."""

import numpy as np
import pytest

from models.error_codes import ErrorCode
from models.tools.confirm_solution import ConfirmSolutionParams
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.embedding import onnx_model
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.problem.problem import of_query
from rca.tool_failure import Failure

pytestmark = [pytest.mark.embedding, pytest.mark.timeout(400)]  # one test waits for the export of all


@pytest.fixture
def one_model(embedder, monkeypatch):
    """Share one loaded model between all stores, as most tests are not about loading it."""
    monkeypatch.setattr(
        "rca.knowledge.store_opening.Embedder",
        lambda name, exports: embedder if name is None else Embedder(name, exports),
    )


def record(store, **parts):
    given = {"rootCause": "Some cause.", "solution": "Some solution."}
    return store.record(RecordSolutionParams.model_validate(given | parts))


def cosine(embedder, left, right):
    first, second = embedder.encode([left, right])
    return float(first @ second)


def test_vectors_are_unit_float32_and_batches_agree_with_single_texts(embedder):
    texts = ["short", "a longer text about a crash in the cart " * 20, "Unresolved reference"]
    together = embedder.encode(texts)
    assert together.shape == (3, 384)
    assert together.dtype == np.float32
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-5)
    for text, vector in zip(texts, together, strict=True):
        assert np.allclose(embedder.encode([text])[0], vector, atol=1e-4)


@pytest.mark.usefixtures("one_model")
def test_words_that_share_no_letters_are_found(store, embedder):
    record(store, errorDescription="The application freezes while it reads the database on the UI thread")
    record(store, errorDescription="Certificate pinning rejects the proxy", solution="Trust it.")
    assert store.wait_until_ready(120)
    found = store.find("screen hangs during sqlite access")
    hit = found.outcome.results[0]
    assert hit.error_description.startswith("The application freezes")
    assert hit.found_by == ("dense",) or "dense" in hit.found_by
    assert "dense: ready (ChromaDB)" in found.notes
    assert not found.partial


@pytest.mark.usefixtures("one_model")
def test_similarity_is_the_cosine_of_what_was_embedded(store, embedder):
    description = "The application freezes while it reads the database"
    record(store, errorDescription=description)
    store.wait_until_ready(120)
    query = "screen hangs during sqlite access"
    hit = store.find(query).outcome.results[0]
    # What is embedded of a record is all that it says.
    said = f"{description}\nSome cause.\nSome solution."
    assert hit.similarity == pytest.approx(cosine(embedder, of_query(query).text, said), abs=2e-3)
    assert store.find(said).outcome.results[0].similarity == pytest.approx(1.0, abs=1e-3)


@pytest.mark.usefixtures("one_model")
def test_a_second_store_answers_the_same_without_owning_the_index(store, new_store):
    for topic in ("login screen stays white", "out of memory in the gallery", "wrong total in the cart"):
        record(store, errorDescription=topic, solution=f"Fix the {topic}.")
    store.wait_until_ready(120)
    other = new_store()
    assert other.wait_until_ready(120)
    first, second = store.find("blank page after sign in"), other.find("blank page after sign in")
    assert "dense: ready (ChromaDB)" in first.notes
    assert "dense: ready (ledger)" in second.notes
    assert first.outcome == second.outcome
    assert other.stats().projection == "other_process"
    # What one writes the other finds at once, by words, and by meaning as soon as it is embedded.
    stored = record(store, errorDescription="Bluetooth headset is silent after a call")
    assert stored.id in [hit.id for hit in other.find("bluetooth headset silent").outcome.results]
    store.wait_until_ready(60)
    assert stored.id in [hit.id for hit in other.find("no sound in wireless earphones").outcome.results]


@pytest.mark.usefixtures("one_model")
def test_a_harmful_solution_is_not_found_by_its_vector_either(store, new_store):
    good = record(store, errorDescription="The application freezes while it reads the database")
    bad = record(
        store, errorDescription="The application hangs while it reads the database", solution="Retry."
    )
    store.wait_until_ready(120)
    store.confirm(ConfirmSolutionParams(id=bad.id, outcome="harmful"))
    other = new_store()
    other.wait_until_ready(120)
    for asked in (store, other):
        assert [hit.id for hit in asked.find("screen stuck during sqlite access").outcome.results] == [
            good.id
        ]


def test_waiting_for_the_model_is_one_call(store):
    record(store, errorDescription="The application freezes while it reads the database")
    assert store.find("sqlite hang", dense="wait").outcome.results[0].similarity is not None


@pytest.mark.usefixtures("one_model")
def test_the_index_is_kept_from_one_life_to_the_next(store, new_store):
    record(store, errorDescription="The application freezes while it reads the database")
    store.wait_until_ready(120)
    before = store.find("sqlite hang").outcome
    store.close()
    again = new_store()
    again.wait_until_ready(120)
    assert again.find("sqlite hang").outcome == before
    assert again.stats().projection == "ready"


def test_another_model_gets_an_index_of_its_own(store, new_store, tmp_path, other_model, monkeypatch):
    monkeypatch.setattr(onnx_model, "failure", lambda _folder: "not now")
    record(store, errorDescription="The application freezes while it reads the database")
    store.wait_until_ready(120)
    copy = tmp_path / "my-model"
    copy.symlink_to(other_model)
    other = new_store(embedding_model=str(copy))
    assert other.stats().embedded == 0
    other.wait_until_ready(120)
    assert other.stats().embedded == 1
    assert other.find("sqlite hang").outcome.results[0].similarity is not None
    assert len(list((tmp_path / "knowledge").glob("chroma-*"))) == 2


def test_a_model_that_is_not_there_is_told_and_words_still_answer(new_store):
    store = new_store(embedding_model="no-such-organisation/no-such-model")
    record(store, errorDescription="The cart total is wrong")
    with pytest.raises(Failure) as caught:
        store.find("cart total", dense="wait")
    assert caught.value.error.code is ErrorCode.EMBEDDING_FAILED
    assert "knowledge.embeddingModel" in caught.value.error.suggestion
    found = store.find("cart total")
    assert len(found.outcome.results) == 1
    assert found.embedding_failure is not None
    assert any(note.startswith("dense: failed") for note in found.notes)
    assert not store.ready
