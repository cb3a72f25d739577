"""Questions to the user in dialogs of the editor: approval of a call, and what may leave the machine."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from rca.toolkit.tool import Approval, ApprovalRequest
    from rca.web.consent import EgressDecision, EgressRequest

_logger = logging.getLogger(__name__)

_SECONDS = 120.0
"""How long an answer is waited for."""

_APPROVALS: dict[str, Approval] = {"Allow": "yes", "Allow this call always": "always", "Deny": "no"}


class UserDialogs:
    """Asks the user of one editor; to be called from any thread but the event loop's."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def approve(self, request: ApprovalRequest) -> Approval:
        """Ask whether a tool may run; "nobody" if nobody answers."""
        chosen = self.choose(request.text, tuple(_APPROVALS))
        return "nobody" if chosen is None else _APPROVALS.get(chosen, "no")

    def ask_egress(self, request: EgressRequest) -> EgressDecision:
        """Ask whether a request may leave the machine."""
        once, always, never = "Allow once", f"Always allow {request.host}", "Never"
        decisions: dict[str, EgressDecision] = {once: "once", always: "always", never: "never"}
        # A dialog that was closed or not answered allows nothing, and is not remembered.
        return decisions.get(self.choose(request.text, tuple(decisions)) or "", "nobody")

    def choose(self, message: str, choices: tuple[str, ...]) -> str | None:
        """Return the choice that the user makes; None if nobody answers, or the client cannot ask."""
        loop = self._server.loop
        if loop is None:
            return None
        question = types.ShowMessageRequestParams(
            type=types.MessageType.Warning,
            message=message,
            actions=[types.MessageActionItem(title) for title in choices],
        )
        asked = asyncio.run_coroutine_threadsafe(
            self._server.window_show_message_request_async(question), loop
        )
        try:
            chosen = asked.result(_SECONDS)
        except (JsonRpcException, CancelledError, TimeoutError) as problem:
            # A client that cannot ask, that went away, or whose user does not answer, is nobody to ask.
            _logger.info("the user could not be asked: %s: %s", type(problem).__name__, problem)
            return None
        return None if chosen is None else chosen.title
