"""`search_code`: code found by its text, its names or a description of what it does."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire, absent_if_empty, absent_if_none

SearchReason = Literal[
    "exact_text",  # the query stands there as it is
    "text",  # the same in other case
    "name",  # the declaration's name fits the query as a whole, a part of it or its humps
    "words",  # words of the query stand in its name, documentation, code or path
    "tag",  # a word of the query is one of its tags
    "semantic",  # the embedding model finds it alike
]
"""Why something was found."""


class SearchCodeParams(Params):
    """What to look for, and where."""

    query: str = Field(
        min_length=1,
        max_length=1000,
        description="Text, name (`BasTot` finds `BasketTotal`) or question.",
    )
    scope: str = Field(
        default="all",
        min_length=1,
        description=(
            "`all`, a module with those below it (`:feature:login`), a tag (`viewmodel`, `test`) or the "
            "beginning of paths (`app/src/main`)."
        ),
    )
    file_pattern: str | None = Field(
        default=None,
        min_length=1,
        description="Only files that fit this pattern, as `*.kt` or `app/**/ui/*.kt`.",
    )
    limit: int = Field(default=10, ge=1, le=100, description="Hits in one answer; `meta.next` continues.")
    cursor: int = Field(default=0, ge=0, description="Hits to skip: `meta.next`.")


class CodeHit(Wire):
    """A declaration that was found, or a file where the place lies outside of all declarations."""

    file_path: str
    line: int = Field(description="Of the declaration's name.")
    end_line: int
    name: str = Field(description="`Class.function`, the class's own name, or the file's.")
    qualified_name: str
    kind: str = Field(description="class, function, property, string, file, ….")
    module: str
    tags: tuple[str, ...] = absent_if_empty("Those of the declaration and of its file.")
    summary: str | None = absent_if_none("First sentence of its documentation.")
    snippet: str = Field(description="The lines that fit best.")
    snippet_line: int = Field(description="Line of the snippet's first line.")
    relevance: float = Field(ge=0, le=1, description="For ordering; 1 is the name itself.")
    why: tuple[SearchReason, ...] = Field(description="What made it a hit.")
    matched: tuple[str, ...] = absent_if_empty("Words of the query that it has.")
    places: int = Field(description="Places inside it that fit.")


class SearchCodeResult(Wire):
    """Hits, best first; each declaration once."""

    query: str
    scope: str = Field(description="What the scope was taken for: `all`, `module …`, `tag …`, `path …`.")
    words: tuple[str, ...] = Field(description="The words that were looked for.")
    hits: tuple[CodeHit, ...]
    total_hits: int
    searched_files: int
    cursor: int = Field(default=0, description="Hits that were skipped.")
    no_such_name: bool | None = absent_if_none(
        "True where the query can be a name and no declaration in the scope has it: the hits are relatives."
    )
