"""Custom message: the MCP endpoint where assistants can connect to this server; plain JSON."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import TYPE_CHECKING, Any

from rca.toolkit.tool_catalog import select

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.mcp.http import HttpServer

_logger = logging.getLogger(__name__)

MCP_ENDPOINT = "rca/mcpEndpoint"
"""Client to server: `{toolset?}` → `{url, token}`; the server begins to listen when it is first asked."""


class Assistants:
    """The HTTP servers started so far, one per toolset."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._lock = threading.Lock()
        self._listening: dict[str, HttpServer] = {}

    def endpoint(self, toolset: str) -> dict[str, str]:
        """Return the endpoint of a toolset, starting its server if necessary."""
        from lsp_server.mcp.http import HttpServer

        with self._lock:
            listening = self._listening.get(toolset)
            if listening is None:
                listening = self._listening[toolset] = HttpServer(self._server.session_now, toolset)
        return {"url": listening.endpoint.url, "token": listening.endpoint.token}

    def close(self) -> None:
        """Stop listening."""
        with self._lock:
            for listening in self._listening.values():
                listening.close()
            self._listening.clear()


def register(server: Server) -> None:
    """Answer the editor's request for the MCP endpoint."""

    @server.feature(MCP_ENDPOINT)
    async def endpoint(raw: Any) -> dict[str, str]:  # noqa: ANN401 - plain JSON
        wanted = raw.get("toolset") if isinstance(raw, dict) else None
        session = await server.session_when_current()
        toolset = _known(wanted if isinstance(wanted, str) else session.settings.toolset)
        work = asyncio.get_running_loop().run_in_executor
        return await work(server.calls, server.assistants.endpoint, toolset)


def _known(toolset: str) -> str:
    """Return the toolset, or the default for an unknown name."""
    try:
        select(toolset)
    except ValueError as problem:
        _logger.warning("assistants get the toolset debugging: %s", problem)
        return "debugging"
    return toolset
