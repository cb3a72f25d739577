"""An error that comes back takes the validation of its solution away, where it was validated."""

import shutil
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from lsp_server.user_session import Session
from models.settings import KnowledgeSettings, Settings
from rca.analysis.knowledge_project import WorkspaceProject
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.ledger.solution_history import histories
from rca.knowledge.observation_recorder import ObservationRecorder
from rca.knowledge.recurrence import SeenError
from rca.scheduling.deadline import Deadline
from rca.tools import confirm_solution
from tests.knowledge.projects import LOGCAT, TRACE
from tests.verification.builds import commit


def test_an_error_that_comes_back_takes_the_validation_away(shop):
    id_ = shop.solved()
    hit = shop.analyse()
    assert (hit["id"], hit["state"], hit["userValidated"]) == (id_, "candidate", False)
    (told,) = hit["standing"]
    assert told.startswith("its error came back on 20")
    assert (hit["worked"], hit["failed"]) == (1, 0)


def test_asking_about_an_error_is_no_recurrence(shop):
    shop.solved()
    assert shop.hit()["state"] == "validated"


@pytest.fixture
def session(shop):
    settings = Settings(knowledge=KnowledgeSettings(starter=False, dense=False))
    session = Session([shop.root], shop.data, settings)
    yield session
    session.close()


def came_back(shop, id_):
    ledger = Ledger(shop.data / "knowledge/ledger.db")
    times = histories(ledger, [id_])[id_].came_back
    ledger.close()
    return len(times)


def test_a_session_records_it(shop, session):
    id_ = shop.solved()
    (hit,) = session.call("analyze_error", {"errorText": TRACE})["data"]["similarSolutions"]
    assert hit["state"] == shop.hit()["state"] == "candidate"
    assert came_back(shop, id_) == 1


def test_a_session_records_a_call_that_its_caller_cancels(shop, session):
    id_ = shop.solved()
    cancelled = Deadline()
    cancelled.cancel()
    session.call("analyze_error", {"errorText": TRACE}, cancelled)
    assert came_back(shop, id_) == 1
    assert shop.hit()["state"] == "candidate"


def test_a_session_says_what_it_could_not_record(shop, session):
    id_ = shop.solved()
    session.call("vector_search_db", {"query": TRACE})
    with closing(sqlite3.connect(shop.data / "knowledge/ledger.db")) as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(FAIL, 'disk is full'); END")
        db.commit()
        answer = session.call("analyze_error", {"errorText": TRACE})
        db.execute("DROP TRIGGER full")
        db.commit()
    assert answer["data"]["similarSolutions"][0]["state"] == "candidate"
    assert answer["meta"]["completeness"] == "partial"
    assert answer["meta"]["provenance"][-1].endswith("failed: disk is full")
    assert came_back(shop, id_) == 0


def test_what_a_call_sees_after_its_answer_is_recorded_at_once(shop):
    id_ = shop.solved()
    recorder = ObservationRecorder(shop.store.record_observation)
    assert recorder.record() == ()
    recorder.note(SeenError(TRACE, None, WorkspaceProject(shop.workspace.snapshot, Deadline())))
    assert came_back(shop, id_) == 1


def test_it_counts_only_in_the_project_where_it_was_validated(new_project):
    shop, bank = new_project("shop"), new_project("bank")
    shop.solved()
    assert bank.analyse()["state"] == "validated"
    assert shop.analyse()["state"] == "candidate"


def test_clones_of_one_repository_are_one_project(new_project):
    shop, clone = new_project("shop"), new_project("clone")
    for one, address in ((shop, "git@host.example:team/shop.git"), (clone, "https://HOST.example/team/shop")):
        commit(one.root)
        subprocess.run(["git", "remote", "add", "origin", address], cwd=one.root, check=True)
    shop.solved()
    assert clone.analyse()["state"] == "candidate"


def test_the_log_that_was_solved_is_not_the_error_again_but_a_later_one_is(shop):
    shop.solved(LOGCAT)
    assert shop.analyse(LOGCAT)["state"] == "validated"
    assert shop.analyse(LOGCAT.replace("09:14:07", "10:02:55"))["state"] == "candidate"


def test_a_later_word_validates_again(shop):
    id_ = shop.solved()
    shop.analyse()
    shop.call(confirm_solution, id=id_, outcome="worked")
    assert shop.hit()["state"] == "validated"
    assert shop.analyse()["state"] == "candidate"


def test_each_demotion_is_an_event(shop, tmp_path):
    id_ = shop.solved()
    shop.analyse()
    shop.analyse()
    ledger = Ledger(tmp_path / "data/knowledge/ledger.db")
    history = histories(ledger, [id_])[id_]
    ledger.close()
    assert [one.by for one in history.validations] == ["word"]
    assert len(history.came_back) == 1


def test_a_project_keeps_its_name_where_time_is_up(shop, tmp_path, monkeypatch):
    for command in (["init", "-q"], ["remote", "add", "origin", "git@example.invalid:a/shop.git"]):
        subprocess.run(["git", *command], cwd=shop.root, check=True)
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(f'#!/bin/sh\nsleep 0.2\nexec {shutil.which("git")} "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:/usr/bin:/bin")
    late = Deadline(0.0)
    assert late.expired
    names = {WorkspaceProject(shop.workspace.snapshot, deadline).id for deadline in (Deadline(), late)}
    assert len(names) == 1


def test_several_windows_at_once_take_it_back_once(shop, tmp_path):
    id_ = shop.solved()
    stores = [KnowledgeStore(tmp_path / "data", KnowledgeSettings(starter=False)) for _ in range(4)]
    project = WorkspaceProject(shop.workspace.snapshot, Deadline())
    assert project.id
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda one: one.record_observation(SeenError(TRACE, None, project)), stores))
    assert {hit.state for one in stores for hit in one.find(TRACE).outcome.results} == {"candidate"}
    for one in stores:
        one.close()
    assert came_back(shop, id_) == 1
