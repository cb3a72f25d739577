"""`analyze_error`: the main job, from an error to its root cause."""

from __future__ import annotations

from models.captured_state import CapturedState
from models.debug_stop import DebugStop
from models.error_codes import ErrorCode
from models.error_report import ErrorReport
from models.tools.analyze_error import AnalyzeErrorParams, AnalyzeErrorResult
from rca.analysis.error_source import ErrorSource, from_editor, from_text
from rca.analysis.hypothesis_contexts import add_hypothesis_contexts
from rca.analysis.investigation import Investigation, WebAccess
from rca.analysis.locating.app_frames import attribute_frames
from rca.analysis.locating.deobfuscation import deobfuscate
from rca.analysis.locating.symbol_file_search import SymbolSources
from rca.analysis.locating.symbolication import symbolicate
from rca.analysis.rendering.analysis_next_calls import after_analysis
from rca.analysis.rendering.brief import write_brief
from rca.analysis.rendering.explain_error import explain
from rca.analysis.surrounding_code import add_surrounding_code
from rca.debug_stops.stop_state import captured_state, find_stop
from rca.debug_stops.stop_text import stop_text
from rca.jdwp.capture_store import CaptureStore
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.web.web_search import WebSearch

_INDEX_SECONDS = 30.0
"""The first answer is often the only one that is read, and clients wait a minute."""

_GRACE_SECONDS = 4.0
"""On a machine under load a step may end late: what was found by then is worth more than an error."""


def run(context: ToolContext, params: AnalyzeErrorParams) -> Answer[AnalyzeErrorResult]:
    """Parse the error, retrace it, investigate it, and write the brief."""
    packages = params.app_packages
    if packages is None:
        packages = (*context.settings.app_packages, *context.snapshot.app_packages)
    source = _source(context, params, packages)
    mapping_file = params.mapping_file or context.settings.mapping_file
    undone = deobfuscate(source.report, source.text, context.snapshot, mapping_file, packages)
    symbolicated = symbolicate(
        undone.report,
        context.snapshot,
        SymbolSources(context.settings.symbol_folders, context.data_dir / "symbols", context.environment),
        packages,
        context.deadline,
    )
    report = attribute_frames(
        symbolicated.report, context.snapshot, only_partial=params.app_packages is not None
    )
    source = ErrorSource(report, source.text)
    web = None
    if params.include_web:
        search = WebSearch(context.settings.network, context.data_dir, context.ask_egress, context.deadline)
        web = WebAccess(search, tuple(packages))
    stop = _stop(context, params, report)
    capture = stop or _capture(context, params, report)
    found = Investigation(
        context.snapshot, context.knowledge, source, context.deadline, web, context.observe, capture
    ).run()
    if undone.doubt is not None and found.culprit is not None:
        notes = [note for note in (found.culprit.note, undone.doubt) if note]
        found.culprit = found.culprit.model_copy(update={"note": "; ".join(notes)})
    found.gaps[:0] = (*report.problems, *undone.gaps, *symbolicated.gaps)
    add_hypothesis_contexts(found, context.snapshot)
    add_surrounding_code(found, context.snapshot)
    result = AnalyzeErrorResult(
        error=found.error,
        frames=found.frames,
        culprit=found.culprit,
        failure=found.failure,
        hypotheses=found.hypotheses,
        explanation=explain(found),
        wait_graph=found.wait_graph,
        context=found.context,
        cause_context=found.cause_context,
        hypothesis_contexts=found.hypothesis_contexts,
        value_uses=found.value_uses,
        callers=found.callers,
        suspect_changes=found.changes,
        similar_solutions=found.solutions,
        weaker_solutions=found.weaker_solutions or None,
        failed_attempts=found.failed_attempts,
        verdict=found.verdict,
        web_results=found.web,
        brief=write_brief(found, params.token_budget),
    )
    return Answer(
        result,
        completeness="partial" if found.gaps else "complete",
        provenance=(
            *undone.used,
            *symbolicated.used,
            *_origin_of_values(stop, capture),
            *found.gaps,
        ),
    )


def _stop(context: ToolContext, params: AnalyzeErrorParams, report: ErrorReport) -> CapturedState | None:
    """Return the state of the program that is stopped in the editor's debugger with this error."""
    if params.capture_id is not None or context.editor is None:
        return None
    if params.debug_stop is not None:
        return captured_state(_named_stop(context, params.debug_stop), context.snapshot)
    return find_stop(report, context.editor.debug_stops, context.snapshot)


def _named_stop(context: ToolContext, id_: str) -> DebugStop:
    stops = context.editor.debug_stops if context.editor is not None else ()
    found = next((stop for stop in stops if stop.id == id_), None)
    if found is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"analyze_error: no program is stopped in the debugger as '{id_}'",
            "Ask get_user_error_context for `debugStops`, or leave debugStop out.",
        )
    return found


def _origin_of_values(stop: CapturedState | None, capture: CapturedState | None) -> tuple[str, ...]:
    if stop is not None:
        notes = (*stop.notes, *(frame.note for frame in stop.frames[:1] if frame.note is not None))
        return ("the values are those of the program that is stopped in the debugger", *notes)
    return ("the values are those of a kept capture of this error",) if capture is not None else ()


def _capture(context: ToolContext, params: AnalyzeErrorParams, report: ErrorReport) -> CapturedState | None:
    store = CaptureStore(context.data_dir, context.snapshot.roots)
    if params.capture_id is None:
        return store.find(report)
    found = store.load(params.capture_id)
    if found is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"analyze_error: no capture '{params.capture_id}' is kept for this workspace",
            "Leave captureId out, or capture the error again with capture_crash_state.",
        )
    return found


def _source(context: ToolContext, params: AnalyzeErrorParams, packages: tuple[str, ...]) -> ErrorSource:
    given = [params.error_text is not None, params.file_path is not None, params.from_editor]
    if sum(given) != 1:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"analyze_error: {sum(given) or 'none'} of errorText, filePath and fromEditor were given",
            "Give one: errorText is the error itself, filePath a file that holds it, fromEditor true takes "
            "what the editor shows.",
        )
    if params.error_text is not None:
        return from_text(params.error_text, packages)
    if params.file_path is not None:
        return from_text(context.snapshot.read(params.file_path).text, packages)
    if params.debug_stop is not None:
        return from_text(stop_text(_named_stop(context, params.debug_stop), context.snapshot), packages)
    stops = context.editor.debug_stops if context.editor is not None else ()
    return from_editor(context.editor, packages, (stop_text(stop, context.snapshot) for stop in stops))


TOOL = Tool(
    name="analyze_error",
    description=(
        "Start here with any crash, stack trace or failed build: pass the whole raw text in errorText. "
        "Returns why it most likely happened, ranked hypotheses with places, the code at fault, its fields, "
        "callers, suspect commits, past solutions. Often it is enough."
    ),
    params=AnalyzeErrorParams,
    result=AnalyzeErrorResult,
    run=run,
    words=lambda result: result.brief,
    next_calls=after_analysis,
    sized_by_caller=("brief",),
    needs_index=True,
    index_seconds=_INDEX_SECONDS,
    grace_seconds=_GRACE_SECONDS,
    speaks_for="names",
    needs_knowledge=True,
)
