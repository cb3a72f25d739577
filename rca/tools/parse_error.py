"""`parse_error`: error text → structure, without a workspace."""

from __future__ import annotations

from models.error_report import ErrorReport
from models.tools.parse_error import ParseErrorParams, ParseErrorResult
from rca.analysis.locating.app_frames import attribute_frames
from rca.analysis.locating.symbol_file_search import SymbolSources
from rca.analysis.locating.symbolication import symbolicate
from rca.analysis.rendering.next_calls import no_calls
from rca.analysis.rendering.result_markdown import error_in_words
from rca.error_text import parse
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: ParseErrorParams) -> Answer[ErrorReport]:
    """Parse the text; the app's packages default to what the workspace declares."""
    packages = params.app_packages
    if packages is None:
        packages = (*context.settings.app_packages, *context.snapshot.app_packages)
    symbolicated = symbolicate(
        parse(params.error_text, packages),
        context.snapshot,
        SymbolSources(context.settings.symbol_folders, context.data_dir / "symbols", context.environment),
        packages,
        context.deadline,
    )
    attributed = attribute_frames(
        symbolicated.report, context.snapshot, only_partial=params.app_packages is not None
    )
    gaps = (*attributed.problems, *symbolicated.gaps)
    return Answer(
        attributed,
        completeness="partial" if gaps else "complete",
        provenance=(*symbolicated.used, *gaps),
    )


TOOL = Tool(
    name="parse_error",
    description=(
        "Turn error text (stack trace, logcat, compiler, Gradle, R8, ANR, tombstone, test report) into "
        "structure: the root error before its cascade, exceptions with frames, compiler diagnostics, failed "
        "tasks, and the app frame to look at first. Use it when you need the parts; use analyze_error to "
        "find the cause."
    ),
    params=ParseErrorParams,
    result=ParseErrorResult,
    run=run,
    words=error_in_words,
    next_calls=no_calls,
)
