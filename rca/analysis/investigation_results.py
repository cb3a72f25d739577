"""Findings of an analysis, before they are rendered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from models.code import Caller, CodeContext, ProjectFrame, SuspectChange
from models.error_report import ErrorReport
from models.failure import FailedCondition
from models.hypothesis import Hypothesis
from models.solution import FailedAttempt, SolutionHit, Verdict
from models.tools.web_search_wiki import WebResult

if TYPE_CHECKING:
    from rca.causes.candidate_set import ValueSource


@dataclass
class Findings:
    """Filled step by step; `gaps` are sentences about what a step could not find out, and why."""

    error: ErrorReport
    frames: tuple[ProjectFrame, ...] = ()
    culprit: ProjectFrame | None = None
    failure: FailedCondition | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    value_source: ValueSource | None = None
    context: CodeContext | None = None
    cause_context: CodeContext | None = None
    """Code of the likely cause, where that is elsewhere than the culprit."""
    hypothesis_contexts: tuple[CodeContext, ...] = ()
    """Code of other hypotheses, where nothing is decided."""
    callers: tuple[Caller, ...] = ()
    changes: tuple[SuspectChange, ...] = ()
    solutions: tuple[SolutionHit, ...] = ()
    failed_attempts: tuple[FailedAttempt, ...] = ()
    verdict: Verdict = "novel"
    web: tuple[WebResult, ...] = ()
    gaps: list[str] = field(default_factory=list)
