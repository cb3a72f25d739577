"""`get_dependents`: what uses a file, class, function, module or package."""

from __future__ import annotations

from pydantic import Field

from models.navigation import Declared, Dependency, Share, SubjectQuestion
from models.wire import Wire


class GetDependentsParams(SubjectQuestion):
    """Whose dependents, and how far."""

    depth: int = Field(default=1, ge=1, le=5, description="Steps to follow: 2 adds what uses the dependents.")
    limit: int = Field(
        default=100, ge=1, le=500, description="Dependents in one answer; `meta.next` continues."
    )
    cursor: int = Field(default=0, ge=0, description="Dependents to skip: `meta.next` of the answer before.")


class GetDependentsResult(Wire):
    """Dependents, nearest first, those with most uses before others."""

    subject: Declared
    dependents: tuple[Dependency, ...]
    total_dependents: int
    by_package: tuple[Share, ...]
    by_module: tuple[Share, ...]
