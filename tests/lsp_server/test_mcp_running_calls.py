"""What happens to a call while it runs, over both transports: progress, cancellation, long output, tasks."""

import json

import anyio
import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from tests.lsp_server.mcp_clients import appears, connect
from tests.project_folder import write_file

both = pytest.mark.parametrize("mode", ["legacy", "auto"])
transports = pytest.mark.parametrize("transport", ["stdio", "http"])


@pytest.fixture
def project(tmp_path):
    return write_file(tmp_path / "project", "A.kt", "fun a() = 1\n").parent


@both
@transports
async def test_a_cancelled_call_stops_the_tool(project, environment, tmp_path, transport, mode):
    async with connect(transport, mode, project, environment) as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "probe_slow", {"folder": str(tmp_path)})
            await appears(tmp_path / "begun")
            tasks.cancel_scope.cancel()
        await appears(tmp_path / "stopped")
        again = await client.call_tool("probe_long", {"bytes": 16})
        assert "0123456789abcde\n" in again.content[0].text


@both
@transports
async def test_a_client_that_leaves_stops_its_tools(project, environment, tmp_path, transport, mode):
    async with connect(transport, mode, project, environment) as client:
        with anyio.move_on_after(30) as leaving:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(client.call_tool, "probe_slow", {"folder": str(tmp_path)})
                await appears(tmp_path / "begun")
                leaving.cancel()
    await appears(tmp_path / "stopped")


@both
@transports
async def test_a_long_call_tells_how_far_it_is(project, environment, tmp_path, transport, mode):
    told = []
    enough = anyio.Event()

    async def progress(done, _total, message):
        told.append((done, message))
        if len(told) == 3:
            enough.set()

    async def run():
        await client.call_tool("probe_slow", {"folder": str(tmp_path)}, progress_callback=progress)

    async with connect(transport, mode, project, environment) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(run)
        with anyio.fail_after(20):
            await enough.wait()
        tasks.cancel_scope.cancel()
    assert told == [(1, "step 0"), (2, "step 1"), (3, "step 2")]


@both
@transports
async def test_long_output_is_linked_and_can_be_read(project, environment, transport, mode):
    async with connect(transport, mode, project, environment) as client:
        answer = await client.call_tool("probe_long", {})
        assert len(answer.content[0].text) < 12_000
        link = answer.content[1]
        assert isinstance(link, types.ResourceLink)
        assert f"the rest: {link.uri}\n" in answer.content[0].text
        assert (link.name, link.size) == ("text", 30_000)
        read = await client.read_resource(link.uri)
        assert len(read.contents[0].text) == 30_000
        assert read.contents[0].mime_type == "text/plain"
        templates = (await client.list_resource_templates()).resource_templates
        assert "rca-output:{id}" in [template.uri_template for template in templates]
        assert not (await client.list_resources()).resources


@both
@pytest.mark.parametrize(
    "uri", ["rca-output:" + "0" * 32, "rca-output:../../etc/passwd", "file:///etc/passwd"]
)
async def test_nothing_else_is_a_resource(project, environment, mode, uri):
    async with connect("http", mode, project, environment) as client:
        with pytest.raises(MCPError, match="no kept output"):
            await client.read_resource(uri)


@both
@transports
async def test_a_dangerous_tool_asks_and_shows_what_it_would_do(
    project, environment, tmp_path, transport, mode
):
    accept = types.ElicitResult(action="accept", content={"answer": "always"})
    async with connect(transport, mode, project, environment, answer=accept) as client:
        for _ in range(2):
            assert not (await client.call_tool("probe_write", {"folder": str(tmp_path)})).is_error
        assert [question.message for question in client.asked] == [
            f"Allow probe_write?\n  folder: {shown(tmp_path)}\nRisk level: dangerous"
        ]
        assert client.asked[0].requested_schema["properties"]["answer"]["default"] == "deny"
    assert (tmp_path / "written").exists()


def shown(path):
    return str(path) if len(str(path)) <= 60 else f"<{len(str(path).encode())} bytes>"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (types.ElicitResult(action="decline"), "APPROVAL_DENIED"),
        (types.ElicitResult(action="cancel"), "APPROVAL_REQUIRED"),
        (types.ElicitResult(action="accept", content={"answer": "deny"}), "APPROVAL_DENIED"),
        (types.ElicitResult(action="accept", content={"answer": "yes, please"}), "APPROVAL_DENIED"),
        (types.ElicitResult(action="accept", content={}), "APPROVAL_REQUIRED"),
        (None, "APPROVAL_REQUIRED"),
    ],
    ids=["decline", "cancel", "deny", "something else", "nothing", "cannot ask"],
)
@both
async def test_nothing_is_done_without_a_yes(project, environment, tmp_path, mode, answer, code):
    async with connect("http", mode, project, environment, answer=answer) as client:
        result = await client.call_tool("probe_write", {"folder": str(tmp_path)})
    assert result.structured_content["error"]["code"] == code
    assert result.is_error
    assert not (tmp_path / "written").exists()


async def test_a_rule_of_the_user_approves_beforehand(project, environment, tmp_path):
    pattern = (
        json.dumps({"folder": str(tmp_path)}, separators=(",", ":")).replace("{", r"\{").replace("}", r"\}")
    )
    rules = json.dumps([{"tool": "probe_write", "pattern": pattern}])
    (tmp_path / "other").mkdir()
    async with connect("stdio", "auto", project, environment, {"RCA_AUTO_APPROVE": rules}) as client:
        assert not (await client.call_tool("probe_write", {"folder": str(tmp_path)})).is_error
        other = await client.call_tool("probe_write", {"folder": str(tmp_path / "other")})
    assert other.structured_content["error"]["code"] == "APPROVAL_REQUIRED"
    assert (tmp_path / "written").exists()
    assert not (tmp_path / "other" / "written").exists()


async def test_a_client_names_its_tasks_and_each_has_its_budget(project, environment, tmp_path):
    settings = {"RCA_MAX_TURNS": "2", "RCA_DATA_DIR": str(tmp_path / "data")}
    codes = []
    async with connect("stdio", "auto", project, environment, settings) as client:
        for task in ("one", "one", "one", "two"):
            answer = await client.call_tool("probe_long", {"bytes": 16}, meta={"kotlin-rca/task": task})
            codes.append(answer.structured_content["error"]["code"] if answer.is_error else None)
    assert codes == [None, None, "BUDGET_EXCEEDED", None]
    lines = [json.loads(line) for path in (tmp_path / "data" / "metrics").iterdir() for line in path.open()]
    assert [(line["task"], line.get("error")) for line in lines] == [
        ("one", None),
        ("one", None),
        ("one", "BUDGET_EXCEEDED"),
        ("two", None),
    ]
