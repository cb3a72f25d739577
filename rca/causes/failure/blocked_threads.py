"""What the blocked thread of an ANR or a deadlock waits for."""

from __future__ import annotations

import re

from models.error_report import ErrorReport, Frame
from rca.causes.failure.condition import Condition, Target, simple_name
from rca.error_text.deadlock import is_deadlock

_WAITS = {
    ("BinderProxy", "transact"): "for an answer of another process",
    ("BinderProxy", "transactNative"): "for an answer of another process",
    ("Object", "wait"): "to be notified (Object.wait)",
    ("Thread", "sleep"): "in Thread.sleep",
    ("Thread", "join"): "for another thread to end",
    ("Unsafe", "park"): "to be woken (a lock, latch, future or blocking coroutine)",
    ("LockSupport", "park"): "to be woken (a lock, latch, future or blocking coroutine)",
    ("LockSupport", "parkNanos"): "to be woken (a lock, latch, future or blocking coroutine)",
    ("CountDownLatch", "await"): "for a latch",
    ("FutureTask", "get"): "for a future",
    ("BlockingCoroutine", "joinBlocking"): "for a coroutine (runBlocking)",
    ("SharedPreferencesImpl", "awaitLoadedLocked"): "for SharedPreferences to be read",
    ("QueuedWork", "waitToFinish"): "for SharedPreferences to be written (apply)",
    ("SQLiteConnectionPool", "waitForConnection"): "for a database connection",
}
_THREAD = re.compile(r'"(?P<name>[^"\n]{1,200})"')
_HELD = re.compile(r'which is held by "(?P<name>[^"\n]{1,200})"')
_DEEPEST = 12


def describe_waiting(report: ErrorReport) -> Condition | None:
    """Return what the hanging thread of an ANR or deadlock waits for; None for another error."""
    if report.kind != "anr" or not report.exceptions:
        return None
    if is_deadlock(report):
        return Condition("deadlock", _circle(report), target=Target("lock"))
    frames = report.exceptions[0].frames
    if len(report.exceptions) > 1:
        holder = _THREAD.search(report.exceptions[1].message or "")
        name = holder["name"] if holder is not None else None
        held = f'thread "{name}" holds' if name is not None else "another thread holds"
        return Condition(
            "not_responding", f"The main thread waits for a lock that {held}.", name, target=Target("lock")
        )
    waits = next((found for frame in frames[:_DEEPEST] if (found := describe_wait(frame))), None)
    if waits is not None:
        return Condition("not_responding", f"The main thread waits {waits}.")
    if frames and frames[0].method:
        top = f"{simple_name(frames[0].class_name or '')}.{frames[0].method}"
        return Condition("not_responding", f"The main thread was busy in `{top}` when it was looked at.", top)
    return Condition("not_responding")


def describe_wait(frame: Frame) -> str | None:
    """Return what a thread waits for in a frame; None where it does not wait."""
    return _WAITS.get((simple_name(frame.class_name or ""), frame.method or ""))


def _circle(report: ErrorReport) -> str | None:
    waits = []
    for exception in report.exceptions:
        who, held = _THREAD.match(exception.message or ""), _HELD.search(exception.message or "")
        if who is not None and held is not None:
            waits.append(f'"{who["name"]}" waits for a lock that "{held["name"]}" holds')
    return f"{'; '.join(waits)}." if waits else None
