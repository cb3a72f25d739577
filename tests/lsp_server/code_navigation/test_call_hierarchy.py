"""`textDocument/prepareCallHierarchy` and both ways of calls."""

import pytest
from lsprotocol import types

from tests.lsp_server.code_navigation.shop import STORE, incoming

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_incoming_calls_have_all_their_places(vscode):
    assert await incoming(vscode, "store/Store.kt", "fun Line.la<|>bel") == [
        ("print", ["Store.kt:20 label"], "store.Receipt"),
        ("sell", ["Till.kt:10 label", "Till.kt:10 label"], "use.Till"),
    ]


async def test_incoming_calls_of_a_constructor_and_by_reference(vscode):
    names = [name for name, _, _ in await incoming(vscode, "store/Store.kt", "data class Li<|>ne(val")]
    assert names == ["sell", "sell"]
    rows = await incoming(vscode, "use/Till.kt", "fun se<|>ll")
    assert [(name, places) for name, places, _ in rows] == [
        ("all", ["Till.kt:13 sell"]),
        ("main", ["Till.kt:15 sell"]),
    ]


async def test_a_call_through_a_supertype_says_so(vscode):
    vscode.open("use/More.kt", "package use\nfun show(it: store.Printable) = it.print()\n")
    rows = await incoming(vscode, "store/Store.kt", "override fun pri<|>nt")
    assert ("show", ["More.kt:2 print"], "use · through a supertype") in rows


async def test_outgoing_calls(vscode):
    items = await vscode.client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(**vscode.at("use/Till.kt", "fun se<|>ll"))
    )
    rows = await vscode.client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(items[0])
    )
    assert [(row.to.name, [vscode.shown(items[0].uri, one) for one in row.from_ranges]) for row in rows] == [
        ("Line", ["Till.kt:9 Line"]),
        ("label", ["Till.kt:10 label", "Till.kt:10 label"]),
        ("empty", ["Till.kt:11 empty"]),
        ("add", ["Till.kt:11 add"]),
    ]


async def test_an_item_is_found_again_after_an_edit_above_it(vscode):
    items = await vscode.client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(**vscode.at("store/Store.kt", "fun ad<|>d("))
    )
    vscode.open("store/Store.kt", "// above\n" + STORE)
    rows = await vscode.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(items[0])
    )
    assert sorted(row.from_.detail for row in rows) == ["use.Desk", "use.Till"]
