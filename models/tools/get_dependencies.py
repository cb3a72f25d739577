"""`get_dependencies`: what a file, class, function, module or package uses."""

from __future__ import annotations

from pydantic import Field

from models.navigation import Declared, Dependency, Share, SubjectQuestion, UnusedImport
from models.wire import Wire


class GetDependenciesParams(SubjectQuestion):
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
