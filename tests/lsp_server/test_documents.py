"""Documents in step: unsaved text wins, in the order in which the editor sent it."""

import pytest
import pytest_asyncio
from lsprotocol import types

from lsp_server.features.editor_state import EDITOR_STATE
from tests.lsp_server.conftest import call

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def client(shared_client):
    return shared_client


PATH = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt"


def open_document(client, root, text=None):
    uri = (root / PATH).as_uri()
    shown = (root / PATH).read_text(encoding="utf-8") if text is None else text
    item = types.TextDocumentItem(uri=uri, language_id="kotlin", version=1, text=shown)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return uri


def replace(client, uri, version, line, start, end, text):
    span = types.Range(types.Position(line, start), types.Position(line, end))
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(version=version, uri=uri),
            content_changes=[types.TextDocumentContentChangePartial(range=span, text=text)],
        )
    )


async def test_unsaved_text_is_what_a_tool_reads(client, own_app):
    uri = open_document(client, own_app)
    replace(client, uri, 2, 0, 0, 7, "/* é 😀 */ package")
    replace(client, uri, 3, 0, 5, 7, "x")  # 😀 is two UTF-16 units: exactly it is replaced
    answer = await call(client, "read_file", {"filePath": PATH, "lineStart": 1, "lineEnd": 1})
    assert answer["data"]["content"].startswith("/* é x */ package com.example")
    assert answer["data"]["source"] == "editor"
    assert "package com.example" in (own_app / PATH).read_text(encoding="utf-8")


async def test_closing_without_saving_gives_the_disk_back(client, own_app):
    uri = open_document(client, own_app, "fun nothing() = Unit\n")
    assert (await call(client, "read_file", {"filePath": PATH}))["data"]["source"] == "editor"
    client.text_document_did_close(
        types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=uri))
    )
    answer = await call(client, "read_file", {"filePath": PATH})
    assert answer["data"]["source"] == "disk"
    assert "object PriceLabel" in answer["data"]["content"]


async def test_each_change_gives_a_new_revision(client, own_app):
    uri = open_document(client, own_app)
    before = (await call(client, "read_file", {"filePath": PATH}))["meta"]["revision"]
    replace(client, uri, 2, 0, 0, 0, "// one\n")
    after = (await call(client, "read_file", {"filePath": PATH}))["meta"]["revision"]
    assert after > before


async def test_a_call_sees_every_change_sent_before_it(client, own_app):
    uri = open_document(client, own_app, "\n")
    for version in range(2, 60):
        replace(client, uri, version, 0, 0, 0, f"// {version}\n")
    answer = await call(client, "read_file", {"filePath": PATH, "lineStart": 1, "lineEnd": 1})
    assert answer["data"]["content"].strip() == "// 59"


async def test_callers_follow_an_unsaved_call(client, own_app):
    total = "feature/basket/src/main/kotlin/com/example/larder/basket/BasketTotal.kt"
    text = (
        (own_app / total)
        .read_text(encoding="utf-8")
        .replace("class BasketTotal(", "fun unsaved(item: Item) = PriceLabel.of(item)\n\nclass BasketTotal(")
    )
    item = types.TextDocumentItem((own_app / total).as_uri(), "kotlin", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    answer = await call(
        client, "find_callers_of_function", {"functionName": "of", "filePath": PATH, "maxDepth": 1}
    )
    names = {caller["callerName"] for caller in answer["data"]["callers"]}
    assert names == {"BasketAdapter.onBindViewHolder", "unsaved"}


async def test_lines_end_where_an_editor_ends_them(client, own_app):
    """A form feed or a Unicode separator ends no line of the protocol, though it does for Python."""
    uri = open_document(client, own_app, "// a\x0cb\u2028c\x85d\nval one = 1\rval two = 2\r\nval three = 3")
    replace(client, uri, 2, 1, 4, 7, "first")
    replace(client, uri, 3, 2, 4, 7, "second")
    replace(client, uri, 4, 3, 12, 1_000_000, "4")  # beyond a line is its end
    answer = await call(client, "read_file", {"filePath": PATH})
    wanted = "// a\x0cb\u2028c\x85d\nval first = 1\nval second = 2\nval three = 4"
    assert answer["data"]["content"].replace("\r\n", "\n").replace("\r", "\n") == wanted


async def test_unsaved_text_outlives_a_change_of_folders(client, own_app, tmp_path):
    open_document(client, own_app, "fun unsaved() = Unit\n")
    client.protocol.notify(EDITOR_STATE, {"activeFile": PATH})
    other = tmp_path / "other"
    other.mkdir()
    added = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(other.as_uri(), "other")], [])
    client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(added))
    answer = await call(client, "read_file", {"filePath": PATH})
    assert answer["data"]["content"] == "fun unsaved() = Unit\n"
    assert answer["data"]["source"] == "editor"
    shown = await call(client, "get_user_error_context")
    assert shown["error"]["code"] == "NO_DIAGNOSTICS", "the editor is known, and shows a file without any"
    assert PATH in shown["error"]["message"]
