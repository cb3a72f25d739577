"""Failed thread checks: the thread that the frames show, and the call that moved the code to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from models.error_report import ErrorReport, ReportedException
from rca.causes.platform_facts.fact import PlatformFact
from rca.causes.project_code import ProjectCode
from rca.causes.source_tokens import SourceTokens
from rca.causes.trace_candidates import AppFrame

_CHECKS: Final = re.compile(
    r"(?:ViewRootImpl\.checkThread|\.assertMainThread\w*|\.checkMainThread\w*|\.enforceMainThread\w*"
    r"|\.assertNotMainThread|\.checkNotMainThread|AndroidBlockGuardPolicy\.onNetwork|\.assertBackgroundThread"
    r"|\.throwIfNot(?:Main|Ui)Thread|\.verifyMainThread)$"
)
_MESSAGE: Final = re.compile(
    r"(?i)\b(?:main|ui|background|worker|wrong|same|incorrect|event dispatch) thread\b|Looper\.prepare\(\)"
)
_TYPES: Final = ("CalledFromWrongThreadException", "NetworkOnMainThreadException")
_RUNNERS: Final = {
    "ThreadPoolExecutor$Worker": "a thread of an executor",
    "ThreadPoolExecutor": "a thread of an executor",
    "ForkJoinWorkerThread": "a thread of the common pool",
    "ForkJoinPool": "a thread of the common pool",
    "CoroutineScheduler$Worker": "a worker of a coroutine dispatcher",
    "LimitedDispatcher$Worker": "a worker of a coroutine dispatcher",
    "HandlerThread": "a `HandlerThread`",
    "TimerThread": "a timer's thread",
    "ActivityThread": "the main thread",
    "EventDispatchThread": "the event dispatch thread",
    "Thread": "a thread of its own",
}
"""Classes of the outermost frames, the telling ones first."""
_STARTERS_LISTED: Final = """
execute submit schedule scheduleAtFixedRate scheduleWithFixedDelay launch async withContext
runBlocking thread Thread Runnable post postDelayed postAtTime subscribe subscribeOn observeOn
enqueue supplyAsync runAsync fromCallable fromAction doOnNext executeOnPooledThread invokeLater
timer TimerTask flowOn
"""
_STARTERS: Final = frozenset(_STARTERS_LISTED.split())
_LONGEST: Final = 60


def find_thread_boundary(
    report: ErrorReport, app: Sequence[AppFrame], code: ProjectCode
) -> Iterator[PlatformFact]:
    """Yield where code of the trace was handed to the thread that a check refused."""
    for exception in report.exceptions:
        runner = _runner(exception) if _is_about_threads(exception) else None
        if runner is None or not app:
            continue
        where, frame_name = runner
        for frame in reversed(app):
            start = _start(code, frame)
            if start is not None:
                line, call = start
                yield _handed_over(frame, app[0], line, call, where)
                return
        yield _ran_there(app[-1], app[0], where, frame_name)
        return


def _is_about_threads(exception: ReportedException) -> bool:
    if exception.type.rpartition(".")[2].rpartition("$")[2] in _TYPES:
        return True
    if any(_CHECKS.search(f"{frame.class_name}.{frame.method}") for frame in exception.frames[:8]):
        return True
    return bool(_MESSAGE.search(exception.message or ""))


def _runner(exception: ReportedException) -> tuple[str, str] | None:
    """Return the kind of thread that the outermost frames show, and the frame that shows it."""
    held = {(frame.class_name or "").rpartition(".")[2]: frame.method for frame in exception.frames}
    for name, what in _RUNNERS.items():
        if name in held:
            return what, f"{name.replace('$', '.')}.{held[name]}"
    return None


def _start(code: ProjectCode, frame: AppFrame) -> tuple[int, str] | None:
    """Return the call whose lambda holds a frame's line, where that call starts other threads' work."""
    tokens = code.tokens(frame.function.path)
    on_line = tokens.in_lines(frame.line, frame.line) if tokens is not None else range(0)
    if tokens is None or not on_line:
        return None
    opening = tokens.around(on_line[0])
    while opening >= 0:
        name = _called(tokens, opening)
        if name is not None and tokens.word(name) in _STARTERS:
            line = tokens.line_of(name)
            return line, " ".join(code.line(frame.function.path, line).split())[:_LONGEST]
        opening = tokens.around(opening)
    return None


def _called(tokens: SourceTokens, opening: int) -> int | None:
    """Return the name of the call that a bracket belongs to."""
    before = opening - 1
    if tokens.word(opening) == "{" and tokens.word(before) == ")":
        paired = tokens.pair(before)
        before = paired - 1 if paired is not None else before
    return before if tokens.is_name(before) else None


def _handed_over(frame: AppFrame, inner: AppFrame, line: int, call: str, where: str) -> PlatformFact:
    name = frame.function.display_name
    touched = f"line {inner.line} of `{inner.function.display_name}`"
    return PlatformFact(
        kind="thread_boundary",
        function=frame.function,
        line=line,
        role="missing_call",
        statement=f"The frames end in {where}: line {line} of `{name}` (`{call}`) takes the code there, and "
        f"{touched} then does what that thread may not.",
        check=f"Log the thread's name at line {inner.line} of {_file(inner)}, and before line {line}.",
    )


def _ran_there(outer: AppFrame, inner: AppFrame, where: str, frame_name: str) -> PlatformFact:
    return PlatformFact(
        kind="thread_boundary",
        function=outer.function,
        line=outer.line,
        role="missing_call",
        statement=f"`{outer.function.display_name}` runs on {where}, as `{frame_name}` in the frames shows; "
        f"line {inner.line} of `{inner.function.display_name}` does what that thread may not.",
        check=f"Log the thread's name at line {inner.line} of {_file(inner)}.",
    )


def _file(frame: AppFrame) -> str:
    return frame.function.path.rpartition("/")[2]
