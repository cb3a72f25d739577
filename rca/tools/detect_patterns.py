"""`detect_patterns`: what the code of a directory does, counted, with evidence (seed 002)."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.detect_patterns import DetectPatternsParams, DetectPatternsResult
from rca.conventions.pattern_detection import THEMES, detect
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: DetectPatternsParams) -> Answer[DetectPatternsResult]:
    """Count the patterns below the folder."""
    snapshot = context.snapshot
    folder = snapshot.resolve_directory(params.path).path
    if params.theme is not None and params.theme not in THEMES:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"detect_patterns: there is no theme '{params.theme}'",
            f"The themes are {', '.join(THEMES)}.",
        )
    found = detect(snapshot, "" if folder == "." else folder, params.theme, params.evidence, context.deadline)
    if not found.result.files:
        raise Failure(
            ErrorCode.NO_RESULTS,
            f"There is no Kotlin or Java file below '{params.path}'"
            if snapshot.index.ready
            else f"No Kotlin or Java file below '{params.path}' is indexed yet",
            "list_dirs shows where the sources are.",
        )
    return Answer(
        found.result,
        completeness="partial" if found.reasons else "complete",
        provenance=found.reasons,
    )


TOOL = Tool(
    name="detect_patterns",
    description=(
        "Count what the Kotlin and Java code of a folder does, with places as evidence: architecture, "
        "design patterns, dependency injection, coroutines, Flow or LiveData, Compose or views, error "
        "handling, libraries, how tests are written and classes are named. Use it before adding code, to do "
        "it as the project does."
    ),
    params=DetectPatternsParams,
    result=DetectPatternsResult,
    run=run,
    needs_index=True,
    speaks_for="project",
)
