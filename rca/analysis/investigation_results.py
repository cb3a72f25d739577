"""Findings of an analysis, before they are rendered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from models.code import Caller, CodeContext, ProjectFrame, SuspectChange
from models.error_report import ErrorReport
from models.failure import FailedCondition, FailureExpression, ValueUse
from models.hypothesis import Hypothesis
from models.solution import FailedAttempt, SolutionHit, Verdict
from models.tools.web_search_wiki import WebResult
from models.wait_graph import WaitGraph

if TYPE_CHECKING:
    from rca.causes.candidate_set import ValueSource
    from rca.causes.failure.reentry import Reentry
    from rca.causes.key_writers import KeyWriter
    from rca.causes.passed_values import PassedValue


@dataclass(frozen=True)
class UsedDeclaration:
    """The line that declares a field which the failing function uses."""

    file_path: str
    line: int
    code: str


@dataclass(frozen=True)
class FurtherError:
    """A further, independent error of the text."""

    report: ErrorReport
    place: ProjectFrame | None
    """Its culprit in the project."""
    expression: FailureExpression | None
    """The expression that can throw it."""


@dataclass
class Findings:
    """Filled step by step; `gaps` are sentences about what a step could not find out, and why."""

    error: ErrorReport
    frames: tuple[ProjectFrame, ...] = ()
    culprit: ProjectFrame | None = None
    failure: FailedCondition | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    further_errors: tuple[FurtherError, ...] = ()
    """The first of the text's further errors."""
    wait_graph: WaitGraph | None = None
    """Who waits for whom, where the text is a dump of threads or coroutines."""
    reentry: Reentry | None = None
    """A function of a library that was entered again before its first call ended."""
    value_source: ValueSource | None = None
    captured_values: str | None = None
    """The values of the failing expression in a sentence, where they were captured."""
    context: CodeContext | None = None
    cause_context: CodeContext | None = None
    """Code of the likely cause, where that is elsewhere than the culprit."""
    hypothesis_contexts: tuple[CodeContext, ...] = ()
    """Code of other hypotheses, where nothing is decided."""
    origin_context: CodeContext | None = None
    """Code of the place where the failing value can come from, where no other code shows it."""
    reentry_contexts: tuple[CodeContext, ...] = ()
    """Code of the project frames that led to the first and to the second entry."""
    caller_contexts: tuple[CodeContext, ...] = ()
    """Code of the direct callers of a short failing function."""
    declarations: tuple[UsedDeclaration, ...] = ()
    """Fields that the failing function uses."""
    lifecycle: tuple[tuple[str, int], ...] = ()
    """Callbacks of the failing class that the platform calls, with their lines."""
    key_writers: tuple[KeyWriter, ...] = ()
    """Lines that store what the failing function reads by a key."""
    passed_values: tuple[PassedValue, ...] = ()
    """Lines that give the outermost function of the trace what it passes on."""
    value_uses: tuple[ValueUse, ...] = ()
    """Uses of the failing value, where it is a field of the culprit's class."""
    callers: tuple[Caller, ...] = ()
    caller_code: dict[tuple[str, int], str] = field(default_factory=dict)
    """Lines of direct calls by path and line."""
    changes: tuple[SuspectChange, ...] = ()
    solutions: tuple[SolutionHit, ...] = ()
    weaker_solutions: int = 0
    """Similar past solutions that share the type of the exception alone."""
    failed_attempts: tuple[FailedAttempt, ...] = ()
    verdict: Verdict = "novel"
    web: tuple[WebResult, ...] = ()
    gaps: list[str] = field(default_factory=list)
