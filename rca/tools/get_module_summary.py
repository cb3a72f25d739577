"""`get_module_summary`: what a Gradle or Maven module is and offers, in short."""

from __future__ import annotations

from models.tools.get_module_summary import GetModuleSummaryParams, GetModuleSummaryResult
from rca.analysis.rendering.next_calls import no_calls
from rca.analysis.summary.module_summary import summarise_module
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import modules_of


def run(context: ToolContext, params: GetModuleSummaryParams) -> Answer[GetModuleSummaryResult]:
    """Summarise the module."""
    modules = modules_of(context.snapshot.index)
    found = summarise_module(context.snapshot, modules, params.module, params.token_budget, context.deadline)
    return Answer(
        found.result,
        completeness="partial" if found.reasons else "complete",
        provenance=found.reasons,
    )


TOOL = Tool(
    name="get_module_summary",
    description=(
        "Summarise a Gradle or Maven module: build plugins, namespace, the modules and libraries that it "
        "depends on, the modules that depend on it, packages, tags, its most imported classes, entry points "
        "and tests. What convention plugins add is not seen. Made from the index; no model is asked."
    ),
    params=GetModuleSummaryParams,
    result=GetModuleSummaryResult,
    run=run,
    words=lambda result: result.text,
    next_calls=no_calls,
    sized_by_caller=("text",),
    needs_index=True,
    speaks_for="project",
)
