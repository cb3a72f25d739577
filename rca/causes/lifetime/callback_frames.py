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
"""Class and method, those that say most first."""


@dataclass(frozen=True, slots=True)
class CallbackFrame:
    """A frame that shows that the code was called back."""

    frame: str
    what: str


def find_callback_frame(report: ErrorReport) -> CallbackFrame | None:
    """Return the frame of an error that says most about how its code was called back; None without one."""
    held = [
        f"{(frame.class_name or '').rpartition('.')[2]}.{frame.method}"
        for exception in report.exceptions
        for frame in exception.frames
    ]
    for wanted, what in _FRAMES.items():
        if any(name.startswith(wanted) for name in held):
            return CallbackFrame(wanted, what)
    return None
