"""Frames that show how code was called back: from a queue, a dispatcher, an executor or an event."""

from __future__ import annotations

from dataclasses import dataclass

from models.error_report import ErrorReport

_FRAMES = {
    "Handler.handleCallback": "a posted callback",
    "Handler.dispatchMessage": "a message of a handler",
    "DispatchedTask.run": "a coroutine that was resumed",
    "BaseContinuationImpl.resumeWith": "a coroutine that was resumed",
    "ThreadPoolExecutor.runWorker": "a task of an executor",
    "FutureTask.run": "a task of an executor",
    "AsyncTask.finish": "the end of an `AsyncTask`",
    "AsyncQueryHandler.handleMessage": "the end of an asynchronous query",
    "TimerThread.run": "a timer",
    "LambdaObserver.onNext": "a subscription",
    "LiveData.considerNotify": "an observer",
    "View.performClick": "a click",
    "LoadedApk$ServiceDispatcher.doConnected": "a service connection",
    "LoadedApk$ReceiverDispatcher": "a broadcast",
    "CompletableFuture.postComplete": "a completed future",
    "Thread.run": "another thread",
}
"""Class and method, the telling ones first."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A frame that shows that the code was called back."""

    frame: str
    what: str


def carrier_of(report: ErrorReport) -> Carrier | None:
    """Return the most telling such frame of an error."""
    held = [
        f"{(frame.class_name or '').rpartition('.')[2]}.{frame.method}"
        for exception in report.exceptions
        for frame in exception.frames
    ]
    for wanted, what in _FRAMES.items():
        if any(name.startswith(wanted) for name in held):
            return Carrier(wanted, what)
    return None
