"""Reports and traces as documents of LSP 3.18, with the real client; other editors see nothing of them."""

import asyncio

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig

from tests.lsp_server.conftest import call
from tests.lsp_server.editors import ready
from tests.project_folder import write_file
from tests.rca_process import rca_command

CODE = "package app\n\nclass Basket {\n    fun first() = listOf<String>().first()\n}\n"
CRASH = (
    "java.util.NoSuchElementException: empty\n\tat a.b.c(SourceFile:4)\n\tat app.Basket.first(Basket.kt:4)\n"
)
MAPPING = (
    'app.Shelf -> a.b:\n# {"id":"sourceFile","fileName":"Shelf.kt"}\n' + "    4:4:void take():12:12 -> c\n"
)
PATH = "app/Basket.kt"


def capabilities(*, content, show=True):
    return types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            text_document_content=types.TextDocumentContentClientCapabilities() if content else None
        ),
        window=types.WindowClientCapabilities(
            show_document=types.ShowDocumentClientCapabilities(support=True) if show else None
        ),
    )


@pytest.fixture
async def connect(tmp_path, environment):
    root = tmp_path / "project"
    write_file(root, PATH, CODE)
    write_file(root, "mapping.txt", MAPPING)
    clients = []

    async def start(**capable):
        config = ClientServerConfig(
            server_command=rca_command("serve"),
            server_env={
                **environment,
                "RCA_DATA_DIR": str(tmp_path / "data"),
                "RCA_MAPPING_FILE": "mapping.txt",
            },
        )
        client = await config.start()
        clients.append(client)
        converter = client.protocol._converter
        # lsprotocol takes each of them for a command, and what the command is for its name.
        converter.register_structure_hook(
            types.Command | types.CodeAction, lambda raw, _: converter.structure(raw, types.CodeAction)
        )
        client.refreshed = asyncio.Queue()

        @client.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH)
        def refresh(params: types.TextDocumentContentRefreshParams):
            client.refreshed.put_nowait(params.uri)

        answer = await client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities(**capable),
                workspace_folders=[types.WorkspaceFolder(uri=root.as_uri(), name="project")],
            )
        )
        client.announced = answer.capabilities.workspace
        client.uri = (root / PATH).as_uri()
        await ready(client)
        return client

    yield start
    for client in clients:
        await client.shutdown_session()
        await client.stop()


async def diagnostic(client):
    async with asyncio.timeout(60):
        while not client.diagnostics.get(client.uri):  # noqa: ASYNC110 - the client's own list, without an event
            await asyncio.sleep(0.02)
    return client.diagnostics[client.uri][0]


def opened(client):
    return [one.uri for one in client.shown_documents]


async def content(client, uri):
    return (await client.workspace_text_document_content_async(types.TextDocumentContentParams(uri))).text


async def actions(client, found):
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(client.uri), found.range, types.CodeActionContext([found])
    )
    return {
        one.title.split(" of ")[0]: one.command
        for one in await client.text_document_code_action_async(params)
    }


async def test_an_editor_opens_report_and_retraced_trace(connect):
    client = await connect(content=True)
    assert client.announced.text_document_content.schemes == ("rca-report", "rca-trace")
    await call(client, "analyze_error", {"errorText": CRASH})
    found = await diagnostic(client)
    report = found.code_description.href
    assert report.startswith("rca-report:/")
    offered = await actions(client, found)
    for title in ("Show the report", "Show the trace"):
        command = offered[title]
        await client.workspace_execute_command_async(
            types.ExecuteCommandParams(command.command, command.arguments)
        )
    assert opened(client)[0] == report
    assert opened(client)[1].startswith("rca-trace:/")
    text, trace = await content(client, report), await content(client, opened(client)[1])
    assert text.startswith("# java.util.NoSuchElementException")
    assert PATH in text
    assert "app.Shelf.take(Shelf.kt:12)" in trace
    assert "a.b.c" not in trace
    output = {"run": "again", "kind": "terminal", "name": "./gradlew run", "text": CRASH, "ended": True}
    client.protocol.notify("rca/output", output)
    async with asyncio.timeout(60):
        assert await client.refreshed.get() in opened(client)
    for wrong in ("rca-report:/made-up.md", "rca-report:", "rca-trace:/../../etc/passwd"):
        with pytest.raises(JsonRpcException, match="no error at"):
            await content(client, wrong)
    with pytest.raises(JsonRpcException, match="takes the address"):
        await client.workspace_execute_command_async(
            types.ExecuteCommandParams("rca.openDocument", [{"uri": "file:///etc/passwd"}])
        )


@pytest.mark.parametrize("capable", [{"content": False}, {"content": True, "show": False}])
async def test_other_editors_see_nothing_of_it(connect, capable):
    client = await connect(**capable)
    assert client.announced.text_document_content is None
    await call(client, "analyze_error", {"errorText": CRASH})
    found = await diagnostic(client)
    assert found.code_description is None
    assert found.code is None
    offered = await actions(client, found)
    assert "Show the trace" not in offered
    assert offered["Show the report"].command == "rca.analyze_error"
