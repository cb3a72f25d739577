"""Latches by the code: which thread will count down the one that another waits for."""

from __future__ import annotations

import re

from rca.error_text.thread_dump import Thread
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_code import CodePlace, code_lines
from rca.hangs.task_code import awaited_name

_MOST_FRAMES = 40


def add_latch_edge(graph: GraphBuilder, thread: Thread) -> None:
    """Add the thread that counts a latch down, where one alone is on its way to the only place that does.

    Args:
        graph: the graph so far.
        thread: who waits for the latch.
    """
    place = graph.code_place(thread)
    name = awaited_name(place, graph.code, "await") if place is not None else None
    if place is None or name is None:
        return
    counts = re.compile(rf"\b{re.escape(name)}\s*(?:\.|::)\s*countDown\b")
    where = [number for number, text in enumerate(graph.code.lines(place.path), 1) if counts.search(text)]
    if len(where) != 1:
        return
    found = [
        (other, number, at)
        for other in graph.dump.threads
        if other is not thread and graph.wait_of(other) is not None
        for number, frame in enumerate(other.frames[:_MOST_FRAMES])
        if frame.origin != "platform"
        and (at := graph.code.place(frame)) is not None
        and _comes_to(at, where[0], place.path, graph)
    ]
    if len({id(other) for other, _number, _at in found}) != 1:
        return
    other, number, _ = found[0]
    evidence = (
        f'By the code line {where[0]} alone counts `{name}` down, and "{other.name}" is on its way there.'
    )
    graph.thread_edge(thread, graph.thread(other), "likely", evidence, graph.place_at(other, number))


def _comes_to(at: CodePlace, line: int, path: str, graph: GraphBuilder) -> bool:
    """Return whether a frame's function reaches a line after where it is."""
    if at.path != path or at.line is None or at.line >= line:
        return False
    return any(number == line for number, _text in code_lines(at, graph.code))
