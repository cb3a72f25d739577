"""The envelope around every answer, on every surface."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import Field

from models.error_codes import ToolError
from models.wire import Wire, absent_if_empty, absent_if_none

Completeness = Literal["complete", "partial", "not_ready"]
RETRACED_WITH: Final = "names are undone with "
SYMBOLS_FROM: Final = "addresses are resolved with "
ORIGINS: Final = (RETRACED_WITH, SYMBOLS_FROM)
"""A line of `provenance` that begins so says where the answer comes from; the others say what it lacks."""


class KeptOutput(Wire):
    """A text that was too long for the answer and is kept whole beside it."""

    field: str = Field(description="Which field of `data` shows only the head of it; empty: all of `data`.")
    handle: str = Field(description="What `read_file` takes as filePath to read it; over MCP its address.")
    size_bytes: int


class Meta(Wire):
    """What a caller should know about an answer besides its data."""

    execution_time_ms: float = Field(description="Wall time of the call, in milliseconds.")
    revision: int = Field(
        description="The workspace snapshot that the answer saw; it grows with each change."
    )
    truncated: bool = Field(
        default=False, description="Whether anything was cut; `next` says how to get the rest."
    )
    next: str | None = absent_if_none("How to get what was cut: a cursor, a line, a handle.")
    outputs: tuple[KeptOutput, ...] = absent_if_empty("Long texts of the answer that are kept whole.")
    cached: bool = Field(default=False, description="Whether the answer was kept from an earlier call.")
    files_affected: tuple[str, ...] = absent_if_empty("Files that the call wrote, relative to the workspace.")
    completeness: Completeness | None = absent_if_none("Whether the answer holds all there is.")
    understood: tuple[str, ...] = absent_if_empty("Parameters that were taken for others of a near name.")
    provenance: tuple[str, ...] = absent_if_empty("Where the answer comes from, and what it lacks and why.")


class Envelope(Wire):
    """An answer: data or an error, never both."""

    success: bool
    data: dict[str, Any] | None = absent_if_none()
    error: ToolError | None = absent_if_none()
    meta: Meta
