"""`grep_search`: lines of files that hold a text or match an expression."""

from __future__ import annotations

from pydantic import Field

from models.wire import Params, Wire, absent_if_none

MOST_MATCHES = 1000


class GrepSearchParams(Params):
    """What to look for, and in which files."""

    query: str = Field(min_length=1, max_length=10_000, description="Text, or regular expression.")
    is_regex: bool = Field(
        default=False, description="Whether `query` is a regular expression (RE2), matched line by line."
    )
    whole_word: bool = Field(
        default=False, description="Only where no letter, digit or `_` adjoins the match."
    )
    file_pattern: str | None = Field(
        default=None,
        min_length=1,
        description="Glob over the files to look into: `*.kt`, `app/src/**`; default: all.",
    )
    path: str = Field(default=".", min_length=1, description="Folder to search, from the workspace root.")
    ignore_case: bool = Field(default=False, description="Whether upper and lower case are the same.")
    max_results: int = Field(default=100, ge=1, le=MOST_MATCHES, description="Lines in one answer.")
    cursor: int = Field(default=0, ge=0, description="Lines to skip: `meta.next`.")


class GrepMatch(Wire):
    """A line that matches, and where its first match is."""

    file_path: str
    line: int
    column: int = Field(description="In characters.")
    text: str = Field(description="The line; of a long one, what is around the match.")


class GrepSearchResult(Wire):
    """Lines in the order of files and lines."""

    matches: tuple[GrepMatch, ...]
    total_matches: int = Field(description="Lines that match, before the limit.")
    files_searched: int
    pattern: str = Field(description="What was looked for.")
    truncated: bool
    hint: str | None = absent_if_none("Where nothing was found: which search would find something.")
