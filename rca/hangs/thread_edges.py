"""Waits whose holder the dump itself names: monitors, owned locks, initializers of classes, Binder calls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from models.error_report import Frame
from rca.error_text.thread_dump import OWNABLE, Thread
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_dump import frame_name
from rca.hangs.thread_waits import ThreadWait, initializing, simple_call


def add_stated_edges(graph: GraphBuilder) -> None:
    """Add an edge for each wait whose holder the dump names."""
    for thread in graph.dump.threads:
        wait = graph.wait_of(thread)
        if wait is not None:
            _stated(graph, thread, wait)


def _stated(graph: GraphBuilder, thread: Thread, wait: ThreadWait) -> None:
    if wait.holder_name is not None and wait.holder_name != thread.name:
        _by_name(graph, thread, wait.holder_name)
    elif wait.holder_tid is not None and wait.holder_tid != thread.tid:
        _by_number(graph, thread, wait)
    elif wait.kind == "thread_end" and (awaited := _live_thread(graph, wait)) is not None:
        evidence = f'The object that it waits on is the thread "{awaited.name}".'
        graph.thread_edge(thread, graph.thread(awaited), "stated", evidence)
    elif wait.kind == "class_initialization":
        _by_initializer(graph, thread, wait)
    elif wait.kind == "binder":
        _into_other_process(graph, thread)
    elif wait.lock is not None and (holders := list(_holders(graph, thread, wait))):
        if len(holders) == 1 or wait.kind != "monitor":
            for holder, number in holders:
                evidence = f'The dump lists <{wait.lock}> among the locks that "{holder.name}" holds.'
                graph.thread_edge(
                    thread, graph.thread(holder), "stated", evidence, graph.place_at(holder, number)
                )
    elif thread.name in graph.dump.stated:
        _by_section(graph, thread)


def _live_thread(graph: GraphBuilder, wait: ThreadWait) -> Thread | None:
    """Return the awaited thread of a live program, whose threads are named by their objects."""
    return graph.by_tid.get(wait.lock or "")


def _by_name(graph: GraphBuilder, thread: Thread, name: str) -> None:
    holders = [one for one in graph.dump.threads if one.name == name]
    if len(holders) == 1:
        number = graph.held[id(holders[0])].get(graph.waits[id(thread)].lock or "", -1)
        evidence = f'The dump says that it is held by "{name}".'
        place = graph.place_at(holders[0], number)
        graph.thread_edge(thread, graph.thread(holders[0]), "stated", evidence, place)


def _by_number(graph: GraphBuilder, thread: Thread, wait: ThreadWait) -> None:
    same = [one for one in graph.dump.threads if one.tid == wait.holder_tid]
    # An excerpt of two processes has two threads of one number.
    holding = [one for one in same if (wait.lock or "") in graph.held[id(one)]]
    holder = next(iter(holding or same), None)
    if holder is None:
        evidence = f"Thread {wait.holder_tid} holds it, which this dump does not show."
        graph.thread_edge(thread, None, "unknown", evidence)
        return
    number = graph.held[id(holder)].get(wait.lock or "", -1)
    told = f', "{holder.name}"' if holder.first or holder.frames else ", which it does not show"
    evidence = f"The dump says that it is held by thread {wait.holder_tid}{told}."
    graph.thread_edge(thread, graph.thread(holder), "stated", evidence, graph.place_at(holder, number))


def _holders(graph: GraphBuilder, thread: Thread, wait: ThreadWait) -> Iterator[tuple[Thread, int]]:
    if wait.kind in {"monitor", "lock"}:
        yield from (one for one in graph.holders.get(wait.lock or "", ()) if one[0] is not thread)


def _by_initializer(graph: GraphBuilder, thread: Thread, wait: ThreadWait) -> None:
    if wait.type is None:
        return
    for other in graph.dump.threads:
        number = initializing(other).get(wait.type)
        if other is not thread and number is not None:
            evidence = f'"{other.name}" runs the initializer of `{wait.type}`.'
            graph.thread_edge(thread, graph.thread(other), "stated", evidence, graph.place_at(other, number))


def _into_other_process(graph: GraphBuilder, thread: Thread) -> None:
    calls = [frame for frame in thread.frames[:8] if simple_call(frame)[0].endswith("$Proxy")]
    peers = _serving(graph, thread, calls[0]) if calls else []
    if len(peers) == 1:
        evidence = f'"{peers[0].name}" alone serves this Binder call, in another process of the text.'
        graph.thread_edge(thread, graph.thread(peers[0]), "likely", evidence)
        return
    name = frame_name(calls[0]).replace("$Stub$Proxy", "") if calls else "another process"
    shown = f"the process behind {name}" if calls else name
    evidence = "The thread is in a Binder call; its dump does not show the other process."
    graph.thread_edge(thread, graph.process(shown), "stated", evidence)


def _serving(graph: GraphBuilder, thread: Thread, call: Frame) -> list[Thread]:
    """Return the threads that serve a Binder call, where a text shows threads of two processes.

    A call inside of one process takes no proxy.
    """
    numbers = [one.tid for one in graph.dump.threads if one.tid is not None]
    if len(numbers) == len(set(numbers)):
        return []
    stub = (call.class_name or "").removesuffix("$Proxy")
    return [
        one
        for one in graph.dump.threads
        if one is not thread
        and any(
            (frame.class_name, frame.method) == (stub, "onTransact") and above.method == call.method
            for above, frame in pairwise(one.frames)
        )
    ]


def _by_section(graph: GraphBuilder, thread: Thread) -> None:
    said = graph.dump.stated[thread.name]
    holders = [one for one in graph.dump.threads if one.name == said.holder]
    if len(holders) == 1:
        evidence = f'The JVM says that it is held by "{holders[0].name}".'
        graph.thread_edge(thread, graph.thread(holders[0]), "stated", evidence)


def lists_owned_locks(graph: GraphBuilder) -> bool:
    """Return whether a dump lists the `java.util.concurrent` locks of each thread, as with `jstack -l`."""
    return any(number == -1 for held in graph.held.values() for number in held.values()) or any(
        OWNABLE in text or text == "- None" for one in graph.dump.threads for _at, text in one.lock_lines
    )
