"""Calls that outlive their request, in the tasks of both generations of the protocol, over both transports."""

from datetime import timedelta
from pathlib import Path

import anyio
import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from lsp_server.mcp.call_tasks import MOST_RUNNING, CallTasks
from tests.lsp_server.mcp_clients import (
    TASKS,
    TasksExtension,
    appears,
    ask_task,
    connect,
    start_task,
    until_status,
)
from tests.project_folder import write_file

both = pytest.mark.parametrize("mode", ["legacy", "auto"])
transports = pytest.mark.parametrize("transport", ["stdio", "http"])
ALLOW = types.ElicitResult(action="accept", content={"answer": "allow"})


@pytest.fixture
def project(tmp_path):
    return write_file(tmp_path / "project", "A.kt", "fun a() = 1\n").parent


@pytest.fixture
def connected(project, environment):
    def open_client(transport, mode, answer=None):
        extension = TasksExtension()
        made = connect(transport, mode, project, environment, answer=answer, extensions=[extension])
        made.extension = extension
        return made

    return open_client


async def result_of(client, task_id):
    """Return the result of a task that has ended, in the way of the client's protocol."""
    if client.protocol_version == "2025-11-25":
        return await ask_task(client, "tasks/result", task_id)
    return (await ask_task(client, "tasks/get", task_id))["result"]


def is_running(process):
    """Return whether a process runs, and is no zombie that nobody waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def ends(process):
    with anyio.fail_after(60):
        while is_running(process):  # noqa: ASYNC110 - another process or thread changes it
            await anyio.sleep(0.05)


@both
@transports
async def test_a_long_call_goes_on_while_its_client_asks_for_other_things(
    connected, tmp_path, transport, mode
):
    async with connected(transport, mode) as client:
        task = await start_task(client, "probe_patient", {"folder": str(tmp_path)})
        assert task["status"] == "working"
        other = await client.call_tool("probe_long", {"bytes": 16})
        assert not other.is_error
        assert (await ask_task(client, "tasks/get", task["taskId"]))["status"] == "working"
        (tmp_path / "go").touch()
        ended = await until_status(client, task["taskId"], "completed")
        assert ended["createdAt"] <= ended["lastUpdatedAt"]
        result = await result_of(client, task["taskId"])
    assert "went" in result["content"][0]["text"]


@transports
async def test_a_result_comes_after_the_client_has_given_up_waiting_for_it(connected, tmp_path, transport):
    async with connected(transport, "legacy") as client:
        task = await start_task(client, "probe_patient", {"folder": str(tmp_path)})
        with pytest.raises(TimeoutError):
            with anyio.fail_after(0.5):
                await ask_task(client, "tasks/result", task["taskId"])
        assert (await ask_task(client, "tasks/get", task["taskId"]))["status"] == "working"
        (tmp_path / "go").touch()
        result = await ask_task(client, "tasks/result", task["taskId"])
    assert "went" in result["content"][0]["text"]
    assert result["_meta"]["io.modelcontextprotocol/related-task"] == {"taskId": task["taskId"]}


@both
@transports
async def test_cancelling_a_task_kills_all_that_it_started(connected, tmp_path, transport, mode):
    async with connected(transport, mode) as client:
        task = await start_task(client, "probe_build", {"folder": str(tmp_path)})
        await appears(tmp_path / "grandchild")
        process = int((tmp_path / "grandchild").read_text())
        assert is_running(process)
        await ask_task(client, "tasks/cancel", task["taskId"])
        assert (await ask_task(client, "tasks/get", task["taskId"]))["status"] == "cancelled"
        await ends(process)
        assert (await ask_task(client, "tasks/get", task["taskId"]))["status"] == "cancelled"


@both
@transports
async def test_a_server_that_ends_kills_what_its_tasks_started(connected, tmp_path, transport, mode):
    async with connected(transport, mode) as client:
        await start_task(client, "probe_build", {"folder": str(tmp_path)})
        await appears(tmp_path / "grandchild")
    await ends(int((tmp_path / "grandchild").read_text()))


@transports
async def test_a_task_asks_its_user_while_the_result_is_waited_for(connected, tmp_path, transport):
    async with connected(transport, "legacy", ALLOW) as client:
        task = await start_task(client, "probe_ask", {"folder": str(tmp_path)})
        await until_status(client, task["taskId"], "input_required")
        assert client.asked == []
        result = await ask_task(client, "tasks/result", task["taskId"])
        assert len(client.asked) == 1
        asked = client.asked[0]
        assert "probe_ask" in asked.message
        assert asked.meta["io.modelcontextprotocol/related-task"] == {"taskId": task["taskId"]}
    assert "done" in result["content"][0]["text"]
    assert (tmp_path / "written").exists()


@transports
async def test_a_task_of_the_extension_names_its_question_and_takes_the_answer(
    connected, tmp_path, transport
):
    async with connected(transport, "auto", ALLOW) as client:
        task = await start_task(client, "probe_ask", {"folder": str(tmp_path)})
        waiting = await until_status(client, task["taskId"], "input_required")
        ((key, question),) = waiting["inputRequests"].items()
        assert question["method"] == "elicitation/create"
        assert "probe_ask" in question["params"]["message"]
        await ask_task(client, "tasks/update", task["taskId"], input_responses={"another": ALLOW})
        assert (await ask_task(client, "tasks/get", task["taskId"]))["status"] == "input_required"
        await ask_task(client, "tasks/update", task["taskId"], input_responses={key: ALLOW})
        ended = await until_status(client, task["taskId"], "completed")
    assert "done" in ended["result"]["content"][0]["text"]


@both
async def test_without_a_yes_a_task_does_nothing(connected, tmp_path, mode):
    async with connected("http", mode) as client:
        task = await start_task(client, "probe_ask", {"folder": str(tmp_path)})
        ended = await until_status(client, task["taskId"], "completed", "failed")
        result = await result_of(client, task["taskId"])
    assert ended["status"] == ("failed" if mode == "legacy" else "completed")
    assert result["structuredContent"]["error"]["code"] == "APPROVAL_REQUIRED"
    assert not (tmp_path / "written").exists()


async def test_tools_say_whether_they_can_be_tasks_and_the_server_how(connected):
    async with connected("stdio", "legacy") as client:
        tools = {tool.name: tool.execution for tool in (await client.list_tools()).tools}
        tasks = client.server_capabilities.tasks
    assert tools["probe_build"].task_support == "optional"
    assert tools["probe_long"] is None
    assert tasks.requests.tools.call is not None
    assert tasks.list is not None
    assert tasks.cancel is not None
    async with connected("stdio", "auto") as client:
        assert TASKS in client.server_capabilities.extensions


async def test_a_client_is_told_of_each_status(connected, tmp_path):
    made = connected("stdio", "legacy", ALLOW)
    async with made as client:
        task = await start_task(client, "probe_ask", {"folder": str(tmp_path)})
        await until_status(client, task["taskId"], "input_required")
        await ask_task(client, "tasks/result", task["taskId"])
        with anyio.fail_after(30):
            while len(made.extension.told) < 2:  # noqa: ASYNC110 - another process or thread changes it
                await anyio.sleep(0.02)
    assert made.extension.told == [(task["taskId"], "input_required"), (task["taskId"], "completed")]


async def test_quick_tools_unknown_tasks_and_ended_tasks_are_refused(connected, tmp_path):
    (tmp_path / "go").touch()
    async with connected("stdio", "legacy") as client:
        with pytest.raises(MCPError, match="probe_long is quick"):
            await start_task(client, "probe_long", {})
        with pytest.raises(MCPError, match="no tool 'nope'"):
            await start_task(client, "nope", {})
        for method in ("tasks/get", "tasks/result", "tasks/cancel"):
            with pytest.raises(MCPError, match="no task 'made up'"):
                await ask_task(client, method, "made up")
        task = await start_task(client, "probe_patient", {"folder": str(tmp_path)})
        await until_status(client, task["taskId"], "completed")
        with pytest.raises(MCPError, match="ended already"):
            await ask_task(client, "tasks/cancel", task["taskId"])
        with pytest.raises(MCPError, match="Method not found"):
            await ask_task(client, "tasks/update", task["taskId"], input_responses={})


async def test_a_client_without_the_extension_waits_for_the_result_itself(project, environment, tmp_path):
    (tmp_path / "go").touch()
    async with connect("stdio", "auto", project, environment) as client:
        result = await client.call_tool("probe_patient", {"folder": str(tmp_path)})
        assert "went" in result.content[0].text
        with pytest.raises(MCPError) as refused:
            await ask_task(client, "tasks/get", "made up")
    assert refused.value.error.code == types.MISSING_REQUIRED_CLIENT_CAPABILITY
    assert TASKS in refused.value.error.data["requiredCapabilities"]["extensions"]


async def test_each_client_lists_its_own_tasks_page_by_page(connected, tmp_path):
    (tmp_path / "go").touch()
    async with connected("stdio", "legacy") as client:
        begun = []
        for _ in range(21):
            task = await start_task(client, "probe_patient", {"folder": str(tmp_path)})
            begun.append(task["taskId"])
            await until_status(client, task["taskId"], "completed")
        request = types.ListTasksRequest()
        first = await client.session.send_request(request, types.ListTasksResult)
        request = types.ListTasksRequest(params=types.PaginatedRequestParams(cursor=first.next_cursor))
        second = await client.session.send_request(request, types.ListTasksResult)
    assert len(first.tasks) == 20
    assert [task.task_id for task in (*first.tasks, *second.tasks)] == begun[::-1]
    assert second.next_cursor is None


async def test_tasks_are_bounded_in_number(connected, tmp_path):
    async with connected("stdio", "legacy") as client:
        for _ in range(MOST_RUNNING):
            await start_task(client, "probe_patient", {"folder": str(tmp_path)})
        with pytest.raises(MCPError, match=f"{MOST_RUNNING} tasks run already"):
            await start_task(client, "probe_patient", {"folder": str(tmp_path)})
        (tmp_path / "go").touch()


class Call:
    """A call that has ended as it begins, with a text of some size."""

    seconds = 600.0
    tool = "probe"

    def __init__(self, size):
        self.size = size

    def next(self):
        return {"size": self.size}

    def cancel(self):
        pass


async def start(tasks, size=1, ttl_ms=None):
    async def make():
        return Call(size)

    async def tell(_task):
        pass

    def result(_call, envelope):
        return types.CallToolResult(content=[types.TextContent(type="text", text="x" * envelope["size"])])

    task = await tasks.start(make, "me", ttl_ms, result, tell)
    with anyio.fail_after(10):
        while not task.has_ended():  # noqa: ASYNC110 - another process or thread changes it
            await anyio.sleep(0.001)
    return task


async def test_results_are_bounded_in_number_and_bytes():
    tasks = CallTasks()
    for _ in range(60):
        await start(tasks)
    assert len(tasks.of("me")) == 50
    for _ in range(5):
        await start(tasks, size=5_000_000)
    assert sum(task.size for task in tasks.of("me")) < 16 * 1024 * 1024
    newest = await start(tasks, size=17_000_000)
    assert tasks.of("me") == [newest]


async def test_a_task_is_kept_as_long_as_it_was_asked_for_and_no_longer():
    tasks = CallTasks()
    day = 24 * 60 * 60 * 1000
    assert (await start(tasks, ttl_ms=day * 9)).ttl_ms == day
    task = await start(tasks, ttl_ms=0)
    assert task.ttl_ms == 900_000, "never shorter than the tool may take, and five minutes"
    assert tasks.get(task.id) is task
    task.created -= timedelta(seconds=901)
    with pytest.raises(MCPError, match="has expired"):
        tasks.get(task.id)


@both
async def test_the_answer_of_a_call_that_nobody_waited_for_can_be_read(project, environment, tmp_path, mode):
    told = []

    async def progress(_done, _total, line):
        told.append(line)

    async def call():
        await client.call_tool("probe_patient", {"folder": str(tmp_path)}, progress_callback=progress)

    async with (
        connect("stdio", mode, project, environment, toolset="probes,debugging") as client,
        anyio.create_task_group() as group,
    ):
        group.start_soon(call)
        with anyio.fail_after(30):
            while not told:  # noqa: ASYNC110 - another process or thread changes it
                await anyio.sleep(0.02)
        running = await client.call_tool("read_file", {"filePath": "rca-output:last-run"})
        (tmp_path / "go").touch()
        with anyio.fail_after(30):
            while True:
                read = await client.read_resource("rca-output:last-run")
                if "went" in read.contents[0].text:
                    break
                await anyio.sleep(0.02)
        names = [one.name for one in (await client.list_resources()).resources]
    assert "rca-output:last-run" in told[0]
    assert "its answer is not there yet" in running.content[0].text
    assert "last run" in names
