"""One heap dump → what leaks, what holds it, and what is largest."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from models.heap_dump import ClassCount, DumpFacts, HeapLeak, LargeObject
from models.leak_trace import LeakNode, LeakTrace
from rca.heap_dumps.device_build import hide_detours, read_device_build
from rca.heap_dumps.dominators import find_dominators, retained_sizes
from rca.heap_dumps.dump_findings import DumpAnalysis
from rca.heap_dumps.dump_problem import DumpProblem
from rca.heap_dumps.heap_graph import Array, HeapGraph, forget_pages
from rca.heap_dumps.hprof_records import read_records
from rca.heap_dumps.leaking_objects import LeakingObject, find_leaking
from rca.heap_dumps.reference_names import name_reference
from rca.heap_dumps.shortest_paths import NOWHERE, find_parents, path_to
from rca.heap_dumps.trace_building import build_trace
from rca.scheduling.deadline import Deadline

_FRAMES = frozenset({0x02, 0x03, 0x04, 0x06})
"""Roots on stacks of threads: a path from another root says more."""

_MOST_LEAKING = 2_000
_DEEPEST = 40
_MAIN_PART = 0.6
"""An object below that retains this part of what one above it retains is where the memory is gathered."""

_LEAST_PART = 0.01
"""Objects that retain less of the heap are not listed."""

Progress = Callable[[str], None]


def analyze_dump(
    path: Path, deadline: Deadline, progress: Progress = lambda _line: None, *, most: int = 20
) -> DumpAnalysis:
    """Analyze a heap dump.

    Args:
        path: the file.
        deadline: looked at between steps; what it ends is lost.
        progress: is told what is being done.
        most: leaks, large objects and classes that are listed.

    Raises:
        DumpProblem: the file is no heap dump, or nothing of it can be told.
    """
    size = path.stat().st_size
    if size == 0:
        raise DumpProblem("the file is empty: the dump was not written, or not copied")
    with path.open("rb") as file:
        # Closed with its last view: an error on the way holds some until it is handled.
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

        def told(at: int) -> None:
            progress(f"reading objects: {at * 100 // size} %")

        records = read_records(data, deadline, told)
        progress("reading references")
        try:
            graph = HeapGraph(data, records, deadline)
            try:
                return _analyze(graph, data, deadline, progress, most)
            finally:
                graph.close()
        except (IndexError, KeyError, struct.error) as problem:
            why = records.damage or "its records contradict each other"
            raise DumpProblem(
                f"{records.read:,} of {size:,} bytes were read, and they cannot be understood: {why}"
            ) from problem


def _analyze(
    graph: HeapGraph, data: mmap.mmap, deadline: Deadline, progress: Progress, most: int
) -> DumpAnalysis:
    progress("looking for paths from GC roots")
    firm = [node for node, tag in graph.roots.items() if tag not in _FRAMES]
    parents = find_parents(graph.edges, [firm, list(graph.roots)], deadline)
    leaking = find_leaking(graph, deadline)
    progress("working out what is retained")
    roots = np.array(sorted(graph.roots), np.int64)
    dominators = find_dominators(graph.edges, roots, parents, deadline)
    retained = retained_sizes(dominators, graph.sizes, deadline)
    forget_pages(data)
    hidden = hide_detours(graph)
    telling = (
        parents if hidden is None else find_parents(graph.edges, [firm, list(graph.roots)], deadline, hidden)
    )
    leaks, notes = _leaks(graph, leaking, (telling, parents), retained, most)
    records = graph.records
    if records.damage is not None:
        notes.insert(
            0,
            f"the dump is damaged or was cut: {records.damage}; {records.read:,} of {records.size:,} bytes "
            "were read, so paths and sizes may lack objects",
        )
    reached = parents != NOWHERE
    facts = DumpFacts(
        form=records.form,
        platform="android" if records.is_android else "jvm",
        bytes=records.size,
        objects=graph.count - int(graph.bounds[0]),
        classes=int(graph.bounds[0]),
        reachable_objects=int(reached[graph.bounds[0] :].sum()),
        reachable_bytes=int(graph.sizes[reached].sum()),
    )
    return DumpAnalysis(
        facts,
        tuple(leaks),
        tuple(_largest(graph, dominators, retained, parents, most)),
        tuple(_classes(graph, reached, most)),
        tuple(notes),
    )


def _leaks(
    graph: HeapGraph,
    leaking: Iterable[LeakingObject],
    parents: Sequence[Array],
    retained: Array,
    most: int,
) -> tuple[list[HeapLeak], list[str]]:
    """Return the leaks, those of one suspect path together, the largest first.

    `parents` are searches for paths, the preferred one first.
    """
    groups: dict[tuple[object, ...], list[tuple[LeakTrace, int]]] = {}
    nodes = {one.node for one in leaking}
    notes: list[str] = []
    build = read_device_build(graph)
    collectable, inside, looked = 0, 0, 0
    for one in leaking:
        path = next(filter(None, (path_to(search, one.node) for search in parents)), None)
        if path is None:
            collectable += 1
            continue
        if any(node in nodes for node in path[:-1]):
            inside += 1  # what holds it leaks itself, and is listed
            continue
        looked += 1
        if looked > _MOST_LEAKING:
            continue
        trace = build_trace(graph, path, one, retained, build)
        groups.setdefault(_signature(trace), []).append((trace, int(retained[one.node])))
    if collectable:
        notes.append(f"ended and only weakly held, so they will be collected: {collectable}")
    if inside:
        notes.append(f"{inside} further leaking objects are held by those that are listed")
    if looked > _MOST_LEAKING:
        notes.append(f"{looked - _MOST_LEAKING} leaking objects were not followed, as there are too many")
    leaks = [
        HeapLeak(
            trace=max(group, key=lambda pair: pair[1])[0].model_copy(
                update={"instances": len(group), "retained_bytes": sum(size for _, size in group)}
            )
        )
        for group in groups.values()
    ]
    leaks.sort(key=lambda leak: (leak.trace.kind == "library", -(leak.trace.retained_bytes or 0)))
    if len(leaks) > most:
        notes.append(f"{len(leaks) - most} smaller leaks are left out: ask for more with `limit`")
    return leaks[:most], notes


def _signature(trace: LeakTrace) -> tuple[object, ...]:
    suspects = tuple(
        (node.reference.owner, "[x]" if node.reference.kind == "array_element" else node.reference.name)
        for node in trace.nodes
        if node.reference is not None and node.reference.suspect
    )
    return (trace.nodes[-1].class_name, *suspects)


def _largest(
    graph: HeapGraph, dominators: Array, retained: Array, parents: Array, most: int
) -> Iterable[LargeObject]:
    """Yield the objects that retain most, each with where below it the memory is gathered."""
    top = len(dominators) - 1
    least = retained[top] * _LEAST_PART
    candidates = np.flatnonzero((dominators == top) & (retained[:] >= least))
    candidates = candidates[candidates != top]
    order = candidates[np.argsort(-retained[candidates], kind="stable")][:most]
    children = _children(dominators, retained, least)
    for node in order.tolist():
        chain = [node]
        while len(chain) < _DEEPEST:
            below = children.get(chain[-1], ())
            heaviest = max(below, key=lambda child: int(retained[child]), default=None)
            if heaviest is None or retained[heaviest] < _MAIN_PART * retained[chain[-1]]:
                break
            chain.append(heaviest)
        path = path_to(parents, chain[-1])
        described = [graph.described_class(one) for one in path]
        nodes = tuple(
            LeakNode(
                class_name=name,
                kind=kind,
                reference=name_reference(graph, path[at], path[at + 1]) if at + 1 < len(path) else None,
            )
            for at, (name, kind) in enumerate(described)
        )
        gathered = chain[-1]
        yield LargeObject(
            class_name=graph.described_class(node)[0],
            retained_bytes=int(retained[node]),
            gathered_in=graph.described_class(gathered)[0],
            gathered_bytes=int(retained[gathered]),
            path=nodes[-_DEEPEST:],
        )


def _children(dominators: Array, retained: Array, least: float) -> dict[int, list[int]]:
    """Return the large objects below each node of the dominator tree."""
    found: dict[int, list[int]] = {}
    for node in np.flatnonzero((retained[:-1] >= least) & (dominators[:-1] >= 0)).tolist():
        found.setdefault(int(dominators[node]), []).append(node)
    return found


def _classes(graph: HeapGraph, reached: Array, most: int) -> Iterable[ClassCount]:
    """Yield the classes whose instances take most, arrays by their elements' class."""
    totals: dict[str, list[int]] = {}
    first, end = int(graph.bounds[0]), int(graph.bounds[1])
    numbers = graph.class_numbers[reached[first:end]] + 1
    sizes = graph.sizes[first:end][reached[first:end]]
    counts = np.bincount(numbers, minlength=first + 1)
    weights = np.bincount(numbers, weights=sizes, minlength=first + 1)
    for number in np.argsort(-weights)[: most * 2].tolist():
        if number and counts[number]:
            totals[graph.classes.all[number - 1].name] = [int(counts[number]), int(weights[number])]
    for name, count, size in graph.array_totals(reached):
        totals[name] = [count, size]
    ordered = sorted(totals.items(), key=lambda item: -item[1][1])[:most]
    return (ClassCount(class_name=name, count=count, bytes=size) for name, (count, size) in ordered)
