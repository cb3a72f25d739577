"""Files that are open are changed by the editor itself; others on the disk, and the next call sees it."""

import json
from types import SimpleNamespace

import pytest
import pytest_asyncio
from lsprotocol import types

from lsp_server.features.apply_edit import edit_in_editor
from tests.lsp_server.conftest import call as call_command

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def client(shared_client):
    return shared_client


PRICE = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt"
TEXT = "package x\n\n// 😀 of the editor\nfun of() = 1 // old\n"


async def call(client, tool, parameters=None):
    """Run a tool; give its envelope as plain JSON."""
    answer = await call_command(client, tool, parameters)
    return json.loads(json.dumps(answer, default=lambda value: value._asdict()))


class Open:
    """A document that the editor shows, and the edits that it is asked for."""

    def __init__(self, client, path):
        self.client = client
        self.uri = path.as_uri()
        self.asked = []
        self.applied = True

        def apply(params: types.ApplyWorkspaceEditParams):
            self.asked.append(params)
            if self.applied:
                self._type(params.edit.document_changes[0].edits[0])
            return types.ApplyWorkspaceEditResult(applied=self.applied)

        client.apply = apply
        item = types.TextDocumentItem(self.uri, "kotlin", 7, TEXT)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def _type(self, edit):
        change = types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
        document = types.VersionedTextDocumentIdentifier(version=8, uri=self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


@pytest.fixture
def document(client, own_app):
    client.choice = "Allow"
    return Open(client, own_app / PRICE)


async def change(client, old, new):
    return await call(client, "replace_string_in_file", {"path": PRICE, "oldString": old, "newString": new})


async def test_the_editor_is_asked_for_the_version_that_was_seen(client, own_app, document):
    before = (own_app / PRICE).read_bytes()
    answer = await change(client, "😀 of", "of")
    assert answer["data"]["source"] == "editor"
    (asked,) = document.asked
    (changed,) = asked.edit.document_changes
    assert (changed.text_document.uri, changed.text_document.version) == (document.uri, 7)
    span = changed.edits[0].range
    assert (span.start.line, span.start.character, span.end.character) == (2, 3, 8), "in UTF-16 units"
    assert (own_app / PRICE).read_bytes() == before
    read = await call(client, "read_file", {"filePath": PRICE})
    assert read["data"]["content"] == TEXT.replace("😀 of", "of")
    assert "PriceLabel.kt" in client.asked[0]


async def test_a_refusal_is_told(client, document):
    document.applied = False
    answer = await change(client, "// old", "// new")
    assert (answer["success"], answer["error"]["code"]) == (False, "PERMISSION_DENIED")


async def test_before_the_editor_is_ready_it_cannot_be_asked():
    assert edit_in_editor(SimpleNamespace(loop=None), None) == "unable"


async def test_a_file_that_is_not_open_is_changed_on_the_disk(client, own_app):
    client.choice = "Allow"
    answer = await change(client, "package", "// first\npackage")
    assert answer["data"]["source"] == "disk"
    assert "// first\npackage" in (own_app / PRICE).read_text()


async def test_the_last_command_of_the_editors_terminal(client):
    chunk = {"run": "terminal 1", "kind": "terminal", "name": "git status", "text": "clean\n", "ended": True}
    client.protocol.notify("rca/output", {**chunk, "exitCode": 0})
    answer = await call(client, "terminal_last_command")
    assert (answer["data"]["command"], answer["data"]["exitCode"], answer["data"]["source"]) == (
        "git status",
        0,
        "editor",
    )


async def test_the_other_name(client):
    answer = await call(client, "list_dir", {"path": "errors"})
    assert answer["data"]["directory"] == "errors"
