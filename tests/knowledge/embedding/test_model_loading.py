"""The embedding model of a server is loaded with the first search, and its export is made to the end."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evaluation.server_process import MEMORY_BAR_MB, OURS, memory_mb, running
from rca.knowledge.embedding import onnx_model
from rca.knowledge.embedding.embedder import Embedder
from rca.scheduling.process_priority import outlive_starter

pytestmark = [
    pytest.mark.embedding,
    pytest.mark.skipif(sys.platform != "linux", reason="/proc, and how signals are sent there"),
]


@pytest.fixture
def data(exports, tmp_path):
    """A data folder with the export of the model, as after the first minutes of an installation."""
    shutil.copytree(exports, tmp_path / "data" / "models")
    return tmp_path / "data"


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "app"
    root.mkdir()
    (root / "A.kt").write_text("class A { fun b() = 1 }\n")
    return root


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


def test_the_first_search_waits_for_a_model_that_is_exported(data, new_store):
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


STARTER = """
import sys
from pathlib import Path
from rca.knowledge.embedding.embedder import Embedder
Embedder(None, Path(sys.argv[1])).make_export()
"""


@pytest.mark.timeout(900)  # it stands back behind all other work of the machine
def test_an_export_goes_on_when_its_server_is_killed(tmp_path):
    models = tmp_path / "models"
    folder = models / Embedder(None).id
    with subprocess.Popen([sys.executable, "-c", STARTER, models], cwd=Path(__file__).parents[3]) as server:
        while not Path(f"{folder}.making").exists():
            assert server.poll() is None
            time.sleep(0.02)
        server.send_signal(signal.SIGKILL)
    assert onnx_model.load(folder) is None
    # A second process that wants it waits for the first one's, and removes nothing of it.
    assert onnx_model.make(Embedder(None).locate(), folder) is None
    assert onnx_model.load(folder) is not None
    assert [one.name for one in models.iterdir() if one.name.startswith(".")] == []


@pytest.mark.timeout(900)
def test_what_a_broken_export_left_is_removed(exports, tmp_path):
    folder = tmp_path / "models" / Embedder(None).id
    left = folder.parent / f".{folder.name}.half"
    left.mkdir(parents=True)
    assert onnx_model.make(Embedder(None).locate(), folder) is None
    assert not left.exists()


def test_a_process_that_outlives_its_starter_has_an_end(tmp_path):
    code = f"from {outlive_starter.__module__} import outlive_starter\noutlive_starter(0.2)\nimport time\ntime.sleep(60)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[3], env=os.environ, check=False
    )
    assert done.returncode == 1
