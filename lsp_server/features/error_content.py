"""`workspace/textDocumentContent` (LSP 3.18): reports and traces of errors, opened by any editor that can."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.user_session import Session
    from models.events import ErrorEvents

_logger = logging.getLogger(__name__)

REPORT = "rca-report"
TRACE = "rca-trace"
OPEN = "rca.openDocument"
"""The command that has the editor open a document: its argument is `{uri}`."""

_MOST_FOLLOWED = 20
"""Documents that are refreshed when their error comes up again."""


class ErrorContent:
    """The documents of errors of one connection. Every method is called on the event loop."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.is_supported = False
        """Whether the editor opens documents by the server's schemes."""
        self._followed: dict[str, datetime | None] = {}
        """Documents that the editor asked for, and when their error was last seen as it was told."""
        self._work: set[asyncio.Task[None]] = set()

    def announce(self, params: types.InitializeParams) -> None:
        """Serve the documents, if the editor can ask for them and open them."""
        workspace, window = params.capabilities.workspace, params.capabilities.window
        can_open = bool(window and window.show_document and window.show_document.support)
        self.is_supported = bool(workspace and workspace.text_document_content) and can_open
        if not self.is_supported:
            return
        server = self._server

        @server.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
        async def content(params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
            return types.TextDocumentContentResult(text=await self._text(params.uri))

        @server.command(OPEN)
        async def open_document(*arguments: Any) -> None:  # noqa: ANN401 - plain JSON
            uri = arguments[0].get("uri") if arguments and isinstance(arguments[0], dict) else None
            if not isinstance(uri, str) or not uri.startswith((f"{REPORT}:", f"{TRACE}:")):
                raise JsonRpcInvalidParams(f"{OPEN} takes the address of a report or trace, not {uri!r}")
            await server.window_show_document_async(types.ShowDocumentParams(uri, take_focus=True))

    def options(self) -> types.TextDocumentContentOptions | None:
        """Return what `initialize` announces."""
        return types.TextDocumentContentOptions([REPORT, TRACE]) if self.is_supported else None

    def errors_changed(self, told: ErrorEvents) -> None:
        """Have the editor ask again for documents whose error came up again."""
        seen = {event.id: event.last_seen for event in told.events}
        for uri, before in self._followed.items():
            now = seen.get(_id_of(uri))
            self._followed[uri] = now
            if before is not None and now is not None and now != before:
                task = asyncio.ensure_future(self._refresh(uri))
                self._work.add(task)
                task.add_done_callback(self._work.discard)

    async def _refresh(self, uri: str) -> None:
        try:
            await self._server.workspace_text_document_content_refresh_async(
                types.TextDocumentContentRefreshParams(uri)
            )
        except JsonRpcException as problem:
            _logger.warning("the client refused to refresh %s: %s", uri, problem)

    async def _text(self, uri: str) -> str:
        session = await self._server.session_when_current()
        text, seen = await asyncio.get_running_loop().run_in_executor(
            self._server.calls, _text_of, session, uri
        )
        self._followed.pop(uri, None)
        self._followed[uri] = seen
        while len(self._followed) > _MOST_FOLLOWED:
            del self._followed[next(iter(self._followed))]
        return text


def report_uri(id_: str) -> str:
    """Return the address of an error's report."""
    return f"{REPORT}:/{quote(id_, safe='')}.md"


def trace_uri(id_: str) -> str:
    """Return the address of an error's trace in source names."""
    return f"{TRACE}:/{quote(id_, safe='')}.txt"


def _id_of(uri: str) -> str:
    return unquote(uri.partition(":/")[2].rpartition(".")[0])


def _text_of(session: Session, uri: str) -> tuple[str, datetime]:
    from lsp_server.error_documents import find_known_error, report_markdown, retraced_text

    known = find_known_error(session, _id_of(uri))
    if known is None:
        raise JsonRpcInvalidParams(
            f"There is no error at {uri}: it was dismissed, or is of another workspace"
        )
    is_report = uri.startswith(f"{REPORT}:")
    text = report_markdown(session, known) if is_report else retraced_text(session, known)
    return text, known.event.last_seen
