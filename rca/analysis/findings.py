"""What an analysis found, before it is written up."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.code import Caller, CodeContext, ProjectFrame, SuspectChange
from models.error_report import ErrorReport
from models.failure import FailedCondition
from models.solution import FailedAttempt, SolutionHit, Verdict
from models.tools.web_search_wiki import WebResult


@dataclass
class Findings:
    """Grows step by step; `lacks` says in sentences what a step could not find out, and why."""

    error: ErrorReport
    frames: tuple[ProjectFrame, ...] = ()
    culprit: ProjectFrame | None = None
    failure: FailedCondition | None = None
    context: CodeContext | None = None
    callers: tuple[Caller, ...] = ()
    changes: tuple[SuspectChange, ...] = ()
    solutions: tuple[SolutionHit, ...] = ()
    failed_attempts: tuple[FailedAttempt, ...] = ()
    verdict: Verdict = "novel"
    web: tuple[WebResult, ...] = ()
    lacks: list[str] = field(default_factory=list)
