"""Known errors, reports and solutions as resources, and the prompts that attach them, with the official client."""

import anyio
import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from lsp_server.mcp.instructions import instructions, steps_about
from lsp_server.mcp.prompts import _PROMPTS
from lsp_server.user_session import Session
from models.events import OutputChunk
from models.settings import Settings
from rca.toolkit.tool_catalog import select
from tests.lsp_server.mcp_clients import connect
from tests.project_folder import write_file

both = pytest.mark.parametrize("mode", ["legacy", "auto"])
transports = pytest.mark.parametrize("transport", ["stdio", "http"])
CODE = """package app

class Basket(private val items: MutableList<String>) {
    fun first(): String = items.first()
}
"""
SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
CRASH = (
    f"java.util.NoSuchElementException: List is empty, token={SECRET}\n"
    "\tat kotlin.collections.CollectionsKt.first(Collections.kt:10)\n"
    "\tat app.Basket.first(Basket.kt:4)\n"
)
OTHER = "java.lang.IllegalStateException: closed\n\tat app.Basket.first(Basket.kt:4)\n"
TOOLSET = "debugging,build"


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    write_file(root, "app/Basket.kt", CODE)
    write_file(root, "settings.gradle.kts", 'rootProject.name = "shop"\n')
    return root


@pytest.fixture
def own(environment, tmp_path):
    """The environment with a data folder that no other test sees."""
    return {**environment, "RCA_DATA_DIR": str(tmp_path / "data")}


async def errors(client, most=60):
    """Wait for the known errors; return them as they are listed."""
    with anyio.fail_after(most):
        while True:
            listed = (await client.list_resources(cache_mode="bypass")).resources
            found = [
                one for one in listed if one.uri.startswith("rca://errors/") and one.name != "last error"
            ]
            if found:
                return found
            await anyio.sleep(0.05)


async def text(client, uri):
    return (await client.read_resource(uri, cache_mode="bypass")).contents[0].text


def push(session, crash, run):
    session.push_output(OutputChunk(run=run, kind="task", name="./gradlew run", text=crash, ended=True))


@both
async def test_an_analyzed_error_becomes_the_last_one_with_its_report(project, own, mode):
    async with connect("stdio", mode, project, own, toolset=TOOLSET) as client:
        with pytest.raises(MCPError, match="No error is known yet"):
            await client.read_resource("rca://errors/last")
        await client.call_tool("analyze_error", {"errorText": CRASH})
        (one,) = await errors(client)
        assert "NoSuchElementException" in one.title
        brief, same = await text(client, one.uri), await text(client, "rca://errors/last")
        report = await text(client, one.uri.replace("errors", "reports"))
        with pytest.raises(MCPError, match="no error 'made-up'"):
            await client.read_resource("rca://errors/made-up")
    assert brief == same
    assert brief.startswith("# java.util.NoSuchElementException")
    assert "app.Basket.first(Basket.kt:4)" in brief
    assert report.startswith("# java.util.NoSuchElementException")
    assert "app/Basket.kt" in report
    assert SECRET not in brief + report + one.title


async def test_errors_that_an_editor_kept_are_known_without_taking_them_over(project, own, tmp_path):
    session = Session([project], tmp_path / "data", Settings())
    session.keep_errors()
    push(session, CRASH, "1")
    with anyio.fail_after(60):
        while not (tmp_path / "data" / "errors").exists():  # noqa: ASYNC110 - another process or thread changes it
            await anyio.sleep(0.05)
    session.close()
    (kept,) = (tmp_path / "data" / "errors").iterdir()
    before = kept.read_bytes()
    async with connect("stdio", "auto", project, own, toolset=TOOLSET) as client:
        await errors(client)
        await client.call_tool("analyze_error", {"errorText": OTHER})
        with anyio.fail_after(60):
            while len(await errors(client)) < 2:  # noqa: ASYNC110 - another process or thread changes it
                await anyio.sleep(0.05)
        assert "IllegalStateException" in await text(client, "rca://errors/last")
    assert kept.read_bytes() == before


@both
@transports
async def test_a_past_solution_is_a_resource(project, own, transport, mode):
    record = {
        "rootCause": "The list is cleared.",
        "solution": "Keep it.",
        "errorDescription": "The list is empty",
    }
    allow = types.ElicitResult(action="accept", content={"answer": "allow"})
    async with connect(transport, mode, project, own, answer=allow, toolset=TOOLSET) as client:
        made = await client.call_tool("record_solution", {**record, "detail": "full"})
        read = await text(client, f"rca://solutions/{made.structured_content['data']['id']}")
        with pytest.raises(MCPError, match="no past solution 'made-up'"):
            await client.read_resource("rca://solutions/made-up")
    assert "# The list is empty\n" in read
    assert "The list is cleared." in read
    assert "Keep it." in read


@transports
async def test_a_subscriber_is_told_of_a_new_error_and_of_the_changed_list(project, own, transport):
    updated, listed = [], anyio.Event()

    async with connect(transport, "legacy", project, own, toolset=TOOLSET) as client:
        assert client.server_capabilities.resources.subscribe
        assert client.server_capabilities.resources.list_changed

        async def hear(message):
            if isinstance(message, types.ResourceUpdatedNotification):
                updated.append(message.params.uri)
            if isinstance(message, types.ResourceListChangedNotification):
                listed.set()

        client.session._message_handler = hear
        await client.subscribe_resource("rca://errors/last")
        if transport == "stdio":
            await client.call_tool("analyze_error", {"errorText": CRASH})
        else:
            push(client.server_session, CRASH, "1")
        with anyio.fail_after(60):
            await listed.wait()
    assert set(updated) == {"rca://errors/last"}


@transports
async def test_an_open_stream_of_2026_is_told_of_a_new_error(project, own, transport):
    async with (
        connect(transport, "auto", project, own, toolset=TOOLSET) as client,
        client.listen(resources_list_changed=True, resource_subscriptions=["rca://reports/last"]) as stream,
    ):
        if transport == "stdio":
            await client.call_tool("analyze_error", {"errorText": CRASH})
        else:
            push(client.server_session, CRASH, "1")
        told = set()
        with anyio.fail_after(60):
            async for event in stream:
                told.add(getattr(event, "uri", "list"))
                if len(told) == 2:
                    break
    assert told == {"rca://reports/last", "list"}


@both
async def test_prompts_teach_the_shortest_way_and_attach_what_is_known(project, own, mode):
    async with connect("stdio", mode, project, own, toolset=TOOLSET) as client:
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        assert names == ["diagnose", "why", "record-fix"]
        unknown = (await client.get_prompt("diagnose", {})).messages
        assert len(unknown) == 1
        assert "ask me for its text" in unknown[0].content.text
        given = (await client.get_prompt("diagnose", {"error": OTHER})).messages[0].content.text
        assert "IllegalStateException: closed" in given
        assert "Call analyze_error first" in given
        await client.call_tool("analyze_error", {"errorText": CRASH})
        (one,) = await errors(client)
        diagnose = (await client.get_prompt("diagnose", {"error": "last"})).messages
        fix = (await client.get_prompt("record-fix", {"fix": "Keep the list."})).messages
        why = (await client.get_prompt("why", {"place": "app/Basket.kt:4"})).messages
        with pytest.raises(MCPError, match="why needs a place"):
            await client.get_prompt("why", {"place": " "})
        with pytest.raises(MCPError, match="no prompt 'nope'"):
            await client.get_prompt("nope", {})
        with pytest.raises(MCPError, match="diagnose takes error, and not errors"):
            await client.get_prompt("diagnose", {"errors": "last"})
    assert diagnose[1].content.resource.uri == one.uri.replace("errors", "reports")
    assert "app/Basket.kt" in diagnose[1].content.resource.text
    assert "Keep the list." in fix[0].content.text
    assert "call record_solution" in fix[0].content.text
    assert fix[1].content.resource.uri == one.uri
    assert "line 4 of `app/Basket.kt`" in why[0].content.text
    assert "trace_value_origin for where a value" in why[0].content.text


@both
async def test_arguments_are_completed_by_errors_culprits_and_symbols(project, own, mode):
    async def values(name, argument, value):
        ref = (
            types.PromptReference(name=name) if ":" not in name else types.ResourceTemplateReference(uri=name)
        )
        return (await client.complete(ref, {"name": argument, "value": value})).completion.values

    async with connect("stdio", mode, project, own, toolset=TOOLSET) as client:
        await client.call_tool("analyze_error", {"errorText": CRASH})
        (one,) = await errors(client)
        id_ = one.uri.removeprefix("rca://errors/")
        assert await values("diagnose", "error", "") == ["last", id_]
        assert await values("diagnose", "error", "NoSuchElement") == [id_]
        assert await values("record-fix", "error", "la") == ["last"]
        assert await values("rca://errors/{id}", "id", id_[:4]) == [id_]
        assert await values("why", "nope", "x") == []
        with anyio.fail_after(60):  # until the culprit is looked up
            while await values("why", "place", "") != ["app/Basket.kt:4"]:  # noqa: ASYNC110 - another process or thread changes it
                await anyio.sleep(0.05)
        assert "Basket.first" in await values("why", "place", "first")


async def test_a_server_offers_the_prompts_whose_tools_it_has(project, own):
    async with connect("stdio", "auto", project, own, toolset="navigation") as client:
        assert (await client.list_prompts()).prompts == []
    async with connect("stdio", "auto", project, own, toolset="errors") as client:
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["diagnose"]


def test_no_prompt_has_steps_of_its_own():
    """What a prompt teaches stands in the instructions, word for word."""
    tools = select(TOOLSET)
    for prompt in _PROMPTS:
        steps = steps_about(prompt.topics, tools)
        assert steps
        assert all(step in instructions(tools) for step in steps)
