"""The official MCP client in front of a real server, over standard input and output and over HTTP."""

import asyncio
from contextlib import asynccontextmanager
from typing import Literal

import anyio
import httpx2
import mcp_types as types
from mcp.client.client import Client
from mcp.client.extension import ClientExtension, NotificationBinding, ResultClaim
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from pydantic import ConfigDict

from lsp_server.mcp.http import HttpServer
from lsp_server.user_session import Session
from models.settings import Settings
from rca.toolkit import tool_catalog
from tests.lsp_server import probe_tools
from tests.lsp_server.stdio_server import stdio_server

UI = "io.modelcontextprotocol/ui"
TASKS = "io.modelcontextprotocol/tasks"


@asynccontextmanager
async def connect(
    transport, mode, project, environment, settings=None, answer=None, *, toolset="probes", extensions=()
):
    """Connect the official client to a server, by default one that offers the probes.

    `answer` is what its user answers each question; None for a client that cannot ask. The questions are in
    `asked`; over HTTP the server's session is in `server_session`.
    """
    asked = []

    async def ask(_context, question):
        asked.append(question)
        return answer

    callback = ask if answer is not None else None
    if transport == "stdio":
        server = stdio_server(
            {**environment, **(settings or {})},
            *("--toolset", toolset, "-w", project),
            module="tests.lsp_server.probe_tools",
        )
        made = Client(stdio_client(server), mode=mode, elicitation_callback=callback, extensions=extensions)
        async with made as client:
            client.asked = asked
            yield client
        return
    session = Session([project], project.parent / "data", Settings(metrics=True))
    toolsets = dict(tool_catalog.TOOLSETS)
    probe_tools.install()
    server = HttpServer(lambda: session, toolset)
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {server.endpoint.token}"})
    made = Client(
        streamable_http_client(server.endpoint.url, http_client=http),
        mode=mode,
        elicitation_callback=callback,
        extensions=extensions,
    )
    try:
        async with made as client:
            client.asked, client.server_session = asked, session
            yield client
    finally:
        await asyncio.to_thread(server.close)
        session.close()
        tool_catalog.TOOLSETS.clear()
        tool_catalog.TOOLSETS.update(toolsets)


async def appears(path):
    """Wait until another process makes a file."""
    with anyio.fail_after(60):
        while not path.exists():  # noqa: ASYNC110 - another process makes the file
            await anyio.sleep(0.02)


class TaskParams(types.RequestParams):
    task_id: str


class UpdateParams(TaskParams):
    input_responses: dict[str, types.ElicitResult]


class TaskRequest(types.Request[TaskParams, str]):
    """A request about one task, which HTTP routes by the task's id."""

    name_param = "taskId"
    method: str
    params: TaskParams | UpdateParams


class AnyResult(types.Result):
    """A result whose fields stay as they came."""

    model_config = ConfigDict(extra="allow")


class TaskHandle(AnyResult):
    """What stands for the result of a call that became a task."""

    result_type: Literal["task"] = "task"


async def ask_task(client, method, task_id, **more):
    """Send a request about a task; return its result as JSON."""
    params = (UpdateParams if more else TaskParams)(task_id=task_id, **more)
    result = await client.session.send_request(TaskRequest(method=method, params=params), AnyResult)
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)


async def until_status(client, task_id, *statuses):
    """Poll a task until it has one of some statuses; return its state."""
    with anyio.fail_after(60):
        while True:
            state = await ask_task(client, "tasks/get", task_id)
            if state["status"] in statuses:
                return state
            await anyio.sleep(0.05)


class TasksExtension(ClientExtension):
    """The tasks extension of 2026-07-28, and the status notifications of 2025-11-25; handles are left unresolved."""

    identifier = TASKS

    def __init__(self):
        self.told = []

    def claims(self):
        async def resolve(_handle, _context):
            raise AssertionError("each test asks for the handle")

        return [ResultClaim(result_type="task", model=TaskHandle, resolve=resolve)]

    def notifications(self):
        async def tell(params):
            self.told.append((params.task_id, params.status))

        status = types.TaskStatusNotificationParams
        return [NotificationBinding(method="notifications/tasks/status", params_type=status, handler=tell)]


async def start_task(client, tool, arguments, ttl=None):
    """Call a tool as a task, in the way of the client's protocol; return the task's state."""
    if client.protocol_version == "2025-11-25":
        # The client's own check knows no such result of a call.
        params = {"name": tool, "arguments": arguments, "task": {} if ttl is None else {"ttl": ttl}}
        result = await client.session._dispatcher.send_raw_request("tools/call", params, {})
        return result["task"]
    handle = await client.session.call_tool(tool, arguments, allow_claimed=True)
    return handle.model_dump(by_alias=True, mode="json", exclude_none=True)
