"""`get_code_context`: code around a line, its function and the imports it uses."""

from __future__ import annotations

from models.code import CodeContext
from models.tools.get_code_context import GetCodeContextParams, GetCodeContextResult
from rca.analysis.rendering.next_calls import after_context
from rca.analysis.rendering.result_markdown import context_in_words
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.code_context import code_context


def run(context: ToolContext, params: GetCodeContextParams) -> Answer[CodeContext]:
    """Describe the code around the line."""
    found = code_context(context.snapshot, params.file_path, params.line, params.context_lines)
    if not params.include_function_def:
        found = found.model_copy(update={"function_definition": None})
    return Answer(found)


TOOL = Tool(
    name="get_code_context",
    description=(
        "Show the code around a line, with the function that holds it, its whole signature and the imports "
        "that the code uses. Use it for a place that another answer names."
    ),
    params=GetCodeContextParams,
    result=GetCodeContextResult,
    run=run,
    speaks_for="files",
    words=context_in_words,
    next_calls=after_context,
)
