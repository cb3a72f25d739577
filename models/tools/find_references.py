"""`find_references`: every place that uses a class, function or property."""

from __future__ import annotations

from pydantic import Field

from models.code import Evidence, ReferenceKind
from models.navigation import Declared
from models.wire import Params, Wire, absent_if_empty, absent_if_none


class FindReferencesParams(Params):
    """Which declaration, and which of its uses."""

    symbol: str = Field(
        min_length=1,
        description=(
            "Class, function or property, simple or qualified, or `Class.member`; an Android resource as "
            "`R.kind.name` or `@kind/name`."
        ),
    )
    file_path: str | None = Field(default=None, min_length=1, description="File that declares it.")
    line: int | None = Field(
        default=None,
        ge=1,
        description="A line of it, where the name is declared more than once.",
    )
    kinds: tuple[ReferenceKind, ...] | None = Field(
        default=None, min_length=1, strict=False, description="Only uses of these kinds."
    )
    path_prefix: str | None = Field(
        default=None, min_length=1, description="Only in paths that start so, as `app/src/`."
    )
    limit: int = Field(
        default=100, ge=1, le=500, description="References in one answer; `meta.next` continues."
    )
    cursor: int = Field(default=0, ge=0, description="References to skip: `meta.next`.")


class CodeReference(Wire):
    """One use."""

    line: int
    column: int = Field(description="Of the name's first character, 1-based, in characters.")
    kind: ReferenceKind
    text: str = Field(description="The line, without the white space around it.")
    inside: str | None = Field(description="The declaration that holds it; null outside of all.")
    evidence: Evidence
    confidence: float = Field(ge=0, le=1)
    declaration: int | None = absent_if_none(
        "Which of `declarations` it uses, from 0, where there are several."
    )


class ReferencesInFile(Wire):
    """The uses in one file, in the order of its text."""

    file_path: str
    module: str
    references: tuple[CodeReference, ...]


class FindReferencesResult(Wire):
    """Uses by file."""

    symbol: str
    declarations: tuple[Declared, ...]
    files: tuple[ReferencesInFile, ...]
    total_references: int
    total_files: int
    by_kind: dict[str, int] = Field(description="All uses, by kind.")
    possible_uses: tuple[ReferencesInFile, ...] = absent_if_empty(
        "Places that may use it by its name, the receiver's type being unknown: not counted, the first 10."
    )
