"""The store as its callers see it, without the embedding model."""

import json

import pytest

from models.error_codes import ErrorCode
from models.tools.confirm_solution import ConfirmSolutionParams
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.ledger.ledger import Filters
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def record(store, **parts):
    given = {
        "rootCause": "The commit ran from a callback after the state was saved.",
        "solution": "Commit only while the lifecycle is STARTED.",
    }
    return store.record(RecordSolutionParams.model_validate(given | parts))


def confirm(store, id_, outcome, **parts):
    return store.confirm(ConfirmSolutionParams.model_validate({"id": id_, "outcome": outcome} | parts))


def test_making_a_store_touches_nothing(new_store, tmp_path):
    store = new_store(starter=True)
    assert not store.ready
    assert list(tmp_path.iterdir()) == []


def test_a_recorded_error_is_the_same_problem_when_it_returns(store, trace):
    stored = record(store, errorText=trace)
    assert (stored.stored, stored.state) == ("new", "candidate")
    again = trace.replace(":88)", ":97)").replace("$loadCart$1", "$loadCart$2")
    outcome = store.find(again, min_confidence=0.7).outcome
    assert outcome.verdict == "same"
    assert outcome.results[0].id == stored.id
    assert outcome.results[0].verdict == "same"
    assert outcome.results[0].similarity is None
    assert "same problem (fingerprint)" in outcome.results[0].matched
    assert "fingerprint" in outcome.results[0].found_by


def test_the_error_is_condensed_and_never_kept_whole(store, trace, tmp_path):
    record(store, errorText=trace + "\n" + "I/Noise: nothing to see\n" * 1_000)
    path = tmp_path / "out.jsonl"
    assert store.export_jsonl(path) == 1
    line = json.loads(path.read_text())
    assert len(path.read_text()) < 3_000
    assert "Noise" not in path.read_text()
    assert line["errorType"] == "java.lang.IllegalStateException"
    assert line["metadata"]["frames"][0] == "androidx.fragment.app.FragmentManager.checkStateLoss"


def test_the_same_solution_for_the_same_problem_is_one_record(store, trace):
    first = record(store, errorText=trace)
    second = record(store, errorText=trace.replace(":88)", ":12)"), rootCause="Said in other words.")
    other = record(store, errorText=trace, solution="Use commitAllowingStateLoss.")
    assert second.id == first.id
    assert second.stored == "updated"
    assert other.id != first.id


def test_secrets_are_masked_before_they_are_stored(store, tmp_path):
    stored = record(
        store,
        errorText=f"java.io.IOException: 401 for token={SECRET}\n\tat a.B.c(B.kt:1)",
        rootCause=f"The token {SECRET} had expired, ask jane.roe@example.com",
        fixedIn=f"config/{SECRET}.kt",
    )
    assert stored.redacted
    store.close()
    assert all(SECRET.encode() not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert all(b"jane.roe" not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_neither_text_nor_description_is_told(store):
    with pytest.raises(Failure, match="neither 'errorText' nor 'errorDescription'") as caught:
        record(store)
    assert caught.value.error.code is ErrorCode.INVALID_PARAMETERS


def test_a_word_that_it_worked_validates_and_failures_take_it_back(store, trace):
    stored = record(store, errorText=trace)
    worked = confirm(store, stored.id, "worked")
    assert (worked.state, worked.user_validated) == ("validated", True)
    hit = store.find(trace).outcome.results[0]
    assert (hit.state, hit.user_validated) == ("validated", True)
    failed = confirm(store, stored.id, "did_not_work", note="It came back.")
    assert (failed.state, failed.user_validated) == ("candidate", False)
    assert failed.confidence < worked.confidence
    outcome = store.find(trace).outcome
    assert outcome.results[0].confidence < hit.confidence
    assert [attempt.note for attempt in outcome.failed_attempts] == ["It came back."]


def test_a_failed_attempt_comes_back_with_its_problem(store, trace):
    stored = record(store, errorText=trace, worked=False, solution="Clean the build.", rootCause="A guess.")
    assert stored.stored == "attempt"
    outcome = store.find(trace).outcome
    assert outcome.results == ()
    assert [attempt.attempt for attempt in outcome.failed_attempts] == ["Clean the build."]


def test_an_attempt_with_a_known_solution_counts_against_it(store, trace):
    stored = record(store, errorText=trace)
    tried = record(store, errorText=trace, worked=False, solutionId=stored.id)
    assert tried.id == stored.id
    assert confirm(store, stored.id, "worked").confidence < 0.75


def test_a_superseded_solution_makes_way_and_a_harmful_one_is_a_warning(store, trace):
    old = record(store, errorText=trace)
    new = record(store, errorText=trace, solution="Collect with repeatOnLifecycle.")
    bad = record(store, errorText=trace, solution="Swallow the exception.")
    assert confirm(store, old.id, "superseded", supersededBy=new.id).state == "superseded"
    assert confirm(store, bad.id, "harmful", note="It hides the crash.").state == "harmful"
    outcome = store.find(trace).outcome
    assert [hit.id for hit in outcome.results] == [new.id]
    assert ("Swallow the exception.", "It hides the crash.") in [
        (attempt.attempt, attempt.note) for attempt in outcome.failed_attempts
    ]


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"id": "nothing"}, "'id' is 'nothing'"),
        ({"supersededBy": "nothing"}, "'supersededBy' is 'nothing'"),
        ({"supersededBy": "self"}, "itself"),
    ],
)
def test_unknown_ids_are_told(store, trace, parts, says):
    stored = record(store, errorText=trace)
    given = {key: stored.id if value == "self" else value for key, value in parts.items()}
    with pytest.raises(Failure, match=says) as caught:
        confirm(store, given.pop("id", stored.id), "superseded", **given)
    assert caught.value.error.code is ErrorCode.INVALID_PARAMETERS


def test_filters_limit_and_confidence_cut(store):
    for number in range(8):
        record(
            store,
            errorDescription=f"Widget {number} is not attached to the window",
            errorType="a.WidgetException" if number % 2 else "a.OtherException",
            solution=f"Attach it, way {number}.",
        )
    query = "widget is not attached to the window"
    assert len(store.find(query, limit=3).outcome.results) == 3
    assert store.find(query, limit=3).outcome.total_found == 8
    only = store.find(query, filters=Filters("kotlin", "WidgetException"), limit=10).outcome
    assert {hit.error_type for hit in only.results} == {"a.WidgetException"}
    found = store.find(query, min_confidence=1.0)
    assert found.outcome.results == ()
    assert (found.below, found.outcome.verdict) == (8, "novel")
    assert 0 < found.best_below < 1


def test_results_come_best_first_and_say_what_they_share(store):
    record(store, errorDescription="The image cache runs out of memory on tablets")
    record(store, errorDescription="Login button does nothing after rotation", solution="Restore the state.")
    outcome = store.find("nothing happens when I press the login button after a rotation").outcome
    assert [hit.confidence for hit in outcome.results] == sorted(
        (hit.confidence for hit in outcome.results), reverse=True
    )
    assert outcome.results[0].error_description.startswith("Login button")
    assert any("rotation" in shared for shared in outcome.results[0].matched)


def test_an_empty_store_has_an_answer(store):
    found = store.find("anything at all")
    assert found.outcome.results == ()
    assert found.outcome.verdict == "novel"
    assert found.partial


@pytest.mark.parametrize("query", ["", " ", "'\"*()^:-", "AND OR NOT NEAR", "\x00\ud800", "😀" * 5_000])
def test_no_query_breaks_the_search(store, query):
    record(store, errorDescription="Something")
    assert store.find(query).outcome.query == query


def test_the_answer_says_that_dense_search_was_not_there(store, trace):
    assert "dense: off" in store.find(trace, dense="off").notes
    assert any(note.startswith("dense: not ready") for note in store.find(trace).notes)


def test_without_dense_search_by_choice_nothing_lacks(new_store, trace):
    found = new_store(dense=False).find(trace)
    assert "dense: off" in found.notes
    assert not found.partial


def test_a_deadline_that_has_come_still_gives_words(store):
    record(store, errorDescription="The cart total is wrong")
    outcome = store.find("cart total wrong", deadline=Deadline(0.0)).outcome
    assert len(outcome.results) == 1


def test_the_starter_answers_from_the_first_search_and_can_be_off(new_store):
    query = "IllegalStateException: Can not perform this action after onSaveInstanceState"
    store = new_store(starter=True)
    assert store.find(query).outcome.results[0].id == "starter-fragment-commit-after-save-state"
    assert not store.load_starter()
    assert store.stats().by_source.keys() == {"starter"}


def test_without_the_starter_nothing_is_loaded(new_store):
    store = new_store(starter=False)
    assert store.stats().records == 0


def test_stats_count_what_is_there(store, trace):
    stored = record(store, errorText=trace)
    record(store, errorDescription="Plain words", language="java", errorType="a.B")
    confirm(store, stored.id, "worked")
    stats = store.stats()
    assert stats.records == 2
    assert stats.by_source == {"user": 2}
    assert stats.by_state == {"candidate": 1, "validated": 1}
    assert stats.by_language == {"kotlin": 1, "java": 1}
    assert stats.by_error_type == {"b": 1, "illegalstateexception": 1}
    assert (stats.model_ready, stats.embedded, stats.projection) == (False, 0, "closed")
    assert stats.ledger_bytes > 0


READS_AND_WRITES = """
import sys, pathlib
from models.settings import KnowledgeSettings
from models.tools.record_solution import RecordSolutionParams
from rca.tool_failure import Failure
from rca.knowledge.knowledge_store import KnowledgeStore
store = KnowledgeStore(pathlib.Path(sys.argv[1]), KnowledgeSettings(starter=True))
found = store.find(sys.argv[2])
print(found.outcome.results[0].id)
print(any("could not be loaded" in note for note in found.notes))
try:
    store.record(RecordSolutionParams(root_cause="cause", solution="solution", error_description="words"))
except Failure as failure:
    print(failure.error.code.value)
    print(failure.error.suggestion)
"""


@pytest.mark.parametrize("left_open", [False, True])
def test_a_folder_that_cannot_be_written_is_still_searched(new_store, tmp_path, run_python, left_open):
    folder = tmp_path / "data"
    store = new_store(folder=folder)
    stored = record(store, errorDescription="The cart total is wrong")
    if not left_open:
        store.close()
    locked = [folder / "knowledge", *(folder / "knowledge").iterdir()]
    for path in locked:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        process = run_python(READS_AND_WRITES, folder, "cart total", unprivileged=True)
        out, err = process.communicate(timeout=60)
    finally:
        for path in locked:
            if path.exists():
                path.chmod(0o755 if path.is_dir() else 0o644)
    assert out.splitlines()[:3] == [stored.id, "True", "DB_CONNECTION_FAILED"], err
    assert "writable" in out.splitlines()[3]
