"""Pools that starve: a task waits for a task that needs a thread of the same pool, and no thread is free."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rca.error_text.thread_dump import Thread
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_code import lines_around
from rca.hangs.task_code import HandedTask, handed, handed_tasks, is_serial, pool_name_of
from rca.hangs.thread_waits import ThreadWait, is_idle, simple_call

_JDK_NAME = re.compile(r"(?P<pool>pool-\d+)-thread-\d+(?: @\S+)?$")
_NUMBER = re.compile(r"[-# ]?\d+(?: @\S+)?$")
_TASK_WAITS = frozenset({"future", "latch", "run_blocking"})
DEFAULT_DISPATCHER = "DefaultDispatcher"


@dataclass(slots=True)
class Pool:
    """A pool's threads in a dump. `has_room` says whether one of them is idle or does work that ends."""

    name: str
    threads: list[Thread] = field(default_factory=list)
    idle: int = 0
    busy: int = 0

    @property
    def is_blocked(self) -> bool:
        """Whether each thread waits for a task."""
        return bool(self.threads) and not self.idle and not self.busy


def find_pools(graph: GraphBuilder) -> dict[str, Pool]:
    """Return the pools whose threads a dump shows."""
    pools: dict[str, Pool] = {}
    for thread in graph.dump.threads:
        name = pool_of(thread)
        if name is None:
            continue
        pool = pools.setdefault(name, Pool(name))
        pool.threads.append(thread)
        wait = graph.wait_of(thread)
        if is_idle(thread):
            pool.idle += 1
        elif wait is None or wait.timed or wait.kind not in _TASK_WAITS:
            pool.busy += 1
    return pools


def pool_of(thread: Thread) -> str | None:
    """Return the name of the pool that a thread belongs to; None where it is no pool's thread."""
    calls = {simple_call(frame) for frame in thread.frames[-6:]}
    if ("CoroutineScheduler$Worker", "run") in calls:
        return DEFAULT_DISPATCHER
    if ("ThreadPoolExecutor$Worker", "run") not in calls:
        return None
    jdk = _JDK_NAME.match(thread.name)
    return jdk["pool"] if jdk is not None else _NUMBER.sub("", thread.name) or thread.name


def add_pool_edges(graph: GraphBuilder, pools: dict[str, Pool]) -> None:
    """Add the waits for a free thread of a pool, and for the main thread."""
    for thread in graph.dump.threads:
        wait = graph.wait_of(thread)
        if wait is None or wait.timed or wait.kind not in _TASK_WAITS or _leads_on(graph, thread):
            continue
        place = graph.code_place(thread)
        tasks = handed_tasks(place, wait.kind, graph.code) if place is not None else []
        if not _main_edge(graph, thread, wait, tasks):
            name = pool_of(thread)
            other = _other_pool(graph, pools, name, tasks)
            if other is not None:
                _starved_by(graph, thread, wait, *other)
            elif name is not None and pools[name].is_blocked:
                _starved(graph, thread, wait, pools, tasks)
            elif tasks:
                _serial(graph, thread, wait, tasks)


def _leads_on(graph: GraphBuilder, thread: Thread) -> bool:
    """Return whether edges already lead from a thread to a node that waits itself."""
    id_ = graph.thread(thread) if graph.is_explained(thread) else None
    holders = {one.holder for one in graph.edges if one.waiter == id_}
    return any(one.waiter in holders for one in graph.edges)


def _main_edge(graph: GraphBuilder, thread: Thread, wait: ThreadWait, tasks: list[HandedTask]) -> bool:
    """Add that a thread waits for a task of the main thread, which is blocked."""
    task = next((one for one in tasks if one.is_main), None)
    main = android_main(graph)
    if task is None or main is None or graph.wait_of(main) is None:
        return False
    evidence = (
        f"By the code the main thread must run it ({task.path}:{task.line}), and that thread is blocked."
    )
    graph.edge(
        graph.thread(thread),
        graph.thread(main),
        "main_thread",
        wait.resource,
        "likely",
        evidence,
        waits_at=graph.waits_at(thread),
        holds_at=graph.waits_at(main),
    )
    return True


def android_main(graph: GraphBuilder) -> Thread | None:
    """Return the main thread of an Android app."""
    main = graph.main
    if main is None or not any(simple_call(frame) == ("Looper", "loop") for frame in main.frames):
        return None
    return main


def _serial(graph: GraphBuilder, thread: Thread, wait: ThreadWait, tasks: list[HandedTask]) -> None:
    """Add that a thread waits for a one-thread dispatcher in which it is itself, by its outer frames."""
    for task in tasks:
        if not is_serial(task.executor, task.path, graph.code):
            continue
        for frame in thread.frames[wait.at :]:
            place = graph.code.place(frame) if frame.origin != "platform" else None
            outer = lines_around(place, graph.code) if place is not None else []
            if place is None or (place.path, place.line) == (task.path, task.line):
                continue
            if any(task.executor in (one.executor for one in handed(text)) for _number, text in outer):
                pool = graph.pool(task.executor)
                evidence = (
                    f"By the code `{task.executor}` runs one task at a time ({task.path}:{task.line} waits "
                    f"for it), and this thread is in such a task ({place.path}:{place.line})."
                )
                at = graph.waits_at(thread)
                id_ = graph.thread(thread)
                graph.edge(id_, pool, "pool_slot", wait.resource, "likely", evidence, waits_at=at)
                graph.edge(pool, id_, "pool_slot", "its turn", "likely", evidence, holds_at=at)
                return


def _other_pool(
    graph: GraphBuilder, pools: dict[str, Pool], own: str | None, tasks: list[HandedTask]
) -> tuple[Pool, str] | None:
    """Return another pool whose threads all wait, and that all tasks are given to by its name in the code."""
    if not tasks or any(task.is_main for task in tasks):
        return None
    names = {pool_name_of(task.executor, task.path, graph.code) for task in tasks}
    name = next(iter(names)) if len(names) == 1 else None
    fitting = [
        pool for pool in pools.values() if name and all(one.name.startswith(name) for one in pool.threads)
    ]
    if not name or len(fitting) != 1 or fitting[0].name == own or not fitting[0].is_blocked:
        return None
    task, pool = tasks[0], fitting[0]
    place = f"`{task.executor}` ({task.path}:{task.line})"
    return (
        pool,
        f"By the code the task is given to {place}, which is the pool `{pool.name}`; all its threads wait.",
    )


def _starved_by(graph: GraphBuilder, thread: Thread, wait: ThreadWait, pool: Pool, evidence: str) -> None:
    """Add that a thread waits for a free thread of a pool."""
    graph.edge(
        graph.thread(thread),
        graph.pool(pool.name),
        "pool_slot",
        wait.resource,
        "likely",
        evidence,
        waits_at=graph.waits_at(thread),
    )
    occupy(graph, pool)


def _starved(
    graph: GraphBuilder,
    thread: Thread,
    wait: ThreadWait,
    pools: dict[str, Pool],
    tasks: list[HandedTask],
) -> None:
    pool = pools[pool_of(thread) or ""]
    evidence = same_pool_evidence(graph, pool, pools, tasks)
    is_queued = not tasks and _is_future_task(thread, wait) and not _runs_elsewhere(graph, pool, pools)
    if evidence is None and is_queued:
        evidence = "A FutureTask needs a thread to run it; no thread of the dump runs one, so it is queued."
    if evidence is None:
        return
    _starved_by(graph, thread, wait, pool, evidence)


def same_pool_evidence(
    graph: GraphBuilder, pool: Pool, pools: dict[str, Pool], tasks: list[HandedTask]
) -> str | None:
    """Return what says that one of the tasks needs a thread of a pool; None where nothing does."""
    possible = None
    for task in tasks:
        if task.is_main:
            continue
        named = pool_name_of(task.executor, task.path, graph.code)
        place = f"`{task.executor}` ({task.path}:{task.line})"
        if named and (named == pool.name or all(one.name.startswith(named) for one in pool.threads)):
            return f"By the code the task is given to {place}, which is this pool; all its threads wait."
        if named is None or (not named and _JDK_NAME.match(pool.threads[0].name)):
            possible = possible or place
    if possible is None or any(other not in (pool.name, DEFAULT_DISPATCHER) for other in pools):
        return None  # it may have been given to another pool
    if _runs_elsewhere(graph, pool, pools):
        return None
    return (
        f"By the code the task is given to {possible}; the dump shows no other pool, and all threads of "
        f"`{pool.name}` wait."
    )


def _is_future_task(thread: Thread, wait: ThreadWait) -> bool:
    is_task = (wait.type or "").endswith("FutureTask")
    return is_task or any(
        simple_call(frame) == ("FutureTask", "get") for frame in thread.frames[: wait.at + 1]
    )


def _runs_elsewhere(graph: GraphBuilder, pool: Pool, pools: dict[str, Pool]) -> bool:
    """Return whether a thread outside of a pool may run the awaited task."""
    own = {id(thread) for thread in pool.threads}
    running = (
        one
        for one in graph.dump.threads
        if id(one) not in own and any(simple_call(frame) == ("FutureTask", "run") for frame in one.frames)
    )
    return any(other.busy for other in pools.values() if other is not pool) or any(running)


def occupy(graph: GraphBuilder, pool: Pool) -> None:
    """Add that a pool waits for each of its threads, all of which wait."""
    id_ = graph.pool(pool.name)
    for thread in pool.threads:
        graph.edge(
            id_,
            graph.thread(thread),
            "pool_slot",
            "a free thread",
            "stated",
            f'"{thread.name}" is one of its {len(pool.threads)} threads, and waits.',
            holds_at=graph.waits_at(thread),
        )
