"""Elicitation: a tool call that asks the user and continues in the request that brings the answer."""

from __future__ import annotations

import queue
import secrets
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsp_server.call_asker import Asker
from rca.toolkit import tool_catalog

if TYPE_CHECKING:
    from collections.abc import Callable

    from lsp_server.mcp.answer_form import AnswerForm
    from lsp_server.user_session import Session
    from rca.toolkit.tool import Approval, ApprovalRequest
    from rca.web.consent import EgressDecision, EgressRequest

ASK_SECONDS = 300.0
"""How long a question waits for its answer; then nobody was there."""

_APPROVALS: dict[str, Approval] = {"allow": "yes", "always": "always", "deny": "no"}
_EGRESS: dict[str, EgressDecision] = {"once": "once", "always": "always", "never": "never", "no": "no"}
_MOST_WAITING = 100


@dataclass(frozen=True, slots=True)
class UserQuestion:
    """A question for the user. `choices` are the possible answers, the harmless one last."""

    message: str
    choices: tuple[str, ...]


class RunningCall:
    """One call of a tool in a separate thread.

    If the client cannot ask its user (`client_asks`), the session's own surface does: an editor's dialog, or
    nobody. `ended` receives the envelope first, on the call's thread.
    """

    def __init__(  # noqa: PLR0913 - what is known of a call, each by name
        self,
        session: Session,
        tool: str,
        parameters: object,
        progress: Callable[[str], None],
        *,
        client_asks: bool,
        task: str | None = None,
        form: AnswerForm,
        has_app: bool = False,
        ended: Callable[[dict[str, Any]], None],
    ) -> None:
        self.id = secrets.token_urlsafe(16)
        self.tool = tool
        self.form = form
        self.has_app = has_app
        """Whether the client shows the result in the report's page."""
        loaded = tool_catalog.load(tool)
        self.seconds = 0.0 if loaded is None else loaded.seconds
        """The tool's time limit."""
        self._watch = session.deadline(tool)
        self._events: queue.SimpleQueue[UserQuestion | dict[str, Any]] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()

        def run() -> None:
            asker = Asker(self._approve, self._ask_egress) if client_asks else None
            envelope = session.call(tool, parameters, self._watch, progress, asker, task=task)
            ended(envelope)
            self._events.put(envelope)

        threading.Thread(target=run, name=f"rca-mcp-{tool}", daemon=True).start()

    def next(self) -> UserQuestion | dict[str, Any]:
        """Wait for the call's next question, or for its envelope."""
        return self._events.get()

    def answer(self, choice: str | None) -> None:
        """Answer the last question; None if nobody did."""
        self._answers.put(choice)

    def cancel(self) -> None:
        """End the call at the tool's next checkpoint."""
        self._watch.cancel()
        self._answers.put(None)

    def _ask(self, question: UserQuestion) -> str | None:
        self._events.put(question)
        try:
            return self._answers.get(timeout=ASK_SECONDS)
        except queue.Empty:
            return None

    def _approve(self, request: ApprovalRequest) -> Approval:
        choice = self._ask(UserQuestion(request.text, tuple(_APPROVALS)))
        return "nobody" if choice is None else _APPROVALS.get(choice, "no")

    def _ask_egress(self, request: EgressRequest) -> EgressDecision:
        choice = self._ask(UserQuestion(request.text, tuple(_EGRESS)))
        return _EGRESS.get(choice or "", "nobody")


class WaitingCalls:
    """Calls whose answer comes in another request, by an unguessable id."""

    def __init__(self) -> None:
        self._calls: dict[str, RunningCall] = {}

    def put(self, call: RunningCall) -> str:
        """Store a call; return the id under which it continues. The oldest one is evicted."""
        while len(self._calls) >= _MOST_WAITING:
            self._calls.pop(next(iter(self._calls))).cancel()
        self._calls[call.id] = call
        return call.id

    def take(self, id_: str) -> RunningCall | None:
        """Return and remove a call; None for an unknown id."""
        return self._calls.pop(id_, None)
