"""Unsaved and deleted documents, several folders, cancelled requests."""

import asyncio
import contextlib

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp_server.code_navigation.shop import STORE, USE, definition, references
from tests.lsp_server.editors import editor, write

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_document_edited_and_asked_at_once(vscode):
    vscode.open("use/Till.kt")
    for version in range(2, 30):
        vscode.replace("use/Till.kt", version, "\n" * version + USE)
        assert await definition(vscode, "use/Till.kt", "add(li<|>ne,") == [f"Till.kt:{9 + version} line"]


async def test_a_document_that_is_not_saved_yet_is_answered(vscode):
    vscode.open(
        "use/New.kt", 'package use\nfun fresh(): store.Receipt = Till().sell("")\nval again = fresh()\n'
    )
    assert await definition(vscode, "use/New.kt", "again = fre<|>sh") == ["New.kt:2 fresh"]
    assert await definition(vscode, "use/New.kt", "Till().se<|>ll") == ["Till.kt:8 sell"]
    assert "New.kt:2 sell" in await references(vscode, "use/Till.kt", "fun se<|>ll")


async def test_a_deleted_file_is_no_place_any_more(vscode):
    gone = vscode.root / "use" / "Gone.kt"
    gone.write_text('package use\nfun gone(it: store.Receipt) = it.add(store.Line(""))\n')

    async def tell(kind):
        event = types.FileEvent(gone.as_uri(), kind)
        vscode.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        return await references(vscode, "store/Store.kt", "fun ad<|>d(line")

    assert "Gone.kt:2 add" in await tell(types.FileChangeType.Created)
    gone.unlink()
    assert await tell(types.FileChangeType.Deleted) == ["Desk.java:9 add", "Till.kt:11 add"]


async def test_folders_of_a_workspace_are_one_project(tmp_path, environment):
    one = write(tmp_path / "one", {"Store.kt": STORE})
    two = write(tmp_path / "two", {"Till.kt": USE})
    async with editor(environment, [one, two]) as made:
        assert await references(made, "Store.kt", "fun Line.la<|>bel") == [
            "Store.kt:20 label",
            "Till.kt:5 label",
            "Till.kt:10 label",
            "Till.kt:10 label",
        ]
        assert await definition(made, two / "Till.kt", "Receipt.emp<|>ty()") == ["Store.kt:24 empty"]


async def test_a_folder_behind_a_symlink_keeps_its_name(tmp_path, environment, shop):
    link = tmp_path / "link"
    link.symlink_to(shop)
    async with editor(environment, [link]) as made:
        params = types.DefinitionParams(**made.at("use/Till.kt", ".emp<|>ty()"))
        (place,) = await made.client.text_document_definition_async(params)
        assert place.uri == (link / "store/Store.kt").as_uri()


async def test_a_cancelled_request_is_told_and_others_go_on(vscode):
    params = types.ReferenceParams(
        context=types.ReferenceContext(include_declaration=False),
        **vscode.at("store/Store.kt", "class Rec<|>eipt(val"),
    )
    waiting = vscode.client.protocol.send_request_async(types.TEXT_DOCUMENT_REFERENCES, params, msg_id="ours")
    task = asyncio.ensure_future(waiting)
    await asyncio.sleep(0)
    vscode.client.cancel_request(types.CancelParams("ours"))
    with contextlib.suppress(JsonRpcException):
        # Either it was done before the word came, or it is told as cancelled: never left open.
        await asyncio.wait_for(task, 60)
    assert await definition(vscode, "use/Till.kt", ".emp<|>ty()") == ["Store.kt:24 empty"]
