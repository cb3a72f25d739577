"""Objects of a heap that should be gone: what Android or LeakCanary marks as ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rca.heap_dumps.heap_graph import HeapGraph
from rca.scheduling.deadline import Deadline

_FRAGMENTS = (
    ("androidx.fragment.app.Fragment", "androidx.fragment.app.Fragment"),
    ("android.support.v4.app.Fragment", "android.support.v4.app.Fragment"),
    ("android.app.Fragment", "android.app.Fragment"),
)
_VIEW = "android.view.View"
_ACTIVITY = "android.app.Activity"
_SERVICE = "android.app.Service"
_KEYED = (
    "leakcanary.KeyedWeakReference",
    "com.squareup.leakcanary.KeyedWeakReference",
)
_MOST_WRAPPERS = 20


@dataclass(frozen=True, slots=True)
class LeakingObject:
    """An object that should be gone, and what says so; `key` is LeakCanary's."""

    node: int
    reason: str
    key: str | None = None


def find_leaking(graph: HeapGraph, deadline: Deadline) -> list[LeakingObject]:
    """Return the objects that should be gone, each once: watched ones first."""
    found: dict[int, LeakingObject] = {}
    for search in (_watched, _activities, _fragments, _view_models, _services, _views):
        deadline.checkpoint()
        for one in search(graph):
            found.setdefault(one.node, one)
    return list(found.values())


def leak_reason(graph: HeapGraph, node: int) -> tuple[bool, str] | None:  # noqa: PLR0911 - a rule a kind
    """Return whether an object has ended and why that is known; None where nothing tells."""
    one = graph.class_of(node)
    if one is None:
        return (False, "a class is never leaking") if node < graph.bounds[0] else None
    if one.is_a(_ACTIVITY):
        destroyed = graph.value(node, _ACTIVITY, "mDestroyed")
        return (
            None if destroyed is None else (bool(destroyed), f"Activity#mDestroyed is {_boolean(destroyed)}")
        )
    for owner, _ in _FRAGMENTS:
        if one.is_a(owner):
            manager = graph.value(node, owner, "mFragmentManager")
            if manager is None:
                return None
            if manager:
                return False, "Fragment#mFragmentManager is not null"
            return (True, "Fragment#mFragmentManager is null") if _was_attached(graph, node, owner) else None
    if one.is_a("androidx.lifecycle.ViewModel"):
        return (True, "ViewModel#onCleared() was called") if _is_cleared(graph, node) else None
    if one.is_a("android.app.Application"):
        return False, "Application is a singleton"
    if one.is_a("java.lang.ClassLoader"):
        return False, "a class loader is never leaking"
    if one.is_a(_VIEW):
        return _view_reason(graph, node)
    return None


def _boolean(value: int) -> str:
    return "true" if value else "false"


def _watched(graph: HeapGraph) -> Iterator[LeakingObject]:
    for name in _KEYED:
        for one in graph.classes.subclasses(name):
            for node in graph.instances_of([one]).tolist():
                referent = graph.value(node, "java.lang.ref.Reference", "referent")
                retained = graph.value(node, name, "retainedUptimeMillis")
                if not referent or retained == -1:
                    continue
                held = graph.node_of(referent)
                if held is None:
                    continue
                key = graph.value(node, name, "key")
                described = graph.value(node, name, "description")
                why = graph.read_string(described) if described else None
                reason = why or "it was watched, and not collected"
                told = leak_reason(graph, held)
                if told is not None and told[0]:
                    reason = f"ObjectWatcher was watching this because {reason} and {told[1]}"
                yield LeakingObject(held, reason, graph.read_string(key) if key else None)


def _of_class(
    graph: HeapGraph, name: str, told: Callable[[int], tuple[bool, str] | None]
) -> Iterator[LeakingObject]:
    classes = list(graph.classes.subclasses(name))
    for node in graph.instances_of(classes).tolist() if classes else ():
        reason = told(node)
        if reason is not None and reason[0]:
            yield LeakingObject(node, reason[1])


def _activities(graph: HeapGraph) -> Iterator[LeakingObject]:
    return _of_class(graph, _ACTIVITY, lambda node: leak_reason(graph, node))


def _fragments(graph: HeapGraph) -> Iterator[LeakingObject]:
    for name, _ in _FRAGMENTS:
        yield from _of_class(graph, name, lambda node: leak_reason(graph, node))


def _was_attached(graph: HeapGraph, node: int, owner: str) -> bool:
    """Return whether a fragment that has no manager had one: `mCalled` is set by each callback."""
    called = graph.value(node, owner, "mCalled")
    return called is None or bool(called)


def _view_models(graph: HeapGraph) -> Iterator[LeakingObject]:
    return _of_class(graph, "androidx.lifecycle.ViewModel", lambda node: leak_reason(graph, node))


def _is_cleared(graph: HeapGraph, node: int) -> bool:
    cleared = graph.value(node, "androidx.lifecycle.ViewModel", "mCleared")
    if cleared is not None:
        return bool(cleared)
    held = graph.value(node, "androidx.lifecycle.ViewModel", "impl")
    impl = graph.node_of(held) if held else None
    name = "androidx.lifecycle.viewmodel.internal.ViewModelImpl"
    return impl is not None and bool(graph.value(impl, name, "isCleared"))


def _services(graph: HeapGraph) -> Iterator[LeakingObject]:
    """Yield services that the activity thread, which knows all that run, does not hold."""
    thread_class = graph.classes.by_name.get("android.app.ActivityThread")
    classes = list(graph.classes.subclasses(_SERVICE))
    if thread_class is None or not classes:
        return
    running: set[int] = set()
    threads = graph.instances_of([thread_class]).tolist()
    for thread in threads:
        services = graph.value(thread, "android.app.ActivityThread", "mServices")
        services_map = graph.node_of(services) if services else None
        entries = graph.value(services_map, "android.util.ArrayMap", "mArray") if services_map else None
        held = graph.node_of(entries) if entries else None
        if held is None:
            return
        running |= {element for _, element in graph.elements(held)}
    for node in graph.instances_of(classes).tolist() if threads else ():
        if graph.id_of(node) not in running:
            yield LeakingObject(node, "Service not held by ActivityThread")


def _views(graph: HeapGraph) -> Iterator[LeakingObject]:
    """Yield roots of view hierarchies whose activity is destroyed."""
    classes = list(graph.classes.subclasses(_VIEW))
    for node in graph.instances_of(classes).tolist() if classes else ():
        parent = graph.value(node, _VIEW, "mParent")
        held = graph.node_of(parent) if parent else None
        parent_class = graph.class_of(held) if held is not None else None
        if parent_class is not None and parent_class.is_a(_VIEW):
            continue
        reason = _view_reason(graph, node)
        if reason is not None and reason[0]:
            yield LeakingObject(node, reason[1])


def _view_reason(graph: HeapGraph, node: int) -> tuple[bool, str] | None:
    context = graph.value(node, _VIEW, "mContext")
    activity = _activity_of(graph, context) if context else None
    if activity is not None and graph.value(activity, _ACTIVITY, "mDestroyed"):
        return True, "View.mContext references a destroyed activity"
    attached = graph.value(node, _VIEW, "mAttachInfo")
    was_attached = graph.value(node, _VIEW, "mWindowAttachCount")
    if attached:
        return False, "View attached"
    if attached == 0 and was_attached and not graph.value(node, _VIEW, "mParent"):
        return True, "View detached and has no parent"
    return None


def _activity_of(graph: HeapGraph, context_id: int) -> int | None:
    """Return the activity that a context is or wraps."""
    node = graph.node_of(context_id)
    for _ in range(_MOST_WRAPPERS):
        one = graph.class_of(node) if node is not None else None
        if node is None or one is None:
            return None
        if one.is_a(_ACTIVITY):
            return node
        base = graph.value(node, "android.content.ContextWrapper", "mBase")
        node = graph.node_of(base) if base else None
    return None
