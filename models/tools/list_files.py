"""`list_files`: what lies in one folder."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire, absent_if_none


class ListFilesParams(Params):
    """Which folder, and which of its entries."""

    path: str = Field(default=".", min_length=1, description="Folder, relative to the workspace root.")
    pattern: str | None = Field(
        default=None,
        min_length=1,
        description="Glob over the names of files, as `*.{kt,java}`; folders are left out then.",
    )
    limit: int = Field(default=50, ge=1, le=100, description="Entries in one answer.")
    cursor: int = Field(default=0, ge=0, description="Entries to skip: `meta.next` of the answer before.")


class FileEntry(Wire):
    """A file or folder."""

    name: str
    path: str
    type: Literal["file", "directory"]
    size_bytes: int | None = absent_if_none("Bytes of a file.")


class ListFilesResult(Wire):
    """The entries of one folder, by name."""

    directory: str = Field(description='The folder asked for; "." for the workspace.')
    files: tuple[FileEntry, ...]
    total: int = Field(description="Entries that match, before the limit.")
    total_entries: int = Field(description="All entries of the folder that belong to the project.")
    file_count: int = Field(description="Files among them.")
    directory_count: int = Field(description="Folders among them.")
    truncated: bool
