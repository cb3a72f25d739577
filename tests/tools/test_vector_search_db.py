"""`vector_search_db` through the one place that every call goes through."""

import pytest

from models.settings import KnowledgeSettings, Settings
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.tool_failure import Failure
from rca.toolkit.tool import ToolContext, invoke
from rca.tools.vector_search_db import TOOL
from tests.tools.code_project import empty_snapshot

SEED_FIELDS = {
    "id",
    "errorDescription",
    "rootCause",
    "solution",
    "language",
    "errorType",
    "confidence",
    "userValidated",
    "similarity",
    "metadata",
}


@pytest.fixture
def context(tmp_path):
    store = KnowledgeStore(tmp_path, KnowledgeSettings(starter=False))
    yield ToolContext(
        snapshot=empty_snapshot(tmp_path), knowledge=store, settings=Settings(), data_dir=tmp_path
    )
    store.close()


def call(context, **params):
    return invoke(TOOL, params, context).model_dump(mode="json")


def record(context, number=1, **parts):
    given = {
        "errorDescription": f"Widget {number} is not attached to the window",
        "rootCause": "It was used before it was attached.",
        "solution": f"Attach it first, way {number}.",
        "errorType": "a.b.WidgetException",
        "fixedIn": "src/Widget.kt",
    }
    return context.knowledge.record(RecordSolutionParams.model_validate(given | parts))


def test_a_result_has_the_fields_of_the_contract(context):
    stored = record(context)
    answer = call(context, query="widget is not attached to the window", minConfidence=0.0)
    assert answer["success"] is True
    (result,) = answer["data"]["results"]
    assert result.keys() >= SEED_FIELDS
    assert result["id"] == stored.id
    assert result["metadata"]["fixedIn"] == "src/Widget.kt"
    assert result["metadata"]["createdAt"].endswith("Z")
    assert result["similarity"] is None
    assert 0 <= result["confidence"] <= 1
    assert answer["data"]["totalFound"] == 1
    assert answer["meta"]["completeness"] == "partial"
    assert any(note.startswith("dense: not ready") for note in answer["meta"]["provenance"])


def test_a_closer_question_is_answered_with_more_confidence(context):
    record(context)
    record(context, 2, errorDescription="The list jumps to its top", errorType="a.b.ListException")
    vague, close = (
        call(context, query=query, minConfidence=0.0)["data"]["results"][0]["confidence"]
        for query in (
            "something with a window",
            "a.b.WidgetException: Widget 1 is not attached to the window",
        )
    )
    assert 0 < vague < close < 1


def test_more_than_the_limit_is_told(context):
    for number in range(7):
        record(context, number)
    answer = call(context, query="widget not attached", minConfidence=0, limit=2)
    assert len(answer["data"]["results"]) == 2
    assert answer["data"]["totalFound"] == 7
    assert answer["meta"]["truncated"] is True


def test_what_lies_below_the_wanted_confidence_is_counted(context):
    record(context)
    record(context, 2)
    answer = call(context, query="something with a window", minConfidence=0.99)
    assert answer["success"] is False
    assert answer["error"]["code"] == "NO_RESULTS"
    assert "2 lie below" in answer["error"]["message"]
    assert answer["error"]["details"]["below"] == 2


def test_an_empty_store_has_no_results(context):
    answer = call(context, query="anything", language="kotlin", errorType="x.Y")
    assert answer["error"]["code"] == "NO_RESULTS"
    assert "language 'kotlin' and errorType 'x.Y'" in answer["error"]["message"]


def test_a_model_that_is_not_loaded_yet_is_told(context):
    record(context)
    answer = call(context, query="widget is not attached to the window", minConfidence=0.0)
    assert answer["meta"]["completeness"] == "partial"
    assert any("not loaded yet" in note for note in answer["meta"]["provenance"])


def test_filters_are_those_of_the_contract(context):
    record(context)
    record(context, 2, language="java")
    answer = call(
        context, query="widget not attached", language="java", errorType="WidgetException", minConfidence=0
    )
    assert [result["language"] for result in answer["data"]["results"]] == ["java"]


def test_what_did_not_work_is_an_answer(context):
    trace = "java.lang.IllegalStateException: no\n\tat com.example.Cart.load(Cart.kt:3)"
    context.knowledge.record(
        RecordSolutionParams(
            root_cause="A guess.", solution="Clean the build.", error_text=trace, worked=False
        )
    )
    answer = call(context, query=trace)
    assert answer["success"] is True
    assert answer["data"]["failedAttempts"][0]["attempt"] == "Clean the build."


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"query": ""},
        {"query": "x", "limit": 11},
        {"query": "x", "minConfidence": 2},
        {"query": "x", "zzz": 1},
    ],
)
def test_wrong_parameters_are_told(context, params):
    assert call(context, **params)["error"]["code"] == "INVALID_PARAMETERS"


def test_a_damaged_ledger_is_told(tmp_path, context):
    (tmp_path / "knowledge").mkdir()
    (tmp_path / "knowledge" / "ledger.db").write_bytes(b"")
    answer = call(context, query="anything")
    assert answer["error"]["code"] == "DB_CONNECTION_FAILED"
    assert "rca knowledge import" in answer["error"]["suggestion"]


def test_a_model_that_fails_is_told_where_words_find_nothing(context, monkeypatch):
    monkeypatch.setattr("rca.knowledge.embedding.packaged_model.GRAPH", "no_such_file")
    with pytest.raises(Failure, match="could not be loaded"):
        context.knowledge.prepare_dense()
    answer = call(context, query="anything")
    assert answer["error"]["code"] == "EMBEDDING_FAILED"
    record(context)
    answer = call(context, query="widget not attached", minConfidence=0)
    assert len(answer["data"]["results"]) == 1
    assert any(note.startswith("dense: failed") for note in answer["meta"]["provenance"])
