"""`read_file`: text of a workspace file, unsaved editor text first."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire

DEFAULT_BYTES = 100 * 1024
MAX_BYTES = 10 * 1024 * 1024


class ReadFileParams(Params):
    """Which file, and which part of it."""

    file_path: str = Field(
        min_length=1,
        description="Relative to the workspace root, or a handle (`rca-output:…`).",
    )
    line_start: int | None = Field(default=None, ge=1, description="First line, 1-based, inclusive.")
    line_end: int | None = Field(default=None, ge=1, description="Last line, 1-based, inclusive.")
    encoding: Literal["utf-8", "utf-16", "ascii"] = Field(
        default="utf-8", description="Encoding of the file."
    )
    max_bytes: int = Field(
        default=DEFAULT_BYTES,
        ge=1,
        le=MAX_BYTES,
        description="Cut the content after so many bytes, at a line's end.",
    )


class ReadFileResult(Wire):
    """The text, whole or in part."""

    file_path: str
    content: str
    line_start: int = Field(default=1, description="Number of the first line of `content`.")
    line_count: int = Field(description="Lines in `content`.")
    total_lines: int = Field(description="Lines in the file.")
    encoding: str = Field(description="Encoding that the file was read in.")
    file_size: int = Field(description="Bytes of the whole file.")
    truncated: bool = Field(
        description="Whether `content` was cut at `maxBytes`; `meta.next` says where to go on."
    )
    source: Literal["editor", "disk", "output"] = Field(
        description="Unsaved editor text, a file on the disk, or an output kept from an earlier answer."
    )
