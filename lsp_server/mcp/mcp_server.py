"""The MCP server: handshake protocols and 2026-07-28, with the same answers as every other surface."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import NotificationOptions, Server

from lsp_server.mcp import report_app, resources, task_methods
from lsp_server.mcp.instructions import instructions
from lsp_server.mcp.prompts import Prompts
from lsp_server.mcp.resource_updates import ResourceUpdates
from lsp_server.mcp.tool_calls import ToolCalls, is_long
from rca import __version__
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import as_mcp

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import ServerRequestContext

    from lsp_server.user_session import Session
    from models.settings import Settings


def create_mcp_server(
    session: Callable[[], Session], toolset: str, settings: Settings, *, notes_errors: bool
) -> Server[Any]:
    """Return a server for the tools of a toolset.

    Output schemas are announced only where the settings ask for it, as many clients hand them to the model.

    Args:
        session: returns the session for each call.
        toolset: which tools are offered.
        settings: those of the session at the start.
        notes_errors: whether errors that calls tell of become known errors: not beside an editor, which
            shows what it found itself.
    """
    listed = as_mcp(tool_catalog.load_all(toolset), output_schemas=settings.output_schemas)
    names = frozenset(tool["name"] for tool in listed)
    calls = ToolCalls(session, names, has_schemas=settings.output_schemas, notes_errors=notes_errors)
    updates = ResourceUpdates()
    return _McpServer(session, listed, calls, updates, Prompts(session, names))


class _McpServer(Server[Any]):
    """The SDK's server with our handlers, and with what it does not announce by itself."""

    def __init__(
        self,
        session: Callable[[], Session],
        tools: list[dict[str, Any]],
        calls: ToolCalls,
        updates: ResourceUpdates,
        prompts: Prompts,
    ) -> None:
        names = frozenset(tool["name"] for tool in tools)
        self._has_tasks = any(is_long(name) for name in names)
        plain = [_tool(tool) for tool in tools]
        with_app = [report_app.linked(tool) for tool in plain]

        async def list_tools(context: ServerRequestContext[Any], _params: Any) -> types.ListToolsResult:  # noqa: ANN401 - not looked at
            return types.ListToolsResult(tools=with_app if report_app.is_shown_by(context) else plain)

        async def list_resources(_context: Any, _params: Any) -> types.ListResourcesResult:  # noqa: ANN401 - not looked at
            return await resources.list_resources(session)

        async def list_templates(_context: Any, _params: Any) -> types.ListResourceTemplatesResult:  # noqa: ANN401 - not looked at
            return types.ListResourceTemplatesResult(resource_templates=list(resources.TEMPLATES))

        async def read_resource(
            _context: Any,  # noqa: ANN401 - not looked at
            params: types.ReadResourceRequestParams,
        ) -> types.ReadResourceResult:
            if params.uri == report_app.URI:
                return report_app.page()
            return await resources.read_resource(session, params.uri)

        async def list_prompts(_context: Any, _params: Any) -> types.ListPromptsResult:  # noqa: ANN401 - not looked at
            return prompts.listed()

        async def get_prompt(_context: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:  # noqa: ANN401 - not looked at
            return await prompts.get(params)

        async def complete(_context: Any, params: types.CompleteRequestParams) -> types.CompleteResult:  # noqa: ANN401 - not looked at
            return await prompts.complete(params)

        @asynccontextmanager
        async def run(_server: Server[Any]) -> AsyncIterator[dict[str, Any]]:
            current = await anyio.to_thread.run_sync(session)
            listeners = current.error_watcher.listeners
            updates.open()
            listeners.append(updates.errors_changed)
            try:
                yield {}
            finally:
                listeners.remove(updates.errors_changed)
                updates.close()
                calls.tasks.close()

        super().__init__(
            "kotlin-rca",
            version=__version__,
            title="Kotlin RCA",
            instructions=instructions(names),
            lifespan=run,
            on_list_tools=list_tools,
            on_call_tool=calls.call,  # type: ignore[arg-type]  # a task's handle is a claimed result shape
            on_list_resources=list_resources,
            on_list_resource_templates=list_templates,
            on_read_resource=read_resource,
            on_subscribe_resource=updates.subscribe,
            on_unsubscribe_resource=updates.unsubscribe,
            on_subscriptions_listen=updates.listen,
            on_list_prompts=list_prompts,
            on_get_prompt=get_prompt,
            on_completion=complete,
        )
        self.add_notification_handler(
            "notifications/initialized", types.NotificationParams, updates.initialized
        )
        self.middleware.append(calls.augment)
        self.extensions = {report_app.EXTENSION: {}}
        if self._has_tasks:
            task_methods.register(self, calls.tasks)
            self.extensions[task_methods.EXTENSION] = {}

    def get_capabilities(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
        *,
        protocol_version: str | None = None,
    ) -> types.ServerCapabilities:
        """Return the SDK's capabilities, with changes of the resource list and tasks."""
        options = notification_options or NotificationOptions()
        options.resources_changed = True
        found = super().get_capabilities(
            options, experimental_capabilities, extensions, protocol_version=protocol_version
        )
        if protocol_version is None and found.extensions:  # there tasks belong to the core
            found.extensions = {
                key: one for key, one in found.extensions.items() if key != task_methods.EXTENSION
            }
        if self._has_tasks and protocol_version is None:
            call = types.TasksToolsCapability(call=types.TasksCallCapability())
            found.tasks = types.ServerTasksCapability(
                list=types.TasksListCapability(),
                cancel=types.TasksCancelCapability(),
                requests=types.ServerTasksRequestsCapability(tools=call),
            )
        return found


def _tool(listed: dict[str, Any]) -> types.Tool:
    tool = types.Tool.model_validate(listed)
    if is_long(tool.name):
        tool.execution = types.ToolExecution(task_support="optional")
    return tool
