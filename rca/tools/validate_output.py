"""`validate_output`: check what an agent is about to hand over (seed 001)."""

from __future__ import annotations

from models.tools.validate_output import ValidateOutputParams, ValidateOutputResult
from rca.planning.citation_checks import check
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: ValidateOutputParams) -> Answer[ValidateOutputResult]:
    """Check the output's shape, and its citations against the current code."""
    checked = check(params.output_type, params.data, context.snapshot)
    return Answer(
        ValidateOutputResult(
            valid=not checked.errors, errors=tuple(checked.errors), warnings=tuple(checked.warnings)
        )
    )


TOOL = Tool(
    name="validate_output",
    description=(
        "Check an output before it is handed over: a `hypothesis` about an error (are all parts there, do "
        "the cited lines exist and say what is quoted), a `solution` for record_solution, a `plan` of steps, "
        "a `domain_map`. Errors make it invalid, warnings do not. Text around the JSON is cut away. It says "
        "nothing about whether a conclusion is true."
    ),
    params=ValidateOutputParams,
    result=ValidateOutputResult,
    run=run,
    speaks_for="files",
)
