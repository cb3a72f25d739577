"""Assistants on the editor's own server: the live state, and who is kept out."""

import httpx
import httpx2
import pytest
import pytest_asyncio
from lsprotocol import types as lsp
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from evaluation.project_text import project_files
from tests.lsp_server.editors import editor, write

RECORD = {
    "rootCause": "The list is cleared.",
    "solution": "Keep it.",
    "errorDescription": "The list is empty",
}
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPT = {"Accept": "application/json, text/event-stream"}

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def made(tmp_path_factory, environment):
    root = write(
        tmp_path_factory.mktemp("mcp") / "app",
        project_files("""
        // file: app/A.kt
        package app

        fun saved() = 1
        """),
    )
    async with editor(environment, [root]) as started:
        started.asked = []

        @started.client.feature(lsp.WINDOW_SHOW_MESSAGE_REQUEST)
        def ask(params: lsp.ShowMessageRequestParams):
            started.asked.append(params.message)
            return lsp.MessageActionItem("Allow")

        yield started


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def endpoint(made):
    return await made.client.protocol.send_request_async("rca/mcpEndpoint", {})


def connect(endpoint, mode="auto"):
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {endpoint.token}"})
    return Client(streamable_http_client(endpoint.url, http_client=http), mode=mode)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_an_assistant_sees_unsaved_text(made, endpoint, mode):
    made.open("app/A.kt", "package app\n\nfun onlyInTheEditor() = 1\n")
    async with connect(endpoint, mode) as assistant:
        answer = await assistant.call_tool("read_file", {"filePath": "app/A.kt"})
    assert "onlyInTheEditor" in answer.content[0].text
    made.close_all()


async def test_the_editor_asks_where_the_assistant_cannot(made, endpoint):
    async with connect(endpoint) as assistant:
        answer = await assistant.call_tool("record_solution", RECORD)
    assert not answer.is_error
    assert any("record_solution" in asked for asked in made.asked)


async def test_it_is_one_server_however_often_it_is_asked_for(made, endpoint):
    again = await made.client.protocol.send_request_async("rca/mcpEndpoint", {})
    assert (again.url, again.token) == (endpoint.url, endpoint.token)
    other = await made.client.protocol.send_request_async("rca/mcpEndpoint", {"toolset": "all"})
    assert other.url != endpoint.url


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer {token}", "Origin": "http://127.0.0.1:1"}, 403),
        ({"Authorization": "Bearer {token}", "Origin": "null"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Authorization": "Bearer {token}", "Host": "localhost"}, 403),
        ({"Authorization": "Bearer {token}", "Host": "evil.example"}, 403),
        ({"Authorization": "Bearer {token}", "Host": "localhost.evil.example:80"}, 403),
    ],
    ids=[
        "no token",
        "wrong token",
        "a web page",
        "a sandboxed page",
        "a page without token",
        "no port",
        "rebound name",
        "another rebound name",
    ],
)
async def test_others_are_kept_out(endpoint, headers, status):
    sent = {name: value.format(token=endpoint.token) for name, value in headers.items()}
    async with httpx.AsyncClient() as http:
        answer = await http.post(endpoint.url, json=HELLO, headers={**ACCEPT, **sent})
    assert answer.status_code == status
    assert "tools" not in answer.text


async def test_it_listens_on_this_machine_alone(endpoint):
    assert endpoint.url.startswith("http://127.0.0.1:")
    assert len(endpoint.token) >= 40
