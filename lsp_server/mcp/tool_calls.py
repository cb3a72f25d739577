"""`tools/call`: calls that their request waits for, and calls that become tasks."""

from __future__ import annotations

import asyncio
import difflib
import hashlib
import logging
import threading
from collections.abc import Callable, Coroutine, Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
import mcp_types as types
from mcp.shared.exceptions import MCPError

from lsp_server.call_errors import CallErrors
from lsp_server.mcp import report_app, task_methods
from lsp_server.mcp.answer_form import DETAIL, DETAILS, form_of, result_of
from lsp_server.mcp.call_tasks import CallTask, CallTasks
from lsp_server.mcp.elicitation import RunningCall, UserQuestion, WaitingCalls
from lsp_server.mcp.user_questions import QUESTION, choice_of, question_form
from rca.policy.output_store import LAST_RUN
from rca.toolkit import tool_catalog
from rca.toolkit.answer_rendering import as_text

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

    from lsp_server.user_session import Session

_logger = logging.getLogger(__name__)

BUDGET_TASK = "kotlin-rca/task"
"""The key of a request's `_meta` in which a client says what its call is part of, for budgets and metrics."""

LONG_SECONDS = 300.0
"""A tool with at least this time limit outlives what clients wait, so that it can be called as a task."""


class ToolCalls:
    """Calls the tools of one toolset.

    Args:
        session: returns the session for each call.
        tools: the tools that are offered.
        has_schemas: whether schemas of answers were announced.
        notes_errors: whether errors that calls tell of become known errors of the session.
    """

    def __init__(
        self,
        session: Callable[[], Session],
        tools: frozenset[str],
        *,
        has_schemas: bool,
        notes_errors: bool,
    ) -> None:
        self.tasks = CallTasks()
        self._session, self._tools = session, tools
        self._has_schemas = has_schemas
        self._waiting = WaitingCalls()
        self._errors = CallErrors() if notes_errors else None
        self._noting = threading.Lock()

    async def call(
        self, context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult | dict[str, Any]:
        """Run a tool; a long one becomes a task for a client of 2026-07-28 that has the tasks extension."""
        if params.request_state is not None:
            call = self._waiting.take(params.request_state)
            if call is None:
                raise MCPError(types.INVALID_PARAMS, "This call has ended; call the tool again.")
            call.answer(choice_of((params.input_responses or {}).get(QUESTION)))
        else:
            modern = task_methods.is_modern(context)
            if (
                modern
                and task_methods.has_extension(context, task_methods.EXTENSION)
                and is_long(params.name)
            ):
                return task_methods.created(await self._start_task(context, params, None), modern=True)
            call = await self._start(context, params, _progress(context))
        event = await self._follow(call, context)
        return event if isinstance(event, types.InputRequiredResult) else self._result(call, event)

    async def augment(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Begin a call as a task where a client of 2025-11-25 asks for that; pass on any other message.

        The SDK knows no such result of `tools/call`, and would refuse it from a handler.
        """
        raw = ctx.params
        is_call = ctx.method == "tools/call" and ctx.protocol_version == task_methods.CORE_VERSION
        if not is_call or raw is None or raw.get("task") is None or ctx.session.client_params is None:
            return await call_next(ctx)
        params = types.CallToolRequestParams.model_validate(raw, by_name=False)
        if not is_long(params.name) and tool_catalog.resolve(params.name) in self._tools:
            raise MCPError(types.METHOD_NOT_FOUND, f"{params.name} is quick, and cannot be called as a task.")
        ttl = None if params.task is None else params.task.ttl
        return task_methods.created(await self._start_task(ctx, params, ttl), modern=False)

    async def _start_task(
        self, context: ServerRequestContext[Any], params: types.CallToolRequestParams, ttl_ms: int | None
    ) -> CallTask:
        begun: list[CallTask] = []
        loop = asyncio.get_running_loop()
        report = _later_progress(context)

        def show(line: str) -> None:
            for task in begun:
                task.tell(line)

        def progress(line: str) -> None:
            loop.call_soon_threadsafe(show, line)
            report(line)

        task = await self.tasks.start(
            partial(self._start, context, params, progress),
            task_methods.owner_of(context),
            ttl_ms,
            self._result,
            partial(task_methods.tell_status, context),
        )
        begun.append(task)
        return task

    async def _start(
        self,
        context: ServerRequestContext[Any],
        params: types.CallToolRequestParams,
        progress: Callable[[str], None],
    ) -> RunningCall:
        if tool_catalog.resolve(params.name) not in self._tools:
            raise MCPError(types.INVALID_PARAMS, _unknown(params.name, self._tools))
        arguments = dict(params.arguments or {})
        detail = _detail(arguments)
        capabilities = context.session.client_capabilities
        current = await anyio.to_thread.run_sync(self._session)
        if is_long(params.name):
            begun = f"{datetime.now().astimezone():%H:%M:%S}"
            current.policy.outputs.keep_run(
                f"{params.name} has run since {begun}; its answer is not there yet.\n"
            )
            progress(f'running; if nobody waits for the answer, read_file "{LAST_RUN}" returns it')
        return RunningCall(
            current,
            params.name,
            arguments,
            progress,
            client_asks=capabilities is not None and capabilities.elicitation is not None,
            task=_budget_task(context),
            form=form_of(current.settings, detail, has_schemas=self._has_schemas),
            has_app=tool_catalog.resolve(params.name) == report_app.TOOL and report_app.is_shown_by(context),
            ended=partial(self._ended, current, params.name, arguments),
        )

    def _ended(self, session: Session, tool: str, arguments: object, envelope: Mapping[str, Any]) -> None:
        """Keep what a call leaves behind: the answer of a long one, and the errors that it tells of."""
        try:
            if is_long(tool):
                session.policy.outputs.keep_run(as_text(tool_catalog.load(tool), envelope, self._tools))
            if self._errors is not None:
                with self._noting:
                    self._errors.take(session, tool, arguments, envelope)
        except Exception:  # the answer does not depend on it
            _logger.exception("what %s leaves behind could not be kept", tool)

    def _result(self, call: RunningCall, envelope: dict[str, Any]) -> types.CallToolResult:
        result = result_of(call.tool, envelope, call.form, self._tools)
        return report_app.with_report(result, envelope) if call.has_app else result

    async def _follow(
        self, call: RunningCall, context: ServerRequestContext[Any]
    ) -> dict[str, Any] | types.InputRequiredResult:
        """Continue a call until its envelope is there, or until a question must end this request."""
        try:
            while True:
                event = await anyio.to_thread.run_sync(call.next, abandon_on_cancel=True)
                if not isinstance(event, UserQuestion):
                    return event
                if task_methods.is_modern(context):
                    return types.InputRequiredResult(
                        input_requests={QUESTION: types.ElicitRequest(params=question_form(event))},
                        request_state=self._waiting.put(call),
                    )
                call.answer(await _asked(context, event))
        except anyio.get_cancelled_exc_class():
            call.cancel()
            raise


def is_long(tool: str) -> bool:
    """Return whether a tool may take longer than clients wait."""
    loaded = tool_catalog.load(tool)
    return loaded is not None and loaded.seconds >= LONG_SECONDS


async def _asked(context: ServerRequestContext[Any], question: UserQuestion) -> str | None:
    """Ask the user through the client; None if it cannot."""
    form = question_form(question)
    try:
        answer = await context.session.elicit_form(form.message, form.requested_schema, context.request_id)
    except MCPError as problem:
        _logger.info("the client could not ask its user: %s", problem)
        return None
    return choice_of(answer)


def _budget_task(context: ServerRequestContext[Any]) -> str | None:
    """Return the task of a call: the one that the client named, else its HTTP session, else None."""
    named = (context.meta or {}).get(BUDGET_TASK)
    if isinstance(named, str) and named:
        return named
    client = task_methods.owner_of(context)
    return f"mcp-{hashlib.sha256(client.encode()).hexdigest()[:8]}" if client else None


def _detail(arguments: dict[str, Any]) -> str | None:
    """Remove and return the parameter of the answer's form, which no tool knows."""
    detail = arguments.pop(DETAIL, None)
    if detail is None:
        return None
    if detail in DETAILS:
        return str(detail)
    allowed = " or ".join(f"'{one}'" for one in DETAILS)
    raise MCPError(types.INVALID_PARAMS, f"The parameter '{DETAIL}' is {allowed}, not {detail!r}.")


def _progress(context: ServerRequestContext[Any]) -> Callable[[str], None]:
    """Report the progress of a long call, if the client asked for it; may be called on any thread."""
    return _steps(context, context.session.report_progress)


def _later_progress(context: ServerRequestContext[Any]) -> Callable[[str], None]:
    """Report the progress of a call whose request is answered already; 2026-07-28 has none of it."""
    token = (context.meta or {}).get("progress_token")
    if task_methods.is_modern(context):
        return lambda _line: None

    async def report(progress: float, total: float | None, line: str) -> None:
        params = types.ProgressNotificationParams(
            progress_token=token or "", progress=progress, total=total, message=line
        )
        await context.session.send_notification(types.ProgressNotification(params=params))

    return _steps(context, report)


def _steps(
    context: ServerRequestContext[Any],
    report: Callable[[float, float | None, str], Coroutine[Any, Any, None]],
) -> Callable[[str], None]:
    if (context.meta or {}).get("progress_token") is None:
        return lambda _line: None
    steps = 0
    loop = asyncio.get_running_loop()

    def tell(line: str) -> None:
        nonlocal steps
        steps += 1
        # Nobody waits for it: who calls may be on the loop's own thread.
        asyncio.run_coroutine_threadsafe(report(steps, None, line), loop)

    return tell


def _unknown(name: str, names: frozenset[str]) -> str:
    if tool_catalog.resolve(name) in tool_catalog.TOOLSETS["all"]:
        return f"The tool '{name}' is in no toolset that this server offers; start it with --toolset all."
    near = [
        tool_catalog.resolve(one)
        for one in difflib.get_close_matches(name, (*names, *tool_catalog.ALIASES), n=1)
    ]
    hint = f" Did you mean {near[0]}?" if near and near[0] in names else ""
    return f"There is no tool '{name}'.{hint} The tools are: {', '.join(sorted(names))}."
