"""`textDocument/codeAction`: actions for an error, as commands whose answers are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_server import lsp_conversion
from lsp_server.features.code_lenses import callers_command, report_command
from lsp_server.features.error_content import OPEN, trace_uri
from lsp_server.features.error_marks import DISMISS, SOURCE
from lsp_server.features.shown_answers import SHOW

if TYPE_CHECKING:
    from lsp_server.features.error_marks import Mark
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext

_MOST_PROBLEMS = 3
"""Errors of other tools at one place that are offered for analysis."""


async def code_action(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return quick fixes for the errors in a range: report, past solution, callers, dismissal, analysis."""
    only = params.context.only
    if only is not None and not {*only} & {types.CodeActionKind.Empty, types.CodeActionKind.QuickFix}:
        return []
    first, last = params.range.start.line + 1, params.range.end.line + 1

    def marks(question: RequestContext) -> tuple[list[Mark], types.Command | None]:
        path = question.path(params.text_document.uri)
        found = [] if path is None else server.error_marks.marks_in(question, path, messages=True)
        # One error may have told of several lines of the range.
        here = list({mark.event.id: mark for mark in reversed(found) if first <= mark.line <= last}.values())
        here.reverse()
        return here, callers_command(question, here[0].path, here[0].line) if here else None

    here, callers = await server.ask(marks)
    actions: list[types.CodeAction] = []
    for mark in here:
        ours = [one for one in params.context.diagnostics if _id_of(one) == mark.event.id]
        actions.append(_action(await _report(server, mark, solution=False), ours, preferred=True))
        if server.error_content.is_supported:
            title = f"Show the trace of {mark.title}"
            command = types.Command(title, OPEN, arguments=[{"uri": trace_uri(mark.event.id)}])
            actions.append(_action(command, ours))
        if mark.event.solution is not None:
            actions.append(_action(await _report(server, mark, solution=True), ours))
    if callers is not None and callers.command:
        callers.title = f"Show the callers of the function at fault ({callers.title})"
        actions.append(_action(callers, []))
    for mark in here:
        ours = [one for one in params.context.diagnostics if _id_of(one) == mark.event.id]
        dismiss = types.Command(f"Dismiss {mark.title}", DISMISS, arguments=[{"id": mark.event.id}])
        actions.append(_action(dismiss, ours))
    return [*actions, *_analyses(params)]


async def _report(server: Server, mark: Mark, *, solution: bool) -> types.Command:
    title = f"Show {'the past solution' if solution else 'the report'} of {mark.title}"
    return await report_command(server, mark.event, title, solution=solution)


def _analyses(params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return actions that analyze other tools' diagnostics, in the form that a compiler prints."""
    path = lsp_conversion.file_path(params.text_document.uri)
    others = [
        one
        for one in params.context.diagnostics
        if one.source != SOURCE and one.severity in (None, types.DiagnosticSeverity.Error)
    ]
    actions = []
    for problem in others[:_MOST_PROBLEMS] if path is not None else ():
        line, column = problem.range.start.line + 1, problem.range.start.character + 1
        text = (
            f"{path}:{line}: error: {problem.message}\n"
            if str(path).endswith(".java")
            else f"e: file://{path}:{line}:{column} {problem.message}\n"
        )
        title = (
            f"Analyze this error: {problem.message.splitlines()[0][:60]}" if problem.message else "Analyze"
        )
        command = types.Command(title, "rca.analyze_error", arguments=[{"errorText": text}, SHOW])
        actions.append(_action(command, [problem]))
    return actions


def _action(
    command: types.Command, diagnostics: list[types.Diagnostic], *, preferred: bool = False
) -> types.CodeAction:
    return types.CodeAction(
        title=command.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=diagnostics or None,
        is_preferred=preferred or None,
        command=command,
    )


def _id_of(diagnostic: types.Diagnostic) -> str | None:
    """Return the error event of one of our own diagnostics."""
    data = diagnostic.data
    if diagnostic.source != SOURCE:
        return None
    id_ = data.get("id") if isinstance(data, dict) else getattr(data, "id", None)
    return id_ if isinstance(id_, str) else None
