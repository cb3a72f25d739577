"""What a reference from one object to another is called: the field, element or local variable."""

from __future__ import annotations

from models.leak_trace import LeakReference
from rca.heap_dumps.heap_classes import REFERENCE, HeapClass
from rca.heap_dumps.heap_graph import HeapGraph

_CLASS_FIELDS = ("super class", "class loader")


def name_reference(graph: HeapGraph, holder: int, held: int) -> LeakReference:
    """Return the first reference of an object that leads to another."""
    wanted = graph.id_of(held)
    if holder < graph.bounds[0]:
        return _static(graph, graph.classes.all[holder], wanted)
    one = graph.class_of(holder)
    if one is None:
        index = next((number for number, element in graph.elements(holder) if element == wanted), None)
        owner, _ = graph.described_class(holder)
        return LeakReference(kind="array_element", owner=simple_name(owner), name=f"[{index}]")
    for field in one.fields:
        at = graph.field_offset(holder, field.at)
        if field.kind == REFERENCE and graph.classes.read_id(at) == wanted:
            return LeakReference(kind="field", owner=simple_name(field.owner), name=field.name)
    return LeakReference(kind="field", owner=simple_name(one.name), name="loaded class")


def declaring_class(graph: HeapGraph, holder: int, reference: LeakReference) -> str:
    """Return the full name of the class that declares a field."""
    one = graph.class_of(holder)
    names = one.lineage if one is not None else ()
    declared = (name for name in names if simple_name(name) == reference.owner)
    return next(declared, graph.described_class(holder)[0])


def _static(graph: HeapGraph, one: HeapClass, wanted: int) -> LeakReference:
    for value in one.statics:
        if value.kind == REFERENCE and graph.classes.read_id(value.at) == wanted:
            return LeakReference(kind="static_field", owner=simple_name(one.name), name=value.name)
    name = "superclass" if one.parent_id == wanted else "classLoader"
    return LeakReference(kind="field", owner=simple_name(one.name), name=name)


def simple_name(name: str) -> str:
    """Return a class's name without its package."""
    return name.rpartition(".")[2] or name
