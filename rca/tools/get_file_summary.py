"""`get_file_summary`: what a file is and does, in short."""

from __future__ import annotations

from models.tools.get_file_summary import GetFileSummaryParams, GetFileSummaryResult
from rca.analysis.rendering.next_calls import no_calls
from rca.analysis.summary.file_summary import summarise_file
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import modules_of


def run(context: ToolContext, params: GetFileSummaryParams) -> Answer[GetFileSummaryResult]:
    """Summarise the file."""
    modules = modules_of(context.snapshot.index)
    found = summarise_file(context.snapshot, modules, params.file_path, params.token_budget, context.deadline)
    return Answer(
        found.result,
        truncated=found.result.total_declarations > len(found.result.declarations),
        completeness="partial" if found.reasons else "complete",
        provenance=found.reasons,
    )


TOOL = Tool(
    name="get_file_summary",
    description=(
        "Summarise a file without reading it whole: its purpose, tags, declarations with signatures (public "
        "first), imports, what it depends on, who depends on it, its tests and entry points. Build scripts, "
        "manifests, resources and other languages too. Made from the index; no model is asked."
    ),
    params=GetFileSummaryParams,
    result=GetFileSummaryResult,
    run=run,
    words=lambda result: result.text,
    next_calls=no_calls,
    sized_by_caller=("text",),
    needs_index=True,
    speaks_for="names",
)
