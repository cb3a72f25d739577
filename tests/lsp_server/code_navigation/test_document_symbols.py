"""`textDocument/documentSymbol`: the outline of a file."""

import pytest
from lsprotocol import types

from evaluation.project_text import parse_project
from tests.lsp_server.code_navigation.shop import FILES, STORE, outline, symbols

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_outline_is_nested(vscode):
    assert outline(await symbols(vscode, "store/Store.kt")) == [
        "Class Receipt",
        "  Constructor constructor",
        "  Property name",
        "  Property lines",
        "  Method add",
        "  Method print",
        "  Object Companion",
        "    Constant LIMIT",
        "    Method empty",
        "Interface Printable",
        "  Method print",
        "Class Line",
        "  Constructor constructor",
        "  Property text",
        "Enum Size",
        "  EnumMember SMALL",
        "  EnumMember LARGE",
        "Class Receipts",
        "Function label",
    ]


async def test_each_name_lies_inside_its_declaration(vscode):
    for path in parse_project(FILES).files:
        waiting = list(await symbols(vscode, path))
        assert waiting
        while waiting:
            row = waiting.pop()
            waiting.extend(row.children or [])
            around, name = row.range, row.selection_range
            assert (around.start.line, around.start.character) <= (name.start.line, name.start.character)
            assert (name.end.line, name.end.character) <= (around.end.line, around.end.character)
            shown = vscode.shown(vscode.uri(path), name).partition(" ")[2]
            assert shown == row.name or shown.startswith("(") or row.name in ("Companion", "constructor")


async def test_an_outline_follows_what_is_typed_and_broken_code_keeps_its_rest(vscode):
    vscode.open("store/Store.kt")
    vscode.replace("store/Store.kt", 2, STORE + "\nfun late() = 1\nclass Broken { fun inner( {\n")
    rows = outline(await symbols(vscode, "store/Store.kt"))
    assert "Function late" in rows
    assert "  Method add" in rows


async def test_what_is_no_code_of_the_workspace_has_no_outline(vscode, tmp_path):
    (tmp_path / "Out.kt").write_text("class Out")
    for uri in ("untitled:Untitled-1", vscode.uri("gone/Gone.kt"), (tmp_path / "Out.kt").as_uri()):
        document = types.TextDocumentIdentifier(uri)
        answer = await vscode.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert not answer
