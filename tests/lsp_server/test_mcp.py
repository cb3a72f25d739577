"""The tools through the official client, over standard input and output, with both ways to ask the user."""

import asyncio
import json
import sqlite3
import subprocess
from contextlib import asynccontextmanager, suppress

import anyio
import jsonschema
import mcp_types as types
import pytest
import pytest_asyncio
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

from evaluation.project_text import write_project
from rca.toolkit import tool_catalog
from tests.lsp_server.conftest import call as call_by_lsp
from tests.lsp_server.editors import editor
from tests.lsp_server.stdio_server import stdio_server
from tests.rca_process import rca_command

CRASH = "java.lang.IllegalStateException: nothing left\n\tat com.example.larder.Main.run(Main.kt:3)\n"
MAIN = "app/src/main/AndroidManifest.xml"
RECORD = {
    "rootCause": "The list is cleared.",
    "solution": "Keep it.",
    "errorDescription": "The list is empty",
}


@asynccontextmanager
async def connect(root, environment, mode, answer=None, *arguments):
    async def ask(_context, question):
        client.asked.append(question.message)
        return client.answer

    server = stdio_server(environment, "-w", root, *arguments)
    callback = ask if answer is not None else None
    async with Client(stdio_client(server), mode=mode, elicitation_callback=callback) as client:
        client.asked, client.answer = [], answer
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kept(app, environment):
    """Return the client of a mode: made at its first use, and kept, as each has a server of its own to start."""
    clients, holders, end = {}, [], asyncio.Event()

    async def hold(mode, made):
        # One task begins and ends it: what it is made of wants that.
        async with connect(app, environment, mode, answered("deny")) as client:
            made.set_result(client)
            await end.wait()

    async def give(mode, answer=None):
        if mode not in clients:
            made = asyncio.get_running_loop().create_future()
            holder = asyncio.create_task(hold(mode, made))
            await asyncio.wait({made, holder}, return_when=asyncio.FIRST_COMPLETED)
            clients[mode] = made.result() if made.done() else await holder
            holders.append(holder)
        client = clients[mode]
        client.asked, client.answer = [], answer
        return client

    yield give
    end.set()
    await asyncio.gather(*holders)


def answered(choice):
    return types.ElicitResult(action="accept", content={"answer": choice})


both = pytest.mark.parametrize("mode", ["legacy", "auto"])
in_one_loop = pytest.mark.asyncio(loop_scope="module")


@in_one_loop
@both
async def test_the_debugging_tools_are_offered_with_all_that_a_client_shows(kept, mode):
    client = await kept(mode)
    tools = (await client.list_tools()).tools
    assert tuple(tool.name for tool in tools) == tool_catalog.DEBUGGING
    assert len(tools) <= 12
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint is not None
        assert tool.annotations.destructive_hint is not None
        assert tool.output_schema is None
    assert "analyze_error first" in client.instructions


@in_one_loop
@both
async def test_an_answer_is_the_one_of_every_other_surface(kept, app, environment, mode):
    asked = {"filePath": MAIN}
    answer = await (await kept(mode)).call_tool("read_file", {**asked, "detail": "full"})
    async with editor(environment, [app]) as made:
        other = await call_by_lsp(made.client, "read_file", asked)
    assert not answer.is_error
    assert answer.structured_content["data"] == other["data"]
    assert json.loads(answer.content[0].text) == answer.structured_content


@in_one_loop
@both
@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (answered("allow"), None),
        (answered("deny"), "APPROVAL_DENIED"),
        (types.ElicitResult(action="decline"), "APPROVAL_DENIED"),
        (types.ElicitResult(action="cancel"), "APPROVAL_REQUIRED"),
    ],
    ids=["allow", "deny", "decline", "cancel"],
)
async def test_the_user_is_asked_before_anything_is_written(kept, mode, answer, outcome):
    client = await kept(mode, answer)
    result = await client.call_tool("record_solution", RECORD)
    assert len(client.asked) == 1
    assert "record_solution" in client.asked[0]
    assert "Keep it." in client.asked[0]
    assert result.is_error == (outcome is not None)
    code = None if result.structured_content is None else result.structured_content["error"]["code"]
    assert code == outcome


async def test_a_client_that_cannot_ask_gets_an_answer_that_says_so(app, environment):
    async with connect(app, environment, "legacy") as client:
        result = await client.call_tool("record_solution", RECORD)
    assert result.structured_content["error"]["code"] == "APPROVAL_REQUIRED"


@in_one_loop
@both
async def test_wrong_calls_name_what_is_wrong(kept, mode):
    client = await kept(mode)
    result = await client.call_tool("read_file", {"nope": 1})
    assert result.structured_content["error"]["code"] == "INVALID_PARAMETERS"
    assert result.content[0].text.startswith("INVALID_PARAMETERS: read_file: ")
    with pytest.raises(MCPError, match="'detail' is 'compact' or 'full', not 'most'"):
        await client.call_tool("read_file", {"filePath": MAIN, "detail": "most"})
    with pytest.raises(MCPError, match="--toolset all"):
        await client.call_tool("query_index", {})
    with pytest.raises(MCPError, match="no tool 'nope'"):
        await client.call_tool("nope", {})
    assert not (await client.call_tool("read_file", {"filePath": MAIN})).is_error


async def test_another_toolset_offers_its_tools(app, environment):
    async with connect(app, environment, "auto", None, "--toolset", "all") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == set(tool_catalog.TOOLSETS["all"])
        found = await client.call_tool("find_class", {"name": "PriceLabel", "detail": "full"})
    assert found.structured_content["data"]["classes"]


@in_one_loop
async def test_eight_callers_at_once_get_their_own_answers(kept):
    client = await kept("auto")
    answers = {}

    async def ask(number):
        text = CRASH.replace("left", str(number))
        result = await client.call_tool("analyze_error", {"errorText": text, "detail": "full"})
        answers[number] = result.structured_content["data"]["error"]["exceptions"][0]["message"]

    async with anyio.create_task_group() as tasks:
        for number in range(8):
            tasks.start_soon(ask, number)
    assert answers == {number: f"nothing {number}" for number in range(8)}


@both
async def test_models_read_compact_text_unless_a_call_asks_for_all(app, environment, mode):
    async with connect(app, environment, mode, None, "--toolset", "all") as client:
        answer = await client.call_tool("analyze_error", {"errorText": CRASH})
        whole = await client.call_tool("analyze_error", {"errorText": CRASH, "detail": "full"})
        other = await client.call_tool("file_search", {"query": "PriceLabel*"})
        wrong = await client.call_tool("analyze_error", {})
    assert answer.structured_content is None
    assert answer.content[0].text.startswith("# java.lang.IllegalStateException: nothing left\n")
    assert len(answer.content[0].text) < len(whole.content[0].text) / 2
    assert json.loads(whole.content[0].text) == whole.structured_content
    assert whole.structured_content["data"]["brief"]
    assert "PriceLabel.kt" in other.content[0].text
    assert not set('{}"') & set(other.content[0].text)
    assert wrong.is_error
    assert wrong.structured_content["error"]["code"] == "INVALID_PARAMETERS"


@both
@pytest.mark.parametrize("options", [("--output-schemas",), ("--text", "brief", "--output-schemas")])
async def test_announced_schemas_hold_for_the_core_that_stands_beside_the_text(
    app, environment, mode, options
):
    async with connect(app, environment, mode, None, *options) as client:
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
        answer = await client.call_tool("analyze_error", {"errorText": CRASH})
        wrong = await client.call_tool("analyze_error", {})
    assert schemas["analyze_error"]["required"] == ["success", "meta"]
    for result in (answer, wrong):
        jsonschema.validate(
            result.structured_content, schemas["analyze_error"], jsonschema.Draft202012Validator
        )
    core = answer.structured_content["data"]
    assert core["brief"] == ""
    assert core["error"]["exceptions"][0]["type"] == "java.lang.IllegalStateException"
    assert len(json.dumps(core)) < 4_000


@both
async def test_programs_get_the_whole_answer_at_each_call(app, environment, mode):
    async with connect(app, environment, mode, None, "--text", "json") as client:
        whole = await client.call_tool("analyze_error", {"errorText": CRASH})
        short = await client.call_tool("analyze_error", {"errorText": CRASH, "detail": "compact"})
    assert json.loads(whole.content[0].text) == whole.structured_content
    assert short.content[0].text.startswith("# java.lang.IllegalStateException")
    assert short.structured_content is None


def linked_files(data):
    """Return the files whose call sites are linked."""
    database = sqlite3.connect(next((data / "links").glob("*.db")))
    rows = database.execute("SELECT path FROM files WHERE linked").fetchall()
    database.close()
    return {path for (path,) in rows}


@pytest.mark.asyncio
async def test_call_sites_are_linked_while_an_assistant_is_connected(tmp_path, environment):
    root, data = tmp_path / "project", tmp_path / "data"
    write_project(root, {"A.kt": "fun a() = b()\n", "B.kt": "fun b() = 1\n"})
    async with connect(root, {**environment, "RCA_DATA_DIR": str(data)}, "auto"):
        linked = set()
        with anyio.fail_after(120):
            while linked != {"A.kt", "B.kt"}:
                await anyio.sleep(0.05)
                with suppress(sqlite3.Error, StopIteration):  # not made yet
                    linked = linked_files(data)


def test_a_client_that_leaves_before_its_answer_is_no_failure(app, environment):
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }
    server = subprocess.Popen(
        rca_command("mcp", "-w", app),
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    server.stdout.close()
    _said, problems = server.communicate(json.dumps(hello) + "\n", timeout=60)
    assert "Traceback" not in problems
    assert server.returncode == 0
