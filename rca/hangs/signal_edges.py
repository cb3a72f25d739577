"""Waits that one line of the code ends: latches, barriers, conditions, values to come, channels.

Whoever is on its way to that line must get there first. It counts where somebody is on the way to each such
line of the file, and it is one thread or coroutine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from models.error_report import Frame
from models.wait_graph import WaitKind, WaitPlace
from rca.error_text.coroutine_dump import Coroutine
from rca.error_text.thread_dump import Thread
from rca.hangs.code_statements import comes_to
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_code import CodePlace, wait_place
from rca.hangs.thread_waits import ThreadWait, simple_call

_MOST_FRAMES = 40
_NAMED = r"(?P<name>[A-Za-z_]\w*)!?\??"
_SEND = r"send|trySend|sendBlocking|trySendBlocking|offer"
_RECEIVE = r"receive|receiveCatching|tryReceive|poll|consumeEach|consume|toList|iterator"


@dataclass(frozen=True, slots=True)
class _Signal:
    """A way to wait by its line, and the lines that end it, `{name}` for what is waited for.

    `made_by` is what the declaration must say; `is_shared` tells that each who waits is one who ends it too.
    """

    awaits: re.Pattern[str]
    ended: str
    made_by: str | None = None
    is_shared: bool = False
    is_own: bool = False


_OF_THREADS: dict[str, _Signal] = {
    "CountDownLatch": _Signal(re.compile(_NAMED + r"\.await\s*\("), r"\b{name}\s*(?:\.|::)\s*countDown\b"),
    "CyclicBarrier": _Signal(
        re.compile(_NAMED + r"\.await\s*\("), r"\b{name}\s*\.\s*await\s*\(", is_shared=True
    ),
    "Phaser": _Signal(
        re.compile(_NAMED + r"\.(?:arriveAndAwaitAdvance|awaitAdvance)\s*\("),
        r"\b{name}\s*(?:\.|::)\s*arrive\w*",
        is_shared=True,
    ),
    "AbstractQueuedSynchronizer$ConditionObject": _Signal(
        re.compile(_NAMED + r"\.await(?:Uninterruptibly)?\s*\("), r"\b{name}\s*\.\s*signal(?:All)?\s*\("
    ),
    "CompletableFuture": _Signal(
        re.compile(_NAMED + r"\.(?:get|join)\s*\("),
        r"\b{name}\s*(?:\.|::)\s*complete(?:Exceptionally)?\b",
        made_by=r"new CompletableFuture\b|= CompletableFuture<|= CompletableFuture\(",
    ),
}
_OF_COROUTINES: tuple[_Signal, ...] = (
    _Signal(
        re.compile(_NAMED + r"\.await\s*\("),
        r"\b{name}\s*\.\s*complete(?:Exceptionally|With)?\b",
        made_by=r"\bCompletableDeferred\b",
    ),
    _Signal(
        re.compile(r"(?<![\w.])(?:this\.)?" + _NAMED + r"\.send\s*\("),
        rf"(?<![\w.])(?:this\.)?{{name}}\.(?:{_RECEIVE}|onReceive\w*)\b|\bin (?:this\.)?{{name}}\s*\)",
        made_by=r"\bChannel\b",
        is_own=True,
    ),
    _Signal(
        re.compile(
            r"(?:(?<![\w.])(?:this\.)?|\bin (?:this\.)?)"
            + _NAMED
            + r"(?:\.(?:receive|consumeEach)\b|\s*\)\s*\{)"
        ),
        rf"(?<![\w.])(?:this\.)?{{name}}\.(?:{_SEND}|onSend)\b",
        made_by=r"\bChannel\b",
        is_own=True,
    ),
    _Signal(
        re.compile(_NAMED + r"\.(?:first|firstOrNull)\s*[({]"),
        r"\b_?{name}\s*\.\s*(?:value\s*=(?!=)|emit|tryEmit|update|updateAndGet|getAndUpdate|compareAndSet)",
        made_by=r"\bMutable(?:State|Shared)Flow\b|\.as(?:State|Shared)Flow\b",
    ),
)


_FULL_QUEUE = _Signal(
    re.compile(_NAMED + r"\.(?:put|putFirst|putLast)\s*\("),
    r"\b{name}\s*\.\s*(?:take|poll|remove|drainTo|clear|takeFirst|takeLast|pollFirst|pollLast)\s*\(",
    made_by=r"\b(?:Array|Linked|Priority)Blocking(?:Queue|Deque)\b|\bSynchronousQueue\b",
)


@dataclass(frozen=True, slots=True)
class _Signaller:
    """A stack that still comes to the line: its frame, and the line."""

    who: Thread | Coroutine
    frame: Frame
    line: int


def add_thread_signal(graph: GraphBuilder, thread: Thread, wait: ThreadWait) -> None:
    """Add who ends a thread's wait, where one alone is on its way to do so."""
    calls = [simple_call(frame)[0] for frame in thread.frames[: wait.at]]
    signal = next((_OF_THREADS[call] for call in reversed(calls) if call in _OF_THREADS), None)
    place = graph.code_place(thread)
    found = _signaller(graph, thread, place, signal) if signal is not None and place is not None else None
    if found is not None:
        graph.thread_edge(thread, _id(graph, found[1].who), "likely", _evidence(*found), _at(graph, found[1]))


def add_full_queues(graph: GraphBuilder) -> None:
    """Add who takes from a full queue into which a thread puts, where one alone comes to do so."""
    for thread in graph.dump.threads:
        number = _put_frame(thread)
        found = graph.app_frame(thread.frames, number + 1) if number >= 0 else None
        if found is None or found[2] is None:
            continue
        signaller = _signaller(graph, thread, found[2], _FULL_QUEUE)
        if signaller is not None:
            name, one = signaller
            graph.waits[id(thread)] = ThreadWait("notification", f"room in the queue `{name}`", number + 1)
            graph.thread_edge(thread, _id(graph, one.who), "likely", _evidence(name, one), _at(graph, one))


def _put_frame(thread: Thread) -> int:
    """Return the number of the frame that puts into a queue without a time limit; -1 where there is none."""
    for number, frame in enumerate(thread.frames[:12]):
        owner, method = simple_call(frame)
        if method in {"put", "putFirst", "putLast"} and owner.endswith(("Queue", "Deque")):
            return number
        if frame.origin == "app":
            break
    return -1


def add_coroutine_signals(graph: GraphBuilder) -> None:
    """Add who ends a coroutine's wait for a value or a channel, where one alone is on its way to do so."""
    for coroutine in graph.dump.coroutines:
        found = graph.app_frame(coroutine.frames)
        if coroutine.state != "SUSPENDED" or found is None or found[2] is None:
            continue
        if any(edge.waiter == graph.coroutine(coroutine) for edge in graph.edges):
            continue
        for signal in _OF_COROUTINES:
            signaller = _signaller(graph, coroutine, found[2], signal)
            if signaller is not None:
                name, one = signaller
                kind: WaitKind = "coroutine"
                graph.edge(
                    graph.coroutine(coroutine),
                    _id(graph, one.who),
                    kind,
                    f"`{name}`",
                    "likely",
                    _evidence(name, one),
                    waits_at=wait_place(found[1], graph.code),
                    holds_at=_at(graph, one),
                )
                break


def _signaller(
    graph: GraphBuilder, waiter: Thread | Coroutine, place: CodePlace, signal: _Signal
) -> tuple[str, _Signaller] | None:
    lines = graph.code.lines(place.path)
    if place.line is None or place.line > len(lines):
        return None
    awaited = signal.awaits.search(lines[place.line - 1])
    if awaited is None or not _is_made(awaited["name"], lines, signal):
        return None
    name = awaited["name"]
    ended = re.compile(signal.ended.replace("{name}", re.escape(name)))
    where = {number for number, text in enumerate(lines, 1) if ended.search(text.partition("//")[0])}
    units = list(_units(graph))
    where.discard(place.line)
    if signal.is_shared:
        # Who stands at such a line has come already.
        where -= {
            at.line or 0
            for one in units
            if (at := _top_place(graph, one)) is not None and at.path == place.path
        }
    found: dict[int, _Signaller] = {}
    reached: set[int] = set()
    for one in units:
        if one is waiter and (signal.is_shared or (isinstance(one, Thread) and signal is not _FULL_QUEUE)):
            continue
        for frame, line in _ways(graph, one, where, place.path):
            found.setdefault(id(one), _Signaller(one, frame, line))
            reached.add(line)
    return (name, next(iter(found.values()))) if len(found) == 1 and reached == where else None


def _units(graph: GraphBuilder) -> Iterator[Thread | Coroutine]:
    """Yield all threads and coroutines; of a running coroutine whose thread is known, the thread alone."""
    running = {edge.waiter for edge in graph.edges if edge.kind == "running"}
    yield from graph.dump.threads
    yield from (one for one in graph.dump.coroutines if graph.id_of(one) not in running)


def _is_made(name: str, lines: Sequence[str], signal: _Signal) -> bool:
    """Return whether the file declares the name as this kind of object.

    Of a channel it must show all that is done with it: another file, another object's field of the name, or a
    caller that is given the channel may end the wait too.
    """
    if signal.made_by is None:
        return True
    declared = re.compile(rf"\b{re.escape(name)}\b[^=\n]{{0,200}}(?:=.*|: .*)(?:{signal.made_by})")
    where = [line for line in lines if name in line and declared.search(f"{line} ")]
    if not where or not signal.is_own:
        return bool(where)
    known = re.compile(
        rf"(?<![\w.])(?:this\.)?{re.escape(name)}\.(?:{_SEND}|{_RECEIVE}|close|cancel|onSend|onReceive\w*)\b"
        rf"|\bin (?:this\.)?{re.escape(name)}\s*\)"
    )
    mentioned = re.compile(rf"\b{re.escape(name)}\b")
    others = [one for one in lines if mentioned.search(one.partition("//")[0]) and one not in where]
    is_closed = all("private " in one or one.startswith(" " * 8) for one in where)
    return is_closed and all(known.search(one) for one in others)


def _ways(
    graph: GraphBuilder, one: Thread | Coroutine, where: set[int], path: str
) -> list[tuple[Frame, int]]:
    """Return the lines that a stack still comes to, each with the frame that does."""
    ways = []
    for frame in one.frames[:_MOST_FRAMES]:
        at = graph.code.place(frame) if frame.origin != "platform" else None
        if at is not None and at.line is None and frame is one.frames[0] and isinstance(one, Coroutine):
            at = _inlined(graph, one, at)
        if at is not None and at.path == path:
            ways += [(frame, line) for line in sorted(where) if comes_to(at, line, graph.code)]
    return ways


def _inlined(graph: GraphBuilder, coroutine: Coroutine, at: CodePlace) -> CodePlace:
    """Return the line at which a coroutine waits in inlined code, as its edge has it."""
    id_ = graph.coroutine(coroutine)
    edge = next((one for one in graph.edges if one.waiter == id_ and one.waits_at is not None), None)
    line = edge.waits_at.line if edge is not None and edge.waits_at is not None else None
    return replace(at, line=line)


def _top_place(graph: GraphBuilder, one: Thread | Coroutine) -> CodePlace | None:
    if isinstance(one, Thread):
        return graph.code_place(one) if graph.wait_of(one) is not None else None
    found = graph.app_frame(one.frames)
    return found[2] if found is not None else None


def _id(graph: GraphBuilder, one: Thread | Coroutine) -> str:
    return graph.thread(one) if isinstance(one, Thread) else graph.coroutine(one)


def _evidence(name: str, found: _Signaller) -> str:
    who = f'"{found.who.name}"' if isinstance(found.who, Thread) else "this coroutine"
    return f"By the code line {found.line} ends the wait for `{name}`, and {who} alone comes to such a line."


def _at(graph: GraphBuilder, found: _Signaller) -> WaitPlace:
    return wait_place(found.frame, graph.code)
