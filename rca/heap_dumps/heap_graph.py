"""The objects of a heap dump and their strong references, in arrays of a few bytes an object.

Nodes are numbered: classes, then instances, object arrays and primitive arrays, each in the file's order.
"""

from __future__ import annotations

import mmap
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rca.heap_dumps.heap_classes import PRIMITIVE_NAMES, REFERENCE, HeapClass, HeapClasses
from rca.heap_dumps.hprof_records import NO_ROOT, SIZES, HprofRecords
from rca.scheduling.deadline import Deadline

Array = np.ndarray[Any, Any]

_CHUNK = 500_000
"""References that are resolved at once: what bounds the memory of a step."""

_OBJECT_HEADER, _ARRAY_HEADER = 16, 16
"""Bytes of an object beside its values, on usual virtual machines."""


@dataclass(frozen=True, slots=True)
class Edges:
    """References out of each node: those of `node` are `targets[starts[node]:starts[node + 1]]`."""

    starts: Array
    targets: Array


class HeapGraph:
    """Nodes with class, size and references. `unresolved` counts references to ids that the dump lacks."""

    def __init__(self, data: mmap.mmap, records: HprofRecords, deadline: Deadline) -> None:
        self.records = records
        self.classes = HeapClasses(data, records)
        deadline.checkpoint()
        self._data = data
        self._wide = records.id_size
        self._bytes = np.frombuffer(data, dtype=np.uint8)
        self._ids_at = _unaligned(data, ">u4" if self._wide == 4 else ">u8")
        self._counts_at = _unaligned(data, ">u4")
        self.unresolved = 0
        instances = _positions(records.instances)
        object_arrays = _positions(records.object_arrays)
        primitive_arrays = _positions(records.primitive_arrays)
        bare_arrays = _positions(records.bare_arrays)
        parts = (instances, object_arrays, primitive_arrays, bare_arrays)
        self.positions = np.concatenate((np.zeros(len(self.classes.all), np.uint64), *parts))
        self.bounds = np.cumsum([len(self.classes.all), *(len(part) for part in parts)])
        """The first node behind the classes, instances, object arrays and primitive arrays."""

        self.count = len(self.positions)
        self._index_ids()
        forget_pages(data)
        deadline.checkpoint()
        self._class_of_instances(instances)
        self.sizes = self._shallow_sizes(object_arrays, primitive_arrays, bare_arrays)
        forget_pages(data)
        deadline.checkpoint()
        self.edges = self._edges(deadline)
        self.roots = self._roots()
        forget_pages(data)

    def close(self) -> None:
        """Drop the views of the file, so that it can be closed."""
        del self._bytes, self._ids_at, self._counts_at

    def node_of(self, object_id: int) -> int | None:
        """Return the node of an id, None where the dump has no such object."""
        at = int(np.searchsorted(self._sorted_ids, np.uint64(object_id)))
        if at == len(self._sorted_ids) or int(self._sorted_ids[at]) != object_id:
            return None
        return int(self._sorted_nodes[at])

    def class_of(self, node: int) -> HeapClass | None:
        """Return the class of an instance; None for classes and arrays."""
        first = int(self.bounds[0])
        if not first <= node < self.bounds[1]:
            return None
        return self._known_class(int(self.class_numbers[node - first]))

    def described_class(self, node: int) -> tuple[str, str]:
        """Return a node's class and what it is: `class`, `instance` or `array`."""
        if node < self.bounds[0]:
            return self.classes.all[node].name, "class"
        found = self.class_of(node)
        if found is not None:
            return found.name, "instance"
        at = int(self.positions[node])
        if self.bounds[1] <= node < self.bounds[2]:
            array_class = self.classes.by_id.get(self.classes.read_id(at + 9 + self._wide))
            return (array_class.name if array_class is not None else "java.lang.Object[]"), "array"
        if node >= self.bounds[2]:
            return f"{PRIMITIVE_NAMES.get(self._data[at + 9 + self._wide], 'byte')}[]", "array"
        return "an unknown class", "instance"

    def instances_of(self, classes: Sequence[HeapClass]) -> Array:
        """Return the instances of the very classes that are given."""
        numbers = np.array([one.number for one in classes], dtype=np.int32)
        return np.flatnonzero(np.isin(self.class_numbers, numbers)) + int(self.bounds[0])

    def field_offset(self, node: int, offset: int) -> int:
        """Return where an instance's data at an offset stands in the file."""
        return int(self.positions[node]) + 1 + self._wide + 4 + self._wide + 4 + offset

    def value(self, node: int, owner: str, name: str) -> int | None:
        """Return a field's value: the id of a reference, an integer; None where there is no such field."""
        found = self.class_of(node)
        declared = found.find(owner, name) if found is not None else None
        if declared is None:
            return None
        at = self.field_offset(node, declared.at)
        size = SIZES.get(declared.kind, 0) or self._wide
        if declared.at + size > self._counts_at[self.field_offset(node, -4)]:
            return None
        if declared.kind == REFERENCE:
            return self.classes.read_id(at)
        return int.from_bytes(self._data[at : at + size], "big", signed=declared.kind >= 8)

    def static_value(self, owner: str, name: str) -> int | None:
        """Return a static field's value, as `value` does; None where there is no such class or field."""
        found = self.classes.by_name.get(owner)
        declared = next((one for one in found.statics if one.name == name), None) if found else None
        if declared is None:
            return None
        size = SIZES.get(declared.kind, 0)
        if not size:
            return self.classes.read_id(declared.at)
        return int.from_bytes(self._data[declared.at : declared.at + size], "big", signed=declared.kind >= 8)

    def read_string(self, object_id: int, most: int = 200) -> str | None:
        """Return the text of a `java.lang.String`; None where the dump does not hold it."""
        node = self.node_of(object_id)
        if node is None:
            return None
        chars = self.value(node, "java.lang.String", "value")
        held = self.node_of(chars) if chars else None
        if held is None or not self.bounds[2] <= held < self.bounds[3]:
            return None
        at = int(self.positions[held])
        count = min(int(self._counts_at[at + 5 + self._wide]), most)
        start = at + 10 + self._wide
        is_wide = self._data[at + 9 + self._wide] == 5
        if is_wide:
            return bytes(self._data[start : start + 2 * count]).decode("utf-16-be", "replace")
        if self.value(node, "java.lang.String", "coder") == 1:
            return bytes(self._data[start : start + count // 2 * 2]).decode("utf-16-le", "replace")
        return bytes(self._data[start : start + count]).decode("latin-1")

    def elements(self, node: int) -> Iterator[tuple[int, int]]:
        """Yield index and id of an object array's elements that are not null."""
        at = int(self.positions[node])
        count = int(self._counts_at[at + 5 + self._wide])
        start = at + 9 + 2 * self._wide
        for number in range(count):
            element = self.classes.read_id(start + number * self._wide)
            if element:
                yield number, element

    def array_totals(self, counted: Array) -> Iterator[tuple[str, int, int]]:
        """Yield name, number and bytes of the arrays of each class, of the nodes that a mask counts."""
        first, middle = int(self.bounds[1]), int(self.bounds[2])
        chosen = np.flatnonzero(counted[first:middle]) + first
        ids = self._ids_at[self.positions[chosen] + np.uint64(9 + self._wide)].astype(np.uint64)
        kinds, places = np.unique(ids, return_inverse=True)
        counts = np.bincount(places, minlength=len(kinds))
        sizes = np.bincount(places, weights=self.sizes[chosen], minlength=len(kinds))
        for kind, count, size in zip(kinds.tolist(), counts.tolist(), sizes.tolist(), strict=True):
            known = self.classes.by_id.get(kind)
            yield (known.name if known is not None else "an unknown class[]"), count, int(size)
        chosen = np.flatnonzero(counted[middle:]) + middle
        types = self._bytes[self.positions[chosen] + np.uint64(9 + self._wide)]
        counts = np.bincount(types, minlength=12)
        sizes = np.bincount(types, weights=self.sizes[chosen], minlength=12)
        for kind, name in PRIMITIVE_NAMES.items():
            if counts[kind]:
                yield f"{name}[]", int(counts[kind]), int(sizes[kind])

    def id_of(self, node: int) -> int:
        """Return the id of a node."""
        if node < self.bounds[0]:
            return self.classes.all[node].id
        return self.classes.read_id(int(self.positions[node]) + 1)

    def _known_class(self, number: int) -> HeapClass | None:
        return self.classes.all[number] if number >= 0 else None

    def _index_ids(self) -> None:
        first = int(self.bounds[0])
        ids = np.empty(self.count, np.uint64)
        ids[:first] = [one.id for one in self.classes.all]
        ids[first:] = self._ids_at[self.positions[first:] + np.uint64(1)]
        order = np.argsort(ids, kind="stable").astype(np.int32)
        self._sorted_nodes = order
        self._sorted_ids = ids[order]

    def _class_of_instances(self, instances: Array) -> None:
        class_ids = self._ids_at[instances + np.uint64(5 + self._wide)].astype(np.uint64)
        nodes = self._resolve(class_ids)
        self.class_numbers = np.where(nodes < self.bounds[0], nodes, -1).astype(np.int32)

    def _resolve(self, ids: Array) -> Array:
        """Return the nodes of ids, -1 for null and for what the dump lacks."""
        at = np.searchsorted(self._sorted_ids, ids)
        at[at == len(self._sorted_ids)] = 0
        nodes = self._sorted_nodes[at]
        nodes[self._sorted_ids[at] != ids] = -1
        return nodes

    def _shallow_sizes(self, object_arrays: Array, primitive_arrays: Array, bare_arrays: Array) -> Array:
        wide = self._wide
        classes = self.classes.all
        own = np.zeros(len(classes) + 1, np.int64)
        for one in classes:
            fields = sum(SIZES.get(field.kind, 0) or wide for field in one.fields)
            # Android gives the size of the object, the JVM that of its fields.
            given = one.instance_size if self.records.is_android else 0
            own[one.number] = max(given, fields + (8 if self.records.is_android else _OBJECT_HEADER))
        own[-1] = _OBJECT_HEADER
        statics = np.array(
            [
                _OBJECT_HEADER + sum(SIZES.get(value.kind, 0) or wide for value in one.statics)
                for one in classes
            ],
            np.int64,
        )
        at_count = np.uint64(5 + wide)
        arrays = self._counts_at[object_arrays + at_count].astype(np.int64) * wide
        widths = np.zeros(256, np.int64)
        for kind, size in SIZES.items():
            widths[kind] = size
        primitives = np.concatenate((primitive_arrays, bare_arrays))
        values = self._counts_at[primitives + at_count].astype(np.int64)
        values *= widths[self._bytes[primitives + np.uint64(9 + wide)]]
        sizes = np.concatenate(
            (statics, own[self.class_numbers], arrays + _ARRAY_HEADER, values + _ARRAY_HEADER)
        )
        rounded: Array = (sizes + 7) & ~np.int64(7)
        return rounded

    def _edges(self, deadline: Deadline) -> Edges:
        counts = np.zeros(self.count, np.int64)
        targets: list[Array] = []
        self._class_edges(counts, targets)
        self._instance_edges(counts, targets, deadline)
        forget_pages(self._data)
        self._array_edges(counts, targets, deadline)
        starts = np.zeros(self.count + 1, np.int64)
        np.cumsum(counts, out=starts[1:])
        return Edges(starts, np.concatenate(targets) if targets else np.zeros(0, np.int32))

    def _class_edges(self, counts: Array, targets: list[Array]) -> None:
        loaded: dict[int, list[int]] = {}
        for one in self.classes.all:
            held = [self.classes.read_id(value.at) for value in one.statics if value.kind == REFERENCE]
            nodes = [self.node_of(held_id) for held_id in (*held, one.parent_id, one.loader_id) if held_id]
            known = [node for node in nodes if node is not None]
            self.unresolved += len(nodes) - len(known)
            counts[one.number] = len(known)
            targets.append(np.array(known, np.int32))
            if one.loader_id:
                loaded.setdefault(one.loader_id, []).append(one.number)
        self.loaded_by = {
            node: numbers for loader, numbers in loaded.items() if (node := self.node_of(loader)) is not None
        }

    def _instance_edges(self, counts: Array, targets: list[Array], deadline: Deadline) -> None:
        first, end = int(self.bounds[0]), int(self.bounds[1])
        offsets_of = [self._reference_offsets(one) for one in self.classes.all] + [[]]
        per_class = np.array([len(offsets) for offsets in offsets_of], np.int64)
        class_starts = np.concatenate(([0], np.cumsum(per_class)[:-1]))
        offsets = np.array([offset for each in offsets_of for offset in each], np.int64)
        head = 1 + self._wide + 4 + self._wide + 4
        for start, stop in _chunks(per_class[self.class_numbers], _CHUNK):
            deadline.checkpoint()
            numbers = self.class_numbers[start:stop]
            many = per_class[numbers]
            spread = expand_ranges(class_starts[numbers], many)
            positions = self.positions[first + start : first + stop].astype(np.int64)
            at = np.repeat(positions, many)
            inside = offsets[spread]
            owners = np.repeat(np.arange(first + start, first + stop), many)
            # A damaged dump may hold less of an instance than its class declares.
            sizes = self._counts_at[positions + head - 4].astype(np.int64)
            fits = inside + self._wide <= np.repeat(sizes, many)
            ids = self._ids_at[(at + head + inside)[fits]].astype(np.uint64)
            self._add(ids, owners[fits], counts, targets)
        for loader, loaded in sorted(self.loaded_by.items()):
            if first <= loader < end:
                self._insert(loader, loaded, counts, targets)

    def _insert(self, node: int, more: Sequence[int], counts: Array, targets: list[Array]) -> None:
        """Add references to a node whose others are there already."""
        before, length = int(counts[:node].sum()), int(counts[node])
        at = before + length
        sizes = np.cumsum([len(part) for part in targets])
        number = bisect_right(sizes.tolist(), at - 1) if at else 0
        inside = at - (int(sizes[number - 1]) if number else 0)
        part = targets[number]
        targets[number] = np.concatenate((part[:inside], np.array(more, np.int32), part[inside:]))
        counts[node] += len(more)

    def _reference_offsets(self, one: HeapClass) -> list[int]:
        return [
            field.at
            for field in one.fields
            if field.kind == REFERENCE
            and not (one.is_weak and field.name == "referent" and field.owner == "java.lang.ref.Reference")
        ]

    def _array_edges(self, counts: Array, targets: list[Array], deadline: Deadline) -> None:
        first, end = int(self.bounds[1]), int(self.bounds[2])
        positions = self.positions[first:end].astype(np.int64)
        lengths = self._counts_at[positions + 5 + self._wide].astype(np.int64)
        wide = self._wide
        for start, stop in _chunks(lengths, _CHUNK):
            owners = np.arange(first + start, first + stop)
            elements = positions[start:stop] + 9 + 2 * wide
            most = int(lengths[start]) if stop - start == 1 else _CHUNK
            for done in range(0, max(most, 1), _CHUNK):  # an array alone may be longer than a chunk
                deadline.checkpoint()
                many = (
                    np.minimum(lengths[start:stop] - done, _CHUNK)
                    if stop - start == 1
                    else lengths[start:stop]
                )
                at = expand_ranges(np.full(stop - start, done), many) * wide + np.repeat(elements, many)
                self._add(self._ids_at[at].astype(np.uint64), np.repeat(owners, many), counts, targets)

    def _add(self, ids: Array, owners: Array, counts: Array, targets: list[Array]) -> None:
        is_set = ids != 0
        nodes = self._resolve(ids[is_set])
        owners = owners[is_set]
        is_known = nodes >= 0
        self.unresolved += int(len(nodes) - is_known.sum())
        if len(owners):
            low = int(owners[0])
            found = np.bincount(owners[is_known] - low)
            counts[low : low + len(found)] += found
        targets.append(nodes[is_known])

    def _roots(self) -> dict[int, int]:
        """Return the nodes of the roots, each with its tag; the plainest root of each counts."""
        ranks = {0x05: 0, 0x08: 1, 0x01: 2, 0x07: 3, 0x06: 4, 0x02: 6, 0x03: 7, 0x04: 7}
        found: dict[int, int] = {}
        for tag, object_id, _thread in self.records.roots:
            node = self.node_of(object_id) if tag not in NO_ROOT else None
            if node is not None and (node not in found or ranks.get(tag, 5) < ranks.get(found[node], 5)):
                found[node] = tag
        if not found or self.records.is_android:
            # Android keeps the classes of an app for as long as it runs, and names only some as roots.
            for number in range(len(self.classes.all)):
                found.setdefault(number, 0x05)
        return found


def forget_pages(data: mmap.mmap) -> None:
    """Take the file's pages out of the memory of this process, where the system can do that.

    They are read again when they are used.
    """
    if hasattr(mmap, "MADV_DONTNEED"):
        data.madvise(mmap.MADV_DONTNEED)


def _positions(found: array[int]) -> Array:
    return np.frombuffer(found, dtype=np.uint64) if len(found) else np.zeros(0, np.uint64)


def _unaligned(data: mmap.mmap, kind: str) -> Array:
    """Return a view that reads a number at any byte of the file."""
    width = np.dtype(kind).itemsize
    return np.ndarray(shape=(max(len(data) - width + 1, 0),), dtype=kind, buffer=data, strides=(1,))


def expand_ranges(starts: Array, counts: Array) -> Array:
    """Return `start, start + 1, …` of each start, as many as its count."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    spread: Array = np.arange(total) - np.repeat(ends - counts, counts) + np.repeat(starts, counts)
    return spread


def _chunks(weights: Array, most: int) -> Iterator[tuple[int, int]]:
    """Yield ranges whose weights sum to about `most`; a single weight may be larger."""
    ends = np.cumsum(weights)
    start, done = 0, 0
    while start < len(ends):
        stop = max(int(np.searchsorted(ends, done + most, side="right")), start + 1)
        yield start, stop
        start, done = stop, int(ends[stop - 1])
