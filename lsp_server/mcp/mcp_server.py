"""The tools over MCP: handshake protocols and 2026-07-28, with the same answers as every other surface."""

from __future__ import annotations

import difflib
import hashlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from lsp_server.mcp.answer_form import DETAIL, DETAILS, form_of, result_of
from lsp_server.mcp.elicitation import RunningCall, UserQuestion, WaitingCalls
from lsp_server.mcp.instructions import instructions
from rca import __version__
from rca.policy.output_store import SCHEME
from rca.tool_failure import Failure
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import as_mcp

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import ServerRequestContext

    from lsp_server.user_session import Session
    from models.settings import Settings

_logger = logging.getLogger(__name__)

TASK = "kotlin-rca/task"
"""The key of a request's `_meta` in which a client says what its call is part of, for budgets and metrics."""

_QUESTION = "approval"
"""The one thing that a call asks for at a time."""


def create_mcp_server(session: Callable[[], Session], toolset: str, settings: Settings) -> Server[Any]:
    """Return a server for the tools of a toolset; `session` returns the session for each call.

    Output schemas are announced only where the settings ask for it, as many clients hand them to the model.
    """
    listed = as_mcp(tool_catalog.load_all(toolset), output_schemas=settings.output_schemas)
    tools = [types.Tool.model_validate(tool) for tool in listed]
    names = frozenset(tool.name for tool in tools)
    waiting = WaitingCalls()

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:  # noqa: ANN401 - not looked at
        return types.ListToolsResult(tools=tools)

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        if params.request_state is not None:
            call = waiting.take(params.request_state)
            if call is None:
                raise MCPError(types.INVALID_PARAMS, "This call has ended; call the tool again.")
            call.answer(_choice((params.input_responses or {}).get(_QUESTION)))
        else:
            if tool_catalog.resolve(params.name) not in names:
                raise MCPError(types.INVALID_PARAMS, _unknown(params.name, names))
            arguments = dict(params.arguments or {})
            detail = _detail(arguments)
            capabilities = context.session.client_capabilities
            current = await anyio.to_thread.run_sync(session)
            call = RunningCall(
                current,
                params.name,
                arguments,
                _progress(context),
                client_asks=capabilities is not None and capabilities.elicitation is not None,
                task=_task(context),
                form=form_of(current.settings, detail, has_schemas=settings.output_schemas),
            )
        event = await _follow(call, context, waiting)
        if isinstance(event, types.InputRequiredResult):
            return event
        return result_of(call.tool, event, call.form, names)

    return Server(
        "kotlin-rca",
        version=__version__,
        title="Kotlin RCA",
        instructions=instructions(names),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=_list_resources,
        on_list_resource_templates=_list_resource_templates,
        on_read_resource=partial(_read_resource, session),
    )


async def _follow(
    call: RunningCall, context: ServerRequestContext[Any], waiting: WaitingCalls
) -> dict[str, Any] | types.InputRequiredResult:
    """Continue a call until its envelope is there, or until a question to the user must end this request."""
    try:
        while True:
            event = await anyio.to_thread.run_sync(call.next, abandon_on_cancel=True)
            if not isinstance(event, UserQuestion):
                return event
            if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
                return types.InputRequiredResult(
                    input_requests={_QUESTION: types.ElicitRequest(params=_form(event))},
                    request_state=waiting.put(call),
                )
            call.answer(await _asked(context, event))
    except anyio.get_cancelled_exc_class():
        call.cancel()
        raise


async def _asked(context: ServerRequestContext[Any], question: UserQuestion) -> str | None:
    """Ask the user through the client; None if it cannot."""
    form = _form(question)
    try:
        answer = await context.session.elicit_form(form.message, form.requested_schema, context.request_id)
    except MCPError as problem:
        _logger.info("the client could not ask its user: %s", problem)
        return None
    return _choice(answer)


def _form(question: UserQuestion) -> types.ElicitRequestFormParams:
    answer = {
        "type": "string",
        "title": "Answer",
        "enum": list(question.choices),
        "default": question.choices[-1],
    }
    return types.ElicitRequestFormParams(
        message=question.message,
        requested_schema={"type": "object", "properties": {"answer": answer}, "required": ["answer"]},
    )


def _choice(answer: object) -> str | None:
    """Return the user's choice: a refusal is an answer, a closed dialog is none."""
    if not isinstance(answer, types.ElicitResult) or answer.action == "cancel":
        return None
    chosen = (answer.content or {}).get("answer") if answer.action == "accept" else "deny"
    return chosen if isinstance(chosen, str) else None


async def _list_resources(_context: Any, _params: Any) -> types.ListResourcesResult:  # noqa: ANN401 - not looked at
    """Return an empty list: stored output is named only by the answer that it belongs to."""
    return types.ListResourcesResult(resources=[])


async def _list_resource_templates(
    _context: Any,  # noqa: ANN401 - not looked at
    _params: Any,  # noqa: ANN401 - not looked at
) -> types.ListResourceTemplatesResult:
    template = types.ResourceTemplate(
        name="output",
        title="Output of a tool",
        uri_template=SCHEME + "{id}",
        description="A text that was too long for an answer; the answer links to it.",
        mime_type="text/plain",
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def _read_resource(
    session: Callable[[], Session],
    _context: Any,  # noqa: ANN401 - not looked at
    params: types.ReadResourceRequestParams,
) -> types.ReadResourceResult:
    def read() -> str:
        return session().policy.outputs.read(params.uri)

    try:
        text = await anyio.to_thread.run_sync(read)
    except Failure as failure:
        raise MCPError(types.INVALID_PARAMS, failure.error.message, {"uri": params.uri}) from None
    content = types.TextResourceContents(uri=params.uri, mime_type="text/plain", text=text)
    return types.ReadResourceResult(contents=[content])


def _task(context: ServerRequestContext[Any]) -> str | None:
    """Return the task of a call: the one that the client named, else its HTTP session, else None."""
    named = (context.meta or {}).get(TASK)
    if isinstance(named, str) and named:
        return named
    headers = getattr(context.request, "headers", None) or {}
    client = headers.get("mcp-session-id")
    return None if client is None else f"mcp-{hashlib.sha256(client.encode()).hexdigest()[:8]}"


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
    if (context.meta or {}).get("progress_token") is None:
        return lambda _line: None
    steps = 0
    loop = anyio.lowlevel.current_token()

    def tell(line: str) -> None:
        nonlocal steps
        steps += 1
        send = partial(context.session.report_progress, steps, None, line)
        try:
            anyio.from_thread.run(send, token=loop)
        except RuntimeError:
            _logger.debug("the client is gone; progress was not reported: %s", line)

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
