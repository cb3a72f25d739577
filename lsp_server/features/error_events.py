"""Errors that come by themselves: output in, events out. Our own messages, plain JSON."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lsp_server.lsp import Server
    from lsp_server.session import Session
    from models.events import ErrorEvents

OUTPUT = "rca/output"
"""Client to server, a notification; see `models.events.OutputChunk`."""

DISMISS_ERROR = "rca/dismissError"
"""Client to server, a notification: `{id}` forgets one event, `{}` all."""

ERROR_TEXT = "rca/errorText"
"""Client to server: `{id}` → `{text}`, the lines that told of an event last, or null."""

ERROR_EVENTS = "rca/errorEvents"
"""Server to client, a notification; see `models.events.ErrorEvents`."""


def register(server: Server) -> None:
    """Take output in, tell of the errors in it."""

    @server.feature(OUTPUT)
    def push(raw: Any) -> None:  # noqa: ANN401 - plain JSON, validated here
        def act(session: Session) -> None:
            from models.events import OutputChunk

            session.on_error_events = tell
            session.hear(OutputChunk.model_validate(raw))

        server.write(act)

    @server.feature(DISMISS_ERROR)
    def dismiss(raw: Any) -> None:  # noqa: ANN401 - plain JSON
        id_ = raw.get("id") if isinstance(raw, dict) else None
        server.write(lambda session: session.errors.dismiss(id_))

    @server.feature(ERROR_TEXT)
    async def text(raw: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON
        session = await server.settled()
        id_ = raw.get("id") if isinstance(raw, dict) else None
        found = None
        if isinstance(id_, str):
            work = asyncio.get_running_loop().run_in_executor
            found = await work(server.calls, session.errors.text, id_)
        return {"text": found}

    def tell(told: ErrorEvents) -> None:
        if server.loop is not None:
            message = told.model_dump(mode="json")
            server.loop.call_soon_threadsafe(server.protocol.notify, ERROR_EVENTS, message)
