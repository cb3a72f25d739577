"""`workspace/executeCommand`: every tool of the catalogue as a command.

The first argument is the tool's parameters. A client may add `{"confirmed": true}` as the second, where the
call is what its user asked for by a button that says so: a safe write is not asked about once more then;
`{"task": "…"}` there, to say what the call is part of, for budgets and metrics; `{"show": true}`, to have the
answer shown to its user; `{"testRun": "…"}`, to be sent the results of tests as they come, under that name;
and `{"remember": false}`, to keep what the call tells of errors out of diagnostics.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from lsp_server.features import discovered_tests, error_events, shown_answers
from lsp_server.features.error_content import OPEN
from lsp_server.features.error_marks import DISMISS
from rca.toolkit import tool_catalog

if TYPE_CHECKING:
    from lsp_server.language_server import Server

_PREFIX = "rca."


def register(server: Server) -> None:
    """Register each tool as the command `rca.<tool>`, and by its other names."""
    for name in (*tool_catalog.TOOLSETS["all"], *tool_catalog.ALIASES):
        _register_tool(server, name)


def problem_of(command: str) -> JsonRpcException | None:
    """Return the error for a command that names an unknown tool; None for any other command."""
    name = command.removeprefix(_PREFIX)
    if command in (DISMISS, OPEN, name) or tool_catalog.resolve(name) in tool_catalog.TOOLSETS["all"]:
        return None
    suggestion = tool_catalog.suggest(name)
    data = {"code": "UNKNOWN_TOOL", "suggestion": suggestion}
    return JsonRpcInvalidParams(f"There is no tool '{name}'. {suggestion}", data=data)


def _register_tool(server: Server, name: str) -> None:
    @server.command(f"{_PREFIX}{name}")
    async def run(*arguments: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON, validated by the tool
        session = await server.session_when_current()
        deadline = session.deadline(name)
        from lsp_server.progress import Progress

        # Shown only once the tool tells something, which quick ones never do.
        progress = Progress(server, f"Kotlin RCA: {name}")
        running, request = server.running, server.protocol.msg_id
        if request is not None:
            running[request] = deadline
        said = arguments[1] if len(arguments) > 1 and isinstance(arguments[1], dict) else {}
        asker = session.confirmed() if said.get("confirmed") is True else None
        task, run = said.get("task"), said.get("testRun")
        call = partial(
            session.call,
            name,
            arguments[0] if arguments else {},
            deadline,
            progress.tell,
            asker,
            task=task if isinstance(task, str) and task else None,
            test_news=discovered_tests.teller(server, run) if isinstance(run, str) and run else None,
        )
        work = asyncio.get_running_loop().run_in_executor(server.calls, call)
        try:
            envelope = await work
            if server.error_marks.wanted and said.get("remember") is not False:
                error_events.take_from_call(server, name, arguments[0] if arguments else {}, envelope)
            if said.get("show") is True:
                await shown_answers.show(server, name, envelope, session.data_dir / "shown")
            return envelope
        except asyncio.CancelledError:  # the client is gone
            deadline.cancel()
            raise
        finally:
            progress.end()
            if request is not None:
                running.pop(request, None)
