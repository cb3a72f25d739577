"""A tool that is `read_only` changes neither the project nor a row of the ledger."""

import hashlib
import sqlite3
from contextlib import closing

import pytest

from rca.knowledge.observation_recorder import ObservationRecorder
from rca.toolkit.tool_catalog import load_all
from tests.faults.project import CALLS, CODE, TRACE, OpenShop, tool_of, write_shop

OTHERS: dict[str, dict[str, object]] = {
    "analyze_heap_dump": {"filePath": "notes.txt"},
    "list_devices": {},
    "read_logcat": {},
    "terminal_last_command": {},
    "todo_manager": {"items": [{"content": "Look.", "activeForm": "Looking."}]},
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project whose error was solved, and whose culprit has changed since."""
    folder = tmp_path_factory.mktemp("shop")
    write_shop(folder / "project")
    opened = OpenShop(folder / "project", folder / "data")
    solved = opened.call(
        "record_solution", {"errorText": TRACE, "rootCause": "The cart is empty.", "solution": "Check first."}
    )
    opened.call("confirm_solution", {"id": solved["data"]["id"], "outcome": "worked"})
    cart = opened.root / CODE / "Cart.kt"
    cart.write_text(cart.read_text().replace("items.sum()", "items.sum() + 1"))
    opened.workspace.index()
    yield opened
    opened.close()


def state(project):
    """Return every file of the project, and the bytes and rows of the ledger."""
    ledger = project.data / "knowledge" / "ledger.db"
    files = {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (*project.root.rglob("*"), ledger, ledger.with_name("ledger.db-wal"))
        if path.is_file()
    }
    with closing(sqlite3.connect(ledger)) as rows:
        return files, list(rows.iterdump())


READ_ONLY = [tool.name for tool in load_all() if tool.risk == "read_only"]


@pytest.mark.parametrize("name", READ_ONLY)
def test_a_read_only_tool_writes_nothing(project, name):
    calls = {call: parameters for call, parameters in (CALLS | OTHERS).items() if tool_of(call) == name}
    assert calls
    before = state(project)
    for call, parameters in calls.items():
        project.call(call, parameters)
    assert state(project) == before


def test_what_a_call_sees_of_past_solutions_is_stored_when_it_has_returned(project):
    recorder = ObservationRecorder(project.knowledge.record_observation)
    (stale,) = project.call("vector_search_db", observe=recorder.note)["data"]["results"]
    before = state(project)
    (hit,) = project.call("analyze_error", observe=recorder.note)["data"]["similarSolutions"]
    assert (stale["state"], hit["state"]) == ("stale", "candidate")
    assert state(project) == before
    assert recorder.record() == ()
    assert state(project) != before
    (kept,) = project.call("vector_search_db")["data"]["results"]
    assert kept["state"] == "candidate"
