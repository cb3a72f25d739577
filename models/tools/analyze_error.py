"""`analyze_error`: the main job, from an error to its root cause."""

from __future__ import annotations

from pydantic import Field

from models.code import Caller, CodeContext, ProjectFrame, SuspectChange
from models.error_report import ErrorReport
from models.explanation import Clause
from models.failure import FailedCondition, ValueUse
from models.hypothesis import Hypothesis
from models.solution import FailedAttempt, SolutionHit, Verdict
from models.tools.parse_error import MAX_ERROR_TEXT
from models.tools.web_search_wiki import WebResult
from models.wait_graph import WaitGraph
from models.wire import Params, Wire, absent_if_empty, absent_if_none


class AnalyzeErrorParams(Params):
    """One of `errorText`, `filePath` and `fromEditor` says where the error is."""

    error_text: str | None = Field(
        default=None, min_length=1, max_length=MAX_ERROR_TEXT, description="The error itself."
    )
    file_path: str | None = Field(
        default=None, min_length=1, description="Workspace file with the error text."
    )
    from_editor: bool = Field(
        default=False,
        description="Take it from the editor: selection, debugger, terminal or problems.",
    )
    debug_stop: str | None = Field(
        default=None,
        description="With fromEditor: `id` of the stop in `debugStops` of get_user_error_context.",
    )
    app_packages: tuple[str, ...] | None = Field(
        default=None, description="App packages. Default: what the workspace declares.", strict=False
    )
    mapping_file: str | None = Field(
        default=None,
        description="`mapping.txt` for an obfuscated trace. Default: the one in the workspace that the trace "
        "names by map id or version code.",
    )
    capture_id: str | None = Field(
        default=None,
        description="`captureId` of capture_crash_state. Default: the newest capture of this error.",
    )
    include_web: bool = Field(
        default=False, description="Also ask the web sources that the user allowed; nothing else leaves."
    )
    token_budget: int = Field(
        default=4000, ge=300, le=200_000, description="Largest size of the brief, in tokens."
    )


class AnalyzeErrorResult(Wire):
    """The report."""

    error: ErrorReport
    frames: tuple[ProjectFrame, ...] = Field(
        description="Frames and diagnostics that lie in the workspace, in order."
    )
    culprit: ProjectFrame | None = Field(
        description="Where to look first, or null where no project code is named."
    )
    failure: FailedCondition | None = absent_if_none(
        "What failed: the condition that did not hold, and the expression that shows it."
    )
    hypotheses: tuple[Hypothesis, ...] = absent_if_empty(
        "Why it may have happened, likeliest first; low confidence throughout means that nothing decides."
    )
    explanation: tuple[Clause, ...] = absent_if_empty(
        "What failed, where it surfaced and why, in sentences; each with the line that it is about."
    )
    wait_graph: WaitGraph | None = absent_if_none(
        "Of a thread dump, ANR trace or coroutine dump: who waits for whom, cycles, and who must let go."
    )
    context: CodeContext | None
    cause_context: CodeContext | None = absent_if_none(
        "Code of the first hypothesis where it decides and is another place than the culprit; the culprit is "
        "then where the error surfaced."
    )
    hypothesis_contexts: tuple[CodeContext, ...] = absent_if_empty(
        "Code of two other hypotheses that neither context shows; of one where the first decides."
    )
    value_uses: tuple[ValueUse, ...] = absent_if_empty(
        "Lines that declare, assign, change and read the failing value, in this order, at most ten; only "
        "of a field of the culprit's class."
    )
    callers: tuple[Caller, ...]
    suspect_changes: tuple[SuspectChange, ...]
    similar_solutions: tuple[SolutionHit, ...]
    failed_attempts: tuple[FailedAttempt, ...] = absent_if_empty()
    verdict: Verdict
    web_results: tuple[WebResult, ...]
    brief: str = Field(description="Markdown for a person or a local model, inside the token budget.")
