"""`list_dirs`: the folders of the project, a few levels down."""

from __future__ import annotations

from pydantic import Field

from models.wire import Params, Wire


class ListDirsParams(Params):
    """Which folder, and how much of what lies below."""

    path: str = Field(default=".", min_length=1, description="Folder, relative to the workspace root.")
    depth: int = Field(default=2, ge=1, le=3, description="Levels of folders below it.")
    limit: int = Field(default=50, ge=1, le=100, description="Folders in one answer.")
    cursor: int = Field(default=0, ge=0, description="Folders to skip: `meta.next` of the answer before.")


class DirEntry(Wire):
    """One folder."""

    path: str
    depth: int = Field(description="Levels below the folder asked for; 1: in it.")


class ListDirsResult(Wire):
    """Folders in the order of their paths, each before those it holds."""

    directory: str = Field(description='The folder asked for; "." for the workspace.')
    dirs: tuple[DirEntry, ...]
    total: int = Field(description="Folders to that depth, before the limit.")
    truncated: bool
