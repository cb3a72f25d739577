"""Custom messages: the state of the editor, and the status of the server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lsp_server.language_server import Server


EDITOR_STATE = "rca/editorState"
STATUS = "rca/status"
EDITOR_CALLERS = "rca/editorCallers"
"""Server to client; see `models.editor.EditorCallersQuestion`."""


def register(server: Server) -> None:
    """Receive editor state, and answer status requests."""

    @server.feature(EDITOR_STATE)
    def push(update: Any) -> None:  # noqa: ANN401 - plain JSON, validated by the session
        if isinstance(update, dict):
            server.write(lambda session: session.push_editor_state(update))

    @server.feature(STATUS)
    async def status(_params: Any) -> dict[str, Any]:  # noqa: ANN401 - takes no parameters
        session = await server.session_when_current()
        from lsp_server.server_status import describe

        return await asyncio.get_running_loop().run_in_executor(server.calls, describe, session)
