"""What a thread waits for, and which locks it holds, by its lines in a dump.

Forms: HotSpot's `vframe.cpp` and `threads.cpp` (jstack, jcmd, SIGQUIT), ART's `thread.cc` and `monitor.cc`
(ANR traces), and Play Console's of the latter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from models.error_report import Frame
from models.wait_graph import WaitKind
from rca.error_text.thread_dump import Thread
from rca.text.lazy_regex import lazy_regex

_OF = r"(?:\s+\(an? (?P<type>[^)\n]{1,300})\))?"
_OWNER = r'"(?P<owner>[^"\n]{1,300})"'
_ENTER = lazy_regex(
    r"- waiting to (?:re-)?lock (?:in wait\(\) )?(?:<(?P<lock>[^>\s]{1,40})>|an unknown object)"
    + _OF
    + r"(?:[^\n]{0,20}? (?:held|owned) by (?:(?:thread |tid=)(?P<tid>\d+)|"
    + _OWNER
    + r"))?"
)
_WAIT = lazy_regex(r"- waiting on (?:<(?P<lock>[^>\s]{1,40})>|an unknown object)" + _OF)
_PARK = lazy_regex(
    r"- parking to wait for\s+<(?P<lock>[^>\s]{1,40})>" + _OF + rf"(?: (?:held|owned) by {_OWNER})?"
)
_CLASS = lazy_regex(r"- waiting on the Class initialization monitor for (?P<type>[\w.$]{1,300})")
_CLASS_OBJECT = lazy_regex(r"java\.lang\.Class<(?P<type>[\w.$]{1,300})>$")
_LOCKED = lazy_regex(r"- locked <(?P<lock>[^>\s]{1,40})>" + _OF)
_OWNED = lazy_regex(r"- <(?P<lock>[^>\s]{1,40})>" + _OF)
_NEAR_THE_TOP = 2
"""Frames below the top in which a line about waiting still is the thread's own wait."""
_DEEPEST = 14

_BY_FRAME: dict[tuple[str, str], WaitKind] = {
    ("ReentrantLock", "lock"): "lock",
    ("ReentrantLock", "lockInterruptibly"): "lock",
    ("ReentrantReadWriteLock$ReadLock", "lock"): "lock",
    ("ReentrantReadWriteLock$WriteLock", "lock"): "lock",
    ("StampedLock", "readLock"): "lock",
    ("StampedLock", "writeLock"): "lock",
    ("Semaphore", "acquire"): "lock",
    ("Semaphore", "acquireUninterruptibly"): "lock",
    ("CountDownLatch", "await"): "latch",
    ("CyclicBarrier", "await"): "latch",
    ("CyclicBarrier", "dowait"): "latch",
    ("Phaser", "awaitAdvance"): "latch",
    ("Phaser", "awaitAdvanceInterruptibly"): "latch",
    ("Phaser", "arriveAndAwaitAdvance"): "latch",
    ("FutureTask", "get"): "future",
    ("CompletableFuture", "get"): "future",
    ("CompletableFuture", "join"): "future",
    ("ForkJoinTask", "get"): "future",
    ("ForkJoinTask", "join"): "future",
    ("ForkJoinTask", "invoke"): "future",
    ("AbstractExecutorService", "invokeAll"): "future",
    ("AbstractExecutorService", "invokeAny"): "future",
    ("BlockingCoroutine", "joinBlocking"): "run_blocking",
    ("Thread", "join"): "thread_end",
    ("AbstractQueuedSynchronizer$ConditionObject", "await"): "notification",
    ("AbstractQueuedSynchronizer$ConditionObject", "awaitUninterruptibly"): "notification",
    ("Object", "wait"): "notification",
    ("BinderProxy", "transact"): "binder",
    ("BinderProxy", "transactNative"): "binder",
}
_IDLE = frozenset(
    {
        ("ThreadPoolExecutor", "getTask"),
        ("ForkJoinPool", "awaitWork"),
        ("CoroutineScheduler$Worker", "park"),
        ("CoroutineScheduler$Worker", "tryPark"),
        ("MessageQueue", "next"),
        ("MessageQueue", "nativePollOnce"),
        ("ReferenceQueue", "remove"),
        ("Daemons$FinalizerWatchdogDaemon", "waitForObject"),
        ("Daemons$FinalizerWatchdogDaemon", "sleepUntilNeeded"),
    }
)
"""Frames of threads that wait for work."""
_QUEUES = (
    "BlockingQueue",
    "BlockingDeque",
    "SynchronousQueue",
    "TransferQueue",
    "DelayQueue",
    "DelayedWorkQueue",
)
_RESOURCES: dict[WaitKind, str] = {
    "latch": "a latch",
    "future": "a result",
    "run_blocking": "the coroutine of `runBlocking`",
    "thread_end": "the end of a thread",
    "notification": "a notification",
    "binder": "the answer of another process",
    "lock": "a lock",
    "monitor": "a monitor",
}


@dataclass(frozen=True, slots=True)
class ThreadWait:
    """One thread's wait. `at` is the number of the frame from which on the waiting code stands."""

    kind: WaitKind
    resource: str
    at: int
    lock: str | None = None
    type: str | None = None
    holder_tid: str | None = None
    holder_name: str | None = None
    timed: bool = False


def simple_call(frame: Frame) -> tuple[str, str]:
    """Return a frame's class without its package, and its method."""
    return (frame.class_name or "").rpartition(".")[2], frame.method or ""


def is_idle(thread: Thread) -> bool:
    """Return whether a thread waits for work: a pool's idle thread, a looper, a reader of a queue."""
    calls = [simple_call(frame) for frame in thread.frames[:_DEEPEST]]
    return any(call in _IDLE for call in calls) or any(owner.endswith(_QUEUES) for owner, _method in calls)


def find_wait(thread: Thread) -> ThreadWait | None:
    """Return what a thread waits for; None where it runs, sleeps or waits for work."""
    if is_idle(thread):
        return None
    by_frame = _kind_by_frames(thread)
    line = _waiting_line(thread)
    if line is not None:
        return _by_line(thread, line, by_frame)
    if by_frame is not None:
        kind, number = by_frame
        return ThreadWait(kind, _RESOURCES[kind], number + 1, timed=is_timed(thread, kind))
    if thread.state == "RUNNABLE" and "in Object.wait()" in thread.header and thread.frames:
        # So HotSpot shows a thread that waits for another to initialize a class.
        return ThreadWait("class_initialization", "the initialization of a class", 0)
    return None


def _waiting_line(thread: Thread) -> str | None:
    """Return the topmost line that says for what the thread waits."""
    lines = [text for at, text in thread.lock_lines if at <= _NEAR_THE_TOP]
    waits = [text for text in lines if text.startswith(("- waiting ", "- parking "))]
    first = waits[0] if waits else None
    entered = _ENTER.match(first) if first is not None else None
    if entered is None or entered["lock"] is None or entered["tid"] or entered["owner"]:
        return first
    # A tool may repeat the wait in the header, without the owner.
    again = [one for text in waits[1:] if (one := _ENTER.match(text)) is not None]
    named = (one for one in again if one["lock"] == entered["lock"] and (one["tid"] or one["owner"]))
    return next((one.string for one in named), first)


def _by_line(  # noqa: PLR0911 - one for each form of line
    thread: Thread, line: str, by_frame: tuple[WaitKind, int] | None
) -> ThreadWait | None:
    of_class = _CLASS.match(line)
    if of_class is not None:
        name = of_class["type"]
        return ThreadWait("class_initialization", f"the initialization of `{name}`", 0, type=name)
    entered = _ENTER.match(line)
    if entered is not None:
        resource = describe_resource("the monitor", entered["type"], entered["lock"])
        return ThreadWait(
            "monitor",
            resource,
            0,
            entered["lock"],
            entered["type"],
            holder_tid=entered["tid"],
            holder_name=entered["owner"],
        )
    parked = _PARK.match(line)
    if parked is not None and parked["owner"] is not None:
        return _owned(thread, parked, by_frame)
    waited = _WAIT.match(line) or parked
    if waited is None:
        return None
    kind: WaitKind
    lock, type_name = waited["lock"], waited["type"]
    class_object = _CLASS_OBJECT.match(type_name or "")
    if class_object is not None and by_frame is None:
        name = class_object["type"]
        return ThreadWait("class_initialization", f"the initialization of `{name}`", 0, lock, name)
    if by_frame is None:
        if line.startswith("- parking"):
            return None  # a queue, an exchanger, a library's own: it does not say who must act
        kind, number = "notification", 0
    else:
        kind, number = by_frame
    resource = (
        describe_resource(_RESOURCES[kind], type_name, lock) if kind != "run_blocking" else _RESOURCES[kind]
    )
    return ThreadWait(kind, resource, number + 1, lock, type_name, timed=is_timed(thread, kind))


def _owned(thread: Thread, parked: re.Match[str], by_frame: tuple[WaitKind, int] | None) -> ThreadWait:
    """Return the wait for a lock, or for a class, whose owner the line names."""
    is_class = "ClassInitializationLock" in parked["type"]
    kind: WaitKind = "class_initialization" if is_class else "lock"
    what = "the initialization of a class" if is_class else "a lock"
    return ThreadWait(
        kind,
        what if is_class else describe_resource(what, parked["type"], parked["lock"]),
        by_frame[1] + 1 if by_frame is not None else 0,
        parked["lock"],
        None if is_class else parked["type"],
        holder_name=parked["owner"],
        timed=is_timed(thread, kind),
    )


def describe_resource(what: str, type_name: str | None, lock: str | None) -> str:
    """Return words for what a thread waits for, with its class and address as far as they are known."""
    simple = (type_name or "").rpartition(".")[2].removesuffix("$NonfairSync").removesuffix("$FairSync")
    simple = simple.removesuffix("$Sync")
    of = f" of `{simple}`" if simple else ""
    what = f"the lock `{simple}`" if what == "a lock" and simple else f"{what}{of}"
    return f"{what} <{lock}>" if lock else what


def _kind_by_frames(thread: Thread) -> tuple[WaitKind, int] | None:
    """Return the outermost frame of a known wait before the app's own code, with its number."""
    found: tuple[WaitKind, int] | None = None
    for number, frame in enumerate(thread.frames[:_DEEPEST]):
        kind = _BY_FRAME.get(simple_call(frame))
        if kind is not None:
            found = (kind, number)
        elif frame.origin == "app" or (found is not None and simple_call(frame)[1] == "run"):
            break
    return found


def is_timed(thread: Thread, kind: WaitKind) -> bool:
    """Return whether a wait ends by itself."""
    if kind == "run_blocking":
        return False  # it parks for the longest time there is
    state = thread.state or thread.header
    return state.startswith("TIMED_WAITING") or "TimedWaiting" in thread.header


def held_locks(thread: Thread) -> dict[str, int]:
    """Return the monitors and ownable synchronizers that a thread holds, each with its frame's number.

    A monitor that the thread waits on is released meanwhile.
    """
    released = set(_awaited_locks(thread))
    held: dict[str, int] = {}
    for at, text in thread.lock_lines:
        match = _LOCKED.match(text) or _OWNED.match(text)
        if match is not None and match["lock"] not in released:
            held[match["lock"]] = at if text.startswith("- locked") else -1
    return held


def _awaited_locks(thread: Thread) -> Iterator[str]:
    for _at, text in thread.lock_lines:
        match = _WAIT.match(text) or _ENTER.match(text)
        if match is not None and match["lock"] is not None:
            yield match["lock"]


def initializing(thread: Thread) -> dict[str, int]:
    """Return the classes whose initializers a thread runs, each with its frame's number."""
    return {
        frame.class_name: number
        for number, frame in enumerate(thread.frames)
        if frame.method == "<clinit>" and frame.class_name
    }
