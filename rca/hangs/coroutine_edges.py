"""Waits of coroutines: for a Mutex, for each other, for a thread; and threads that wait in `runBlocking`."""

from __future__ import annotations

import re

from models.error_report import Frame
from models.wait_graph import WaitPlace
from rca.error_text.coroutine_dump import Coroutine
from rca.error_text.thread_dump import Thread
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_code import CodePlace, wait_place
from rca.hangs.hang_dump import frame_name
from rca.hangs.lock_code import LockUse
from rca.hangs.mutex_edges import add_mutex_edges
from rca.hangs.pool_edges import Pool, android_main, occupy, same_pool_evidence
from rca.hangs.task_code import assigned_block, awaited_name, handed_in_line

_SCOPE = re.compile(r"\b(?:coroutineScope|supervisorScope)\b")
_Held = tuple[LockUse, WaitPlace]


def add_coroutine_edges(graph: GraphBuilder, pools: dict[str, Pool]) -> None:
    """Add the waits of the coroutines of a dump, and of the threads that run or await them."""
    for coroutine in graph.dump.coroutines:
        if coroutine.state == "RUNNING":
            _running(graph, coroutine)
    for thread in graph.dump.threads:
        wait = graph.wait_of(thread)
        if wait is not None and wait.kind == "run_blocking":
            _awaited_body(graph, thread)
    add_mutex_edges(graph)
    for coroutine in graph.dump.coroutines:
        found = graph.app_frame(coroutine.frames)
        if coroutine.state == "SUSPENDED" and found is not None and found[2] is not None:
            _awaited_task(graph, coroutine, found[1], found[2])
            _awaited_children(graph, coroutine, found[1], found[2])
            _dispatched(graph, coroutine, found[1], found[2], pools)


def _running(graph: GraphBuilder, coroutine: Coroutine) -> None:
    """Add that a running coroutine waits for its thread, where that thread waits."""
    threads = [
        thread
        for thread in graph.dump.threads
        if graph.wait_of(thread) is not None
        and (
            _has_name(thread, coroutine)
            if coroutine.name is not None and any("@" in one.name for one in graph.dump.threads)
            else _runs(thread, coroutine)
        )
    ]
    if len(threads) == 1:
        evidence = f'The coroutine runs on "{threads[0].name}": both show the same frames.'
        graph.edge(
            graph.coroutine(coroutine),
            graph.thread(threads[0]),
            "running",
            "the thread that runs it",
            "stated",
            evidence,
            holds_at=graph.waits_at(threads[0]),
        )


def _runs(thread: Thread, coroutine: Coroutine) -> bool:
    """Return whether a thread's stack begins as the coroutine's, down to a frame of the app at least."""
    for number, frame in enumerate(coroutine.frames):
        if number >= len(thread.frames) or _at(frame) != _at(thread.frames[number]):
            return any(one.origin == "app" for one in coroutine.frames[:number])
    return bool(coroutine.frames)


def _has_name(thread: Thread, coroutine: Coroutine) -> bool:
    return thread.name.endswith(f"@{coroutine.name}")


def _at(frame: Frame) -> tuple[str | None, str | None, int | None]:
    return frame.class_name, frame.method, frame.line


def _awaited_body(graph: GraphBuilder, thread: Thread) -> None:
    """Add which coroutines a thread awaits in `runBlocking`: those whose outermost frame is its block."""
    wait = graph.waits[id(thread)]
    found = graph.app_frame(thread.frames, wait.at)
    if found is None:
        return
    frame = found[1]
    same = [one for one in graph.dump.threads if _blocks_in(graph, one, frame)]
    outer = f"{frame.class_name}${frame.method}$"
    inside = {
        id(one): one
        for one in graph.dump.coroutines
        if one.frames and (one.frames[-1].class_name or "").startswith(outer)
    }
    bodies = [
        one for one in inside.values() if (one.frames[-1].class_name or "").removeprefix(outer).isdigit()
    ]
    awaited = bodies or list(inside.values())
    if not awaited or (len(same) > 1) or (bodies and len(bodies) > 1):
        return
    for one in awaited:
        what = "is the block" if bodies else "was started in the block"
        evidence = f"The coroutine's outermost frame {what} of `runBlocking` in `{frame_name(frame)}`."
        graph.thread_edge(thread, graph.coroutine(one), "likely", evidence)


def _blocks_in(graph: GraphBuilder, thread: Thread, frame: Frame) -> bool:
    wait = graph.wait_of(thread)
    if wait is None or wait.kind != "run_blocking":
        return False
    found = graph.app_frame(thread.frames, wait.at)
    return found is not None and (found[1].class_name, found[1].method) == (frame.class_name, frame.method)


def _awaited_task(graph: GraphBuilder, coroutine: Coroutine, frame: Frame, place: CodePlace) -> None:
    name = awaited_name(place, graph.code, "await|join")
    block = assigned_block(name, place.path, graph.code) if name is not None else None
    if block is None:
        return
    found = []
    for other in graph.dump.coroutines:
        places = [graph.code.place(one) for one in other.frames] if other is not coroutine else []
        lines = [
            one.line for one in places if one is not None and one.path == place.path and one.line is not None
        ]
        if any(block[0] <= line <= block[1] for line in lines) and not _encloses(other, coroutine):
            found.append(other)
    if len(found) == 1:
        evidence = f"By the code `{name}` is the coroutine of lines {block[0]} to {block[1]}."
        graph.edge(
            graph.coroutine(coroutine),
            graph.coroutine(found[0]),
            "coroutine",
            f"the end of `{name}`",
            "likely",
            evidence,
            waits_at=wait_place(frame, graph.code),
        )


def _awaited_children(graph: GraphBuilder, coroutine: Coroutine, frame: Frame, place: CodePlace) -> None:
    """Add the coroutines that were started in a scope whose end a coroutine waits for."""
    lines = graph.code.lines(place.path)
    if place.line is None or place.line > len(lines) or not _SCOPE.search(lines[place.line - 1]):
        return
    outer = f"{frame.class_name}${frame.method}$"
    for other in graph.dump.coroutines:
        outermost = other.frames[-1].class_name if other.frames and other is not coroutine else None
        if outermost is not None and outermost.startswith(outer):
            graph.edge(
                graph.coroutine(coroutine),
                graph.coroutine(other),
                "coroutine",
                "the end of what it started",
                "likely",
                f"The coroutine's outermost frame is in the scope of `{frame_name(frame)}`, which awaits it.",
                waits_at=wait_place(frame, graph.code),
            )


def _encloses(outer: Coroutine, inner: Coroutine) -> bool:
    """Return whether one coroutine's block is around the other's: it awaits it there, and is not it."""
    if not outer.frames or not inner.frames:
        return False
    return (inner.frames[-1].class_name or "").startswith(f"{outer.frames[-1].class_name}$")


def _dispatched(
    graph: GraphBuilder, coroutine: Coroutine, frame: Frame, place: CodePlace, pools: dict[str, Pool]
) -> None:
    """Add that a coroutine waits for a thread of a dispatcher whose threads all wait."""
    tasks = handed_in_line(place, graph.code)
    id_ = graph.coroutine(coroutine) if tasks else ""
    main = android_main(graph)
    if any(task.is_main for task in tasks) and main is not None and graph.wait_of(main) is not None:
        reason = f"By the code the main thread must run it ({place.path}:{place.line}), and that is blocked."
        graph.edge(
            id_,
            graph.thread(main),
            "main_thread",
            "its turn",
            "likely",
            reason,
            waits_at=wait_place(frame, graph.code),
            holds_at=graph.waits_at(main),
        )
        return
    for pool in pools.values():
        evidence = same_pool_evidence(graph, pool, pools, tasks) if pool.is_blocked and tasks else None
        if evidence is not None:
            resource = "its turn"
            at = wait_place(frame, graph.code)
            graph.edge(id_, graph.pool(pool.name), "pool_slot", resource, "likely", evidence, waits_at=at)
            occupy(graph, pool)
            return
