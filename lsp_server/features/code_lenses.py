"""`textDocument/codeLens` and `codeLens/resolve`: errors at their culprit line, and callers of functions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from lsp_server.features.call_hierarchy import SURE_ENOUGH
from lsp_server.features.error_content import OPEN, report_uri
from lsp_server.features.shown_answers import SHOW

if TYPE_CHECKING:
    from lsp_server.features.error_marks import Mark
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext
    from models.events import ErrorEvent


async def code_lens(server: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return lenses, without titles yet, for errors at their culprit's line, past solutions and callers."""

    def lenses(question: RequestContext) -> list[types.CodeLens]:
        path = question.path(params.text_document.uri)
        marks = [] if path is None else server.error_marks.marks_in(question, path)
        found = [_lens(mark, kind) for mark in marks for kind in _kinds(mark)]
        # However many errors a line has, it is called by the same.
        by_line = {mark.line: mark for mark in reversed(marks)}
        index = question.snapshot.index
        called = [mark for mark in by_line.values() if index.enclosing_function(mark.path, mark.line)]
        return [*found, *(_lens(mark, "callers") for mark in called)]

    return await server.ask(lenses)


async def resolve(server: Server, lens: types.CodeLens) -> types.CodeLens:
    """Return a lens with title and command; if its error is gone meanwhile, with a title alone."""
    data: Any = lens.data
    if not isinstance(data, dict):
        return lens
    kind, id_ = data.get("kind"), str(data.get("id"))
    if kind == "callers":
        path, line = str(data.get("path")), lens.range.start.line + 1
        lens.command = await server.ask(lambda question: callers_command(question, path, line))
        return lens
    event = server.error_marks.event(id_)
    if event is None:
        lens.command = types.Command("this error was dismissed", "")
        return lens
    times = f" ({event.count} times)" if event.count > 1 else ""
    title = "past solution" if kind == "solution" else f"{event.title[:80]}{times}"
    lens.command = await report_command(server, event, title, solution=kind == "solution")
    return lens


async def report_command(server: Server, event: ErrorEvent, title: str, *, solution: bool) -> types.Command:
    """Return the command that analyzes an error again and shows the report, or its past solution."""
    if server.error_content.is_supported and not solution:
        return types.Command(title, OPEN, arguments=[{"uri": report_uri(event.id)}])
    session = await server.session_when_current()
    known = await asyncio.get_running_loop().run_in_executor(server.calls, session.errors.text, event.id)
    text = known or event.title
    if solution:
        # The one that the event names is likelier right than not to fit at all; the answer tells how likely.
        parameters = {"query": text, "minConfidence": 0, "limit": 1}
        return types.Command(title, "rca.vector_search_db", arguments=[parameters, SHOW])
    return types.Command(title, "rca.analyze_error", arguments=[{"errorText": text}, SHOW])


def callers_command(question: RequestContext, path: str, line: int) -> types.Command:
    """Return the command that shows the callers of the function around a line, with their number."""
    from rca.navigation.call_sites import calls_of

    function = question.snapshot.index.enclosing_function(path, line)
    if function is None:
        return types.Command("no function here", "")
    uses = calls_of(question.snapshot.index, function, question.text, question.deadline)
    count = len({use.inside or use.path for use in uses if use.confidence >= SURE_ENOUGH})
    if question.deadline.expired:  # the title tells no more than is known
        title = f"at least {count} callers" if count > 1 else "callers"
    else:
        title = "1 caller" if count == 1 else f"{count or 'no'} callers"
    parameters = {"functionName": function.name, "filePath": path, "line": line}
    return types.Command(title, "rca.find_callers_of_function", arguments=[parameters, SHOW])


def _kinds(mark: Mark) -> tuple[str, ...]:
    return ("error",) if mark.event.solution is None else ("error", "solution")


def _lens(mark: Mark, kind: str) -> types.CodeLens:
    start = types.Position(mark.line - 1, 0)
    data = {"kind": kind, "id": mark.event.id, "path": mark.path}
    return types.CodeLens(types.Range(start, start), data=data)
