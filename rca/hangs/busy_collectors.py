"""Coroutines that emit into a shared flow and wait for each collector that still handles a value."""

from __future__ import annotations

import re

from models.error_report import Frame
from rca.error_text.coroutine_dump import Coroutine
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_code import wait_place
from rca.hangs.thread_waits import simple_call

_EMITS = re.compile(r"\b(?P<name>[A-Za-z_]\w*)\.emit(?:All)?\s*\(")
_FLOWS = ("SharedFlowImpl", "SubscribedSharedFlow", "ReadonlySharedFlow")


def add_busy_collectors(graph: GraphBuilder) -> None:
    """Add an edge from a coroutine that emits to each coroutine that stands in a collector of that flow."""
    for coroutine in graph.dump.coroutines:
        found = graph.app_frame(coroutine.frames)
        place = found[2] if found is not None else None
        if coroutine.state != "SUSPENDED" or found is None or place is None or place.line is None:
            continue
        lines = graph.code.lines(place.path)
        emits = _EMITS.search(lines[place.line - 1]) if place.line <= len(lines) else None
        if emits is None or any(edge.waiter == graph.id_of(coroutine) for edge in graph.edges):
            continue
        for other in graph.dump.coroutines:
            frame = _collecting(graph, other, emits["name"], place.path)
            if frame is not None:
                evidence = f"By its frames this coroutine handles a value of `{emits['name']}` still."
                graph.edge(
                    graph.coroutine(coroutine),
                    graph.coroutine(other),
                    "coroutine",
                    f"the collectors of `{emits['name']}`",
                    "likely",
                    evidence,
                    waits_at=wait_place(found[1], graph.code),
                    holds_at=wait_place(frame, graph.code),
                )


def _collecting(graph: GraphBuilder, coroutine: Coroutine, name: str, path: str) -> Frame | None:
    """Return the frame in which a coroutine collects a flow, where it is in the block of the collector."""
    collects = re.compile(rf"\b_?{re.escape(name)}\b.*\.?(?:collect\w*|onEach|first|take)\b")
    for number, frame in enumerate(coroutine.frames):
        owner, method = simple_call(frame)
        if not number or owner not in _FLOWS or not method.startswith("collect"):
            continue
        found = graph.app_frame(coroutine.frames, number + 1)
        place = found[2] if found is not None else None
        if found is None or place is None or place.path != path or place.line is None:
            return None
        lines = graph.code.lines(path)
        return found[1] if place.line <= len(lines) and collects.search(lines[place.line - 1]) else None
    return None
