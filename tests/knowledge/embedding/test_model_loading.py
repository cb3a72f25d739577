"""The embedding model of a server is loaded with the first search; one that the user names is exported before."""

import sys
import time
from pathlib import Path

import pytest

from evaluation.server_process import MEMORY_BAR_MB, OURS, memory_mb, running
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.embedding import onnx_export
from rca.knowledge.embedding.embedder import Embedder

pytestmark = [
    pytest.mark.embedding,
    pytest.mark.timeout(400),  # one test waits for the export of all
    pytest.mark.skipif(sys.platform != "linux", reason="/proc, and how signals are sent there"),
]


@pytest.fixture
def data(tmp_path):
    """A data folder in which nothing is yet, as after an installation."""
    return tmp_path / "data"


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "app"
    root.mkdir()
    (root / "A.kt").write_text("class A { fun b() = 1 }\n")
    return root


RECORD = RecordSolutionParams.model_validate(
    {"errorDescription": "sqlite hangs", "rootCause": "It is locked.", "solution": "Close it."}
)


def loaded(client):
    return "onnxruntime" in Path(f"/proc/{client.process.pid}/maps").read_text()


def ready(client):
    number = 10
    while client.ask(number, "rca/status")["result"]["index"]["state"] != "ready":
        number += 1


def test_a_server_that_nobody_asked_has_no_model_in_memory(data, project, tmp_path):
    with running(OURS, project, data, tmp_path / "log") as client:
        ready(client)
        until = time.monotonic() + 6  # it was loaded within 2 s once
        while time.monotonic() < until:
            assert not loaded(client)
            time.sleep(0.2)
        pss, _ = memory_mb(client.process.pid)
        assert pss <= MEMORY_BAR_MB
        answers = [
            client.call(number, "vector_search_db", {"query": "database is locked"})
            for number in range(2, 22)
        ]
        assert "dense: ready" in str(answers[-1])
        assert loaded(client)


def test_the_first_search_waits_for_the_model(data, new_store):
    store = new_store(starter=True, folder=data)
    store.load_when_wanted()
    assert not store.stats().model_ready
    found = store.find("sqlite hang")
    # A machine with much other work may need longer than a search waits; then the next one has it.
    assert store.wait_until_ready(60)
    assert found.outcome.results
    assert store.find("sqlite hang").outcome.results[0].similarity is not None


def test_a_store_of_a_short_life_loads_no_model_by_itself(data, new_store):
    store = new_store(starter=True, folder=data)
    store.find("sqlite hang")
    assert not store.stats().model_ready


def test_similarities_want_the_model_too(data, new_store):
    store = new_store(folder=data)
    store.load_when_wanted()
    while store.similarities("a list", ["a set"]) is None:
        time.sleep(0.1)
    assert store.stats().model_ready


def test_a_model_that_is_not_set_up_is_not_exported_by_a_search(new_store, other_model, tmp_path):
    store = new_store(starter=True, folder=tmp_path / "data", embedding_model=other_model)
    store.load_when_wanted()
    found = store.find("sqlite hang")
    assert found.outcome.results
    assert found.partial
    assert any("rca setup" in note for note in found.notes)
    assert not store.stats().model_ready
    assert not list((tmp_path / "data").glob("models/*"))


def test_a_running_store_sees_that_the_model_was_set_up(new_store, exports, other_model, tmp_path):
    store = new_store(embedding_model=other_model)
    store.record(RECORD)
    store.load_when_wanted()
    assert store.find("sqlite hang").outcome.results[0].similarity is None
    (tmp_path / "models").symlink_to(exports)
    store.find("sqlite hang")
    assert store.wait_until_ready(60)
    assert store.find("sqlite hang").outcome.results[0].similarity is not None


def test_what_a_broken_export_left_is_removed(tmp_path, other_model, monkeypatch):
    folder = tmp_path / "models" / Embedder(other_model).id
    left = folder.parent / f".{folder.name}.half"
    left.mkdir(parents=True)
    monkeypatch.setattr(onnx_export, "_make", lambda _source, _folder: None)
    onnx_export.export(other_model, folder)
    assert not left.exists()
