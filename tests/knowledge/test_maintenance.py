"""The thread behind the scenes: it ends for no surprise, and closes what a store left while it worked."""

import threading

import numpy as np
import pytest
from filelock import FileLock, Timeout

from models.error_codes import ErrorCode
from rca.knowledge import maintenance as upkeep_module
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.embedding.model_cleanup import StaleModels
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.maintenance import Maintenance
from rca.knowledge.starter import Starter


class Model:
    """An embedding model whose vectors mean nothing."""

    id = "m"

    def make_export(self):
        pass

    def load(self):
        pass

    def encode(self, texts):
        rows = np.random.default_rng(1).standard_normal((len(texts), 16)).astype("<f4")
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def made(ledger, solution, tmp_path):
    ledger.put([(solution(number), "candidate") for number in range(20)], "user")

    def make(model, progress):
        projection = VectorIndex(tmp_path / "knowledge" / "chroma-m", ledger, "m")
        return Maintenance(
            ledger, model, projection, StaleModels(tmp_path, ledger, "m", "m"), progress
        ), projection

    return make


def test_a_store_that_is_closed_while_its_index_is_built_keeps_it_from_nobody(made, tmp_path, monkeypatch):
    monkeypatch.setattr(upkeep_module, "_CLOSE_SECONDS", 0.1)
    building, go_on, closed = threading.Event(), threading.Event(), threading.Event()

    def progress(what, _done, _of):
        if what == "Building the vector index":
            building.set()
            go_on.wait(30)

    upkeep, projection = made(Model(), progress)
    upkeep.wake()
    assert building.wait(30)
    upkeep.stop(lambda: (projection.close(), closed.set()))
    assert not closed.is_set(), "it is still at work"
    lock = FileLock(str(tmp_path / "knowledge" / "chroma-m" / "owner.lock"))
    with pytest.raises(Timeout):
        lock.acquire(timeout=0)
    go_on.set()
    assert closed.wait(30)
    assert projection.state == "closed"
    lock.acquire(timeout=5)
    lock.release()


def test_what_nobody_thought_of_is_a_failure_that_is_told(made):
    class Broken(Model):
        def load(self, _rest=None):
            raise ZeroDivisionError("a defect")

    upkeep, _projection = made(Broken(), lambda *_what: None)
    upkeep.wake()
    assert upkeep.wait(20)
    assert upkeep.failure.error.code is ErrorCode.EMBEDDING_FAILED
    assert "a defect" in upkeep.failure.error.message
    ended = threading.Event()
    upkeep.stop(ended.set)
    assert ended.is_set()


def test_the_end_of_the_work_is_told(made):
    told = []
    upkeep, projection = made(Model(), lambda *what: told.append(what))
    upkeep.wake()
    assert upkeep.wait(30)
    upkeep.stop(projection.close)
    kinds = dict.fromkeys(what for what, _done, _of in told)
    assert {*kinds} == {"Embedding past solutions", "Building the vector index", ""}
    assert told[-1] == ("", 0, 0)


def test_embedding_can_be_held_up_after_each_record(made):
    """Somebody types meanwhile: a batch of records would take a core for a second."""
    encoded, at_third, held = [], threading.Event(), threading.Event()

    class Counting(Model):
        def encode(self, texts):
            encoded.append(len(texts))
            return super().encode(texts)

    def progress(what, done, _of):
        if what == "Embedding past solutions" and done == 3:
            at_third.set()
            held.wait(30)

    upkeep, projection = made(Counting(), progress)
    upkeep.wake()
    try:
        assert at_third.wait(30)
        assert encoded == [1, 1, 1]
    finally:
        held.set()
        upkeep.stop(projection.close)


def test_an_end_in_the_middle_of_a_batch_keeps_what_was_embedded(made, ledger, monkeypatch):
    monkeypatch.setattr(upkeep_module, "_CLOSE_SECONDS", 0.1)
    at_third, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def progress(what, done, _of):
        if what == "Embedding past solutions" and done == 3:
            at_third.set()
            go_on.wait(30)

    upkeep, projection = made(Model(), progress)
    upkeep.wake()
    assert at_third.wait(30)
    upkeep.stop(ended.set)
    go_on.set()
    assert ended.wait(30)
    projection.close()
    assert ledger.vectors.state("m")[0] == 3


def test_starter_records_are_not_embedded_anew(ledger, tmp_path):
    class Forbidden(Model):
        id = Embedder(None).id

        def encode(self, _texts):
            raise AssertionError("their embeddings ship")

    starter = Starter.packaged()
    ledger.replace_starter(starter.stamp, starter.solutions)
    projection = VectorIndex(tmp_path / "knowledge" / "chroma-m", ledger, Forbidden.id)
    upkeep = Maintenance(
        ledger, Forbidden(), projection, StaleModels(tmp_path, ledger, "m", "m"), lambda *_what: None
    )
    upkeep.embed()
    assert ledger.vectors.state(Forbidden.id)[0] == len(starter.solutions())
    projection.close()
