"""Editor state, as the client sends it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.debug_stop import DebugStop
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
    debug_stops: tuple[DebugStop, ...] = Field(
        default=(), description="Programs that are stopped in the debugger, the latest stop first."
    )


class EditorCallersQuestion(Wire):
    """What `rca/editorCallers` asks of the client: who calls what is declared at a place.

    The client asks the language servers that it has beside this one, if any knows Kotlin.
    """

    uri: str
    position: CursorPosition = Field(description="Where the name is declared.")
    kind: Literal["function", "constructor", "property"]
    timeout_ms: int = Field(description="The server does not wait longer.")


class EditorCall(Wire):
    """A place that another language server gives."""

    uri: str
    position: CursorPosition
    source: Literal["call_hierarchy", "references"] = Field(
        description="`references` holds uses of every kind, `call_hierarchy` calls alone."
    )


class EditorCallersAnswer(Wire):
    """What other language servers say. An empty list says nothing: some drop calls in silence."""

    servers: tuple[str, ...] = Field(
        default=(), description="Extensions that were asked; empty: there is none."
    )
    calls: tuple[EditorCall, ...] = ()
