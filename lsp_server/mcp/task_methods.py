"""The methods of tasks, as protocol 2025-11-25 has them, and the tasks extension of 2026-07-28."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from lsp_server.mcp.call_tasks import POLL_MS, CallTask, CallTasks
from lsp_server.mcp.user_questions import QUESTION, choice_of, question_form

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server

_logger = logging.getLogger(__name__)

EXTENSION = "io.modelcontextprotocol/tasks"
"""The extension of protocol 2026-07-28."""

CORE_VERSION = "2025-11-25"
"""The one protocol version that has tasks in its core."""

_RELATED = "io.modelcontextprotocol/related-task"
_IMMEDIATE = "io.modelcontextprotocol/model-immediate-response"
_PAGE = 20


class _TaskParams(types.RequestParams):
    task_id: str


class _UpdateParams(types.RequestParams):
    task_id: str
    input_responses: dict[str, types.ElicitResult]


def register(server: Server[Any], tasks: CallTasks) -> None:
    """Answer the methods of tasks."""
    methods = _TaskMethods(tasks)
    server.add_request_handler("tasks/get", _TaskParams, methods.get)
    server.add_request_handler("tasks/result", _TaskParams, methods.result)
    server.add_request_handler("tasks/list", types.PaginatedRequestParams, methods.list_tasks)
    server.add_request_handler("tasks/cancel", _TaskParams, methods.cancel)
    server.add_request_handler("tasks/update", _UpdateParams, methods.update)


def is_modern(context: ServerRequestContext[Any]) -> bool:
    """Return whether a request is one of protocol 2026-07-28."""
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


def has_extension(context: ServerRequestContext[Any], extension: str) -> bool:
    """Return whether the client declares an extension of the protocol."""
    capabilities = context.session.client_capabilities
    return bool(capabilities and capabilities.extensions and extension in capabilities.extensions)


def created(task: CallTask, *, modern: bool) -> dict[str, Any]:
    """Return the answer to the call that became a task."""
    if modern:
        return {"resultType": "task", **_state(task, modern=True)}
    text = (
        f"{task.call.tool} runs as a task. Its result comes when it has ended; do not call the tool again "
        "meanwhile."
    )
    return {"task": _state(task, modern=False), "_meta": {_IMMEDIATE: text}}


async def tell_status(context: ServerRequestContext[Any], task: CallTask) -> None:
    """Notify a client of protocol 2025-11-25 of a task's new status; others poll."""
    if is_modern(context):
        return
    params = types.TaskStatusNotificationParams.model_validate(_state(task, modern=False))
    notification: Any = types.TaskStatusNotification(params=params)
    try:
        await context.session.send_notification(notification)
    except (anyio.ClosedResourceError, anyio.BrokenResourceError, MCPError):
        _logger.debug("the client is gone; the status of a task was not told")


class _TaskMethods:
    def __init__(self, tasks: CallTasks) -> None:
        self._tasks = tasks

    async def get(self, context: ServerRequestContext[Any], params: _TaskParams) -> dict[str, Any]:
        modern = _checked(context, "tasks/get")
        task = self._tasks.get(params.task_id)
        return _answer(_detailed(task) if modern else _state(task, modern=False), modern=modern)

    async def list_tasks(
        self, context: ServerRequestContext[Any], params: types.PaginatedRequestParams
    ) -> dict[str, Any]:
        if _checked(context, "tasks/list"):
            raise _unknown("tasks/list")
        mine = self._tasks.of(owner_of(context))
        start = 0
        if params.cursor is not None:
            places = [place for place, task in enumerate(mine) if task.id == params.cursor]
            if not places:
                raise MCPError(types.INVALID_PARAMS, "The cursor is unknown; list from the beginning.")
            start = places[0]
        page = mine[start : start + _PAGE]
        rest = mine[start + _PAGE :]
        listed: dict[str, Any] = {"tasks": [_state(task, modern=False) for task in page]}
        return listed | ({"nextCursor": rest[0].id} if rest else {})

    async def cancel(self, context: ServerRequestContext[Any], params: _TaskParams) -> dict[str, Any]:
        modern = _checked(context, "tasks/cancel")
        task = self._tasks.get(params.task_id)
        if modern:
            self._tasks.cancel(task)
            return _answer({}, modern=True)
        if task.has_ended():
            raise MCPError(types.INVALID_PARAMS, f"The task has ended already: {task.status}.")
        self._tasks.cancel(task)
        return _state(task, modern=False)

    async def update(self, context: ServerRequestContext[Any], params: _UpdateParams) -> dict[str, Any]:
        if not _checked(context, "tasks/update"):
            raise _unknown("tasks/update")
        task = self._tasks.get(params.task_id)
        response = params.input_responses.get(_key(task))
        if task.question is not None and response is not None:
            task.answer(choice_of(response))
        return _answer({}, modern=True)

    async def result(self, context: ServerRequestContext[Any], params: _TaskParams) -> dict[str, Any]:
        """Return the result of a task once it has ended; ask the user meanwhile what its call asks."""
        if _checked(context, "tasks/result"):
            raise _unknown("tasks/result")
        task = self._tasks.get(params.task_id)
        asked = 0
        while not task.has_ended():
            changed = task.changed
            if task.question is not None and task.questions > asked:
                asked = task.questions
                await self._ask(context, task)
            else:
                await changed.wait()
        if task.result is None:
            raise MCPError(types.INVALID_PARAMS, "The task was cancelled: it has no result.")
        return _related(task.result.model_dump(by_alias=True, mode="json", exclude_none=True), task)

    async def _ask(self, context: ServerRequestContext[Any], task: CallTask) -> None:
        assert task.question is not None, "it was looked at"
        number = task.questions
        form = question_form(task.question)
        params = form.model_copy(update={"meta": {_RELATED: {"taskId": task.id}}})
        try:
            answer = await context.session.send_request(
                types.ElicitRequest(params=params),
                types.ElicitResult,
                metadata=ServerMessageMetadata(related_request_id=context.request_id),
            )
        except MCPError as problem:
            _logger.info("the client could not ask its user: %s", problem)
            choice = None
        else:
            choice = choice_of(answer)
        if task.question is not None and task.questions == number:
            task.answer(choice)


def owner_of(context: ServerRequestContext[Any]) -> str:
    """Return what tells the client's connection from others, where there are several."""
    headers = getattr(context.request, "headers", None) or {}
    return str(headers.get("mcp-session-id", ""))


def _checked(context: ServerRequestContext[Any], method: str) -> bool:
    """Return whether a request is of 2026-07-28; refuse it where the protocol has no tasks for it."""
    if is_modern(context):
        if not has_extension(context, EXTENSION):
            required: dict[str, Any] = {"requiredCapabilities": {"extensions": {EXTENSION: {}}}}
            raise MCPError(
                types.MISSING_REQUIRED_CLIENT_CAPABILITY,
                f"{method} needs the extension {EXTENSION}",
                required,
            )
        return True
    if context.protocol_version != CORE_VERSION:
        raise _unknown(method)
    return False


def _unknown(method: str) -> MCPError:
    return MCPError(types.METHOD_NOT_FOUND, "Method not found", method)


def _answer(content: Mapping[str, Any], *, modern: bool) -> dict[str, Any]:
    return {"resultType": "complete", **content} if modern else dict(content)


def _key(task: CallTask) -> str:
    return f"{QUESTION}-{task.questions}"


def _state(task: CallTask, *, modern: bool) -> dict[str, Any]:
    """Return a task's state; an error of the tool fails a task of 2025-11-25, and completes one of 2026."""
    status = "completed" if modern and task.status == "failed" else task.status
    ttl, poll = ("ttlMs", "pollIntervalMs") if modern else ("ttl", "pollInterval")
    return {
        "taskId": task.id,
        "status": status,
        "statusMessage": task.message,
        "createdAt": task.created.isoformat(),
        "lastUpdatedAt": task.updated.isoformat(),
        ttl: task.ttl_ms,
        poll: POLL_MS,
    }


def _detailed(task: CallTask) -> dict[str, Any]:
    state = _state(task, modern=True)
    if task.status == "input_required" and task.question is not None:
        request = types.ElicitRequest(params=question_form(task.question))
        asked = request.model_dump(by_alias=True, mode="json", exclude_none=True)
        return state | {"inputRequests": {_key(task): asked}}
    if task.result is not None:
        return state | {"result": task.result.model_dump(by_alias=True, mode="json", exclude_none=True)}
    return state


def _related(result: dict[str, Any], task: CallTask) -> dict[str, Any]:
    return {**result, "_meta": {**(result.get("_meta") or {}), _RELATED: {"taskId": task.id}}}
