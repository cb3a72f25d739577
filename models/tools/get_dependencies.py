"""`get_dependencies`: what a file, class, function, module or package uses."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from models.navigation import Declared, Dependency, Share, SubjectKind, UnusedImport
from models.wire import Params, Wire


class SubjectParams(Params):
    """What a question about dependencies is about."""

    target: str | None = Field(
        default=None,
        min_length=1,
        description=(
            "File path, class (simple, qualified or binary name), `Class.function`, qualified function, "
            "Gradle module (`:feature:login`) or package."
        ),
    )
    file_path: str | None = Field(
        default=None,
        min_length=1,
        description="File that declares the target; alone, the file itself is meant.",
    )
    line: int | None = Field(
        default=None,
        ge=1,
        description="A line of the declaration, where its name is declared more than once.",
    )
    kind: SubjectKind | None = Field(
        default=None, description="What the target is, where its name could be several things."
    )

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if self.target is None and self.file_path is None:
            message = "give 'target' or 'filePath'"
            raise ValueError(message)
        return self


class GetDependenciesParams(SubjectParams):
    """Whose dependencies, and how far."""

    depth: int = Field(
        default=1, ge=1, le=5, description="Steps to follow; beyond the first only inside the project."
    )
    include_external: bool = Field(
        default=True, description="Whether to give what the project does not declare (libraries, platform)."
    )
    limit: int = Field(
        default=100, ge=1, le=500, description="Dependencies in one answer; `meta.next` continues."
    )
    cursor: int = Field(
        default=0, ge=0, description="Dependencies to skip: `meta.next` of the answer before."
    )


class GetDependenciesResult(Wire):
    """Dependencies, nearest first, the project's own before others."""

    subject: Declared
    dependencies: tuple[Dependency, ...]
    total_dependencies: int
    internal: int = Field(description="How many of all lie in the project.")
    external: int
    by_package: tuple[Share, ...]
    by_module: tuple[Share, ...] = Field(description="Modules of the project only.")
    unused_imports: tuple[UnusedImport, ...] = Field(
        description="Imports of the asked files that no code uses; none are told for a class or function."
    )
