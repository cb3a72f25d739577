"""What the editor shows right now, as the client pushes it."""

from __future__ import annotations

from pydantic import Field

from models.error_report import Severity
from models.wire import Wire


class CursorPosition(Wire):
    """A place in the active file, both parts 1-based, `character` in UTF-16 units as editors count."""

    line: int = Field(ge=1)
    character: int = Field(ge=1)


class EditorDiagnostic(Wire):
    """A problem that the editor shows, of any source."""

    severity: Severity
    message: str
    line: int
    column: int
    source: str
    file_path: str | None = Field(
        default=None, description="Relative to the workspace; null means the active file."
    )


class EditorState(Wire):
    """The live state of the editor. Each push replaces the parts that it names."""

    active_file: str | None = None
    cursor_position: CursorPosition | None = None
    selected_text: str | None = None
    diagnostics: tuple[EditorDiagnostic, ...] = ()
    terminal_output: str | None = Field(default=None, description="Recent terminal text, newest last.")
