"""`get_user_error_context`: what the user is looking at."""

from __future__ import annotations

from pydantic import Field

from models.debug_stop import DebugStop
from models.editor import CursorPosition, EditorDiagnostic
from models.wire import Params, Wire, absent_if_empty, absent_if_none


class UserErrorContextParams(Params):
    """What to capture."""

    capture_selection: bool = Field(default=True, description="Include the selected text.")
    capture_diagnostics: bool = Field(default=True, description="Include the editor's errors and warnings.")
    capture_terminal: bool = Field(default=False, description="Include the last 50 lines of the terminal.")
    capture_debug_stops: bool = Field(
        default=True, description="Include the stack and values of programs that are stopped in the debugger."
    )


class UserErrorContextResult(Wire):
    """Live editor state, secrets masked."""

    active_file: str
    cursor_position: CursorPosition
    selected_text: str | None = absent_if_none()
    diagnostics: tuple[EditorDiagnostic, ...]
    terminal_output: str | None = absent_if_none()
    debug_stops: tuple[DebugStop, ...] = absent_if_empty(
        "Programs that are stopped in the debugger, the latest stop first."
    )
