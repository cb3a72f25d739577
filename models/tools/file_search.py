"""`file_search`: files by their names."""

from __future__ import annotations

from pydantic import Field

from models.wire import Params, Wire

MOST_FILES = 1000


class FileSearchParams(Params):
    """Which names, and where."""

    query: str = Field(
        min_length=1,
        description="Glob: `**/*.kt`, `src/**/{Main,App}*.kt`; without `/` it is about names in any folder.",
    )
    path: str = Field(default=".", min_length=1, description="Folder to search, from the workspace root.")
    limit: int = Field(default=MOST_FILES, ge=1, le=MOST_FILES, description="Files in one answer.")
    cursor: int = Field(default=0, ge=0, description="Files to skip: `meta.next` of the answer before.")


class FileSearchResult(Wire):
    """Paths in their order."""

    files: tuple[str, ...]
    matches: int = Field(description="Files that match, before the limit.")
    pattern: str
    truncated: bool
