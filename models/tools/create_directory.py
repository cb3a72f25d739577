"""`create_directory`: a folder, and those above it."""

from __future__ import annotations

from pydantic import Field

from models.wire import Params, Wire


class CreateDirectoryParams(Params):
    """Where."""

    path: str = Field(min_length=1, description="Relative path of the folder.")


class CreateDirectoryResult(Wire):
    """What was made."""

    path: str
    created: bool = Field(description="False where the folder was there already.")
    created_parents: tuple[str, ...] = Field(
        description="Folders above it that were made too, outermost first."
    )
