"""`confirm_solution` through the one place that every call goes through."""

import pytest

from models.settings import KnowledgeSettings, Settings
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.tool import ToolContext, invoke
from rca.tools.confirm_solution import TOOL
from tests.tools.code_project import empty_snapshot


@pytest.fixture
def store(tmp_path):
    opened = KnowledgeStore(tmp_path, KnowledgeSettings(starter=True))
    yield opened
    opened.close()


@pytest.fixture
def stored(store):
    return store.record(
        RecordSolutionParams(root_cause="Too early.", solution="Wait.", error_description="The cart is empty")
    )


def call(store, tmp_path, answer="yes", **params):
    context = ToolContext(
        snapshot=empty_snapshot(tmp_path),
        knowledge=store,
        settings=Settings(),
        data_dir=tmp_path,
        approve=lambda _request: answer,
    )
    return invoke(TOOL, params, context).model_dump(mode="json")


@pytest.mark.parametrize(
    ("outcome", "state", "validated"),
    [
        ("worked", "validated", True),
        ("did_not_work", "candidate", False),
        ("superseded", "superseded", False),
        ("harmful", "harmful", False),
    ],
)
def test_each_outcome_gives_its_state(store, stored, tmp_path, outcome, state, validated):
    data = call(store, tmp_path, id=stored.id, outcome=outcome)["data"]
    assert (data["state"], data["userValidated"]) == (state, validated)
    assert 0 <= data["confidence"] <= 1


def test_a_starter_record_can_be_confirmed_before_any_search(store, tmp_path):
    answer = call(store, tmp_path, id="starter-fragment-commit-after-save-state", outcome="worked")
    assert answer["data"]["state"] == "validated"


def test_without_a_yes_nothing_changes(store, stored, tmp_path):
    answer = call(store, tmp_path, "nobody", id=stored.id, outcome="worked")
    assert answer["error"]["code"] == "APPROVAL_REQUIRED"
    assert "validated" not in store.stats().by_state


def test_an_unknown_id_is_told(store, tmp_path):
    answer = call(store, tmp_path, id="nothing", outcome="worked")
    assert answer["error"]["code"] == "INVALID_PARAMETERS"
    assert "'nothing'" in answer["error"]["message"]


def test_what_takes_its_place_has_to_be_there(store, stored, tmp_path):
    answer = call(store, tmp_path, id=stored.id, outcome="superseded", supersededBy="nothing")
    assert answer["error"]["code"] == "INVALID_PARAMETERS"
    assert "superseded" not in store.stats().by_state


def test_a_better_one_takes_its_place(store, stored, tmp_path):
    better = store.record(
        RecordSolutionParams(
            root_cause="Too early.", solution="Observe.", error_description="The cart is empty!"
        )
    )
    answer = call(store, tmp_path, id=stored.id, outcome="superseded", supersededBy=better.id)
    assert answer["data"]["state"] == "superseded"


@pytest.mark.parametrize("params", [{}, {"id": "x"}, {"id": "x", "outcome": "maybe"}, {"outcome": "worked"}])
def test_wrong_parameters_are_told(store, tmp_path, params):
    assert call(store, tmp_path, **params)["error"]["code"] == "INVALID_PARAMETERS"
