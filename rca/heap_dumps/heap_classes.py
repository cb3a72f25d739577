"""The classes of a heap dump: names, fields with their offsets, static values."""

from __future__ import annotations

import mmap
import struct
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rca.heap_dumps.hprof_records import SIZES, HprofRecords

REFERENCE = 2
_U4 = struct.Struct(">I")
_U2 = struct.Struct(">H")
_PRIMITIVES = {"Z": "boolean", "B": "byte", "C": "char", "S": "short", "I": "int", "J": "long"} | {
    "F": "float",
    "D": "double",
}
PRIMITIVE_NAMES = {4: "boolean", 5: "char", 6: "float", 7: "double", 8: "byte", 9: "short", 10: "int"} | {
    11: "long"
}
_WEAK = frozenset(
    {
        "java.lang.ref.WeakReference",
        "java.lang.ref.SoftReference",
        "java.lang.ref.PhantomReference",
        "java.lang.ref.FinalReference",
        "java.lang.ref.Finalizer",
        "java.lang.ref.FinalizerReference",
        "sun.misc.Cleaner",
    }
)
"""Classes whose `referent` keeps nothing alive, or only until memory is short."""


@dataclass(frozen=True, slots=True)
class HeapField:
    """A field; `at` is the offset in an instance's data, or of a static value in the file."""

    owner: str
    name: str
    kind: int
    at: int


@dataclass(slots=True)
class HeapClass:
    """One class of the dump; `own` are the fields that it declares, without their offsets in instances."""

    id: int
    name: str
    parent_id: int
    loader_id: int
    instance_size: int
    own: list[tuple[int, int]]
    statics: list[HeapField]
    number: int = 0
    """Its place among the classes of the dump."""

    fields: list[HeapField] = field(default_factory=list)
    """Fields of an instance: its own first, then those of its superclasses."""

    lineage: tuple[str, ...] = ()
    """Names of the class and its superclasses."""

    def is_a(self, name: str) -> bool:
        """Return whether it is a class or a subclass of it."""
        return name in self.lineage

    @property
    def is_weak(self) -> bool:
        """Whether the `referent` of an instance does not keep it alive."""
        return not _WEAK.isdisjoint(self.lineage)

    def find(self, owner: str, name: str) -> HeapField | None:
        """Return the field that a class of the lineage declares."""
        return next((one for one in self.fields if one.name == name and one.owner == owner), None)


class HeapClasses:
    """The classes of a dump by number, id and name."""

    def __init__(self, data: mmap.mmap, records: HprofRecords) -> None:
        self._data = data
        self._wide = records.id_size
        self._id = struct.Struct(">I" if self._wide == 4 else ">Q")
        self._strings = _sorted_positions(self._id, data, records.strings, 9)
        self._names = self._class_names(records.loaded_classes)
        self.all = [self._read(at) for at in dict.fromkeys(records.classes)]
        self.by_id = {one.id: one for one in self.all}
        self.all = list(self.by_id.values())
        for number, one in enumerate(self.all):
            one.number = number
        for one in self.all:
            self._lay_out(one)

    @cached_property
    def by_name(self) -> dict[str, HeapClass]:
        """The classes by name; of several loaders' the first."""
        found: dict[str, HeapClass] = {}
        for one in self.all:
            found.setdefault(one.name, one)
        return found

    def subclasses(self, name: str) -> Iterator[HeapClass]:
        """Yield a class and its subclasses."""
        return (one for one in self.all if name in one.lineage)

    def read_id(self, at: int) -> int:
        """Return the id that stands at an offset of the file."""
        return int(self._id.unpack_from(self._data, at)[0])

    def _class_names(self, positions: array[int]) -> dict[int, str]:
        names: dict[int, str] = {}
        for at in positions:
            class_id = self.read_id(at + 9 + 4)
            name = self._string(self.read_id(at + 9 + 4 + self._wide + 4))
            names[class_id] = _class_name(name)
        return names

    def _string(self, string_id: int) -> str:
        ids, positions = self._strings
        at = bisect_left(ids, string_id)
        if at == len(ids) or ids[at] != string_id:
            return f"unknown name {string_id:#x}"
        position = positions[at]
        length = _U4.unpack_from(self._data, position + 5)[0]
        start = position + 9
        return bytes(self._data[start + self._wide : start + length]).decode("utf-8", "replace")

    def _read(self, position: int) -> HeapClass:
        data, wide = self._data, self._wide
        class_id = self.read_id(position + 1)
        at = position + 1 + wide + 4
        parent, loader = self.read_id(at), self.read_id(at + wide)
        at += 6 * wide
        size = _U4.unpack_from(data, at)[0]
        at += 4
        constants = _U2.unpack_from(data, at)[0]
        at += 2
        for _ in range(constants):
            at += 3 + (SIZES[data[at + 2]] or wide)
        name = self._names.get(class_id, f"unknown class {class_id:#x}")
        statics = []
        count = _U2.unpack_from(data, at)[0]
        at += 2
        for _ in range(count):
            kind = data[at + wide]
            statics.append(HeapField(name, self._string(self.read_id(at)), kind, at + wide + 1))
            at += wide + 1 + (SIZES[kind] or wide)
        count = _U2.unpack_from(data, at)[0]
        at += 2
        own = [(self.read_id(at + i * (wide + 1)), data[at + i * (wide + 1) + wide]) for i in range(count)]
        return HeapClass(class_id, name, parent, loader, size, own, statics)

    def _lay_out(self, one: HeapClass) -> None:
        at, seen = 0, set[int]()
        lineage: list[str] = []
        current: HeapClass | None = one
        while current is not None and current.id not in seen:
            seen.add(current.id)
            lineage.append(current.name)
            for name_id, kind in current.own:
                one.fields.append(HeapField(current.name, self._string(name_id), kind, at))
                at += SIZES.get(kind, 0) or self._wide
            current = self.by_id.get(current.parent_id)
        one.lineage = tuple(lineage)


def _sorted_positions(
    reader: struct.Struct, data: mmap.mmap, positions: array[int], offset: int
) -> tuple[array[int], array[int]]:
    """Return ids and positions of records, both in the order of the ids."""
    pairs = sorted((reader.unpack_from(data, at + offset)[0], at) for at in positions)
    return array("Q", (one for one, _ in pairs)), array("Q", (at for _, at in pairs))


def _class_name(name: str) -> str:
    """Return a class's name as source has it: `[I` and `[Ljava/lang/String;` become `int[]`, `…String[]`."""
    name = name.replace("/", ".")
    depth = len(name) - len(name.lstrip("["))
    if not depth:
        return name
    element = name[depth:]
    element = element[1:-1] if element.startswith("L") and element.endswith(";") else element
    return _PRIMITIVES.get(element, element) + "[]" * depth
