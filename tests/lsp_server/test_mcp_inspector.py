"""The official inspector against the server: both generations of the protocol, both transports."""

import asyncio
import json
import os

import pytest
import pytest_asyncio

from rca.toolkit import tool_catalog
from tests.lsp_server.editors import editor
from tests.lsp_server.inspector import NotInstalledError, install
from tests.rca_process import rca_command

CRASH = "java.lang.IllegalStateException: nothing left\n\tat com.example.larder.Main.run(Main.kt:3)\n"

WAIT = ("--connect-timeout", "120000")
over_http = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def inspector(environment, tmp_path_factory):
    try:
        return install(environment, tmp_path_factory.mktemp("inspector-home"))
    except NotInstalledError as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"npm cannot install the inspector: {problem}")


@pytest.fixture(scope="module")
def ask(inspector, app):
    """Ask a server on standard input and output, that is started for each question."""

    def run(era, *arguments, options=()):
        server = rca_command("mcp", "-w", app, *options)
        return inspector(*server, *WAIT, "--protocol-era", era, *arguments)

    return run


def call(tool, **parameters):
    return (
        "--method",
        "tools/call",
        "--tool-name",
        tool,
        "--tool-args-json",
        json.dumps(parameters),
    )


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_every_schema_is_one_that_models_and_clients_take(ask, era):
    code, said, problems = ask(era, "--method", "tools/list", "--strict", options=("--toolset", "all"))
    assert (code, problems) == (0, "")
    assert {tool["name"] for tool in said["result"]["tools"]} == set(tool_catalog.TOOLSETS["all"])


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_an_answer_keeps_to_the_schema_that_was_announced(ask, era):
    """The inspector's client checks structured content against the output schema, as hosts do."""
    programs = ("--text", "json", "--output-schemas")
    code, said, problems = ask(era, *call("analyze_error", errorText=CRASH), options=programs)
    assert code == 0, problems
    result = said["result"]
    assert result["structuredContent"]["data"]["error"]["kind"] == "jvm_exception"
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    code, said, problems = ask(era, *call("analyze_error", errorText=CRASH), options=("--output-schemas",))
    assert code == 0, problems
    assert said["result"]["structuredContent"]["data"]["error"]["kind"] == "jvm_exception"


def test_a_failing_tool_and_a_missing_one_are_told_apart(ask):
    code, _said, problems = ask("modern", *call("read_file", filePath="no/such.kt"))
    assert code != 0
    assert "tool_is_error" in problems
    code, _said, problems = ask("legacy", *call("nope"))
    assert code != 0
    assert "tool_not_found" in problems


def test_what_was_left_out_is_a_resource(ask):
    limited = ("--answer-tokens", "300")
    code, said, problems = ask("modern", *call("analyze_error", errorText=CRASH * 40), options=limited)
    assert code == 0, problems
    (link,) = [block for block in said["result"]["content"] if block["type"] == "resource_link"]
    _code, listed, _problems = ask("modern", "--method", "resources/templates/list")
    template = next(one for one in listed["result"]["resourceTemplates"] if one["name"] == "output")
    assert link["uri"].startswith(template["uriTemplate"].removesuffix("{id}"))
    _code, said, problems = ask("legacy", "--method", "resources/read", "--uri", link["uri"])
    (content,) = said["result"]["contents"]
    whole = json.loads(content["text"])
    assert whole["error"]["kind"] == "jvm_exception", problems
    assert len(content["text"].encode()) == link["size"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def endpoint(app, environment):
    async with editor(environment, [app]) as made:
        yield await made.client.protocol.send_request_async("rca/mcpEndpoint", {})


@over_http
@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_the_running_server_over_http(inspector, endpoint, era):
    where = ("--transport", "http", "--server-url", endpoint.url, *WAIT, "--protocol-era", era)
    token = ("--header", f"Authorization: Bearer {endpoint.token}")
    code, said, problems = await asyncio.to_thread(
        inspector, *where, *token, *call("analyze_error", errorText=CRASH)
    )
    assert code == 0, problems
    assert said["result"]["content"][0]["text"].startswith("# java.lang.IllegalStateException: nothing left")


@over_http
async def test_without_the_token_nothing_is_told(inspector, endpoint):
    where = ("--transport", "http", "--server-url", endpoint.url, *WAIT, "--stored-auth-only")
    code, said, problems = await asyncio.to_thread(inspector, *where, "--method", "tools/list")
    assert code != 0
    assert not said
    assert "analyze_error" not in problems
