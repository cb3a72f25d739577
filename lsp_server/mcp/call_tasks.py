"""Calls that outlive the request that began them: their state, bounded in number, time and memory."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

import anyio.to_thread
import mcp_types as types
from mcp.shared.exceptions import MCPError

from lsp_server.mcp.elicitation import RunningCall, UserQuestion

if TYPE_CHECKING:
    from collections.abc import Coroutine

MOST_RUNNING = 8
"""Tasks that run at once, of all clients together."""

_MOST_KEPT = 50
_MOST_BYTES = 16 * 1024 * 1024
"""Results that are kept, in bytes of JSON; the oldest are evicted."""

_DEFAULT_MS = 60 * 60 * 1000
_MARGIN_MS = 5 * 60 * 1000
"""How long a result is kept at least beyond the tool's own time limit."""
_LONGEST_MS = 24 * 60 * 60 * 1000
POLL_MS = 1_000

_MESSAGES = {
    "working": "The call is running.",
    "input_required": "The call waits for the user's answer.",
    "completed": "The call has ended.",
    "failed": "The call has ended with an error.",
    "cancelled": "The call was cancelled.",
}

Status = Literal["working", "input_required", "completed", "failed", "cancelled"]


@dataclass(slots=True)
class CallTask:
    """One call as a task; read and changed on the event loop alone."""

    id: str
    owner: str
    """The connection that began it, which alone sees it in a list."""
    call: RunningCall
    ttl_ms: int
    created: datetime = field(default_factory=lambda: datetime.now(UTC))
    updated: datetime = field(default_factory=lambda: datetime.now(UTC))
    status: Status = "working"
    message: str = _MESSAGES["working"]
    question: UserQuestion | None = None
    questions: int = 0
    """How many questions there were: each has a key of its own."""
    result: types.CallToolResult | None = None
    size: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def has_ended(self) -> bool:
        """Whether its status is final."""
        return self.status in ("completed", "failed", "cancelled")

    def set(self, status: Status, message: str | None = None) -> None:
        """Change the status, and wake whoever waits for that."""
        self.status, self.message = status, message or _MESSAGES[status]
        self.updated = datetime.now(UTC)
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def tell(self, line: str) -> None:
        """Show what the call is doing, as long as it works."""
        if self.status == "working":
            self.message, self.updated = line, datetime.now(UTC)

    def answer(self, choice: str | None) -> None:
        """Answer the question that it waits for; its call goes on."""
        self.question = None
        self.set("working")
        self.call.answer(choice)


class CallTasks:
    """The tasks of one server. Every method is called on its event loop."""

    def __init__(self) -> None:
        self._tasks: dict[str, CallTask] = {}
        self._work: set[asyncio.Task[None]] = set()
        self._starting = 0

    async def start(
        self,
        make: Callable[[], Coroutine[Any, Any, RunningCall]],
        owner: str,
        ttl_ms: int | None,
        result_of: Callable[[RunningCall, dict[str, Any]], types.CallToolResult],
        tell: Callable[[CallTask], Coroutine[Any, Any, None]],
    ) -> CallTask:
        """Begin a call as a task.

        Args:
            make: begins the call.
            owner: the connection that asks for it.
            ttl_ms: how long to keep it from now on, as far as the client said; in milliseconds.
            result_of: makes the result of its envelope.
            tell: tells the client of each new status.

        Raises:
            MCPError: too many run already.
        """
        self._forget_expired()
        running = self._starting + sum(not task.has_ended() for task in self._tasks.values())
        if running >= MOST_RUNNING:
            raise MCPError(
                types.INTERNAL_ERROR, f"{running} tasks run already; wait for one to end, or cancel one."
            )
        self._starting += 1
        try:
            call = await make()
        finally:
            self._starting -= 1
        wanted = _DEFAULT_MS if ttl_ms is None else max(ttl_ms, 0)
        at_least = int(call.seconds * 1000) + _MARGIN_MS
        task = CallTask(
            secrets.token_urlsafe(24), owner, call, ttl_ms=min(max(wanted, at_least), _LONGEST_MS)
        )
        self._tasks[task.id] = task
        work = asyncio.ensure_future(self._follow(task, result_of, tell))
        self._work.add(work)
        work.add_done_callback(self._work.discard)
        return task

    def get(self, id_: str) -> CallTask:
        """Return a task by its unguessable id.

        Raises:
            MCPError: there is none, or it has expired.
        """
        self._forget_expired()
        task = self._tasks.get(id_)
        if task is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no task '{id_[:64]}', or it has expired.")
        return task

    def of(self, owner: str) -> list[CallTask]:
        """Return the tasks that a connection began, newest first."""
        self._forget_expired()
        return [task for task in reversed(self._tasks.values()) if task.owner == owner]

    def cancel(self, task: CallTask) -> None:
        """End a task's call, with the programs that it runs; does nothing if it has ended."""
        if not task.has_ended():
            task.question = None
            task.set("cancelled")
            task.call.cancel()

    def close(self) -> None:
        """End all calls, as the server ends."""
        for task in self._tasks.values():
            self.cancel(task)
        for work in self._work:
            work.cancel()

    async def _follow(
        self,
        task: CallTask,
        result_of: Callable[[RunningCall, dict[str, Any]], types.CallToolResult],
        tell: Callable[[CallTask], Coroutine[Any, Any, None]],
    ) -> None:
        while not task.has_ended():
            event = await anyio.to_thread.run_sync(task.call.next, abandon_on_cancel=True)
            if task.has_ended():  # it was cancelled meanwhile, and stays so
                return
            if isinstance(event, UserQuestion):
                task.question = event
                task.questions += 1
                task.set("input_required")
            else:
                task.question = None
                task.result = result_of(task.call, event)
                task.size = len(task.result.model_dump_json())
                task.set("failed" if task.result.is_error else "completed")
                self._make_room()
            await tell(task)

    def _forget_expired(self) -> None:
        now = datetime.now(UTC)
        for task in list(self._tasks.values()):
            if task.created + timedelta(milliseconds=task.ttl_ms) <= now:
                self.cancel(task)
                del self._tasks[task.id]

    def _make_room(self) -> None:
        ended = [task for task in self._tasks.values() if task.has_ended()]
        size = sum(task.size for task in ended)
        for task in ended[:-1]:
            if len(ended) <= _MOST_KEPT and size <= _MOST_BYTES:
                return
            ended.remove(task)
            size -= task.size
            del self._tasks[task.id]
