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


def test_the_definition_can_be_left_out_and_may_be_absent(project) -> None:
    assert (
        "functionDefinition"
        not in project.call(TOOL, filePath="src/Cart.kt", line=16, includeFunctionDef=False)["data"]
    )
    assert "functionDefinition" not in project.call(TOOL, filePath="src/Cart.kt", line=1)["data"]
    prop = project.call(TOOL, filePath="src/Cart.kt", line=20)["data"]["functionDefinition"]
    assert (prop["name"], prop["signature"]) == ("Cart.empty", "val empty: Boolean get() = true")


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
