"""The tools of an attempt over MCP, for an agent program; each call is logged.

python -m benchmarks.assistants.tool_server ATTEMPT-FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from benchmarks.assistants.prepared_run import attempt_at
from benchmarks.assistants.session_client import open_tools
from benchmarks.assistants.toolbox import LoggedTools


async def serve(tools: LoggedTools) -> None:
    """Serve on standard input and output until the client leaves."""
    listing = await anyio.to_thread.run_sync(tools.listing)

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:  # noqa: ANN401 - not looked at
        shown = [
            types.Tool(name=tool.name, description=tool.description, input_schema=tool.parameters)
            for tool in listing.tools
        ]
        return types.ListToolsResult(tools=shown)

    async def call_tool(
        _context: Any,  # noqa: ANN401 - not looked at
        params: types.CallToolRequestParams,
    ) -> types.CallToolResult:
        answer = await anyio.to_thread.run_sync(tools.call, params.name, params.arguments or {})
        text = types.TextContent(type="text", text=answer.text)
        return types.CallToolResult(content=[text], is_error=answer.is_error)

    server: Server[Any] = Server(
        "tools", instructions=listing.instructions, on_list_tools=list_tools, on_call_tool=call_tool
    )
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(serve, open_tools(attempt_at(Path(sys.argv[1]))))
