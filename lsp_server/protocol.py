"""Changes to pygls' protocol: custom messages, cancellation, line counting, message order."""

from __future__ import annotations

import logging
from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest, JsonRpcServerNotInitialized
from pygls.protocol import LanguageServerProtocol, lsp_method

from lsp_server.features import commands
from lsp_server.features.assistants import MCP_ENDPOINT
from lsp_server.features.device_requests import DEVICE_ACTION, STOP_RECORDING
from lsp_server.features.devices import DEVICES, FOLLOW_LOG, LOG_LINES, UNFOLLOW_LOG, WATCH_DEVICES
from lsp_server.features.discovered_tests import TEST_CLASSES, TEST_RESULTS, TESTS_CHANGED, TESTS_IN
from lsp_server.features.editor_state import EDITOR_CALLERS, EDITOR_STATE, STATUS
from lsp_server.features.error_events import (
    DISMISS_ERROR,
    ERROR_EVENTS,
    ERROR_TEXT,
    ERRORS,
    MARK_ERROR,
    OUTPUT,
)
from lsp_server.features.log_line_location import LOCATE
from lsp_server.features.redaction_request import REDACT
from lsp_server.positions import apply_changes

if TYPE_CHECKING:
    from rca.scheduling.deadline import Deadline

_logger = logging.getLogger(__name__)

_NOTIFICATIONS = frozenset(
    (
        EDITOR_STATE,
        OUTPUT,
        DISMISS_ERROR,
        MARK_ERROR,
        ERROR_EVENTS,
        WATCH_DEVICES,
        DEVICES,
        FOLLOW_LOG,
        UNFOLLOW_LOG,
        LOG_LINES,
        STOP_RECORDING,
        TESTS_CHANGED,
        TEST_RESULTS,
    )
)
_REQUESTS = frozenset(
    (
        STATUS,
        ERRORS,
        ERROR_TEXT,
        LOCATE,
        REDACT,
        MCP_ENDPOINT,
        TEST_CLASSES,
        TESTS_IN,
        DEVICE_ACTION,
    )
)


@dataclass
class RawNotification:
    """A custom notification, whose parameters stay plain JSON."""

    jsonrpc: str
    method: str
    params: Any = None


@dataclass
class RawRequest:
    """A custom request, whose parameters stay plain JSON."""

    id: int | str
    jsonrpc: str
    method: str
    params: Any = None


@dataclass
class RawResponse:
    """The client's answer to a custom request, plain JSON."""

    id: int | str
    jsonrpc: str
    result: Any = None


class Protocol(LanguageServerProtocol):
    """pygls' protocol, except that parameters of `rca/…` messages are not converted to objects.

    Cancelling a command also cancels its work: pygls only ends the request, and the work would go on.
    """

    def structure_message(self, data: dict[str, Any]) -> Any:  # noqa: ANN401 - one of many classes
        """Parse a message; an invalid request is answered, as its sender waits."""
        try:
            return super().structure_message(data)
        except JsonRpcException as problem:
            if isinstance(method := data.get("method"), str):
                problem.add_note(method)  # for the log, which shows nothing else of the message
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=problem.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:  # noqa: ANN401 - one of many classes
        """Handle messages between `initialize` and `shutdown`; refuse those before or after."""
        refusal = self._refusal(getattr(message, "method", None))
        if refusal is None:
            super().handle_message(message)
        elif hasattr(message, "id"):
            self._send_response(message.id, error=refusal.to_response_error())

    def _refusal(self, method: str | None) -> JsonRpcException | None:
        if method is None or method == types.EXIT:
            return None
        if self._shutdown:
            return JsonRpcInvalidRequest("the server is shut down")
        if (method == types.INITIALIZE) == (self._workspace is None):
            return None
        if self._workspace is None:
            return JsonRpcServerNotInitialized("`initialize` comes first")
        return JsonRpcInvalidRequest("`initialize` comes once")

    def _handle_cancel_notification(self, msg_id: str | int) -> None:
        running: dict[str | int, Deadline] = getattr(self._server, "running", {})
        if msg_id in running:
            running[msg_id].cancel()
        super()._handle_cancel_notification(msg_id)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Announce the schemes of the server's documents, too, which pygls does not know of."""
        result: types.InitializeResult = yield from super().lsp_initialize(params)
        options = self._server.error_content.options()  # type: ignore[attr-defined]  # our server is the only one
        if options is not None and result.capabilities.workspace is not None:
            result.capabilities.workspace.text_document_content = options
        return result

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Generator[Any, Any, Any]:
        """Run a command; an unknown tool is answered with tools of similar names."""
        if (problem := commands.problem_of(params.command)) is not None:
            raise problem
        return (yield from super().lsp_workspace__execute_command(params))

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:  # noqa: ANN401 - what pygls hands over
        """Shut down; pygls would iterate over its requests while cancelling removes them."""
        if (handler := self.fm.features.get(types.SHUTDOWN)) is not None:
            yield handler, args, None
        own = self.msg_id
        for number, future in list(self._request_futures.items()):
            if number != own and not future.done():
                future.cancel()
        self._shutdown = True

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Generator[Any, Any, None]:
        """Pass the whole text to pygls, which counts lines differently."""
        encoding = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        document = self.workspace.text_documents.get(params.text_document.uri)
        if document is None:  # pygls would read a file from the disk, which the change was not counted in
            _logger.warning("a document that is not open was changed: %s", params.text_document.uri)
            return
        whole = apply_changes(document.source, params.content_changes, encoding)
        params.content_changes = [types.TextDocumentContentChangeWholeDocument(whole)]
        yield from super().lsp_text_document__did_change(params)

    def get_message_type(self, method: str) -> type[Any] | None:  # type: ignore[override]  # pygls caches its own
        """Return the class of an incoming message."""
        if method in _NOTIFICATIONS:
            return RawNotification
        if method in _REQUESTS:
            return RawRequest
        found: type[Any] | None = super().get_message_type(method)
        return found

    def get_result_type(self, method: str) -> type[Any] | None:  # type: ignore[override]  # pygls caches its own
        """Return the class of an answer to one of our requests."""
        if method == EDITOR_CALLERS:
            return RawResponse
        found: type[Any] | None = super().get_result_type(method)
        return found
