"""`textDocument/references`."""

import pytest
from lsprotocol import types

from tests.lsp_server.code_navigation.shop import references

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_references_of_a_class_in_both_languages(vscode):
    assert await references(vscode, "store/Store.kt", "class Rec<|>eipt(val", declaration=True) == [
        "Store.kt:11 Receipt",
        "Store.kt:15 Receipt",
        "Store.kt:24 Receipt",
        "Store.kt:31 Receipt",
        "Desk.java:4 Receipt",
        "Desk.java:8 Receipt",
        "Desk.java:9 Receipt",
        "Till.kt:4 Receipt",
        "Till.kt:8 Receipt",
        "Till.kt:11 Receipt",
    ]


async def test_references_of_a_function_with_and_without_its_declaration(vscode):
    uses = ["Desk.java:9 add", "Till.kt:11 add"]
    assert await references(vscode, "store/Store.kt", "fun ad<|>d(line") == uses
    assert await references(vscode, "use/Till.kt", ".ad<|>d(line", declaration=True) == [
        "Store.kt:15 add",
        *uses,
    ]


async def test_references_of_a_local_stay_in_its_function(vscode):
    assert await references(vscode, "use/Till.kt", "val li<|>ne = Line") == [
        "Till.kt:10 line",
        "Till.kt:10 line",
        "Till.kt:11 line",
    ]


async def test_references_of_a_parameter_are_names_of_arguments_too(vscode):
    assert await references(vscode, "store/Store.kt", "add(line: Line, ti<|>mes") == [
        "Store.kt:16 times",
        "Till.kt:11 times",
    ]


async def test_references_show_progress_and_come_in_parts(vscode):
    reports = vscode.client.progress_reports
    answer = await references(
        vscode, "store/Store.kt", "fun ad<|>d(line", partial_result_token="parts", work_done_token="work"
    )
    assert answer == []
    assert len(vscode.client.parts["parts"]) == 2
    begin, end = reports["work"]
    assert isinstance(begin, types.WorkDoneProgressBegin)
    assert isinstance(end, types.WorkDoneProgressEnd)
