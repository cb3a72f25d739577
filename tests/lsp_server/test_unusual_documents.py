"""Documents that an editor names in a way that makes no sense, or changes before it opens them."""

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.lsp_server.conftest import call
from tests.lsp_server.test_documents import PATH, open_document, replace

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def client(shared_client):
    return shared_client


@pytest.mark.parametrize(
    "name", ["untitled:Untitled-1", "vscode-remote://ssh/x/A.kt", "file:///none.kt", PATH]
)
async def test_a_change_of_a_document_that_is_not_open_is_no_error_for_the_user(client, own_app, name):
    uri = (own_app / PATH).as_uri() if name == PATH else name
    replace(client, uri, 2, 0, 0, 0, "// unheard of\n")
    answer = await call(client, "read_file", {"filePath": PATH})
    assert "unheard of" not in answer["data"]["content"]
    assert client.messages == []
    opened = open_document(client, own_app)
    replace(client, opened, 2, 0, 0, 0, "// heard of\n")
    answer = await call(client, "read_file", {"filePath": PATH})
    assert "// heard of" in answer["data"]["content"]


async def test_a_name_that_no_disk_can_hold_takes_no_other_change_with_it(client, own_app):
    assert not (await call(client, "find_class", {"name": "Unheard"}))["success"]
    (own_app / "Unheard.kt").write_text("class Unheard\n")
    events = [
        types.FileEvent(uri, types.FileChangeType.Created)
        for uri in ("file:///a%00b.kt", (own_app / "Unheard.kt").as_uri())
    ]
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))
    found = (await call(client, "find_class", {"name": "Unheard"}))["data"]["classes"]
    assert [one["name"] for one in found] == ["Unheard"]
    assert client.messages == []
