"""`workspace/symbol`: declarations by name."""

import pytest

from tests.lsp_server.code_navigation.shop import USE, find

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_symbols_are_found_by_humps_prefix_and_part(vscode):
    assert (await find(vscode, "Receipt"))[:2] == ["Receipt", "Receipts"]
    assert await find(vscode, "rec") == ["Receipt", "Receipts"]
    assert "label" in await find(vscode, "abe")
    assert await find(vscode, "nothingLikeIt") == []


async def test_a_symbol_is_asked_for_inside_another(vscode):
    assert await find(vscode, "Receipt.add") == ["add"]
    assert await find(vscode, "Till.sell") == ["sell"]
    assert sorted(await find(vscode, "sell")) == ["sell", "sell"]


async def test_symbols_come_in_parts_where_a_token_is_given(vscode):
    assert await find(vscode, "Receipt", partial_result_token="symbols") == []
    assert [one["name"] for one in vscode.client.parts["symbols"]][:2] == ["Receipt", "Receipts"]


async def test_unsaved_symbols_are_found(vscode):
    vscode.open("use/Till.kt", USE + "class BrandNewThing\n")
    assert await find(vscode, "bnt") == ["BrandNewThing"]
