"""What tests of every room may need."""

import ctypes
import os
import re
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rca.signals import let_children_have_default_signals
from tests.flaky import Retries
from tests.indexed_project import Project

# How long an example takes is no property of the code: tests run beside other work. What must be fast is tested as such.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

# `nohup make test` and `make test &` ignore signals that tests send to programs which they start.
let_children_have_default_signals()


def pytest_configure(config):
    config.pluginmanager.register(Retries(config))


LONGEST_FIRST = (
    "benchmarks",
    "lsp_server",
    "knowledge",
    "tools",
    "faults",
    "causes",
    "agent",
    "index",
    "xrefs",
)
"""Folders that take long, most of them because they start other programs; the others take seconds."""


def pytest_collection_modifyitems(config, items):
    """Begin with what takes long: two processes that share the files then end at about the same time."""
    ranks = {name: rank for rank, name in enumerate(LONGEST_FIRST)}

    def rank(item):
        top, folder = Path(item.path).relative_to(config.rootpath).parts[:2]
        return ranks.get(folder if top == "tests" else top, len(ranks))

    items.sort(key=rank)


LOAD_THE_MODEL = re.compile(
    r"tests/knowledge/(?:embedding/test_(?:dense|model|onnx|packaged)|test_setup_command)"
)
"""Files whose tests load the real embedding model, which takes each process ten seconds of processor time."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Run all files that load the model in one process, where files are shared between processes at all."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return "model" if LOAD_THE_MODEL.match(nodeid) else super()._split_scope(nodeid)

    return Scheduling(config, log)


@pytest.fixture(autouse=True, scope="session")
def _own_data_folder(tmp_path_factory):
    """Keep what a test starts without a folder of its own out of the user's data folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RCA_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def project(tmp_path):
    """Return a project on disk that the test fills and asks."""
    made = Project(tmp_path)
    yield made
    if made.workspace is not None:
        made.workspace.close()


@pytest.fixture
def private_gradle(tmp_path_factory, monkeypatch):
    """Gradle keeps its files to itself and starts in half of the time."""
    monkeypatch.setenv("GRADLE_USER_HOME", str(tmp_path_factory.getbasetemp() / "gradle-home"))
    monkeypatch.setenv("GRADLE_OPTS", "-XX:TieredStopAtLevel=1 -Dorg.gradle.daemon=false")


@pytest.fixture(autouse=True, scope="session")
def _short_maven_runs():
    """Maven starts in two thirds of the processor time: it runs for seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        yield


_VERSION_3 = 0x20080522
_OVERRIDES = (1 << 1) | (1 << 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable"))


@contextmanager
def _without_overrides():
    """Make this thread of root obey file permissions for a while (capabilities(7))."""
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = _Header(_VERSION_3, 0), (_Sets * 2)()
    assert libc.capget(ctypes.byref(header), sets) == 0
    kept = sets[0].effective
    sets[0].effective = kept & ~_OVERRIDES
    assert libc.capset(ctypes.byref(header), sets) == 0
    try:
        yield
    finally:
        sets[0].effective = kept
        assert libc.capset(ctypes.byref(header), sets) == 0


@pytest.fixture
def obeyed_permissions():
    """File permissions count, for root too."""
    if os.geteuid() != 0:
        yield
        return
    with _without_overrides():
        yield
