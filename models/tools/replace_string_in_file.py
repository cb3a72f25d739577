"""`replace_string_in_file`: one string of a file replaced by another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire


class ReplaceStringParams(Params):
    """In which file, what, and by what."""

    file_path: str = Field(min_length=1, description="Relative path from the workspace root.")
    old_string: str = Field(
        min_length=1,
        description="Exact text to replace, with its indentation; give enough of it to be found once.",
    )
    new_string: str = Field(description="Text that comes in its place; empty to delete.")


class ReplaceStringResult(Wire):
    """What was changed."""

    file_path: str
    occurrences_found: int
    occurrences_replaced: Literal[1] = Field(default=1, description="Only the first is replaced.")
    lines_changed: tuple[int, ...] = Field(description="Lines of the new text, 1-based.")
    occurrence_lines: tuple[int, ...] = Field(
        description="Where the string was found before, the first 50; the first of them was replaced."
    )
    source: Literal["editor", "disk"] = Field(
        description="`editor`: the file is open, and changed there without being saved."
    )
