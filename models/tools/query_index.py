"""`query_index`: which files there are, by what they export, their tags or their path."""

from __future__ import annotations

from pydantic import Field

from models.wire import Params, Wire

QUERY_TYPES = ("exports", "tag", "pathPrefix", "listAll")


class IndexQuery(Params):
    """What to look for."""

    type: str = Field(
        description="`exports`: files with a top-level declaration of that name, simple or with its "
        "package; `tag`: files with that tag; `pathPrefix`: files whose path begins so; `listAll`: all."
    )
    value: str | None = Field(default=None, description="Name, tag or path; needed but for `listAll`.")


class QueryIndexParams(Params):
    """A query, and how much of its answer to give."""

    query: IndexQuery = Field(description='What to look for: `{"type": "tag", "value": "viewmodel"}`.')
    limit: int = Field(default=50, ge=1, description="Files in one answer, at most 200.")
    cursor: int = Field(default=0, ge=0, description="Files to skip: `meta.next` of the answer before.")


class TagEvidence(Wire):
    """Why a file has a tag."""

    tag: str
    symbol: str | None = Field(description="Class or function that has it; null: the file as a whole.")
    line: int
    evidence: str


class IndexedFile(Wire):
    """A file of the index."""

    path: str
    exports: tuple[str, ...] = Field(description="Top-level declarations that other files may use.")
    tags: tuple[str, ...] = Field(description="Its language, and what it holds: `activity`, `dao`, `test` …")
    tag_evidence: tuple[TagEvidence, ...]
    size_bytes: int
    last_modified: str | None = Field(description="ISO 8601, UTC; null: unsaved text of the editor.")


class QueryIndexResult(Wire):
    """Files in the order of their paths."""

    files: tuple[IndexedFile, ...]
    total_matches: int
    truncated: bool
