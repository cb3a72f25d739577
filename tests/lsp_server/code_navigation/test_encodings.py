"""Columns in three encodings, and what each editor is told at the start."""

import pytest

from tests.lsp_server.code_navigation.shop import definition, references
from tests.lsp_server.editors import ENCODINGS, editor, write

pytestmark = pytest.mark.asyncio(loop_scope="session")


ODD = (
    "package odd\r\n\r\nobject Wörter {\r\n"
    '\tval greeting = "\U0001f600 ${"ä"}" + "\U0001f600"; fun größe(λ: Int) = λ\r\n'
    '\tval use = "\U0001f600\U0001f600 é".length; val b = größe(λ = 1) + greeting.length\r\n'
    "\t/* \U0001f600 */ fun `mit Leerzeichen`() = größe(2)\r\n}\r\n"
    "class Ünter { fun go() = Wörter.`mit Leerzeichen`() }\r\n"
)


@pytest.mark.parametrize("name", ENCODINGS)
async def test_columns_are_right_in_each_encoding(name, tmp_path, environment):
    root = write(
        tmp_path / "odd", {"Odd.kt": ODD, "Use.java": "class U { Object \U0001d465 = odd.Wörter.INSTANCE; }"}
    )
    async with editor(environment, [root], name) as made:
        encoding = made.capabilities.position_encoding or "utf-16"
        assert encoding == ENCODINGS[name]
        made.open("Odd.kt")
        assert await definition(made, "Odd.kt", "val b = grö<|>ße(λ") == ["Odd.kt:4 größe"]
        assert await definition(made, "Odd.kt", "greet<|>ing.length") == ["Odd.kt:4 greeting"]
        assert await definition(made, "Odd.kt", "größe(<|>λ = 1)") == ["Odd.kt:4 λ"]
        assert await definition(made, "Odd.kt", "Wörter.`mit <|>Leer") == ["Odd.kt:6 mit Leerzeichen"]
        assert await references(made, "Odd.kt", "fun grö<|>ße(λ") == ["Odd.kt:5 größe", "Odd.kt:6 größe"]
        assert await references(made, "Odd.kt", "object Wör<|>ter") == [
            "Odd.kt:8 Wörter",
            "Use.java:1 Wörter",
        ]
        made.replace("Odd.kt", 2, ODD.replace("package odd", "package odd // \U0001f600"))
        assert await definition(made, "Odd.kt", "val b = grö<|>ße(λ") == ["Odd.kt:4 größe"]


async def test_an_editor_that_cannot_register_is_told_at_once(shop, environment):
    async with editor(environment, [shop], "emacs") as made:
        told = made.capabilities
        assert told.document_symbol_provider
        assert told.references_provider
        assert told.hover_provider
        assert set(made.client.registered) <= {"workspace/didChangeWatchedFiles"}
        assert await definition(made, "use/Till.kt", ".emp<|>ty()") == ["Store.kt:24 empty"]


async def test_an_editor_that_can_register_is_told_for_kotlin_and_java_alone(vscode):
    assert not vscode.capabilities.definition_provider
    names = set(vscode.client.registered)
    assert {"textDocument/definition", "textDocument/hover", "workspace/symbol"} <= names
    assert "callHierarchy/incomingCalls" not in names
    options = vscode.client.registered["textDocument/definition"].register_options
    assert "kt" in str(options)
