"""`create_file`: a new file with its text."""

from __future__ import annotations

from pydantic import Field

from models.wire import Params, Wire


class CreateFileParams(Params):
    """Where, and what."""

    file_path: str = Field(
        min_length=1, description="Relative path of the new file; missing folders are made."
    )
    content: str = Field(description="Its text, at most 10 MB; written as UTF-8, as it is.")


class CreateFileResult(Wire):
    """What was written."""

    file_path: str
    bytes_written: int
    created_parents: tuple[str, ...] = Field(description="Folders that were made for it, outermost first.")
