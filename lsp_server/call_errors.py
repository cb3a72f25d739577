"""Errors that a tool call was asked about, or found, as program output for the error watcher."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rca.toolkit import tool_catalog

if TYPE_CHECKING:
    from lsp_server.user_session import Session

_ANALYSIS = "analyze_error"
TELLING = (_ANALYSIS, "run_build", "run_tests")
"""Tools whose answers tell of errors."""

_RELATIONS = {"primary": "", "cause": "Caused by: ", "suppressed": "Suppressed: "}


class CallErrors:
    """Adds the errors of calls to a session's; used by one thread at a time."""

    def __init__(self) -> None:
        self._analyzed: set[str] = set()
        """Error texts that were analyzed since the last error was dismissed."""

    def forget(self) -> None:
        """Add an analyzed text anew when it is analyzed again, as its error was dismissed."""
        self._analyzed.clear()

    def take(self, session: Session, tool: str, parameters: object, envelope: Mapping[str, Any]) -> None:
        """Add the errors of a call that succeeded.

        An error text analyzed again is the same error. A build or test run replaces the last one of the same
        command; a successful run dismisses the errors that only this command reported.
        """
        name = tool_catalog.resolve(tool)
        if not envelope["success"] or name not in TELLING:
            return
        if name == _ANALYSIS:
            text, directory = _analyzed_text(session, parameters), None
            source = f"error text {hashlib.sha256((text or '').encode('utf-8', 'replace')).hexdigest()[:8]}"
            if text is None or source in self._analyzed:
                return
            self._analyzed.add(source)
        else:
            run = envelope["data"]["run"]
            text, directory, source = _printed(envelope["data"]), run["directory"], " ".join(run["command"])
            if run["outcome"] == "succeeded":
                _dismiss_told_by(session, source)
        from models.events import OutputChunk

        session.push_output(
            OutputChunk(
                run=f"{source}-{time.monotonic_ns()}",
                kind="task",
                name=source,
                directory=directory,
                text=text,
                ended=True,
            )
        )


def trace_text(exceptions: Sequence[Mapping[str, Any]]) -> str:
    """Return exceptions as a program prints them, from their JSON in a parsed report."""
    lines = []
    for exception in exceptions:
        message = f": {exception['message']}" if exception["message"] else ""
        lines.append(f"{_RELATIONS[exception['relation']]}{exception['type']}{message}")
        lines += [f"\t{frame['text']}" for frame in exception["frames"]]
    return "\n".join(lines)


def _dismiss_told_by(session: Session, source: str) -> None:
    for event in session.errors.events():
        if event.sources == (source,):
            session.errors.dismiss(event.id)


def _printed(data: Mapping[str, Any]) -> str:
    """Return the text of a run's errors: the traces of failed tests, and the end of its output."""
    traces = (trace_text(test["error"]["exceptions"]) for test in data.get("failed", ()))
    return "\n\n".join((*traces, data.get("output") or ""))


def _analyzed_text(session: Session, parameters: object) -> str | None:
    """Return the analyzed text; None if it was the editor's, which is visible anyway."""
    from rca.toolkit.parameter_names import understand_names

    tool = tool_catalog.load(_ANALYSIS)
    assert tool is not None, "it is in the catalogue"
    understood, _notes = understand_names(tool.name, tool.params, parameters)
    params: Any = tool.params.model_validate(understood)
    if params.error_text is None and params.file_path is not None:
        return session.workspace.snapshot.text(params.file_path)
    text: str | None = params.error_text
    return text
