"""Who asks does not wait for who types."""

import threading
import time
from types import SimpleNamespace

import pytest

from evaluation.project_text import write_project
from lsp_server.user_session import Session
from models.settings import KnowledgeSettings, Settings
from rca.scheduling import typing_throttle as rules
from rca.workspace import DocumentChanged, DocumentOpened

FILES = 60


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "project"
    write_project(
        folder, {f"C{number}.kt": f"class C{number} {{ fun f() = 1 }}\n" for number in range(FILES)}
    )
    return folder


@pytest.fixture
def session(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("rca.index.update.indexer._POOL_BYTES", 0)
    monkeypatch.setattr("rca.index.update.indexer._BATCH_FILES", 2)
    monkeypatch.setattr(rules, "RESTS", 10**9)
    monkeypatch.setattr(rules, "LONGEST_REST", 10**9)
    made = Session([folder], tmp_path / "data", Settings(knowledge=KnowledgeSettings(dense=False)))
    yield made
    made.close()


@pytest.fixture
def typing(session, folder):
    """Have somebody type without a pause, in a file that is no part of the question."""
    done = threading.Event()
    session.apply(DocumentOpened(folder / "C0.kt", "class C0", 1))

    def type_on():
        version = 1
        while not done.wait(0.05):
            version += 1
            session.apply(DocumentChanged(folder / "C0.kt", f"class C0 // {version}", version))

    session.apply(DocumentChanged(folder / "C0.kt", "class C0 ", 2))
    thread = threading.Thread(target=type_on)
    thread.start()
    yield
    done.set()
    thread.join()


@pytest.mark.usefixtures("typing")
def test_a_question_has_the_index_though_somebody_types(session):
    session.start_indexing()
    assert not session.wait_for_index(2)  # it gives way
    for _ in range(20):  # each waits for a part of its time at most
        answer = session.call("query_index", {"query": {"type": "exports", "value": f"C{FILES - 1}"}})
        if session.index_state == "ready":
            break
    assert session.index_state == "ready"
    assert answer["success"], answer
    assert answer["data"]["totalMatches"] == 1


def test_records_are_embedded_in_rests_from_keys_and_output(session, folder, monkeypatch):
    rests = []

    def rest(seconds):
        rests.append(seconds)
        time.sleep(seconds)

    monkeypatch.setattr(rules, "time", SimpleNamespace(sleep=rest))

    def rested(press=lambda: None):
        rests.clear()
        session._report_knowledge("Embedding past solutions", 1, 0)
        time.sleep(0.05)
        press()
        session._report_knowledge("Embedding past solutions", 2, 0)
        return bool(rests)

    assert not rested()
    assert rested(lambda: session.apply(DocumentChanged(folder / "C0.kt", "class C0 ", 2)))
    assert not rested()  # long enough after the last key
