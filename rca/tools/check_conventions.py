"""`check_conventions`: where a file does not do as its own project does (seed 002)."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.check_conventions import CheckConventionsParams, CheckConventionsResult
from rca.conventions.code_file import open_file
from rca.conventions.convention_check import check
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: CheckConventionsParams) -> Answer[CheckConventionsResult]:
    """Compare the file with its peers."""
    snapshot = context.snapshot
    path = snapshot.resolve(params.file_path).path
    file = open_file(snapshot, path)
    if file is None:
        known = snapshot.index.facts(path)
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"check_conventions: '{path}' is no Kotlin or Java file, or a build script"
            if known is not None or snapshot.index.ready
            else f"check_conventions: '{path}' is not indexed yet",
            "Give a file that ends in .kt or .java." if snapshot.index.ready else "Try again in a moment.",
        )
    checked = check(snapshot, file, params.limit, params.followed, context.deadline)
    return Answer(
        checked.result,
        truncated=checked.truncated,
        next=f"limit={checked.result.total_deviations}" if checked.truncated else None,
        completeness="partial" if checked.reasons else "complete",
        provenance=checked.reasons,
    )


TOOL = Tool(
    name="check_conventions",
    description=(
        "Check one Kotlin or Java file against what its own project does: names, annotations, base classes, "
        "visibility, dispatchers, packages, tests, libraries, imports, layout. A convention holds in 80% or "
        "more of comparable cases; each deviation comes with figure, examples, line and severity. It judges "
        "consistency, not correctness."
    ),
    params=CheckConventionsParams,
    result=CheckConventionsResult,
    run=run,
    needs_index=True,
    speaks_for="project",
)
