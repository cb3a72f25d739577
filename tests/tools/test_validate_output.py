"""`validate_output` (seed 001): shapes, and citations against the code."""

import json

import pytest

from rca.tools.validate_output import TOOL
from rca.workspace import DocumentOpened
from tests.tools.built_project import BuiltProject

CART = "package a.b\n\nclass Cart {\n    fun total(): Int = items.first()\n}\n"


@pytest.fixture
def project(tmp_path):
    made = BuiltProject(tmp_path)
    made.write("src/Cart.kt", CART)
    yield made
    made.close()


def hypothesis(**changes):
    cited = {"filePath": "src/Cart.kt", "line": 4, "quote": "items.first()"}
    return {
        "verdict": "root_cause",
        "rootCause": "first() of an empty list",
        "citations": [cited],
        "suggestedFix": "firstOrNull()",
        "confidence": 0.8,
        **changes,
    }


def checked(project, data, kind="hypothesis"):
    return project.data_of(TOOL, outputType=kind, data=data)


def test_the_example_of_the_seed(project):
    data = checked(project, {"domains": [], "layout": {}, "summary": {}}, "domain_map")
    assert data == {"valid": False, "errors": ["Missing 'domains' array"], "warnings": []}


def test_a_hypothesis_that_holds(project):
    assert checked(project, hypothesis()) == {"valid": True, "errors": [], "warnings": []}


@pytest.mark.parametrize(
    ("cited", "said"),
    [
        ({"filePath": "src/Gone.kt", "line": 1}, "does not exist"),
        ({"filePath": "src/Cart.kt", "line": 40}, "the file has 5 lines"),
        ({"filePath": "src/Cart.kt", "line": 4, "quote": "items.last()"}, "does not stand there"),
        ({"filePath": "src/Cart.kt", "quote": "nowhere"}, "does not stand there"),
        ({"filePath": "../../etc/passwd", "line": 1}, "outside"),
        ({"filePath": "src/Cart.kt", "line": 4, "endLine": 2}, "before"),
        ({"filePath": "src/Cart.kt", "line": 0}, "greater than or equal to 1"),
    ],
)
def test_a_citation_that_does_not_hold(project, cited, said):
    data = checked(project, hypothesis(citations=[cited]))
    assert not data["valid"]
    assert said in data["errors"][0]


def test_a_quote_may_be_a_line_off_and_spaced_otherwise(project):
    cited = {"filePath": "src/Cart.kt", "line": 2, "quote": "fun  total(): Int\n = items.first()"}
    assert checked(project, hypothesis(citations=[cited]))["valid"]


def test_a_root_cause_needs_a_place(project):
    data = checked(project, hypothesis(citations=[], rootCause=" "))
    assert len(data["errors"]) == 2


def test_not_knowing_is_an_answer(project):
    data = checked(project, {"verdict": "not_enough_information", "missing": ["the whole trace"]})
    assert data == {"valid": True, "errors": [], "warnings": []}


def test_warnings_do_not_block(project):
    data = checked(project, hypothesis(suggestedFix=""))
    assert (data["valid"], data["warnings"]) == (True, ["'suggestedFix' is empty"])


def test_unsaved_text_counts(project):
    project.workspace.apply(DocumentOpened(project.root / "src/Cart.kt", "one line", 1))
    data = checked(project, hypothesis())
    assert "the file has 1 lines" in data["errors"][0]


def test_json_is_cut_out_of_text(project):
    text = f"Sure [as {{asked}}]! Here it is:\n```json\n{json.dumps(hypothesis())}\n```\nAnything else?"
    data = checked(project, text)
    assert data["valid"]
    assert data["warnings"] == ["Text around the JSON was left out"]


@pytest.mark.parametrize("data", ["no json at all", "[1, 2]", "{" * 5000, '{"a":' * 5000, ""])
def test_text_without_an_object(project, data):
    found = checked(project, data)
    assert found["errors"] == ["No JSON object in the text"]


@pytest.mark.parametrize("data", [[1], 5, None, True])
def test_what_is_no_object(project, data):
    assert "An object is needed" in checked(project, data)["errors"][0]


def test_a_solution(project):
    given = {"rootCause": "empty list", "solution": "firstOrNull()", "errorDescription": "crash at start"}
    assert checked(project, given, "solution")["valid"]
    assert not checked(project, {"rootCause": "empty list"}, "solution")["valid"]
    del given["errorDescription"]
    assert "needed" in checked(project, given, "solution")["errors"][0]
    gone = {**given, "errorDescription": "crash", "fixedIn": "src/Gone.kt"}
    assert "Gone.kt" in checked(project, gone, "solution")["warnings"][0]


def test_a_plan(project):
    item = {"content": "Read", "activeForm": "Reading"}
    assert checked(project, {"items": [item]}, "plan")["valid"]
    assert checked(project, {"items": []}, "plan")["warnings"] == ["'items' is empty"]
    assert "15" in checked(project, {"items": [item] * 16}, "plan")["errors"][0]
    running = {**item, "status": "in_progress"}
    assert "one may be" in checked(project, {"items": [running, running]}, "plan")["errors"][0]
    assert not checked(project, {}, "plan")["valid"]


def test_a_domain_map_with_a_path_that_is_gone(project):
    data = {"domains": [{"path": "src/gone"}, {"path": "src"}], "layout": {}, "summary": {}}
    found = checked(project, data, "domain_map")
    assert found["valid"]
    assert len(found["warnings"]) == 1


def test_an_unknown_type(project):
    error = project.error_of(TOOL, outputType="poem", data={})
    assert error["code"] == "INVALID_PARAMETERS"
    assert "hypothesis" in error["message"]
