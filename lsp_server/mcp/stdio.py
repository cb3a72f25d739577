"""`rca mcp`: one client on standard input and output."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import anyio
from mcp.server.stdio import stdio_server

from lsp_server.mcp.server import create_mcp_server

if TYPE_CHECKING:
    from lsp_server.session import Session

_logger = logging.getLogger(__name__)


def serve_stdio(session: Session, toolset: str) -> None:
    """Serve until the client leaves. Standard output belongs to the protocol alone."""

    async def run() -> None:
        structured = session.settings.assistant_text != "brief-only"
        server = create_mcp_server(lambda: session, toolset, structured=structured)
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        anyio.run(run)
    except* BrokenPipeError:
        _logger.info("the client left before it had read its answer")
