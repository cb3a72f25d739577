"""An initializer of a class that waits for work which needs the class: a joined thread, a task, a stream."""

from __future__ import annotations

from rca.error_text.thread_dump import Thread
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.thread_waits import initializing, simple_call

_ONE = frozenset({"thread_end", "future"})
_ALL = frozenset({"latch"})


def add_initializer_waits(graph: GraphBuilder) -> None:
    """Add an edge from an initializer that waits to the threads that run its class's code and wait for it.

    A join and a single result wait for one thread: several of them decide nothing. A latch and a task that
    others join wait for all.
    """
    initialized = {
        edge.waiter: edge.holder
        for edge in graph.edges
        if edge.kind == "class_initialization" and edge.holder is not None
    }
    for thread in graph.dump.threads:
        wait = graph.wait_of(thread)
        if wait is None or wait.timed or graph.is_explained(thread) or wait.kind not in _ONE | _ALL:
            continue
        id_ = graph.id_of(thread)
        for name in initializing(thread):
            stuck = [
                one
                for one in graph.dump.threads
                if initialized.get(graph.id_of(one)) == id_ and _runs_code_of(one, name)
            ]
            if len(stuck) == 1 or (stuck and (wait.kind in _ALL or _joins_parts(thread))):
                _add_edges(graph, thread, stuck, name)
                break


def _add_edges(graph: GraphBuilder, thread: Thread, stuck: list[Thread], name: str) -> None:
    for one in stuck:
        evidence = f'"{one.name}" runs code of `{name}` and waits until the class is initialized.'
        graph.thread_edge(thread, graph.thread(one), "likely", evidence)


def _runs_code_of(thread: Thread, name: str) -> bool:
    return any(
        frame.class_name == name or (frame.class_name or "").startswith(f"{name}$") for frame in thread.frames
    )


def _joins_parts(thread: Thread) -> bool:
    """Return whether a thread waits for a task that is done when all its parts are."""
    return any(simple_call(frame)[0] == "ForkJoinTask" for frame in thread.frames)
