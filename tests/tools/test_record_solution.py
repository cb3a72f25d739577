"""`record_solution` through the one place that every call goes through."""

import pytest

from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.tool import ToolContext, invoke
from rca.tools.record_solution import TOOL
from tests.tools.code_project import empty_snapshot

TRACE = "java.lang.IllegalStateException: no\n\tat com.example.Cart.load(Cart.kt:3)"


@pytest.fixture
def store(tmp_path):
    opened = KnowledgeStore(tmp_path, KnowledgeSettings(starter=False))
    yield opened
    opened.close()


def call(store, tmp_path, answer="yes", **params):
    context = ToolContext(
        snapshot=empty_snapshot(tmp_path),
        knowledge=store,
        settings=Settings(),
        data_dir=tmp_path,
        approve=lambda _request: answer,
    )
    return invoke(TOOL, params, context).model_dump(mode="json")


def test_a_solution_is_stored_as_a_candidate(store, tmp_path):
    answer = call(store, tmp_path, errorText=TRACE, rootCause="Too early.", solution="Wait.")
    assert answer["data"]["stored"] == "new"
    assert answer["data"]["state"] == "candidate"
    assert answer["data"]["fingerprint"].startswith("jvm-")
    assert store.find(TRACE).outcome.results[0].id == answer["data"]["id"]


@pytest.mark.parametrize(("said", "code"), [("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")])
def test_without_a_yes_nothing_is_stored(store, tmp_path, said, code):
    answer = call(store, tmp_path, said, errorText=TRACE, rootCause="Too early.", solution="Wait.")
    assert answer["error"]["code"] == code
    assert store.stats().records == 0


def test_kinds_of_masked_secrets_are_named(store, tmp_path):
    answer = call(
        store,
        tmp_path,
        errorDescription="Login fails",
        rootCause="Old password: hunter2hunter2",
        solution="Renew.",
    )
    assert answer["data"]["redacted"]
    assert "hunter2hunter2" not in str(store.find("login fails").outcome.model_dump())


@pytest.mark.parametrize(
    "params",
    [
        {"rootCause": "Too early.", "solution": "Wait."},
        {"errorText": TRACE, "rootCause": "x", "solution": "Wait."},
        {
            "errorText": TRACE,
            "rootCause": "Too early.",
            "solution": "Wait.",
            "worked": False,
            "solutionId": "?",
        },
    ],
)
def test_wrong_parameters_are_told(store, tmp_path, params):
    assert call(store, tmp_path, **params)["error"]["code"] == "INVALID_PARAMETERS"
    assert store.stats().records == 0


def test_the_same_again_updates(store, tmp_path):
    first = call(store, tmp_path, errorText=TRACE, rootCause="Too early.", solution="Wait.")
    again = call(store, tmp_path, errorText=TRACE, rootCause="Too early.", solution="Wait.")
    assert (again["data"]["id"], again["data"]["stored"]) == (first["data"]["id"], "updated")
    assert store.stats().records == 1


def test_an_attempt_that_failed_is_kept_as_one(store, tmp_path):
    known = call(store, tmp_path, errorText=TRACE, rootCause="Too early.", solution="Wait.")["data"]["id"]
    answer = call(
        store,
        tmp_path,
        errorText=TRACE,
        rootCause="Too early.",
        solution="Wait.",
        worked=False,
        solutionId=known,
    )
    assert answer["data"]["stored"] == "attempt"


def test_words_alone_are_enough(store, tmp_path):
    answer = call(
        store,
        tmp_path,
        errorDescription="The list jumps to its top",
        rootCause="New keys.",
        solution="Keep them.",
    )
    assert answer["data"]["fingerprint"] is None
    assert store.find("list jumps to the top").outcome.results[0].id == answer["data"]["id"]


def test_the_seeds_spellings(store, tmp_path):
    answer = call(store, tmp_path, error_text=TRACE, root_cause="Too early.", solution="Wait.")
    assert answer["success"]


def test_the_file_and_the_kind_are_kept(store, tmp_path):
    answer = call(
        store,
        tmp_path,
        errorDescription="Sorting fails",
        rootCause="Comparison is not transitive.",
        solution="Compare by id.",
        errorType="IllegalArgumentException",
        language="java",
        fixedIn="src/Cart.java",
    )
    (hit,) = store.find("sorting fails").outcome.results
    assert (hit.id, hit.error_type, hit.language, hit.metadata["fixedIn"]) == (
        answer["data"]["id"],
        "IllegalArgumentException",
        "java",
        "src/Cart.java",
    )
