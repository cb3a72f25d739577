"""`todo_manager` (seed 001): the whole list in, the plan out."""

import pytest

from rca.tools.todo_manager import TOOL
from tests.tools.built_project import BuiltProject


@pytest.fixture
def project(tmp_path):
    made = BuiltProject(tmp_path)
    yield made
    made.close()


def step(content, status="pending", **more):
    return {"content": content, "activeForm": f"{content}ing", "status": status, **more}


def test_the_example_of_the_seed(project):
    items = [
        {"content": "Gather context", "activeForm": "Gathering context", "status": "pending"},
        {"content": "Map domains", "activeForm": "Mapping domains", "status": "pending"},
    ]
    data = project.data_of(TOOL, items=items)
    first = {**items[0], "id": "step-1", "status": "in_progress"}
    assert data["items"] == [first, {**items[1], "id": "step-2"}]
    assert (data["maxItems"], data["currentItem"], data["completed"]) == (15, first, 0)


def test_what_it_gave_can_be_given_back(project):
    items = project.data_of(TOOL, items=[step("Read"), step("Fix")])["items"]
    items[0]["status"] = "completed"
    data = project.data_of(TOOL, items=items)
    assert [one["status"] for one in data["items"]] == ["completed", "in_progress"]
    assert (data["currentItem"]["id"], data["completed"]) == ("step-2", 1)


def test_a_step_in_progress_stays_the_one(project):
    data = project.data_of(TOOL, items=[step("Read"), step("Fix", "in_progress")])
    assert [one["status"] for one in data["items"]] == ["pending", "in_progress"]


def test_all_done(project):
    data = project.data_of(TOOL, items=[step("Read", "completed")])
    assert (data["currentItem"], data["completed"]) == (None, 1)


def test_an_empty_list(project):
    assert project.data_of(TOOL, items=[]) == {
        "items": [],
        "maxItems": 15,
        "currentItem": None,
        "completed": 0,
    }


def test_new_ids_leave_known_ones_alone(project):
    data = project.data_of(TOOL, items=[step("New"), step("Old", id="step-1")])
    assert [one["id"] for one in data["items"]] == ["step-2", "step-1"]


def test_two_in_progress(project):
    error = project.error_of(TOOL, items=[step("Read", "in_progress"), step("Fix", "in_progress")])
    assert error["code"] == "INVALID_PARAMETERS"
    assert "items 1 and 2" in error["message"]


def test_an_id_twice(project):
    error = project.error_of(TOOL, items=[step("Read", id="a"), step("Fix", id="a")])
    assert (error["code"], "'a'" in error["message"]) == ("INVALID_PARAMETERS", True)


def test_fifteen_at_most(project):
    assert len(project.data_of(TOOL, items=[step("Read")] * 15)["items"]) == 15
    assert project.error_of(TOOL, items=[step("Read")] * 16)["code"] == "INVALID_PARAMETERS"


@pytest.mark.parametrize(
    "item",
    [
        {"content": "Read"},
        {"activeForm": "Reading"},
        step("Read", "done"),
        step(""),
        step("Read", priority=1),
        "Read",
        {"content": 5, "activeForm": "Reading"},
    ],
)
def test_what_is_no_step(project, item):
    assert project.error_of(TOOL, items=[item])["code"] == "INVALID_PARAMETERS"


def test_items_are_needed(project):
    error = project.error_of(TOOL)
    assert "'items' is missing" in error["message"]


def test_snake_case_is_accepted(project):
    data = project.data_of(TOOL, items=[{"content": "Read", "active_form": "Reading"}])
    assert data["items"][0]["activeForm"] == "Reading"
