"""The device a dump comes from, and references in it that are passed over for a path that says more."""

from __future__ import annotations

import numpy as np

from rca.heap_dumps.heap_graph import Array, HeapGraph
from rca.heap_dumps.known_leaks import DeviceBuild, detours


def read_device_build(graph: HeapGraph) -> DeviceBuild:
    """Return API level and manufacturer, which Android keeps in static fields."""
    sdk = graph.static_value("android.os.Build$VERSION", "SDK_INT")
    manufacturer = graph.static_value("android.os.Build", "MANUFACTURER")
    return DeviceBuild(sdk, graph.read_string(manufacturer) if manufacturer else None)


def hide_detours(graph: HeapGraph) -> Array | None:
    """Return a mask of the references to pass over, None where the dump has none of them."""
    hidden: Array | None = None
    for owner, field in detours():
        declaring = graph.classes.by_name.get(owner)
        if declaring is None:
            continue
        pairs = [(declaring.number, graph.static_value(owner, field))]
        classes = list(graph.classes.subclasses(owner))
        pairs += [(node, graph.value(node, owner, field)) for node in graph.instances_of(classes).tolist()]
        for node, value in pairs:
            target = graph.node_of(value) if value else None
            if target is None:
                continue
            if hidden is None:
                hidden = np.zeros(len(graph.edges.targets), bool)
            start, end = int(graph.edges.starts[node]), int(graph.edges.starts[node + 1])
            hidden[start:end] |= graph.edges.targets[start:end] == target
    return hidden
