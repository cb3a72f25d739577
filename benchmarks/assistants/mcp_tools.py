"""Tools of an MCP server as a client passes them to a model: each answer is a text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import mcp_types as types
from anyio.from_thread import start_blocking_portal
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

from benchmarks.assistants.toolbox import ToolAnswer, ToolDescription, ToolListing


class McpTools:
    """An MCP server that runs as a child process; calls may come from any thread. Close it after use."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._stack = ExitStack()
        self._portal = self._stack.enter_context(start_blocking_portal())
        server = StdioServerParameters(command=command[0], args=list(command[1:]), env=dict(environment))
        self._client = self._stack.enter_context(self._portal.wrap_async_context_manager(Client(server)))

    def close(self) -> None:
        """End the server."""
        self._stack.close()

    def listing(self) -> ToolListing:
        """Return the tools and the server's instructions."""
        listed = self._portal.call(self._client.list_tools)
        tools = (
            ToolDescription(tool.name, tool.description or "", tool.input_schema) for tool in listed.tools
        )
        return ToolListing(tuple(tools), self._client.instructions or "")

    def call(self, tool: str, arguments: dict[str, Any]) -> ToolAnswer:
        """Run a tool."""
        try:
            result = self._portal.call(self._client.call_tool, tool, arguments)
        except MCPError as problem:
            return ToolAnswer(str(problem), True)
        return ToolAnswer(_as_text(result), bool(result.is_error))


def _as_text(result: types.CallToolResult) -> str:
    """Return what most clients hand on: the text blocks; structured content only where there are none."""
    blocks = []
    for block in result.content:
        if isinstance(block, types.TextContent):
            blocks.append(block.text)
        elif isinstance(block, types.ResourceLink):
            blocks.append(f"[{block.name}: {block.uri}]")
    return "\n".join(blocks) or json.dumps(result.structured_content, ensure_ascii=False)
