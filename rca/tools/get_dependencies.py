"""`get_dependencies`: what a file, class, function, module or package uses."""

from __future__ import annotations

from models.tools.get_dependencies import GetDependenciesParams, GetDependenciesResult
from rca.analysis.dependency_graph.dependencies import find_dependencies
from rca.analysis.dependency_graph.dependency_counts import package_of, shares
from rca.analysis.dependency_graph.query_target import find_subject
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import modules_of


def run(context: ToolContext, params: GetDependenciesParams) -> Answer[GetDependenciesResult]:
    """Find the target, follow its uses, and return a page of its dependencies."""
    snapshot = context.snapshot
    modules = modules_of(snapshot.index)
    subject = find_subject(snapshot, modules, params)
    answer = find_dependencies(snapshot, modules, subject, params.depth, context.deadline)
    found = tuple(one for one in answer.dependencies if params.include_external or not one.external)
    internal = tuple(one for one in found if not one.external)
    page = page_of(found, params)
    result = GetDependenciesResult(
        subject=subject.described(modules),
        dependencies=page.items,
        total_dependencies=len(found),
        internal=len(internal),
        external=len(found) - len(internal),
        by_package=shares(found, (package_of(one, snapshot.index) for one in found)),
        by_module=shares(internal, (one.module or ":" for one in internal)),
        unused_imports=answer.unused_imports,
    )
    return page.answer(result, answer.reasons)


TOOL = Tool(
    name="get_dependencies",
    description=(
        "List what a Kotlin or Java file, class, function, Gradle module or package depends on, direct or "
        "up to depth: each class with why (import, type, call, supertype, annotation, resource, …), how "
        "often and where. Resolved: uses inside one package are there. Names that are imported by "
        "themselves (kotlin.*, java.lang) are left out."
    ),
    params=GetDependenciesParams,
    result=GetDependenciesResult,
    run=run,
    needs_index=True,
    speaks_for="names",
)
