"""`trace_value_origin` by its contract; what each construct gives is in `tests/causes/test_origins.py`."""

from __future__ import annotations

import pytest

from rca.tools.trace_value_origin import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_project import CodeProject

SESSION = "src/Session.kt"
SCREEN = "src/Screen.kt"


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    made.add("""
        // file: src/Session.kt
        package a
        class Session {
            var user: String? = null
            fun login(name: String?) { user = name }
        }
        // file: src/Screen.kt
        package a
        class Screen(val session: Session) {
            fun show() = print(session.user!!.length)
            fun enter() { session.login("x") }
            fun twice() { enter(); session.login(
                null) }
        }
    """)
    made.workspace.index()
    return made


def places(answer) -> list[tuple[str, str, int]]:
    return [(one["kind"], one["filePath"], one["line"]) for one in answer["data"]["origins"]]


def test_origins_with_their_paths(project) -> None:
    answer = project.call(TOOL, filePath=SCREEN, line=3, expression="session.user")
    assert answer["data"]["asked"] == "null"
    assert places(answer) == [("null_literal", SESSION, 3), ("null_literal", SCREEN, 6)]
    assert answer["data"]["origins"][1]["path"] == [
        {
            "kind": "property_write", "filePath": SESSION, "line": 4, "function": "Session.login",
            "text": "user = name",
        },
        {"kind": "argument", "filePath": SCREEN, "line": 6, "function": "Screen.twice", "text": "null"},
    ]  # fmt: skip
    assert answer["meta"]["completeness"] == "complete"


def test_a_name_at_a_column(project) -> None:
    answer = project.call(TOOL, filePath=SESSION, line=4, column=42)
    assert answer["data"]["expression"] == "name"
    assert places(answer) == [("null_literal", SCREEN, 6)]


def test_a_member_at_a_column_is_asked_with_its_receiver(project) -> None:
    answer = project.call(TOOL, filePath=SCREEN, line=3, column=33)
    assert places(answer) == [("null_literal", SESSION, 3), ("null_literal", SCREEN, 6)]


def test_declared_names_are_asked_for_what_they_hold(project) -> None:
    declared = project.call(TOOL, filePath=SESSION, line=3, expression="user")
    assert places(declared) == [("null_literal", SESSION, 3), ("null_literal", SCREEN, 6)]
    parameter = project.call(TOOL, filePath=SESSION, line=4, expression="name")
    assert places(parameter) == [("null_literal", SCREEN, 6)]


def test_every_value_where_none_is_null(project) -> None:
    answer = project.call(TOOL, filePath=SCREEN, line=4, expression='"x"')
    assert (answer["data"]["asked"], places(answer)) == ("any", [("literal", SCREEN, 4)])


def test_every_value_when_asked(project) -> None:
    answer = project.call(TOOL, filePath=SCREEN, line=3, expression="session.user", onlyNull=False)
    assert ("literal", SCREEN, 4) in places(answer)


def test_the_calls_of_a_trace_are_followed_alone(project) -> None:
    answer = project.call(TOOL, filePath=SESSION, line=4, expression="name", onlyNull=False,
                          callLines=[f"{SCREEN}:4"])  # fmt: skip
    assert places(answer) == [("literal", SCREEN, 4)]


def test_unsaved_text_counts(project) -> None:
    text = "package a\nclass Session {\n    var user: String? = find()\n    fun find(): String? = null\n}\n"
    project.workspace.apply(DocumentOpened(project.root / SESSION, text, 1))
    answer = project.call(TOOL, filePath=SCREEN, line=3, expression="session.user")
    assert places(answer) == [("null_literal", SESSION, 4)]


def test_a_trail_that_is_cut_says_so(project) -> None:
    answer = project.call(TOOL, filePath=SCREEN, line=3, expression="session.user", maxDepth=1)
    assert places(answer) == [("null_literal", SESSION, 3)]
    assert answer["meta"]["completeness"] == "partial"
    assert answer["meta"]["provenance"] == ["trails longer than 1 steps are cut"]


def test_pages(project) -> None:
    first = project.call(TOOL, filePath=SCREEN, line=3, expression="session.user", limit=1)
    second = project.call(
        TOOL, filePath=SCREEN, line=3, expression="session.user", limit=1, cursor=int(first["meta"]["next"])
    )
    assert [*places(first), *places(second)] == [("null_literal", SESSION, 3), ("null_literal", SCREEN, 6)]
    assert first["data"]["totalOrigins"] == 2


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"line": 3, "expression": "session.name"}, "SYMBOL_NOT_FOUND"),
        ({"line": 3}, "INVALID_PARAMETERS"),
        ({"line": 300, "expression": "x"}, "LINE_OUT_OF_RANGE"),
        ({"line": 1, "expression": "package"}, "SYMBOL_NOT_FOUND"),
        ({"line": 3, "expression": "session.user", "callLines": ["Screen"]}, "INVALID_PARAMETERS"),
    ],
)
def test_each_error(project, params, code) -> None:
    assert project.call(TOOL, filePath=SCREEN, **params)["error"]["code"] == code
