"""The tool interface: definition, context, and the one function through which every call goes."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

from pydantic import ValidationError

from models.editor import EditorCallersAnswer, EditorCallersQuestion, EditorState
from models.envelope import Completeness, Envelope, Meta
from models.error_codes import ErrorCode, ToolError
from models.settings import Settings
from models.wire import Params, Wire
from rca.files.editor_edit import EditInEditor, no_editor
from rca.files.read_cache import ReadCache
from rca.policy.answer_truncation import answer_size
from rca.policy.policy_state import Policy, PresentedAnswer
from rca.scheduling.call_load import CallLoad
from rca.scheduling.deadline import Cancelled, Deadline
from rca.scheduling.worker_pool import WorkerPool, wait_for
from rca.terminal.command_history import TerminalHistory
from rca.text.visible_text import escape_invisible
from rca.tool_failure import Failure, without_middle
from rca.toolkit.completeness import SpeaksFor, claims_of, gaps_of_index, gaps_of_reading
from rca.toolkit.parameter_errors import explain
from rca.toolkit.parameter_names import understand_names
from rca.unread_files import FileReads
from rca.web.consent import AskEgress, ask_nobody

if TYPE_CHECKING:
    from models.test_discovery import TestNews
    from rca.analysis.rendering.next_calls import NextCall
    from rca.knowledge.knowledge_store import KnowledgeStore
    from rca.knowledge.observation_recorder import Observation
    from rca.workspace import Snapshot

_logger = logging.getLogger(__name__)

ParamsT = TypeVar("ParamsT", bound=Params)
ResultT = TypeVar("ResultT", bound=Wire)

RiskLevel = Literal["read_only", "safe_write", "dangerous"]
Approval = Literal["yes", "always", "no", "nobody"]
"""`always` is a yes that also holds for the same call later in this session."""
Charge = Literal["read", "listing"]
"""What a call takes from the budget of its task: `read` the bytes that its answer names, and one of the
reads that may run at once; `listing` one of the directory listings."""

READ_SECONDS = 2.0
"""A tool that reads answers inside this (contract); `run_*` and network tools have their own limits."""

_LONG_VALUE = 60
"""Characters of a parameter that a question shows."""

_SOFT_SHARE = 0.85
"""The part of the limit after which a tool should give the best it has, so that it beats the hard limit."""

_HARD_SHARE = 0.95
"""The part of the limit after which a call that has given nothing is answered without it."""

_call_load = CallLoad()

_workers = WorkerPool(32, "rca-tool")


@dataclass(frozen=True)
class ApprovalRequest:
    """What the user is asked before a tool above `read_only` runs.

    `details` are what the tool itself says that it would do, as the command it would run; they are
    shown whole.
    """

    tool: str
    risk: RiskLevel
    parameters: dict[str, Any]
    details: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The question in words, for any surface; long parameters by their size (004), nothing hidden."""
        parameters = (f"  {name}: {_sized(value)}" for name, value in self.parameters.items())
        details = (f"{name}: {value}" for name, value in self.details.items())
        lines = (f"Allow {self.tool}?", *parameters, *details, f"Risk level: {self.risk}")
        return escape_invisible("\n".join(lines))


EditorCallers = Callable[[EditorCallersQuestion], "Future[EditorCallersAnswer]"]
"""Asks the editor's other language servers who calls a function; the answer may never come."""


@dataclass(frozen=True)
class ToolContext:
    """All that a tool may look at: it reads no disk, clock or environment behind its context's back.

    `editor` is None where no editor is connected. `deadline` holds the time limit and the cancel
    flag of this call. `approve` asks the user; it answers `nobody` where no one can be asked.
    `editor_callers` asks the editor's other language servers, where there is an editor that can.
    `progress` shows a line about long work to whoever waits for it. `test_news` is told the tests of a run as
    their reports come, where somebody wants them; one may come twice.
    `ask_egress` shows the user what would leave the machine and gives the answer.
    `edit_in_editor` has the editor change a document that is open. `terminal` knows the commands that ran,
    `read_cache` the files that were read.
    `task` is what the call is part of, for budgets and metrics; `policy` holds what is kept of them.
    `observe` is told what a call sees of past solutions: that an error came back, that code changed. A
    session stores it once the call has returned; a tool that is `read_only` writes nothing.
    `now` is the clock, `environment` what programs that the tool starts inherit.
    `tests/architecture/test_pure_tools.py` holds that there is no other way to either.
    """

    snapshot: Snapshot
    knowledge: KnowledgeStore
    settings: Settings
    data_dir: Path
    editor: EditorState | None = None
    deadline: Deadline = field(default_factory=Deadline)
    approve: Callable[[ApprovalRequest], Approval] = lambda _request: "nobody"
    editor_callers: EditorCallers | None = None
    progress: Callable[[str], None] = lambda _line: None
    test_news: Callable[[TestNews], None] | None = None
    ask_egress: AskEgress = ask_nobody
    edit_in_editor: EditInEditor = no_editor
    terminal: TerminalHistory = field(default_factory=TerminalHistory)
    read_cache: ReadCache = field(default_factory=ReadCache)
    task: str = "session"
    observe: Callable[[Observation], None] = lambda _observation: None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    policy: Policy = None  # type: ignore[assignment]  # made from data_dir below

    def __post_init__(self) -> None:
        """Create a policy for a context made without a session."""
        if cast("Policy | None", self.policy) is None:
            object.__setattr__(self, "policy", Policy(self.data_dir))


@dataclass(frozen=True)
class Answer(Generic[ResultT]):
    """A tool's result with what the envelope's `meta` should say about it."""

    data: ResultT
    truncated: bool = False
    next: str | None = None
    cached: bool = False
    files_affected: tuple[str, ...] = ()
    completeness: Completeness | None = None
    provenance: tuple[str, ...] = ()
    read_bytes: int = 0
    """Bytes of files that the answer hands over; a tool that `charges` a read says how many."""


@dataclass(frozen=True)
class Tool(Generic[ParamsT, ResultT]):
    """One ability, as every surface offers it.

    `description` is what a model reads: when to use the tool, and what it leaves out.
    A tool that `needs_index` may be held back for a moment while the index is checked; one with
    `index_seconds` waits so long for an index, and a text index, that is being built, before its own time
    begins. One with `grace_seconds` that is late hands over what it has within so many more: its steps look
    at the time between them, and an error would cost the reader another call. Before one that
    `needs_knowledge` the starter records are brought in, once. `speaks_for` decides whether files that the
    index lacks make its answers partial.

    What the policy needs to know (`docs/design/policy.md`) is declared here, never done in `run`: `risk`;
    `charges`, what a call takes from its task's budget; `sized_by_caller`, the fields of the result whose
    size a parameter of the tool bounds, so that they are not cut at 10 KB; `words`, which says the
    result in Markdown for a model, and `next_calls`, what would tell most after it: without the two a model
    reads the plain form of the data, and is led to the first place in it; `open_world`, whether it reaches
    beyond this machine; `idempotent`, whether a second call of the same changes nothing more.
    """

    name: str
    description: str
    params: type[ParamsT]
    result: type[ResultT]
    run: Callable[[ToolContext, ParamsT], Answer[ResultT]]
    risk: RiskLevel = "read_only"
    seconds: float = READ_SECONDS
    needs_index: bool = False
    index_seconds: float = 0.0
    grace_seconds: float = 0.0
    needs_knowledge: bool = False
    speaks_for: SpeaksFor = "itself"
    charges: Charge | None = None
    sized_by_caller: tuple[str, ...] = ()
    words: Callable[[ResultT], str] | None = None
    next_calls: Callable[[ResultT], Sequence[NextCall]] | None = None
    open_world: bool = False
    idempotent: bool = False
    asks: Callable[[ToolContext, ParamsT], bool] = lambda _context, _params: True
    """Whether this very call needs approval: a tool above `read_only` may have calls that only read."""
    details: Callable[[ToolContext, ParamsT], dict[str, str]] = lambda _context, _params: {}
    """What the user is shown beside the parameters when asked for approval."""


def invoke(tool: Tool[Any, Any], raw: object, context: ToolContext) -> Envelope:
    """Run one call: charge, validate, ask for approval, limit the time, catch, measure, fit and wrap.

    Never raises: whatever happens inside is one error answer. The hard limit is what
    `context.deadline` has left; without a limit the call runs to its end.
    """
    started = time.perf_counter()
    error: ToolError | None = None
    answer: Answer[Any] | None = None
    shown = PresentedAnswer({})
    query_type: str | None = None
    gaps: tuple[str, ...] = ()
    understood: tuple[str, ...] = ()
    context = replace(context, snapshot=replace(context.snapshot, reads=FileReads()))
    try:
        context.policy.accounts.of(context.task).take_turn(context.settings.budget)
        raw, understood = understand_names(tool.name, tool.params, raw)
        params = _validate(tool, raw)
        _require_approval(tool, raw, params, context)
        answer = _run_charged(tool, params, context)
        data = answer.data.model_dump(mode="json")
        gaps = _gaps(tool, params, data, context)
        shown = context.policy.present(
            data,
            tool.name,
            context.settings,
            tool.sized_by_caller,
            getattr(params, "cursor", 0),
        )
        query_type = getattr(getattr(params, "query", None), "type", None)
    except Failure as failure:
        error = failure.error
        gaps = _gaps(tool, None, None, context)
    except Cancelled:
        error = ToolError(code=ErrorCode.TOOL_TIMEOUT, message=f"{tool.name} was cancelled by the caller")
    except Exception as problem:  # a crash in one tool is one error answer, never a dead server
        _logger.exception("%s failed", tool.name)
        error = ToolError(
            code=ErrorCode.INTERNAL_ERROR,
            message=without_middle(f"{tool.name} failed unexpectedly: {type(problem).__name__}: {problem}"),
            suggestion="This is a defect. The server's log holds the details; other tools go on working.",
        )
    elapsed = round((time.perf_counter() - started) * 1000, 2)
    revision = context.snapshot.revision
    if error is not None or answer is None:
        envelope = Envelope(
            success=False,
            error=error,
            meta=Meta(execution_time_ms=elapsed, revision=revision, provenance=gaps, understood=understood),
        )
    else:
        if gaps:
            answer = replace(answer, completeness="partial", provenance=(*answer.provenance, *gaps))
        meta = _meta(answer, shown, elapsed, revision).model_copy(update={"understood": understood})
        envelope = Envelope(success=True, data=shown.data, meta=meta)
        if context.settings.budget.max_total_tokens is not None:
            context.policy.accounts.of(context.task).take_tokens(answer_size(shown.data))
    context.policy.write_down(
        context.settings,
        task=context.task,
        tool=tool.name,
        duration_ms=elapsed,
        data=envelope.data,
        query_type=query_type,
        read_bytes=answer.read_bytes if answer is not None and tool.charges == "read" else None,
        cached=answer is not None and answer.cached,
        error=None if error is None else error.code.value,
    )
    return envelope


def _gaps(tool: Tool[Any, Any], params: Params | None, data: object, context: ToolContext) -> tuple[str, ...]:
    """Return sentences on files that this call or the index could not read."""
    gaps: tuple[str, ...] = ()
    if tool.speaks_for != "itself":
        asked = {} if params is None else params.model_dump(mode="json")
        gaps = gaps_of_index(context.snapshot, claims_of(tool.speaks_for, asked, data))
    return (*gaps_of_reading(context.snapshot), *gaps)


def _meta(answer: Answer[Any], shown: PresentedAnswer, elapsed: float, revision: int) -> Meta:
    provenance = answer.provenance if shown.shortened is None else (*answer.provenance, shown.shortened)
    return Meta(
        execution_time_ms=elapsed,
        revision=revision,
        truncated=answer.truncated or bool(shown.outputs),
        # A cursor goes on behind the tool's own page, of which a shortened answer shows only a part.
        next=shown.next if shown.shortened or answer.next is None else answer.next,
        outputs=shown.outputs,
        cached=answer.cached,
        files_affected=answer.files_affected,
        completeness=answer.completeness,
        provenance=provenance,
    )


def _sized(value: object) -> str:
    text = str(value)
    return text if len(text) <= _LONG_VALUE else f"<{len(text.encode())} bytes>"


def soft_deadline(seconds: float | None) -> Deadline:
    """Return the deadline of a call with a hard limit of `seconds`: it expires a little earlier."""
    return Deadline(None if seconds is None else seconds * _SOFT_SHARE)


def _validate(tool: Tool[ParamsT, Any], raw: object) -> ParamsT:
    try:
        return tool.params.model_validate({} if raw is None else raw)
    except ValidationError as problem:
        raise explain(problem, tool.name, tool.params) from None


def _require_approval(tool: Tool[ParamsT, Any], raw: object, params: ParamsT, context: ToolContext) -> None:
    if tool.risk == "read_only" or not tool.asks(context, params):
        return
    parameters = dict(raw) if isinstance(raw, dict) else {}
    understood = params.model_dump(mode="json", exclude_unset=True)
    if context.policy.is_approved(context.settings, tool.name, (understood, parameters)):
        return
    details = tool.details(context, params)
    decision = context.approve(ApprovalRequest(tool.name, tool.risk, parameters, details))
    if decision in ("yes", "always"):
        if decision == "always":
            context.policy.approve_always(tool.name, understood)
        context.deadline.restart()
        return
    code = ErrorCode.APPROVAL_DENIED if decision == "no" else ErrorCode.APPROVAL_REQUIRED
    reason = "the user said no" if decision == "no" else "nobody could be asked"
    raise Failure(
        code,
        f"{tool.name} ({tool.risk}) needs the user's approval and {reason}; nothing was done",
        "Run it where the user can answer, or allow it: --yes on the command line, a rule in autoApprove.",
    )


def _run_charged(tool: Tool[ParamsT, ResultT], params: ParamsT, context: ToolContext) -> Answer[ResultT]:
    account, limits = context.policy.accounts.of(context.task), context.settings.budget
    if tool.charges == "listing":
        account.take_listing(limits)
    if tool.charges != "read":
        return _run_limited(tool, params, context)
    with account.reading(limits):
        answer = _run_limited(tool, params, context)
    account.take_read(answer.read_bytes, limits)
    return answer


def _run_counted(tool: Tool[ParamsT, ResultT], params: ParamsT, context: ToolContext) -> Answer[ResultT]:
    with _call_load.enter(context.deadline) as together:
        answer = tool.run(context, params)
    if together == 1 or answer.completeness != "partial" or not context.deadline.expired:
        return answer
    shared = f"{together} calls at once shared the time: asked alone it finds more"
    return replace(answer, provenance=(*answer.provenance, shared))


def _run_limited(tool: Tool[ParamsT, ResultT], params: ParamsT, context: ToolContext) -> Answer[ResultT]:
    remaining = context.deadline.remaining
    if remaining is None:
        return tool.run(context, params)
    try:
        # An interrupt may come before `submit` returns, and the work has begun by then.
        future: Future[Answer[ResultT]] = _workers.submit(_run_counted, tool, params, context)
        while remaining:
            if wait_for(future, remaining * _HARD_SHARE / _SOFT_SHARE):
                return future.result()
            # Time is left where the clock stood still while a person was asked.
            remaining = context.deadline.remaining
    except KeyboardInterrupt:
        # The work is done in another thread: it would go on, and so would programs that it started.
        context.deadline.cancel()
        raise
    # Its time is over, which the next step sees; what it found before is the answer.
    if tool.grace_seconds and wait_for(future, tool.grace_seconds):
        return future.result()
    future.cancel()  # it may still wait for a worker
    context.deadline.cancel()
    raise Failure(
        ErrorCode.TOOL_TIMEOUT,
        f"{tool.name} did not finish within its limit of {tool.seconds:g} s",
        "Ask for less (a smaller depth, limit or text), or again once indexing is done.",
    )
