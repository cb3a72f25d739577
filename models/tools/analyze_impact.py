"""`analyze_impact`: what a change of a file, declaration or diff would reach."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from models.code import Evidence
from models.navigation import Declared, Dependency, EntryPoint, SubjectQuestion
from models.wire import Wire, absent_if_none

RiskLevel = Literal["low", "medium", "high"]


class AnalyzeImpactParams(SubjectQuestion):
    """What is going to change; `filePath` with `line` alone means what stands there."""

    diff: str | None = Field(
        default=None,
        min_length=1,
        description="Unified diff of a change that is made already: what it touches is meant.",
    )
    depth: int = Field(default=3, ge=1, le=5, description="Steps to follow from the target.")
    limit: int = Field(default=50, ge=1, le=500, description="Entries of each list; totals count all.")

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if self.diff is None and self.target is None and self.file_path is None:
            message = "give 'target', 'filePath' or 'diff'"
            raise ValueError(message)
        return self


class DirectCaller(Wire):
    """A call of what changes."""

    caller_name: str
    file_path: str
    line: int
    callee: str
    evidence: Evidence
    confidence: float


class RelatedMember(Declared):
    """A member or class above or below what changes."""

    relation: Literal["overridden_by", "overrides", "extended_by", "extends"]
    of: str = Field(description="What it relates to.")


class ResourceMention(Wire):
    """A place in a manifest or resource that names what changes."""

    file_path: str
    line: int
    text: str
    names: str = Field(description="The class that it names.")


class ReachedTest(Declared):
    """A test that reaches what changes."""

    depth: int
    via: str | None = absent_if_none("What it was reached through.")


class ImpactTotals(Wire):
    """How many there are of each, whatever `limit` shows."""

    direct: int
    transitive: int
    callers: int
    related: int
    resources: int
    tests: int
    entry_points: int
    modules: int = Field(description="Modules that hold dependents, tests left out.")


class Risk(Wire):
    """How much a change may break, and why."""

    level: RiskLevel
    score: int = Field(description="The sum of what the reasons weigh; 3 is medium, 6 high.")
    reasons: tuple[str, ...]


class AnalyzeImpactResult(Wire):
    """What a change reaches, nearest first."""

    subjects: tuple[Declared, ...] = Field(description="What changes.")
    risk: Risk
    totals: ImpactTotals
    direct: tuple[Dependency, ...] = Field(description="What uses it, tests left out.")
    transitive: tuple[Dependency, ...] = Field(description="What uses those, tests left out.")
    callers: tuple[DirectCaller, ...]
    related: tuple[RelatedMember, ...] = Field(
        description="Subclasses, overriding members, and what a changed member overrides."
    )
    resources: tuple[ResourceMention, ...] = Field(description="Manifest and layout lines that name it.")
    tests: tuple[ReachedTest, ...]
    entry_points: tuple[EntryPoint, ...] = Field(
        description="Where execution enters that reaches it, itself included."
    )
    affected_modules: tuple[str, ...]
