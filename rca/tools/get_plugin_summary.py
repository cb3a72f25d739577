"""`get_plugin_summary`: what the whole Gradle project is, in short."""

from __future__ import annotations

from models.tools.get_plugin_summary import GetPluginSummaryParams, GetPluginSummaryResult
from rca.analysis.rendering.next_calls import no_calls
from rca.analysis.summary.project_summary import summarise_project
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import modules_of


def run(context: ToolContext, params: GetPluginSummaryParams) -> Answer[GetPluginSummaryResult]:
    """Summarise the project."""
    modules = modules_of(context.snapshot.index)
    found = summarise_project(context.snapshot, modules, params.plugin, params.token_budget, context.deadline)
    return Answer(
        found.result,
        completeness="partial" if found.reasons else "complete",
        provenance=found.reasons,
    )


TOOL = Tool(
    name="get_plugin_summary",
    description=(
        "Summarise the whole Gradle project: modules and their graph, languages, versions of Kotlin, the "
        "Android Gradle plugin, Gradle and the SDKs, entry points, the most imported classes, the largest "
        "files and libraries. The place to start in an unknown project. Made from the index; no model is "
        "asked."
    ),
    params=GetPluginSummaryParams,
    result=GetPluginSummaryResult,
    run=run,
    words=lambda result: result.text,
    next_calls=no_calls,
    sized_by_caller=("text",),
    needs_index=True,
    speaks_for="project",
)
