"""Current positions of known errors in the code: diagnostics, lenses and actions use them.

For editors that do not show errors by themselves: the VS Code extension does, and says so when it connects.
A mark goes when its error is dismissed, when a later run of the same build begins, and when its line is
changed: whoever changed it has seen it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp_server.features import error_events
from lsp_server.features.error_content import report_uri

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.line_tracking import MarkedLines
    from lsp_server.request_context import RequestContext
    from models.events import BuildProblem, ErrorEvent

_logger = logging.getLogger(__name__)

SOURCE = "kotlin-rca"
"""What our diagnostics are called in the editor's list."""

DISMISS = "rca.dismissError"
"""The command that forgets an error: its argument is `{id}`."""

_TYPING_SECONDS = 0.4
"""A pause in typing after which the lines of marks are looked for again."""

_LONGEST_TITLE = 80
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}

_Key = tuple[str, datetime, str, int]
"""An event, when it was last seen, and a place that it names: a line is remembered as it was then."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An error at the line, counted from 1, at which it is now."""

    event: ErrorEvent
    path: str
    line: int

    @property
    def title(self) -> str:
        """What the error is called in one line."""
        return self.event.title[:_LONGEST_TITLE]


class ErrorMarks:
    """The errors of one connection. All but `marks_in` is called on the event loop."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.wanted = False
        """Whether the editor leaves it to the server to show errors."""
        self._events: tuple[ErrorEvent, ...] = ()
        self._with_messages: set[tuple[str, datetime]] = set()
        """Events that had messages of a build: where these go, a later run has taken that build's place."""
        self._lock = threading.Lock()
        """Guards `_contents`, which any thread that answers a question fills."""
        self._contents: dict[_Key, str | None] = {}
        """What the line of each mark read when its error was last seen; None where there was no such line."""
        self._published: dict[str, list[types.Diagnostic]] = {}
        self._publishing = asyncio.Lock()
        self._work: set[asyncio.Task[None]] = set()
        self._later: asyncio.TimerHandle | None = None

    def announce(self) -> None:
        """Announce lenses and actions in `initialize`, if the editor does not show errors itself."""
        if not self.wanted:
            return
        from lsp_server.features import code_actions, code_lenses

        server = self._server

        @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
        async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
            return await code_lenses.code_lens(server, params)

        @server.feature(types.CODE_LENS_RESOLVE)
        async def resolved(lens: types.CodeLens) -> types.CodeLens:
            return await code_lenses.resolve(server, lens)

        options = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])

        @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
        async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
            return await code_actions.code_action(server, params)

        @server.command(DISMISS)
        async def dismiss(*arguments: Any) -> None:  # noqa: ANN401 - plain JSON
            error_events.dismiss(server, arguments[0] if arguments else {})

    def event(self, id_: str) -> ErrorEvent | None:
        """Return an error by its id; None if it was dismissed meanwhile."""
        return next((event for event in self._events if event.id == id_), None)

    def take(self, events: tuple[ErrorEvent, ...]) -> None:
        """Replace the shown errors by these."""
        if not self.wanted:
            return
        ids = {(event.id, event.last_seen) for event in events}
        self._with_messages &= ids
        self._with_messages |= {(event.id, event.last_seen) for event in events if event.problems}
        self._events = events
        with self._lock:
            self._contents = {key: text for key, text in self._contents.items() if key[:2] in ids}
        self._publish_soon(refresh=True)

    def look_again(self) -> None:
        """Find the lines of the marks again in changed texts, once typing pauses."""
        if not (self._events or self._published) or self._server.loop is None:
            return
        if self._later is not None:
            self._later.cancel()
        self._later = self._server.loop.call_later(_TYPING_SECONDS, self._publish_soon)

    def marks_in(self, question: RequestContext, path: str, *, messages: bool = False) -> list[Mark]:
        """Return the culprits of errors in a file, with the places of their `messages`; on any thread."""
        lines = _marked_lines(question)
        marks: dict[Mark, None] = {}
        for event in self._current():
            for key, problem in _places(event):
                if key[2] == path and (messages or problem is None):
                    line = self._line_now(lines, key)
                    if line is not None:
                        marks[Mark(event, path, line)] = None
        return list(marks)

    def _current(self) -> list[ErrorEvent]:
        """Return the errors that no later run has superseded."""
        return [
            event
            for event in self._events
            if event.problems or (event.id, event.last_seen) not in self._with_messages
        ]

    def close(self) -> None:
        """Remove all marks: the session's files are about to be closed."""
        self.wanted, self._events = False, ()
        if self._later is not None:
            self._later.cancel()
        for task in self._work:
            task.cancel()

    def _publish_soon(self, *, refresh: bool = False) -> None:
        task = asyncio.ensure_future(self._publish(refresh=refresh))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _publish(self, *, refresh: bool) -> None:
        try:
            async with self._publishing:
                changed = await self._publish_changed()
            workspace = self._server.client_capabilities.workspace
            if (
                (changed or refresh)
                and workspace
                and workspace.code_lens
                and workspace.code_lens.refresh_support
            ):
                await self._server.workspace_code_lens_refresh_async(None)
        except JsonRpcException as problem:
            _logger.warning("the client refused to refresh code lenses: %s", problem)
        except Exception:  # nobody waits for this task: without a word its end would go unseen
            _logger.exception("errors could not be published")

    async def _publish_changed(self) -> bool:
        """Publish the files whose diagnostics have changed; return whether there were any."""
        found = await self._server.ask(self._diagnostics, needs_index=False)
        previous, self._published = self._published, found
        changed = [uri for uri in {**previous, **found} if found.get(uri) != previous.get(uri)]
        for uri in changed:
            params = types.PublishDiagnosticsParams(uri, found.get(uri, []))
            self._server.text_document_publish_diagnostics(params)
        return bool(changed)

    def _diagnostics(self, question: RequestContext) -> dict[str, list[types.Diagnostic]]:
        lines = _marked_lines(question)
        found: dict[str, list[types.Diagnostic]] = {}
        for event in self._current():
            told = set()
            for key, problem in _places(event):
                path, line = key[2], self._line_now(lines, key)
                # A compiler's own message says more than that its line is the culprit.
                if line is not None and (problem is not None or (path, line) not in told):
                    told.add((path, line))
                    span = lines.span(path, line, None if problem is None else problem.column)
                    diagnostic = _diagnostic(event, problem, span)
                    if self._server.error_content.is_supported:
                        # Editors show the link at the code.
                        diagnostic.code = diagnostic.code or event.kind
                        diagnostic.code_description = types.CodeDescription(report_uri(event.id))
                    found.setdefault(question.uri(path), []).append(diagnostic)
        return found

    def _line_now(self, lines: MarkedLines, key: _Key) -> int | None:
        """Return the current line of a mark; None if the line was changed or deleted."""
        path, number = key[2:]
        with self._lock:
            if key not in self._contents:
                self._contents[key] = lines.content(path, number)
            content = self._contents[key]
        return None if content is None else lines.find(path, content, number)


def _marked_lines(question: RequestContext) -> MarkedLines:
    from lsp_server.line_tracking import MarkedLines

    return MarkedLines(question)


def _places(event: ErrorEvent) -> Iterator[tuple[_Key, BuildProblem | None]]:
    """Yield the places that an event names: messages of its build first, its culprit last."""
    for problem in event.problems:
        yield (event.id, event.last_seen, problem.file_path, problem.line), problem
    if event.culprit is not None and event.culprit.line is not None:
        yield (event.id, event.last_seen, event.culprit.file_path, event.culprit.line), None


def _diagnostic(event: ErrorEvent, problem: BuildProblem | None, span: types.Range) -> types.Diagnostic:
    if problem is not None:
        return types.Diagnostic(
            range=span,
            message=problem.message,
            severity=_SEVERITIES[problem.severity],
            code=problem.tool,
            source=SOURCE,
            data={"id": event.id},
        )
    times = f" ({event.count} times)" if event.count > 1 else ""
    solution = f"\nPast solution: {event.solution}" if event.solution else ""
    return types.Diagnostic(
        range=span,
        message=f"{event.title}{times}: look here first{solution}",
        severity=types.DiagnosticSeverity.Warning,
        source=SOURCE,
        data={"id": event.id},
    )
