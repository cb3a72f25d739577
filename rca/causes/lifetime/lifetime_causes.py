"""Explains a failing callback by the teardown that cleared its value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.hypothesis import Hypothesis, HypothesisPlace, PlaceRole
from rca.causes.contracts.app_trace import TraceFunction, read_app_trace
from rca.causes.lifetime.callback_frames import CallbackFrame, find_callback_frame
from rca.causes.lifetime.registered_code import RegisteredCode, registrations_reaching
from rca.causes.lifetime.teardown import Clearing, clearings, teardowns_of
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_NULL = frozenset(("NullPointerException", "KotlinNullPointerException", "IllegalStateException"))
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
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class LifetimeCause:
    """A value that a teardown clears while code that uses it can still run."""

    clearing: Clearing
    registered: RegisteredCode | None
    callback: CallbackFrame | None
    score: float
    hypothesis: Hypothesis


def find_lifetime_causes(
    report: ErrorReport,
    text: str,
    frames: Sequence[ProjectFrame],
    code: ProjectCode,
    deadline: Deadline,
) -> list[LifetimeCause]:
    """Return what the order of registrations and teardowns explains of an error, the best first.

    A cause needs a value of the failing line that a teardown of the same class clears or releases, and
    either a registration that leads to the failing line and that no teardown cancels, or a frame of the
    trace that shows that the code was called back.

    Args:
        report: the parsed error.
        text: the error as it was given.
        frames: places of the error in the project, in the order of suspicion.
        code: the project.
        deadline: when to stop.
    """
    exceptions = {one.type.rpartition(".")[2] for one in report.exceptions}
    if not exceptions & (_NULL | _RELEASED):
        return []
    trace = read_app_trace(report, text, frames, code)
    callback = find_callback_frame(report)
    found: list[LifetimeCause] = []
    for one in trace.functions[:_FRAMES]:
        if deadline.expired:
            break
        for clearing in _cleared_values(one, code):
            fits = exceptions & (_NULL if clearing.call is None else _RELEASED)
            if fits and clearing.teardown != one.function:
                found += _causes(one, clearing, callback, code)
    return sorted(found, key=lambda cause: -cause.score)[:3]


def _cleared_values(one: TraceFunction, code: ProjectCode) -> Iterator[Clearing]:
    functions = code.functions(one.function.path)
    if functions is None:
        return
    used = _values_of_line(one, code)
    for depth in range(len(one.function.class_path), 0, -1):
        for teardown in teardowns_of(functions.functions, one.function.class_path[:depth]):
            for clearing in clearings(teardown, code):
                if clearing.value in used:
                    yield clearing


def _values_of_line(one: TraceFunction, code: ProjectCode) -> set[str]:
    """Return the names that the failing line uses, and what the getters of its properties read."""
    lines = code.lines(one.function.path)
    if not 0 < one.line <= len(lines):
        return set()
    names = set(_WORD.findall(lines[one.line - 1].split("//")[0]))
    for symbol in code.index.symbols(one.function.path):
        if symbol.declaration.kind == "property" and symbol.name in names and symbol.owner is not None:
            body = "\n".join(lines[symbol.line - 1 : symbol.end_line])
            if re.search(r"\bget\s*\(\)", body):
                names |= set(_WORD.findall(body))
    return names


def _causes(
    one: TraceFunction, clearing: Clearing, callback: CallbackFrame | None, code: ProjectCode
) -> Iterator[LifetimeCause]:
    reaching = registrations_reaching(one, clearing, code)
    open_ones = [registered for registered in reaching if not registered.cancelled]
    if reaching and not open_ones:
        return
    if not open_ones and callback is None:
        return
    choices: list[RegisteredCode | None] = [*open_ones[:2]]
    for registered in choices or [None]:
        score = 1 / (1 + one.depth) + (1.0 if registered else 0.0) + (0.5 if callback else 0.0)
        score -= 0.0 if clearing.call is None else 0.4
        yield LifetimeCause(
            clearing, registered, callback, score, _explain(one, clearing, registered, callback, score)
        )


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
        kind = registered.kind
        statement += (
            f", and the {kind.what} that `{registered.function.display_name}` starts in line "
            f"{registered.line} uses it later in line {one.line}: no teardown cancels it."
        )
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
    if registered is not None:
        evidence.append(f"a {registered.kind.what} runs on {registered.kind.runs_on}")
    return Hypothesis(
        statement=statement,
        kind="cleared_by_teardown",
        confidence=round(min(0.5, 0.12 + 0.12 * score), 2),
        places=tuple(dict.fromkeys(places)),
        evidence=tuple(evidence),
        check=f"Log `{clearing.teardown.name}` and the failing line: the teardown has to come first.",
    )


def _place(function: Symbol, line: int, role: PlaceRole) -> HypothesisPlace:
    return HypothesisPlace(file_path=function.path, line=line, function=function.display_name, role=role)
