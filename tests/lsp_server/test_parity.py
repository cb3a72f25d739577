"""The same call gives the same JSON over LSP, MCP (standard input and HTTP) and the command line.

`scenarios.jsonl` holds the calls as `rca call --stdin` reads them. Each tool of the catalogue is also called
without parameters, with one that it does not have, and with a wrong one, so that a tool to come is compared
from its first day.
"""

import json
import subprocess
from pathlib import Path

import httpx2
import jsonschema
import pytest
import pytest_asyncio
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from evaluation.devices.device_logs import SECOND, crash
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import envelope_schema
from tests.lsp_server.conftest import call
from tests.lsp_server.editors import editor
from tests.lsp_server.stdio_server import stdio_server
from tests.rca_process import rca_command

WRITTEN = [json.loads(line) for line in (Path(__file__).parent / "scenarios.jsonl").read_text().splitlines()]
MADE = [
    {"tool": tool, "parameters": parameters}
    for tool in tool_catalog.TOOLSETS["all"]
    for parameters in ({}, {"noSuchParameter": True}, [1])
]
CALLS = WRITTEN + MADE
VOLATILE = ("executionTimeMs", "revision", "cached")
SURFACES = ("lsp", "mcp stdio", "mcp http")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def environment(environment):
    """A machine with an adb server and a device whose log holds a crash."""
    phone = ScriptedDevice("R58M123", 7)
    phone.write(*crash(1, at=SECOND))
    with ScriptedAdbServer(phone) as adb:
        yield {**environment, "ANDROID_ADB_SERVER_PORT": str(adb.port), "ADB_SERVER_SOCKET": ""}


def plain(envelope):
    """Leave out what differs from call to call: the time it took, the revision of the process, what was asked before."""
    envelope = json.loads(json.dumps(envelope, default=lambda value: value._asdict()))
    for varying in VOLATILE:
        envelope["meta"].pop(varying, None)
    return envelope


def run(arguments, app, environment, lines=None):
    command = rca_command(*arguments, "--workspace", app)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, env=environment, check=False)
    return done.stdout


async def over_mcp(client):
    """Make all calls, each for the whole answer."""
    answers = []
    for one in CALLS:
        if isinstance(one["parameters"], list) or one["tool"] not in tool_catalog.TOOLSETS["all"]:
            answers.append(None)  # the protocol itself refuses these
            continue
        result = await client.call_tool(one["tool"], {**one["parameters"], "detail": "full"})
        assert json.loads(result.content[0].text) == result.structured_content
        answers.append(plain(result.structured_content))
    return answers


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def answers(app, environment):
    """The answers to all calls, by surface."""
    run(["index", "--json"], app, environment)
    lines = "".join(json.dumps(one) + "\n" for one in CALLS)
    found = {
        "cli": [
            plain(json.loads(line)) for line in run(["call", "--stdin"], app, environment, lines).splitlines()
        ]
    }
    server = stdio_server(environment, "--toolset", "all", "--workspace", app)
    async with Client(stdio_client(server)) as client:
        found["mcp stdio"] = await over_mcp(client)
    async with editor(environment, [app]) as started:
        found["lsp"] = [
            plain(await call(started.client, one["tool"], one["parameters"]))
            if one["tool"] in tool_catalog.TOOLSETS["all"]
            else None
            for one in CALLS
        ]
        endpoint = await started.client.protocol.send_request_async("rca/mcpEndpoint", {"toolset": "all"})
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {endpoint.token}"})
        async with Client(streamable_http_client(endpoint.url, http_client=http)) as client:
            found["mcp http"] = await over_mcp(client)
    return found


@pytest.mark.parametrize(
    "position", range(len(CALLS)), ids=[f"{n}-{one['tool']}" for n, one in enumerate(CALLS)]
)
async def test_every_surface_gives_the_same_answer(answers, position):
    expected = answers["cli"][position]
    for surface in SURFACES:
        given = answers[surface][position]
        assert given is None or given == expected, surface
    assert answers["lsp"][position] is not None or CALLS[position]["tool"] == "no_such_tool"


async def test_every_answer_is_as_its_schema_says(answers):
    schemas = {tool.name: envelope_schema(tool) for tool in tool_catalog.load_all()}
    succeeded = set()
    for one, answer in zip(CALLS, answers["cli"], strict=True):
        if one["tool"] in schemas:
            whole = {**answer, "meta": {**answer["meta"], "executionTimeMs": 1.0, "revision": 1}}
            jsonschema.validate(whole, schemas[one["tool"]], jsonschema.Draft202012Validator)
            if answer["success"]:
                succeeded.add(one["tool"])
    assert len(succeeded) >= len(schemas) // 2


async def test_one_call_answers_as_many_do(app, environment, answers):
    one = WRITTEN[0]
    arguments = ["call", one["tool"], "--json", json.dumps(one["parameters"])]
    assert plain(json.loads(run(arguments, app, environment))) == answers["cli"][0]


async def test_a_name_that_is_no_tool_is_told_apart_from_an_answer(app, environment, answers):
    position = next(n for n, one in enumerate(CALLS) if one["tool"] == "no_such_tool")
    assert answers["cli"][position]["error"]["code"] == "UNKNOWN_TOOL"
    server = stdio_server(environment, "-w", app)
    async with Client(stdio_client(server)) as client:
        with pytest.raises(MCPError, match="no tool 'no_such_tool'"):
            await client.call_tool("no_such_tool", {})
