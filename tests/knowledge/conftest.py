import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from models.settings import KnowledgeSettings
from models.solution import Solution
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.embedding.onnx_model import OnnxModel
from rca.knowledge.embedding.sentence_transformer import ReferenceModel
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.team.chroma_server import Address
from rca.knowledge.team.synchronization import Team
from scripts.packaged_model import base_model
from tests.http_server import LocalServer
from tests.knowledge.projects import new_project, shop  # noqa: F401 - fixtures

ROOT = Path(__file__).parents[2]

TRACE = """\
FATAL EXCEPTION: main
Process: com.example.shop, PID: 4411
java.lang.IllegalStateException: Can not perform this action after onSaveInstanceState
\tat androidx.fragment.app.FragmentManager.checkStateLoss(FragmentManager.java:1689)
\tat androidx.fragment.app.FragmentManager.enqueueAction(FragmentManager.java:1729)
\tat com.example.shop.cart.CartActivity$loadCart$1.invokeSuspend(CartActivity.kt:88)
\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)
"""


def make_solution(number=1, **parts):
    given = {
        "id": f"test-{number}",
        "error_description": f"java.lang.IllegalStateException: widget {number} is not attached",
        "root_cause": f"The widget number {number} was used before it was attached.",
        "solution": f"Attach widget {number} first.",
        "error_type": "java.lang.IllegalStateException",
    }
    return Solution(**(given | parts))


@pytest.fixture
def solution():
    return make_solution


@pytest.fixture
def trace():
    return TRACE


@pytest.fixture
def ledger(tmp_path):
    opened = Ledger(tmp_path / "knowledge" / "ledger.db")
    yield opened
    opened.close()


@pytest.fixture
def new_store(tmp_path):
    """Make stores on one data folder, without the starter records unless asked for."""
    made = []

    def make(starter=False, folder=tmp_path, **settings):
        store = KnowledgeStore(folder, KnowledgeSettings(starter=starter, **settings))
        made.append(store)
        return store

    yield make
    for store in made:
        store.close()


@pytest.fixture
def store(new_store):
    return new_store()


@pytest.fixture(scope="session")
def starter_store(tmp_path_factory):
    """One store with the starter records, to be searched only."""
    store = KnowledgeStore(tmp_path_factory.mktemp("starter"), KnowledgeSettings())
    yield store
    store.close()


@pytest.fixture(scope="session")
def embedder():
    """The packaged model, loaded once."""
    loaded = Embedder(None)
    loaded.load()
    return loaded


@pytest.fixture(scope="session")
def other_model():
    """Return the folder of another model than the packaged one."""
    return str(base_model.folder())


@pytest.fixture(scope="session")
def reference(other_model):
    """The other model, loaded by sentence-transformers."""
    return ReferenceModel(other_model)


def _export_key():
    """Return a name for what an export depends on: the code that makes it, and the libraries."""
    sources = sorted((ROOT / "rca" / "knowledge" / "embedding").glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in (*sources, ROOT / "pyproject.toml")))
    return digest.hexdigest()[:16]


@pytest.fixture(scope="session")
def exports(tmp_path_factory, other_model):
    """A folder with the export of another model: made once for all runs of this code, as making it takes long."""
    kept = ROOT / ".cache" / "embedding-exports" / _export_key()
    made = Embedder(other_model, kept)
    made.make_export()
    made.load()
    assert isinstance(made._model, OnnxModel), "the model was not exported"
    for other in kept.parent.iterdir():
        if other != kept:
            shutil.rmtree(other, ignore_errors=True)
    folder = tmp_path_factory.mktemp("exports") / "models"
    shutil.copytree(kept / made.id, folder / made.id)  # a run may add to its own
    return folder


def obey_permissions():
    """Make root obey file permissions: drop CAP_DAC_OVERRIDE from what the next program may have."""
    drop_from_bounding_set, dac_override = 24, 1
    assert ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override, 0, 0, 0) == 0


@pytest.fixture
def run_python():
    """Start a Python process on a script with arguments, in the project's folder."""
    started = []

    def start(script, *arguments, unprivileged=False):
        privileged = unprivileged and os.geteuid() == 0
        process = subprocess.Popen(
            [sys.executable, "-c", script, *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=obey_permissions if privileged else None,  # noqa: PLW1509 - one call into libc
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def chroma(tmp_path_factory):
    """A real ChromaDB server for all tests of a process."""
    from tests.knowledge.team_server import Chroma

    made = Chroma(tmp_path_factory.mktemp("server"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def database(chroma, request):
    """A database of its own for each test."""
    name = f"db{abs(hash(request.node.nodeid))}"
    chroma.make_database(name)
    return name


@pytest.fixture
def member(tmp_path, chroma, database):
    """Make members of the team, each with a ledger and a name."""
    made = []

    def make(name, model="m", url=None, headers=(), base=database, tenant="default_tenant"):
        ledger = Ledger(tmp_path / name / "ledger.db")
        made.append(ledger)
        return Team(ledger, Address(url or chroma.url, headers, tenant, base), model)

    yield make
    for ledger in made:
        ledger.close()


@pytest.fixture
def gate(chroma):
    """A proxy before the server: its handler, whose `mode` may be set, and its address."""
    from tests.knowledge.team_server import Gate

    handler = type("OneGate", (Gate,), {"target": chroma.url})
    server = LocalServer(handler)
    yield handler, server.url
    server.close()
