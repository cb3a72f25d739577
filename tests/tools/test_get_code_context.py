"""`get_code_context` by its contract."""

from __future__ import annotations

import pytest

from rca.tools.get_code_context import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_project import CodeProject

SOURCE = """package com.acme

import com.acme.net.Client
import com.acme.net.Server as Host
import com.acme.unused.Thing
import com.acme.data.*

class Cart(private val client: Client) {

    @Throws(Exception::class)
    internal suspend fun <T> total(
        items: List<T>,
        host: Host,
    ): Int {
        return items.sumOf {
            client.price(it)
        }
    }

    val empty: Boolean get() = true
}
"""


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    made.write("src/Cart.kt", SOURCE)
    return made


def test_a_line_in_a_lambda(project) -> None:
    data = project.call(TOOL, filePath="src/Cart.kt", line=16, contextLines=5)["data"]
    assert data["context"]["errorLine"] == "            client.price(it)"
    assert data["context"]["before"].splitlines()[0] == "    internal suspend fun <T> total("
    assert data["context"]["after"].splitlines()[-1] == "}"
    assert (data["startLine"], data["endLine"]) == (11, 21)
    assert data["functionDefinition"] == {
        "name": "Cart.total",
        "startLine": 10,
        "endLine": 18,
        "signature": "@Throws(Exception::class)\n    internal suspend fun <T> total(\n        items: List<T>,\n"
        "        host: Host,\n    ): Int",
    }
    assert data["relevantImports"] == [
        {"module": "com.acme.net", "imported": ["Server as Host"], "line": 4},
        {"module": "com.acme.data", "imported": ["*"], "line": 6},
    ]


def relevant(project, text: str, line: int, context: int = 5) -> list[str]:
    project.write("src/Shown.kt", text)
    project.workspace.index()
    data = project.call(TOOL, filePath="src/Shown.kt", line=line, contextLines=context)["data"]
    return [f"{one['module']}.{name}" for one in data["relevantImports"] for name in one["imported"]]


def test_what_comments_and_literals_say_imports_nothing(project) -> None:
    text = (
        "package b\nimport a.Thing\nimport a.Other\nimport a.used\n\n\n\n\n"
        'fun f() {\n    // Thing\n    log("Other ${used()} Thing")\n    /* Other */\n}\n'
    )
    assert relevant(project, text, 11) == ["a.used"]


def test_imports_behind_operators_delegates_and_extensions(project) -> None:
    text = (
        "package b\nimport a.plus\nimport a.getValue\nimport a.component1\nimport a.iterator\nimport a.contains\n"
        "import a.ext\nimport a.minus\n\n\n\n"
        "fun f(x: X, y: X) {\n    val z = x + y\n    val d by x\n    val (p) = y\n    for (e in x) e.ext()\n}\n"
    )
    assert relevant(project, text, 15) == ["a.plus", "a.getValue", "a.component1", "a.iterator", "a.ext"]


def test_a_star_import_of_the_project_stays_only_where_it_gives_a_shown_name(project) -> None:
    project.add("""
        // file: src/a/A.kt
        package a
        class Given
        fun given() {}
        // file: src/c/C.kt
        package c
        object Holder { const val KEY = 1 }
        class Elsewhere
    """)
    text = (
        "package b\nimport a.*\nimport c.*\nimport c.Holder.*\n\n\n\n\n\n\n"
        "fun f(one: Given) {\n    use(one)\n}\n\n\n\n\n\nfun g() = KEY\n"
    )
    assert relevant(project, text, 11) == ["a.*"]
    assert relevant(project, text, 19) == ["c.Holder.*"]


def test_a_star_import_of_a_library_goes_where_no_name_is_left_for_it(project) -> None:
    text = (
        "package b\nimport lib.Known\nimport lib.all.*\n\n\n\n\n"
        "class Here {\n    val known: Known = make()\n    fun make(): Known = known\n}\n"
    )
    assert relevant(project, text, 9) == ["lib.Known"]
    assert relevant(project, text.replace("make()\n", "other()\n"), 9) == ["lib.Known", "lib.all.*"]


def test_java_static_imports(project) -> None:
    project.write(
        "src/J.java",
        "package b;\nimport static a.K.one;\nimport static a.K.two;\nimport a.Type;\n\n\n\n\n"
        "class J {\n    Type run() { return one(); }\n}\n",
    )
    data = project.call(TOOL, filePath="src/J.java", line=10, contextLines=5)["data"]
    assert [one["imported"] for one in data["relevantImports"]] == [["one"], ["Type"]]
    assert data["functionDefinition"]["name"] == "J.run"


def test_the_definition_can_be_left_out_and_may_be_absent(project) -> None:
    assert (
        "functionDefinition"
        not in project.call(TOOL, filePath="src/Cart.kt", line=16, includeFunctionDef=False)["data"]
    )
    assert "functionDefinition" not in project.call(TOOL, filePath="src/Cart.kt", line=1)["data"]
    prop = project.call(TOOL, filePath="src/Cart.kt", line=20)["data"]["functionDefinition"]
    assert (prop["name"], prop["signature"]) == ("Cart.empty", "val empty: Boolean")


def test_broken_unsaved_text_is_what_is_shown(project) -> None:
    text = "package a\nclass A {\n  fun broken() {\n    call(\n  }\n  fun next() { here() }\n}\n"
    project.workspace.apply(DocumentOpened(project.root / "src" / "Cart.kt", text, 2))
    data = project.call(TOOL, filePath="src/Cart.kt", line=6)["data"]
    assert data["source"] == "editor"
    assert data["functionDefinition"]["name"] == "A.next"


def test_typescript_as_in_the_contracts_example(project) -> None:
    project.write(
        "src/api/user.ts",
        'import { get } from "./http";\nimport { unused } from "./x";\n\n'
        "export async function fetchUserData(id: string) {\n  const data = await get(id);\n  return data.users;\n}\n",
    )
    data = project.call(TOOL, filePath="src/api/user.ts", line=6)["data"]
    assert data["functionDefinition"]["name"] == "fetchUserData"
    assert data["functionDefinition"]["signature"] == "async function fetchUserData(id: string)"
    assert data["relevantImports"] == [{"module": "./http", "imported": ["get"], "line": 1}]


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"filePath": "src/Cart.kt", "line": 22}, "LINE_OUT_OF_RANGE"),
        ({"filePath": "src/Nope.kt", "line": 1}, "FILE_NOT_FOUND"),
        ({"filePath": "src/Cart.kt", "line": 0}, "INVALID_PARAMETERS"),
        ({"filePath": "src/Cart.kt", "line": 1, "contextLines": 101}, "INVALID_PARAMETERS"),
    ],
)
def test_each_error(project, parameters, code) -> None:
    assert project.call(TOOL, **parameters)["error"]["code"] == code
