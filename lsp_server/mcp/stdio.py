"""`rca mcp`: one client on standard input and output."""

from __future__ import annotations

import asyncio
import io
import logging
from typing import TYPE_CHECKING, TextIO

import anyio
from mcp.server.stdio import stdio_server

from lsp_server.mcp.mcp_server import create_mcp_server
from lsp_server.standard_streams import Reading, take_streams

if TYPE_CHECKING:
    from lsp_server.user_session import Session

_logger = logging.getLogger(__name__)


class _Input(anyio.AsyncFile[str]):
    """Standard input whose reads do not delay the handling of signals, unlike the SDK's."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._reading = Reading()

    async def readline(self) -> str:
        """Return the next line, empty at the end."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self.wrapped.readline)


def serve_stdio(session: Session, toolset: str) -> None:
    """Serve until the client leaves, or a signal ends it. Standard output belongs to the protocol alone."""
    protocol_in, protocol_out = take_streams()
    lines = _Input(io.TextIOWrapper(protocol_in, "utf-8", "replace"))
    answers = anyio.wrap_file(io.TextIOWrapper(protocol_out, "utf-8"))

    async def run() -> None:
        server = create_mcp_server(lambda: session, toolset, session.settings, notes_errors=True)
        async with stdio_server(lines, answers) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    amid_a_message = False
    try:
        anyio.run(run)
    except* BrokenPipeError:
        _logger.info("the client disconnected before it had read its answer")
    except* anyio.BrokenResourceError:
        amid_a_message = True
    if amid_a_message:  # a signal came, and the SDK's reader hides it behind an error of its own
        raise KeyboardInterrupt
