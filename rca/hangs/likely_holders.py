"""Holders that the code decides: locks without a recorded owner, ends of threads, initializers of classes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from models.error_report import Frame
from models.wait_graph import WaitPlace
from rca.error_text.thread_dump import Thread
from rca.hangs.awaited_tasks import add_awaited_task
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_code import CodePlace
from rca.hangs.lock_code import LockUse, locks_held, locks_wanted
from rca.hangs.signal_edges import add_thread_signal
from rca.hangs.task_code import awaited_name, thread_literal
from rca.hangs.thread_edges import lists_owned_locks
from rca.hangs.thread_waits import ThreadWait, initializing

_MOST_FRAMES = 40
_LAMBDA_CALLS = frozenset({"invokeSuspend", None})
_SHARED = ("Semaphore", "ReentrantReadWriteLock", "StampedLock")
"""Locks whose holders no dump lists, or not all of them."""


def add_likely_holders(graph: GraphBuilder) -> None:
    """Add an edge for each wait of a thread whose holder the code shows."""
    wanted = _wanted_locks(graph)
    owned = lists_owned_locks(graph)
    for thread in graph.dump.threads:
        wait = graph.wait_of(thread)
        if wait is None or graph.is_explained(thread):
            continue
        if wait.kind == "lock" and id(thread) in wanted:
            if not owned or any(name in (wait.type or "") for name in _SHARED):
                _lock(graph, thread, wait, wanted)
        elif wait.kind == "thread_end":
            _thread_end(graph, thread, wait)
            if not graph.is_explained(thread):
                add_awaited_task(graph, thread, wait)
        elif wait.kind in {"latch", "notification"}:
            add_thread_signal(graph, thread, wait)
        elif wait.kind in {"future", "run_blocking"}:
            add_awaited_task(graph, thread, wait)
            if not graph.is_explained(thread):
                add_thread_signal(graph, thread, wait)
        elif wait.kind == "class_initialization" and wait.type is None:
            _initializer(graph, thread)


def _wanted_locks(graph: GraphBuilder) -> dict[int, LockUse]:
    """Return what threads wait for by their code, where a line names one lock and the name one object."""
    wanted: dict[int, LockUse] = {}
    objects: dict[tuple[str, str], set[str]] = defaultdict(set)
    for thread in graph.dump.threads:
        wait, place = graph.wait_of(thread), graph.code_place(thread)
        if wait is None or place is None or wait.kind != "lock":
            continue
        uses = locks_wanted(place, graph.code)
        if len(uses) == 1:
            wanted[id(thread)] = uses[0]
            sides = (uses[0].key[0], uses[0].key[1] + (wait.type or ""))
            objects[sides].add(wait.lock or "")
    many = {name for (name, _where), locks in objects.items() if len(locks) > 1}
    return {key: use for key, use in wanted.items() if use.key[0] not in many}


def _lock(graph: GraphBuilder, thread: Thread, wait: ThreadWait, wanted: dict[int, LockUse]) -> None:
    use = wanted[id(thread)]
    is_shared = any(name in (wait.type or "") for name in _SHARED)
    found: list[tuple[Thread, LockUse, WaitPlace]] = []
    for other in graph.dump.threads:
        if other is thread and not is_shared:
            continue
        for held, place in thread_locks(graph, other):
            if held.key == use.key and _excludes(held, use):
                found.append((other, held, place))
                break
    if not found:
        return
    if len(found) > 1 and not is_shared:
        names = ", ".join(f'"{other.name}"' for other, _held, _place in found)
        evidence = f"By the code one of {names} holds `{use.name}`; the dump does not say which."
        graph.thread_edge(thread, None, "unknown", evidence)
        return
    for other, held, place in found:
        evidence = (
            f'The dump does not list who holds it; by the code "{other.name}" took `{held.name}` in line '
            f"{held.line} and has not given it back."
        )
        graph.thread_edge(thread, graph.thread(other), "likely", evidence, place)


def _excludes(held: LockUse, wanted: LockUse) -> bool:
    """Return whether a held lock keeps another from taking it: two readers do not."""
    return held.side != "read" or wanted.side != "read"


def thread_locks(graph: GraphBuilder, thread: Thread) -> Iterator[tuple[LockUse, WaitPlace]]:
    """Yield the locks that a thread holds by its code."""
    return code_locks(graph, thread.frames)


def code_locks(
    graph: GraphBuilder, frames: Sequence[Frame], *, is_suspended: bool = False
) -> Iterator[tuple[LockUse, WaitPlace]]:
    """Yield the locks that a stack holds by its code, each with the place of the frame."""
    inner: str | None = None
    for number, frame in enumerate(frames[:_MOST_FRAMES]):
        place: CodePlace | None = graph.code.place(frame) if frame.origin != "platform" else None
        if place is not None:
            called = None if is_suspended and number == 0 else inner
            for use in locks_held(place, graph.code, called):
                yield use, _place_of(frame, use, place)
        if frame.method not in _LAMBDA_CALLS:
            inner = frame.method
        elif place is not None and not _is_within(frames, number, place, graph):
            inner = None  # the next function calls it by a parameter's name


def _is_within(frames: Sequence[Frame], number: int, place: CodePlace, graph: GraphBuilder) -> bool:
    """Return whether a lambda's caller is the function that it stands in."""
    for frame in frames[number + 1 : _MOST_FRAMES]:
        outer = graph.code.place(frame) if frame.origin != "platform" else None
        if outer is not None:
            return (outer.path, outer.start) == (place.path, place.start)
    return True


def _place_of(frame: Frame, use: LockUse, place: CodePlace) -> WaitPlace:
    return WaitPlace(frame=frame.text, file_path=use.path, line=use.line, function=place.function)


def _thread_end(graph: GraphBuilder, thread: Thread, wait: ThreadWait) -> None:
    others = [one for one in graph.dump.threads if one is not thread and one.frames]
    by_class = [
        one
        for one in others
        if wait.type not in {None, "java.lang.Thread"}
        and any(frame.class_name == wait.type and frame.method == "run" for frame in one.frames)
    ]
    if len(by_class) == 1:
        evidence = f'The awaited thread is a `{wait.type}`, and "{by_class[0].name}" alone runs one.'
        graph.thread_edge(thread, graph.thread(by_class[0]), "likely", evidence)
        return
    place = graph.code_place(thread)
    name = awaited_name(place, graph.code, "join") if place is not None else None
    literal = thread_literal(name, place.path, graph.code) if name is not None and place is not None else None
    named = [one for one in others if literal is not None and one.name == literal]
    if len(named) == 1 and place is not None:
        evidence = f'By the code `{name}` in line {place.line} is the thread that is named "{literal}".'
        graph.thread_edge(thread, graph.thread(named[0]), "likely", evidence)


def _initializer(graph: GraphBuilder, thread: Thread) -> None:
    """Find who initializes the class that a thread waits for, where the dump does not name the class."""
    place = graph.code_place(thread)
    lines = graph.code.lines(place.path) if place is not None else ()
    code = lines[place.line - 1] if place is not None and place.line and place.line <= len(lines) else ""
    found = []
    for other in graph.dump.threads:
        for name, number in initializing(other).items() if other is not thread else ():
            simple = name.rpartition(".")[2].rpartition("$")[2]
            waits = graph.wait_of(other)
            both = waits is not None and waits.kind == "class_initialization" and bool(initializing(thread))
            if simple in code or both:
                found.append((other, name, number))
    if len({id(other) for other, _name, _number in found}) == 1:
        other, name, number = found[0]
        evidence = f'"{other.name}" alone runs an initializer that it can need, that of `{name}`.'
        graph.thread_edge(thread, graph.thread(other), "likely", evidence, graph.place_at(other, number))
