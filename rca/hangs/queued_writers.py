"""Readers of a read-write lock that wait behind a writer: nobody holds it alone, and yet no reader gets it.

`ReentrantReadWriteLock` and `StampedLock` let a new reader wait while a writer is the first in the queue, so
that writers get their turn.
"""

from __future__ import annotations

from rca.error_text.thread_dump import Thread
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.thread_waits import simple_call

_READS = {("ReentrantReadWriteLock$ReadLock", "lock"), ("StampedLock", "readLock")}
_WRITES = {("ReentrantReadWriteLock$WriteLock", "lock"), ("StampedLock", "writeLock")}


def add_queued_writers(graph: GraphBuilder) -> None:
    """Add an edge from a reader without a known holder to the one writer that waits for the same lock.

    What the writer waits for must be known: otherwise another writer may hold the lock.
    """
    for thread in graph.dump.threads:
        wait = graph.wait_of(thread)
        if wait is None or wait.lock is None or graph.is_explained(thread) or not _calls(thread, _READS):
            continue
        writers = [
            other
            for other in graph.dump.threads
            if (its := graph.wait_of(other)) is not None
            and its.lock == wait.lock
            and _calls(other, _WRITES)
            and graph.is_explained(other)
        ]
        if len(writers) == 1:
            evidence = f'"{writers[0].name}" waits to write; readers that come later wait for it.'
            graph.thread_edge(thread, graph.thread(writers[0]), "likely", evidence)


def _calls(thread: Thread, calls: set[tuple[str, str]]) -> bool:
    wanted = {name for name, _method in calls}
    found = next((call for call in map(simple_call, thread.frames) if call[0] in wanted), None)
    return found in calls
