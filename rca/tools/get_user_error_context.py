"""`get_user_error_context`: what the user is looking at, from the live editor."""

from __future__ import annotations

from collections.abc import Sequence

from models.debug_stop import DebugStop
from models.editor import CursorPosition, EditorState
from models.error_codes import ErrorCode
from models.tools.get_user_error_context import UserErrorContextParams, UserErrorContextResult
from rca.debug_stops.stop_state import masked_stop
from rca.redaction import redact
from rca.text.ansi import strip_escapes
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext

TERMINAL_LINES = 50
_LOOKED_AT = 500  # lines that are masked, so that a key above the cut is still known as one
_START = CursorPosition(line=1, character=1)


def capture(context: ToolContext, params: UserErrorContextParams) -> Answer[UserErrorContextResult]:
    """Return active file, cursor, selection, diagnostics and terminal, as requested, redacted."""
    editor = context.editor
    stops = editor.debug_stops if editor is not None and params.capture_debug_stops else ()
    if editor is None or (editor.active_file is None and not stops):
        raise _no_editor(editor)
    active_file = editor.active_file or _file_of(stops)
    masked: set[str] = set()

    def clean(text: str) -> str:
        redacted = redact(text)
        masked.update(redacted.kinds)
        return redacted.text

    selection = clean(editor.selected_text) if params.capture_selection and editor.selected_text else None
    terminal_lines = _lines(editor.terminal_output) if params.capture_terminal else []
    recent = "\n".join(terminal_lines[-_LOOKED_AT:])
    terminal = clean(recent).split("\n")[-TERMINAL_LINES:] if recent else []
    diagnostics = editor.diagnostics if params.capture_diagnostics else ()
    nothing = not diagnostics and selection is None and not terminal and not stops
    if params.capture_diagnostics and nothing:
        raise Failure(
            ErrorCode.NO_DIAGNOSTICS,
            f"The editor shows '{active_file}' without errors or warnings, "
            "and there is no selection or terminal output to report either",
            "Select the error text, run the failing task in the terminal and set captureTerminal, "
            "or ask with captureDiagnostics off.",
            {"activeFile": active_file},
        )
    result = UserErrorContextResult(
        active_file=active_file,
        cursor_position=editor.cursor_position or _START,
        selected_text=selection,
        diagnostics=tuple(d.model_copy(update={"message": clean(d.message)}) for d in diagnostics),
        terminal_output="\n".join(terminal) if terminal else None,
        debug_stops=tuple(map(masked_stop, stops)),
    )
    cut = len(terminal_lines) > TERMINAL_LINES
    notes = (f"Masked: {', '.join(sorted(masked))}",) if masked else ()
    return Answer(
        result,
        truncated=cut,
        next=f"The last {TERMINAL_LINES} of {len(terminal_lines)} terminal lines are shown" if cut else None,
        completeness="complete",
        provenance=notes,
    )


def _file_of(stops: Sequence[DebugStop]) -> str:
    """Return the file in which a program is stopped; empty where no stop names one."""
    frames = (frame for stop in stops for frame in stop.frames if frame.in_workspace)
    return next((frame.file_path for frame in frames if frame.file_path), "")


def _lines(output: str | None) -> list[str]:
    """Return the lines that a terminal finally shows, without trailing blank ones.

    Colours are removed first, as they could stand inside a secret; of an overwritten line, as of progress
    bars, the last state counts.
    """
    plain = strip_escapes(output or "").replace("\r\n", "\n").rstrip()
    return [line.rstrip("\r").rpartition("\r")[2] for line in plain.split("\n")] if plain else []


def _no_editor(editor: EditorState | None) -> Failure:
    if editor is None:
        message = "No editor is connected: this process does not see what the user is looking at"
        suggestion = (
            "Call it through the language server of a running editor, or pass the error text instead."
        )
    else:
        message = "An editor is connected, but no file is open in it"
        suggestion = "Open the file in question, or pass the error text instead."
    return Failure(ErrorCode.NO_ACTIVE_EDITOR, message, suggestion)


TOOL = Tool(
    name="get_user_error_context",
    description=(
        "See what the user sees in the editor right now: active file, cursor, selected text, errors and "
        "warnings of every source, stack and values of a program that is stopped in the debugger, and the "
        "last 50 terminal lines on request. Use it when the user says "
        "'this error' without giving it. Secrets are masked."
    ),
    params=UserErrorContextParams,
    result=UserErrorContextResult,
    run=capture,
)
