"""Explains a failure by order: a teardown that cleared a value, or a read before anything set it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.hypothesis import Hypothesis, HypothesisPlace, PlaceRole
from rca.causes.contracts.app_trace import AppTrace, TraceFunction, read_app_trace
from rca.causes.lifetime.broad_catches import broad_catch_around
from rca.causes.lifetime.callback_frames import CallbackFrame, find_callback_frame
from rca.causes.lifetime.cleared_values import cleared_values
from rca.causes.lifetime.read_before_set import find_unset_reads
from rca.causes.lifetime.registered_code import RegisteredCode, registrations_reaching
from rca.causes.lifetime.teardown import Clearing
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_NULL = frozenset(("NullPointerException", "KotlinNullPointerException", "IllegalStateException"))
_UNSET = frozenset(("UninitializedPropertyAccessException", "IllegalStateException"))
_RELEASED = frozenset(
    (
        "IllegalStateException",
        "RejectedExecutionException",
        "IOException",
        "SocketException",
        "ClosedChannelException",
        "IllegalArgumentException",
        "RuntimeException",
        "CancellationException",
        "JobCancellationException",
        "AlreadyClosedException",
        "ObjectDisposedException",
    )
)
_FRAMES = 3


@dataclass(frozen=True)
class LifetimeCause:
    """A value that is not there when it is used: cleared by a teardown (`clearing`), or not set yet."""

    use: TraceFunction
    score: float
    hypothesis: Hypothesis
    clearing: Clearing | None = None
    registered: RegisteredCode | None = None
    callback: CallbackFrame | None = None


def find_lifetime_causes(
    report: ErrorReport,
    text: str,
    frames: Sequence[ProjectFrame],
    code: ProjectCode,
    deadline: Deadline,
) -> list[LifetimeCause]:
    """Return what the order of registrations and teardowns explains of an error, the best first.

    A cause needs a value of the failing line that a teardown clears or releases, and either a registration
    that leads to the failing line and that no teardown cancels, or a frame of the trace that shows that the
    code was called back.

    Args:
        report: the parsed error.
        text: the error as it was given.
        frames: places of the error in the project, in the order of suspicion.
        code: the project.
        deadline: when to stop.
    """
    exceptions = {one.type.rpartition(".")[2] for one in report.exceptions}
    if not exceptions & (_NULL | _RELEASED | _UNSET):
        return []
    trace = read_app_trace(report, text, frames, code)
    unset = [
        LifetimeCause(one.reader, 2.0, one.hypothesis)
        for one in find_unset_reads(report, trace, code, deadline)
    ]
    if unset or not exceptions & (_NULL | _RELEASED):
        return unset
    callback = find_callback_frame(report)
    called = [(one.function.path, one.line) for one in trace.functions]
    texts = [frame.text for frame in frames]
    found: list[LifetimeCause] = []
    for one in trace.functions[:_FRAMES]:
        if deadline.expired:
            break
        for clearing in cleared_values(one, called, code, deadline):
            fits = exceptions & (_NULL if clearing.call is None else _RELEASED)
            # A teardown that is on the stack has not ended: what fails inside it is no matter of order.
            if fits and trace.depth_of(clearing.teardown) is None:
                reaching = registrations_reaching(one, trace.functions, texts, clearing, code)
                found += _causes(_use(one, trace), clearing, reaching, callback, code)
    return sorted(_each_once(found), key=lambda cause: -cause.score)[:3]


def _use(one: TraceFunction, trace: AppTrace) -> TraceFunction:
    """Return the function that uses a value: of a getter the one that called it."""
    is_getter = one.function.declaration.kind == "property" and one.depth + 1 < len(trace.functions)
    return trace.functions[one.depth + 1] if is_getter else one


def _each_once(causes: Sequence[LifetimeCause]) -> list[LifetimeCause]:
    """Return the causes without those that say the same of a function further out in the trace."""
    kept: dict[tuple[object, ...], LifetimeCause] = {}
    for cause in causes:
        registered = cause.registered
        key = (
            None if cause.clearing is None else (cause.clearing.teardown, cause.clearing.line),
            None if registered is None else (registered.function, registered.line),
        )
        kept.setdefault(key, cause)
    return list(kept.values())


def _causes(
    one: TraceFunction,
    clearing: Clearing,
    reaching: Sequence[RegisteredCode],
    callback: CallbackFrame | None,
    code: ProjectCode,
) -> Iterator[LifetimeCause]:
    open_ones = [registered for registered in reaching if not registered.cancelled]
    if reaching and not open_ones:
        yield from _swallowed_cancellations(one, clearing, reaching, code)
        return
    if not open_ones and callback is None:
        return
    choices: list[RegisteredCode | None] = [*open_ones[:2]]
    for registered in choices or [None]:
        score = 1 / (1 + one.depth) + (1.0 if registered else 0.0) + (0.5 if callback else 0.0)
        score -= 0.0 if clearing.call is None else 0.4
        hypothesis = _explain(one, clearing, registered, callback, score)
        yield LifetimeCause(one, score, hypothesis, clearing, registered, callback)


def _swallowed_cancellations(
    one: TraceFunction, clearing: Clearing, reaching: Sequence[RegisteredCode], code: ProjectCode
) -> Iterator[LifetimeCause]:
    """Yield the coroutine that was cancelled in time, but whose `catch` goes on with what was cleared."""
    tokens = code.tokens(one.function.path)
    line = broad_catch_around(tokens, one.line) if tokens is not None else None
    coroutine = next((registered for registered in reaching if registered.kind.what == "coroutine"), None)
    if line is None or coroutine is None:
        return
    statement = (
        f"The coroutine that `{coroutine.function.display_name}` starts in line {coroutine.line} is "
        f"cancelled before `{clearing.teardown.display_name}` ends, but the `catch` in line {line} takes the "
        f"cancellation for an error and goes on: line {one.line} uses `{clearing.value}`, which is null then."
    )
    hypothesis = Hypothesis(
        statement=statement,
        kind="swallowed_cancellation",
        confidence=0.45,
        places=(
            _place(one.function, one.line, "missing_guard"),
            _place(clearing.teardown, clearing.line, "lifecycle"),
        ),
        evidence=(
            f"`{clearing.teardown.display_name}` sets `{clearing.value}` to null in line {clearing.line}",
        ),
        check=f"Throw `CancellationException` again in the `catch` of line {line}, and run it again.",
    )
    yield LifetimeCause(one, 2.0, hypothesis, clearing, coroutine)


def _explain(
    one: TraceFunction,
    clearing: Clearing,
    registered: RegisteredCode | None,
    callback: CallbackFrame | None,
    score: float,
) -> Hypothesis:
    cleared = (
        f"sets `{clearing.value}` to null"
        if clearing.call is None
        else f"calls `{clearing.value}.{clearing.call}()`"
    )
    statement = f"`{clearing.teardown.display_name}` {cleared} in line {clearing.line}"
    places: list[HypothesisPlace] = []
    if registered is not None:
        statement += f", and {_later_use(one, registered, clearing)}"
        places.append(_place(registered.function, registered.line, "lifecycle"))
    elif callback is not None:
        statement += f", and `{one.function.display_name}` uses it in line {one.line} from {callback.what}."
    places += [
        _place(clearing.teardown, clearing.line, "lifecycle"),
        _place(one.function, one.line, "missing_guard"),
    ]
    evidence = [f"line {one.line} reads `{clearing.value}`"]
    if callback is not None:
        evidence.append(f"the trace comes through `{callback.frame}`: {callback.what}")
    if registered is not None and registered.kind.runs_on:
        evidence.append(f"a {registered.kind.what} runs on {registered.kind.runs_on}")
    return Hypothesis(
        statement=statement,
        kind="outlives_teardown" if registered is not None else "cleared_by_teardown",
        confidence=round(min(0.5, 0.12 + 0.12 * score), 2),
        places=tuple(dict.fromkeys(places)),
        evidence=tuple(evidence),
        check=f"Log `{clearing.teardown.name}` and the failing line: the teardown has to come first.",
    )


_UNBOUND = ("GlobalScope", "ProcessLifecycleOwner")


def _later_use(one: TraceFunction, registered: RegisteredCode, clearing: Clearing) -> str:
    """Return what was registered, what uses the value, and why the teardown does not end it."""
    kind, function = registered.kind, registered.function.display_name
    uses = f"uses it later in line {one.line}"
    if one.function.path != registered.function.path:
        uses = f"leads to its use in line {one.line} of `{one.function.display_name}`"
    if not kind.is_known:
        return (
            f"the callback that `{function}` gives to `{registered.name}` in line {registered.line} {uses}, "
            "whenever it is called."
        )
    why = f"`{clearing.teardown.name}` does not end it."
    unbound = next((name for name in _UNBOUND if name in registered.owner), None)
    bound = next((name for name in kind.bound_to if name in registered.owner and name != "this"), None)
    if unbound is not None:
        why = f"`{unbound}` ends with the process."
    elif bound is not None and kind.bound_to[bound]:
        why = f"`{bound}` ends it in `{kind.bound_to[bound][0]}`, not in `{clearing.teardown.name}`."
    return f"the {kind.what} that `{function}` starts in line {registered.line} {uses}: {why}"


def _place(function: Symbol, line: int, role: PlaceRole) -> HypothesisPlace:
    return HypothesisPlace(file_path=function.path, line=line, function=function.display_name, role=role)
