"""The path to a leaking object as a leak trace: which objects are in order, which references can be it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from models.leak_trace import LeakNode, LeakReference, LeakTrace
from rca.heap_dumps.heap_graph import Array, HeapGraph
from rca.heap_dumps.hprof_records import root_name
from rca.heap_dumps.known_leaks import NATIVE_ROOT, DeviceBuild, find_known_leak
from rca.heap_dumps.leaking_objects import LeakingObject, leak_reason
from rca.heap_dumps.reference_names import declaring_class, name_reference, simple_name

_JAVA_FRAME = 0x03
_NATIVE = frozenset({0x01, 0x02})
"""Roots of native code: global and local variables."""


def build_trace(
    graph: HeapGraph,
    path: Sequence[int],
    leaking: LeakingObject,
    retained: Array | None,
    build: DeviceBuild,
) -> LeakTrace:
    """Return the trace of a path from a GC root to a leaking object.

    Args:
        graph: the heap.
        path: its nodes, both ends included.
        leaking: the last of them.
        retained: bytes that each node retains, where that was worked out.
        build: the device, which decides what leaks are known of it.
    """
    references = [name_reference(graph, one, two) for one, two in pairwise(path)]
    states = [leak_reason(graph, node) for node in path]
    states[-1] = (True, leaking.reason)
    first_leaking = next(at for at, state in enumerate(states) if state is not None and state[0])
    last_fine = max((at for at, state in enumerate(states) if state is not None and not state[0]), default=-1)
    last_fine = min(last_fine, first_leaking - 1)
    tag = graph.roots[path[0]]
    nodes: list[LeakNode] = []
    for at, node in enumerate(path):
        class_name, kind = graph.described_class(node)
        reference = references[at] if at < len(references) else None
        if reference is not None and max(last_fine, 0) <= at < first_leaking:
            reference = reference.model_copy(update={"suspect": True})
        leaks, reason = _status(at, states[at], last_fine, first_leaking)
        nodes.append(
            LeakNode(
                class_name=class_name,
                kind="thread" if tag == _JAVA_FRAME and at == 0 and kind == "thread" else kind,
                leaking=leaks,
                reason=reason or _later(at, path, graph, last_fine, first_leaking),
                retained=None if retained is None else f"{int(retained[node]):,} bytes",
                reference=reference,
            )
        )
    why = _known(graph, path, references, (last_fine, first_leaking), build)
    return LeakTrace(
        kind="application" if why is None else "library",
        gc_root=root_name(tag).capitalize() if tag != _JAVA_FRAME else "Java local variable",
        nodes=tuple(nodes),
        known_leak=why,
        retained_bytes=None if retained is None else int(retained[path[-1]]),
        key=leaking.key,
    )


def _status(
    at: int, state: tuple[bool, str] | None, last_fine: int, first_leaking: int
) -> tuple[str, str | None]:
    if at <= last_fine:
        return "no", state[1] if state is not None and not state[0] else None
    if at >= first_leaking:
        return "yes", state[1] if state is not None and state[0] else None
    return "unknown", None


def _later(at: int, path: Sequence[int], graph: HeapGraph, last_fine: int, first_leaking: int) -> str | None:
    """Return why an object is in order or leaks that says nothing itself: the one that does."""
    if at < last_fine:
        return f"{simple_name(graph.described_class(path[at + 1])[0])}↓ is not leaking"
    if at > first_leaking:
        return f"{simple_name(graph.described_class(path[at - 1])[0])}↑ is leaking"
    return None


def _known(
    graph: HeapGraph,
    path: Sequence[int],
    references: Sequence[LeakReference],
    part: tuple[int, int],
    build: DeviceBuild,
) -> str | None:
    """Return the known leak that one of the suspect references, or the root itself, is."""
    last_fine, end = part
    if last_fine < 0 and graph.roots[path[0]] in _NATIVE:
        owner, _ = graph.described_class(path[0])
        native = find_known_leak(owner, NATIVE_ROOT, build)
        if native is not None:
            return f"native global variable referencing {owner}: {native.why}"
    for at in range(max(last_fine, 0), min(end, len(references))):
        owner = declaring_class(graph, path[at], references[at])
        known = find_known_leak(owner, references[at].name, build)
        if known is not None:
            return f"{owner}#{references[at].name}: {known.why}"
    return None
