"""`textDocument/documentHighlight`, and the type hierarchy, over the protocol."""

import pytest
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_highlights_are_the_uses_of_the_shown_file(vscode):
    params = types.DocumentHighlightParams(**vscode.at("use/Till.kt", "val li<|>ne = Line(text)"))
    found = await vscode.client.text_document_document_highlight_async(params)
    assert [(one.range.start.line, one.kind) for one in found] == [
        (8, types.DocumentHighlightKind.Write),
        (9, types.DocumentHighlightKind.Read),
        (9, types.DocumentHighlightKind.Read),
        (10, types.DocumentHighlightKind.Read),
    ]


async def test_the_type_hierarchy_goes_both_ways(vscode):
    client = vscode.client
    items = await client.text_document_prepare_type_hierarchy_async(
        types.TypeHierarchyPrepareParams(**vscode.at("store/Store.kt", "class Rec<|>eipt(val"))
    )
    assert [(one.name, one.detail) for one in items] == [("Receipt", "store")]
    (above,) = await client.type_hierarchy_supertypes_async(types.TypeHierarchySupertypesParams(items[0]))
    assert above.name == "Printable"
    below = await client.type_hierarchy_subtypes_async(types.TypeHierarchySubtypesParams(above))
    assert [one.name for one in below] == ["Receipt"]
