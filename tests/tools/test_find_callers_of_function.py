"""`find_callers_of_function` by its contract."""

from __future__ import annotations

import pytest

from rca.tools.find_callers_of_function import TOOL
from tests.tools.code_project import CodeProject


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    made.add("""
        // file: src/Api.kt
        package a
        class Api {
          fun fetch(id: Int) {}
          fun fetch(name: String) {}
        }
        // file: src/Screen.kt
        package a
        class Screen(val api: Api) {
          fun show() { api.fetch(1) }
          fun start() { show() }
        }
    """)
    return made


def test_callers_with_chain_evidence_and_completeness(project) -> None:
    project.workspace.index()
    answer = project.call(TOOL, functionName="fetch", filePath="src/Api.kt", line=3)
    assert answer["data"]["totalCallers"] == 2
    first, second = answer["data"]["callers"]
    assert first == {
        "callerName": "Screen.show", "filePath": "src/Screen.kt", "line": 3,
        "callChain": ["Screen.show", "Api.fetch"], "depth": 1, "callee": "Api.fetch", "calleeLine": 3,
        "evidence": "receiver_type", "confidence": 0.95,
    }  # fmt: skip
    assert second["callChain"] == ["Screen.start", "Screen.show", "Api.fetch"]
    assert answer["meta"]["completeness"] == "complete"


def test_all_declarations_of_a_name_and_which_one_is_called(project) -> None:
    project.workspace.index()
    answer = project.call(TOOL, function="fetch", path="src/Api.kt", maxDepth=1)
    assert [one["calleeLine"] for one in answer["data"]["callers"]] == [3]


def test_pages(project) -> None:
    calls = "".join(f"fun f{n}(api: Api) {{ api.fetch({n}) }}\n" for n in range(25))
    project.write("src/Many.kt", f"package a\n{calls}")
    project.workspace.index()
    names, cursor = [], 0
    while cursor is not None:
        answer = project.call(
            TOOL, functionName="fetch", filePath="src/Api.kt", maxDepth=1, limit=10, cursor=cursor
        )
        names += [one["callerName"] for one in answer["data"]["callers"]]
        assert answer["data"]["totalCallers"] == 26
        cursor = int(answer["meta"]["next"]) if answer["meta"]["truncated"] else None
    assert len(names) == len(set(names)) == 26


def test_deeper_callers_are_looked_for_as_far_as_the_page_needs(project) -> None:
    users = "".join(
        f"fun f{n}(api: Api) {{ api.fetch({n}) }}\nfun g{n}(api: Api) {{ f{n}(api) }}\n" for n in range(10)
    )
    project.write("src/Many.kt", f"package a\n{users}")
    project.workspace.index()
    asked = {"functionName": "fetch", "filePath": "src/Api.kt", "maxDepth": 2}
    whole = project.call(TOOL, **asked)
    assert (whole["data"]["totalCallers"], whole["meta"]["completeness"]) == (22, "complete")
    first = project.call(TOOL, **asked, limit=5)
    assert (first["data"]["totalCallers"], first["meta"]["completeness"]) == (11, "partial")
    assert any("at least 11 callers" in reason for reason in first["meta"]["provenance"])
    paged, cursor = [], 0
    while cursor is not None:
        answer = project.call(TOOL, **asked, limit=5, cursor=cursor)
        paged += answer["data"]["callers"]
        cursor = int(answer["meta"]["next"]) if answer["meta"]["truncated"] else None
    assert paged == whole["data"]["callers"]


def test_not_ready_not_found_and_none_are_told_apart(project) -> None:
    asked = {"functionName": "fetch", "filePath": "src/Api.kt"}
    assert project.call(TOOL, **asked)["error"]["code"] == "LSP_UNAVAILABLE"
    project.workspace.index()
    missing = project.call(TOOL, functionName="fetsch", filePath="src/Api.kt")["error"]
    assert (missing["code"], missing["suggestion"]) == ("FUNCTION_NOT_FOUND", "Did you mean fetch?")
    elsewhere = project.call(TOOL, **asked, line=1)["error"]
    assert elsewhere["code"] == "FUNCTION_NOT_FOUND"
    assert "Api.fetch (lines 3-3)" in elsewhere["suggestion"]
    none = project.call(TOOL, functionName="start", filePath="src/Screen.kt")
    assert (none["data"]["callers"], none["meta"]["completeness"]) == ([], "complete")
    assert project.call(TOOL, functionName="x", filePath="nope.kt")["error"]["code"] == "FILE_NOT_FOUND"


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"functionName": "fetch"}, "INVALID_PARAMETERS"),
        ({"functionName": "fetch", "filePath": "src/Api.kt", "maxDepth": 6}, "INVALID_PARAMETERS"),
        ({"functionName": "fetch", "filePath": "src/Api.kt", "maxDepth": 0}, "INVALID_PARAMETERS"),
        ({"functionName": "fetch", "filePath": "src/Gone.kt"}, "FILE_NOT_FOUND"),
        ({"functionName": "fetch", "filePath": "../Api.kt"}, "INVALID_PATH"),
        ({"functionName": "lost", "filePath": "src/Api.kt"}, "FUNCTION_NOT_FOUND"),
    ],
)
def test_each_error(project, params, code) -> None:
    project.workspace.index()
    assert project.call(TOOL, **params)["error"]["code"] == code


def test_a_class_tells_namesakes_of_a_file_apart(project) -> None:
    project.add("""
        // file: src/Two.kt
        package a
        class One { fun go() {} }
        class Two { fun go() {} }
        // file: src/Use.kt
        package a
        fun use(two: Two) { two.go() }
    """)
    project.workspace.index()
    asked = {"functionName": "go", "filePath": "src/Two.kt"}
    assert project.call(TOOL, **asked, className="One")["data"]["totalCallers"] == 0
    assert project.call(TOOL, **asked, className="Two")["data"]["totalCallers"] == 1


def test_circles_end(project) -> None:
    project.write("src/Loop.kt", "package a\nfun ping() { pong() }\nfun pong() { ping() }\n")
    project.workspace.index()
    answer = project.call(TOOL, functionName="ping", filePath="src/Loop.kt", maxDepth=5)
    assert [one["callChain"] for one in answer["data"]["callers"]] == [
        ["pong", "ping"],
        ["ping", "pong", "ping"],
    ]
