"""Reports, receipts and attempts go out and come in with the solution, and count once."""

import json

import pytest

from models.evidence import Receipt
from models.tools.confirm_solution import ConfirmSolutionParams
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.ledger.solution_history import histories
from rca.knowledge.recurrence import SeenError
from tests.knowledge.test_jsonl import read, write

TRACE = "java.lang.IllegalStateException: prices not loaded\n\tat a.b.Cart.total(Cart.kt:5)\n"
RECEIPT = Receipt(
    outcome="passed",
    validates=True,
    command=("./gradlew", ":app:test"),
    directory=".",
    exit_code=0,
    started_at="2026-01-02T03:04:05Z",
    seconds=7.5,
    tests=3,
    commit="a" * 40,
    diff_hash=None,
    tools={"gradle": "8.5", "jdk": "17"},
)


class Project:
    """A project that knows nothing but its name."""

    id = "shop"
    place = "here"

    @property
    def environment(self):
        from models.evidence import Environment

        return Environment(kotlin="2.1.0", libraries={"a.b:c": "1.0"})

    def culprit(self, _report):
        return None

    def now(self, _path, _symbol):
        return None


def record(store, **more):
    given = {"error_text": TRACE, "root_cause": "Asked early.", "solution": "Load first."} | more
    return store.record(RecordSolutionParams(**given), Project()).id


def tell(store, id_, *outcomes):
    for outcome in outcomes:
        store.confirm(ConfirmSolutionParams(id=id_, outcome=outcome, note=f"It {outcome}."), Project())


def ledger_of(folder):
    return Ledger(folder / "knowledge" / "ledger.db")


def test_counts_receipts_attempts_and_environment_survive(store, new_store, tmp_path):
    id_ = record(store)
    tell(store, id_, "worked", "did_not_work", "worked")
    found, _receipts = store.solution(id_, Project())
    store.keep_receipt(found, RECEIPT, Project())
    store.export_jsonl(tmp_path / "one.jsonl")

    other = new_store(folder=tmp_path / "other")
    for _ in range(2):
        other.import_jsonl(tmp_path / "one.jsonl")
    taken, receipts = other.solution(id_, Project())
    assert (taken.worked, taken.failed, taken.state) == (3, 1, "validated")
    assert receipts == (RECEIPT,)
    assert taken.solution.metadata["environment"] == {"kotlin": "2.1.0", "libraries": {"a.b:c": "1.0"}}
    (attempt,) = other.find(TRACE).outcome.failed_attempts
    assert (attempt.attempt, attempt.note) == ("Load first.", "It did_not_work.")
    other.export_jsonl(tmp_path / "two.jsonl")
    assert read(tmp_path / "one.jsonl") == read(tmp_path / "two.jsonl")


def test_recurrence_in_a_project_is_known_after_an_import(store, new_store, tmp_path):
    id_ = record(store)
    tell(store, id_, "worked")
    store.export_jsonl(tmp_path / "one.jsonl")
    other = new_store(folder=tmp_path / "other")
    other.import_jsonl(tmp_path / "one.jsonl")
    other.record_observation(SeenError(TRACE, None, Project()))
    (hit,) = other.find(TRACE, project=Project()).outcome.results
    assert (hit.state, len(hit.standing)) == ("candidate", 1)


def test_two_ledgers_add_up(store, new_store, tmp_path):
    id_ = record(store)
    store.export_jsonl(tmp_path / "start.jsonl")
    other = new_store(folder=tmp_path / "other")
    other.import_jsonl(tmp_path / "start.jsonl")
    tell(store, id_, "worked")
    tell(other, id_, "worked", "did_not_work")
    other.export_jsonl(tmp_path / "theirs.jsonl")
    store.import_jsonl(tmp_path / "theirs.jsonl")
    ours, _receipts = store.solution(id_, Project())
    assert (ours.worked, ours.failed) == (2, 1)


def test_attempts_without_a_solution_go_along_and_are_no_solution(store, new_store, tmp_path):
    tried = record(store, solution="Retry three times.", worked=False)
    assert store.export_jsonl(tmp_path / "one.jsonl") == 1
    other = new_store(folder=tmp_path / "other")
    counts = other.import_jsonl(tmp_path / "one.jsonl")
    assert (counts.new, counts.rejected) == (0, ())
    other.import_jsonl(tmp_path / "one.jsonl")
    (attempt,) = other.find(TRACE).outcome.failed_attempts
    assert (attempt.solution_id, attempt.attempt) == (tried, "Retry three times.")
    (line,) = read(tmp_path / "one.jsonl")
    assert line["metadata"]["state"] == "harmful"


def test_secrets_in_a_history_from_elsewhere_are_masked(store, new_store, tmp_path):
    id_ = record(store)
    tell(store, id_, "did_not_work")
    store.export_jsonl(tmp_path / "one.jsonl")
    text = (tmp_path / "one.jsonl").read_text("utf-8").replace("It did_not_work.", "password=hunter2hunter2")
    (tmp_path / "one.jsonl").write_text(text, "utf-8")
    other = new_store(folder=tmp_path / "other")
    other.import_jsonl(tmp_path / "one.jsonl")
    ledger = ledger_of(tmp_path / "other")
    (note,) = [one.note for one in ledger.attempts(None, [id_], 5)]
    ledger.close()
    assert note == "password=<redacted password>"


@pytest.mark.parametrize(
    "history",
    [
        [],
        {"events": [{"uid": "x", "at": "2026-01-01T00:00:00Z", "kind": "report", "detail": {}}]},
        {"events": [{"uid": "0" * 26, "at": "yesterday", "kind": "report", "detail": {}}]},
        {"events": [{"uid": "0" * 26, "at": "2026-01-01T00:00:00Z", "kind": "stored", "detail": {}}]},
        {"events": [{"uid": "0" * 26, "at": "2026-01-01T00:00:00Z", "kind": "report", "detail": "x"}]},
        {"events": ["x"]},
        {"attempts": [{"uid": "0" * 26}]},
        {"attempts": 7},
    ],
)
def test_a_history_that_is_none_is_rejected_with_its_line(store, tmp_path, history):
    line = {
        "id": "x-1", "errorDescription": "a", "rootCause": "b", "solution": "c", "errorType": "d",
        "metadata": {"history": history},
    }  # fmt: skip
    counts = store.import_jsonl(write(tmp_path / "in.jsonl", [line, line | {"id": "x-2", "metadata": {}}]))
    assert counts.new == 1
    assert counts.rejected[0].startswith("line 1: ")


def test_an_event_of_another_form_does_not_spoil_the_history(store, tmp_path):
    id_ = record(store)
    tell(store, id_, "worked")
    ledger = ledger_of(tmp_path)
    ledger.note("receipt", id_, {"project": "shop", "receipt": {"outcome": "unheard of"}})
    history = histories(ledger, [id_])[id_]
    ledger.close()
    assert (len(history.validations), history.receipts) == (1, [])
    assert json.dumps(history.came_back) == "[]"
