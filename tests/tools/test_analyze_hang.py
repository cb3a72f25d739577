"""`analyze_error` on dumps of programs that hang."""

import shutil

import pytest

from evaluation.hangs.hang_score import FOLDER, PROGRAMS
from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.tool import ToolContext, invoke
from rca.tools.analyze_error import TOOL
from rca.workspace import Workspace


@pytest.fixture(scope="module")
def analyze(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hang")
    shutil.copytree(PROGRAMS, folder / "project" / "src")
    workspace = Workspace([folder / "project"], folder / "data")
    workspace.index()
    store = KnowledgeStore(folder / "data", KnowledgeSettings(starter=False))

    def run(name, text=None):
        context = ToolContext(
            snapshot=workspace.snapshot, knowledge=store, settings=Settings(), data_dir=folder
        )
        dump = text or (FOLDER / "dumps" / f"{name}.txt").read_text()
        envelope = invoke(TOOL, {"errorText": dump}, context).model_dump(mode="json")
        assert envelope["success"], envelope
        return envelope["data"]

    yield run
    store.close()
    workspace.close()


def test_a_deadlock_is_told_with_its_lines_and_who_must_let_go(analyze):
    data = analyze("lock-pair-jstack-l")
    graph = data["waitGraph"]
    assert graph["cycles"][0]["certainty"] == "stated"
    lines = {edge["waitsAt"]["line"] for edge in graph["edges"]}
    assert lines == {14, 29}
    assert all(edge["waitsAt"]["filePath"] == "src/LockPair.java" for edge in graph["edges"])
    told = [clause["text"] for clause in data["explanation"]]
    assert told[0] == 'Deadlock: "publisher" and "repricer" wait for each other.'
    assert told[1].startswith("To end it: one of")


def test_the_brief_draws_the_cycle(analyze):
    brief = analyze("monitor-ring-3-jstack")["brief"]
    assert "## Who waits for whom" in brief
    assert '"guest-0" ──the monitor of MonitorRing$Plate──▶ "guest-1"' in brief
    assert "with a value, or in a state" not in brief  # no guess beside the cycle


def test_the_culprit_is_where_the_pools_thread_waits(analyze):
    data = analyze("future-in-pool-3-jcmd-l")
    assert (data["culprit"]["filePath"], data["culprit"]["line"]) == ("src/FutureInPool.java", 18)
    assert data["waitGraph"]["cycles"][0]["certainty"] == "likely"


def test_a_coroutine_dump_is_analyzed(analyze):
    data = analyze("mutex-pair-coroutines")
    assert "Shop.reserve" in data["explanation"][0]["text"]
    assert {edge["kind"] for edge in data["waitGraph"]["edges"]} == {"mutex"}


def test_the_main_threads_chain_ends_where_the_time_goes(analyze):
    data = analyze("anr-lock-held-by-network")
    assert not data["waitGraph"].get("cycles")
    assert data["waitGraph"]["mainStatement"].endswith("`src/android/SessionStore.kt:16`.")
    assert data["culprit"]["filePath"] == "src/android/SessionStore.kt"


def test_a_crash_has_no_graph(analyze):
    crash = "java.lang.IllegalStateException: no\n\tat demo.LockPair.publish(LockPair.java:14)\n"
    assert "waitGraph" not in analyze(None, crash)
