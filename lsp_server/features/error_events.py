"""Custom messages of error events: program output in, events out; plain JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from lsp_server.call_errors import TELLING
from rca.toolkit import tool_catalog

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.user_session import Session
    from models.events import ErrorEvents

OUTPUT = "rca/output"
"""Client to server, a notification; see `models.events.OutputChunk`."""

DISMISS_ERROR = "rca/dismissError"
"""Client to server, a notification: `{id}` forgets one event, `{}` all."""

MARK_ERROR = "rca/markError"
"""Client to server, a notification; see `models.events.ErrorMark`."""

ERRORS = "rca/errors"
"""Client to server: `{}` → the events of this workspace, those of earlier sessions included."""

ERROR_TEXT = "rca/errorText"
"""Client to server: `{id}` → `{text}`, the lines that told of an event last, or null."""

ERROR_EVENTS = "rca/errorEvents"
"""Server to client, a notification; see `models.events.ErrorEvents`."""


def register(server: Server) -> None:
    """Receive output, and publish the errors in it."""

    @server.feature(OUTPUT)
    def push(raw: Any) -> None:  # noqa: ANN401 - plain JSON, validated here
        server.pushes_output = True

        def act(session: Session) -> None:
            from models.events import OutputChunk

            session.on_error_events = partial(_tell, server)
            session.keep_errors()
            session.push_output(OutputChunk.model_validate(raw))

        server.write(act)

    @server.feature(ERRORS)
    async def errors(_raw: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON
        server.pushes_output = True

        def act(session: Session) -> None:
            session.on_error_events = partial(_tell, server)
            session.keep_errors()

        server.write(act)
        session = await server.session_when_current()
        work = asyncio.get_running_loop().run_in_executor
        return (await work(server.calls, session.errors.told)).model_dump(mode="json")

    @server.feature(MARK_ERROR)
    def mark(raw: Any) -> None:  # noqa: ANN401 - plain JSON, validated here
        def act(session: Session) -> None:
            from models.events import ErrorMark

            marked = ErrorMark.model_validate(raw)
            session.errors.mark(marked.id, marked.state)

        server.write(act)

    @server.feature(DISMISS_ERROR)
    def forget(raw: Any) -> None:  # noqa: ANN401 - plain JSON
        dismiss(server, raw)

    @server.feature(ERROR_TEXT)
    async def text(raw: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON
        session = await server.session_when_current()
        id_ = raw.get("id") if isinstance(raw, dict) else None
        found = None
        if isinstance(id_, str):
            work = asyncio.get_running_loop().run_in_executor
            found = await work(server.calls, session.errors.text, id_)
        return {"text": found}


def dismiss(server: Server, raw: Any) -> None:  # noqa: ANN401 - plain JSON
    """Dismiss the error that `{id}` names, or all errors."""
    id_ = raw.get("id") if isinstance(raw, dict) else None

    def act(session: Session) -> None:
        server.call_errors.forget()  # one that is analyzed anew is shown anew
        session.errors.dismiss(id_)

    server.write(act)


def take_from_call(server: Server, tool: str, parameters: object, envelope: Mapping[str, Any]) -> None:
    """Add the errors that a call was asked about, or found, for an editor that pushes no output."""
    if server.pushes_output or not envelope["success"] or tool_catalog.resolve(tool) not in TELLING:
        return

    def act(session: Session) -> None:
        session.on_error_events = partial(_tell, server)
        server.call_errors.take(session, tool, parameters, envelope)

    server.write(act)


def follow_events(server: Server, session: Session) -> None:
    """Send a session's error events to the client from now on."""
    server.pushes_output = True
    session.on_error_events = partial(_tell, server)


def _tell(server: Server, told: ErrorEvents) -> None:
    """Publish all errors; may be called on any thread."""
    if server.loop is not None:
        server.loop.call_soon_threadsafe(_show, server, told)


def _show(server: Server, told: ErrorEvents) -> None:
    server.error_marks.take(told.events)
    server.error_content.errors_changed(told)
    if server.pushes_output:
        server.protocol.notify(ERROR_EVENTS, told.model_dump(mode="json"))
