"""`get_dependents`: what uses a file, class, function, module or package."""

from __future__ import annotations

from models.tools.get_dependents import GetDependentsParams, GetDependentsResult
from rca.analysis.dependency_graph.dependency_counts import package_of, shares
from rca.analysis.dependency_graph.dependents import find_dependents
from rca.analysis.dependency_graph.query_target import find_subject
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import modules_of


def run(context: ToolContext, params: GetDependentsParams) -> Answer[GetDependentsResult]:
    """Find the target and its uses, and return a page of its dependents."""
    snapshot = context.snapshot
    modules = modules_of(snapshot.index)
    subject = find_subject(snapshot, modules, params)
    answer = find_dependents(snapshot, modules, subject, params.depth, context.deadline)
    found = answer.dependents
    page = page_of(found, params)
    result = GetDependentsResult(
        subject=subject.described(modules),
        dependents=page.items,
        total_dependents=len(found),
        by_package=shares(found, (package_of(one, snapshot.index) for one in found)),
        by_module=shares(found, (one.module or ":" for one in found)),
    )
    return page.answer(result, answer.reasons)


TOOL = Tool(
    name="get_dependents",
    description=(
        "List what depends on a Kotlin or Java file, class, function, Gradle module or package: the classes "
        "that use it (callers, for a function), with why, how often and where, and what uses those up to "
        "depth. Resolved, so unrelated namesakes are left out. Reflection and generated code are not seen."
    ),
    params=GetDependentsParams,
    result=GetDependentsResult,
    run=run,
    needs_index=True,
    speaks_for="names",
)
