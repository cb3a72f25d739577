"""`analyze_impact`: what a change of a file, declaration or diff would reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from models.code import Caller
from models.tools.analyze_impact import (
    AnalyzeImpactParams,
    AnalyzeImpactResult,
    DirectCaller,
    ImpactTotals,
)
from rca.analysis.dependency_graph.change_risk import assess
from rca.analysis.dependency_graph.changed_declarations import changed_subject
from rca.analysis.dependency_graph.impact import find_impact
from rca.analysis.dependency_graph.query_target import declared, find_subject
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import modules_of

_T = TypeVar("_T")


def run(context: ToolContext, params: AnalyzeImpactParams) -> Answer[AnalyzeImpactResult]:
    """Find what changes, then everything that it affects, and rate the risk."""
    snapshot = context.snapshot
    modules = modules_of(snapshot.index)
    notes: tuple[str, ...] = ()
    if params.diff is not None or (params.target is None and params.line is not None):
        subject, notes = changed_subject(snapshot, params.diff, params.file_path, params.line)
    else:
        subject = find_subject(snapshot, modules, params)
    impact = find_impact(snapshot, modules, subject, params.depth, context.deadline)
    totals = ImpactTotals(
        direct=len(impact.direct),
        transitive=len(impact.transitive),
        callers=len(impact.callers),
        related=len(impact.related),
        resources=len(impact.resources),
        tests=len(impact.tests),
        entry_points=len(impact.entry_points),
        modules=len(impact.modules),
    )
    cut = max(len(impact.callers), *totals.model_dump().values()) > params.limit

    def page(rows: Sequence[_T]) -> tuple[_T, ...]:
        return tuple(rows[: params.limit])

    result = AnalyzeImpactResult(
        subjects=page([declared(one, modules) for one in subject.symbols] or [subject.described(modules)]),
        risk=assess(impact, subject.declarations(snapshot.index), modules),
        totals=totals,
        direct=page(impact.direct),
        transitive=page(impact.transitive),
        callers=tuple(_shown(one) for one in page(impact.callers)),
        related=page(impact.related),
        resources=page(impact.resources),
        tests=page(impact.tests),
        entry_points=page(impact.entry_points),
        affected_modules=impact.modules,
    )
    reasons = (*notes, *impact.reasons)
    return Answer(
        result,
        truncated=cut,
        next="a larger limit (at most 500)" if cut else None,
        completeness="partial" if reasons else "complete",
        provenance=reasons,
    )


def _shown(one: Caller) -> DirectCaller:
    return DirectCaller(
        caller_name=one.caller_name,
        file_path=one.file_path,
        line=one.line,
        callee=one.callee,
        evidence=one.evidence,
        confidence=one.confidence,
    )


TOOL = Tool(
    name="analyze_impact",
    description=(
        "Say what changing a Kotlin or Java file, class, function, module or the code of a diff would "
        "reach: dependents, callers, overriding members, manifest and resource lines, tests and entry "
        "points, and a risk level with its reasons. Use it before a fix. Reflection and generated code are "
        "not seen."
    ),
    params=AnalyzeImpactParams,
    result=AnalyzeImpactResult,
    run=run,
    needs_index=True,
    speaks_for="names",
)
