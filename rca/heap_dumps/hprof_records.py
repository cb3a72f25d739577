"""Positions of the records of an HPROF file: one pass that reads lengths and copies no data.

Sources: OpenJDK's `heapDumper.cpp` for form 1.0.2; ART's `hprof.cc` for Android's tags, which its form 1.0.3
holds beside them until `hprof-conv` takes them out.
"""

from __future__ import annotations

import mmap
import struct
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field

from rca.heap_dumps.dump_problem import DumpProblem
from rca.scheduling.deadline import Deadline

INSTANCE, OBJECT_ARRAY, PRIMITIVE_ARRAY, BARE_PRIMITIVE_ARRAY = 0x21, 0x22, 0x23, 0xC3
_CLASS, _HEAP_INFO = 0x20, 0xFE
_STRING, _LOAD_CLASS, _DUMP, _DUMP_SEGMENT = 0x01, 0x02, 0x0C, 0x1C
SIZES = {2: 0, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}
"""Bytes of a value by its type; 2 is a reference, which has the size of an id."""

_ROOTS: dict[int, tuple[str, int, int]] = {
    0xFF: ("unknown", 0, 0),
    0x01: ("global variable in native code", 1, 0),
    0x02: ("local variable in native code", 0, 8),
    0x03: ("Java local variable", 0, 8),
    0x04: ("input or output parameters in native code", 0, 4),
    0x05: ("system class", 0, 0),
    0x06: ("thread block", 0, 4),
    0x07: ("monitor (anything that called wait() or notify(), or that is synchronized)", 0, 0),
    0x08: ("thread object", 0, 8),
    0x89: ("interned string", 0, 0),
    0x8A: ("object waiting for its finalizer", 0, 0),
    0x8B: ("object held by a debugger", 0, 0),
    0x8C: ("reference cleanup", 0, 0),
    0x8D: ("object of the virtual machine", 0, 0),
    0x8E: ("monitor in native code", 0, 8),
    0x90: ("unreachable object", 0, 0),
}
"""Tag → what the root is, ids after the object's, further bytes."""

NO_ROOT = frozenset({0x8A, 0x8C, 0x90})
"""Roots that keep nothing alive."""

_STEP = 4 * 1024 * 1024
"""Bytes between two checkpoints."""

_U4 = struct.Struct(">I")
_U2 = struct.Struct(">H")


@dataclass(slots=True)
class HprofRecords:
    """Where the records of a dump lie; `id_size` is 4 or 8.

    `instances`, `object_arrays`, `primitive_arrays` and `bare_arrays` (without their values) are offsets of
    the tags. `damage` says why the file was not read to its end, null where it was.
    """

    form: str
    id_size: int
    size: int
    strings: array[int] = field(default_factory=lambda: array("Q"))
    loaded_classes: array[int] = field(default_factory=lambda: array("Q"))
    classes: array[int] = field(default_factory=lambda: array("Q"))
    instances: array[int] = field(default_factory=lambda: array("Q"))
    object_arrays: array[int] = field(default_factory=lambda: array("Q"))
    primitive_arrays: array[int] = field(default_factory=lambda: array("Q"))
    bare_arrays: array[int] = field(default_factory=lambda: array("Q"))
    roots: list[tuple[int, int, int]] = field(default_factory=list)
    """Tag, id of the object, serial number of the thread (0 where it has none)."""

    is_android: bool = False
    read: int = 0
    damage: str | None = None


def root_name(tag: int) -> str:
    """Return what a root is, in words."""
    return _ROOTS[tag][0]


def read_records(
    data: mmap.mmap, deadline: Deadline, progress: Callable[[int], None] = lambda _at: None
) -> HprofRecords:
    """Read the positions of all records.

    A file that ends early, or whose records stop to make sense, is read as far as it goes.

    Args:
        data: the file.
        deadline: looked at every few MB.
        progress: is told how many bytes were read.

    Raises:
        DumpProblem: the file does not begin like a heap dump, or ends before its first object.
    """
    records, at = _read_header(data)
    walk = _HeapWalk(data, records, deadline, progress)
    while at < records.size:
        if at + 9 > records.size:
            records.damage = f"it ends inside the header of a record at byte {at:,}"
            break
        tag, length = data[at], _U4.unpack_from(data, at + 5)[0]
        start, end = at + 9, at + 9 + length
        if tag in {_DUMP, _DUMP_SEGMENT} and length == 0 and tag == _DUMP:
            end = records.size
        if tag > 0x2C or (tag == 0 and length == 0):
            records.damage = f"byte {at:,} begins no record of a heap dump (tag 0x{tag:02x})"
            break
        cut = end > records.size
        if tag in {_DUMP, _DUMP_SEGMENT}:
            walk.run(start, min(end, records.size))
            if records.damage is not None:
                break
        elif tag == _STRING and not cut:
            records.strings.append(at)
        elif tag == _LOAD_CLASS and not cut:
            records.loaded_classes.append(at)
        if cut:
            records.damage = f"it ends {end - records.size:,} bytes before the end of a record"
            break
        at = end
        records.read = at
    if not records.instances and not records.classes:
        raise DumpProblem(
            f"the file begins like a heap dump ({records.form}), but holds no object"
            + (f": {records.damage}" if records.damage else "")
        )
    return records


def _read_header(data: mmap.mmap) -> tuple[HprofRecords, int]:
    size = len(data)
    end = data.find(b"\0", 0, 64)
    form = bytes(data[:end]).decode("latin-1") if end > 0 else ""
    if not form.startswith("JAVA PROFILE 1."):
        begins = bytes(data[:16])
        raise DumpProblem(f"the file is no heap dump: it begins with {begins!r}, and not with JAVA PROFILE")
    if size < end + 13:
        raise DumpProblem(f"the file ends after {size} bytes, inside the header of a heap dump")
    id_size = _U4.unpack_from(data, end + 1)[0]
    if id_size not in {4, 8}:
        raise DumpProblem(f"the header says that ids have {id_size} bytes; 4 and 8 are possible")
    is_android = "1.0.3" in form
    return HprofRecords(form=form, id_size=id_size, size=size, is_android=is_android), end + 13


class _HeapWalk:
    """Walks over the records of heap dump segments."""

    def __init__(
        self,
        data: mmap.mmap,
        records: HprofRecords,
        deadline: Deadline,
        progress: Callable[[int], None],
    ) -> None:
        self._data = data
        self._records = records
        self._deadline = deadline
        self._progress = progress
        self._next = 0
        wide = records.id_size
        self._sizes = {kind: size or wide for kind, size in SIZES.items()}
        self._id = struct.Struct(">I" if wide == 4 else ">Q")

    def run(self, at: int, end: int) -> None:
        """Note the positions of a segment's records."""
        while at < end and self._records.damage is None:
            if at >= self._next:
                self._deadline.checkpoint()
                self._progress(at)
                self._next = at + _STEP
                if hasattr(mmap, "MADV_DONTNEED"):
                    self._data.madvise(mmap.MADV_DONTNEED)
            try:
                at = self._run_part(at, min(end, at + _STEP), end)
            except (struct.error, IndexError, KeyError):
                self._records.damage = f"it ends inside an object of the dump, near byte {at:,}"
        self._records.read = max(self._records.read, min(at, end))

    def _run_part(self, at: int, stop: int, end: int) -> int:
        """Walk from `at` to the first record that begins at or after `stop`."""
        data, records, sizes = self._data, self._records, self._sizes
        wide = records.id_size
        count = _U4.unpack_from
        to_length = 1 + wide + 4 + wide
        instance_head, array_head = to_length + 4, 1 + wide + 4 + 4
        instances, object_arrays = records.instances.append, records.object_arrays.append
        primitive_arrays = records.primitive_arrays.append
        while at < stop:
            tag = data[at]
            if tag == INSTANCE:
                following = at + instance_head + count(data, at + to_length)[0]
                if following > end:
                    return self._overrun(at)
                instances(at)
            elif tag == OBJECT_ARRAY:
                following = at + array_head + wide + count(data, at + 5 + wide)[0] * wide
                if following > end:
                    return self._overrun(at)
                object_arrays(at)
            elif tag == PRIMITIVE_ARRAY:
                size = sizes.get(data[at + array_head])
                if size is None:
                    return self._overrun(at)
                following = at + array_head + 1 + count(data, at + 5 + wide)[0] * size
                if following > end:
                    return self._overrun(at)
                primitive_arrays(at)
            else:
                following = self._other(tag, at, end)
                if following > end or records.damage is not None:
                    return self._overrun(at)
            at = following
        return at

    def _overrun(self, at: int) -> int:
        if self._records.damage is None:
            self._records.damage = f"an object at byte {at:,} is cut or damaged"
        return at

    def _other(self, tag: int, at: int, end: int) -> int:
        """Note a root, a class or one of Android's records; return the position behind it."""
        records, wide = self._records, self._records.id_size
        root = _ROOTS.get(tag)
        if root is not None:
            object_id = self._id.unpack_from(self._data, at + 1)[0]
            thread = _U4.unpack_from(self._data, at + 1 + wide)[0] if root[2] >= 8 else 0
            records.roots.append((tag, object_id, thread))
            return at + 1 + wide + root[1] * wide + root[2]
        if tag == _CLASS:
            following = self._behind_class(at)
            if following <= end:
                records.classes.append(at)
            return following
        if tag == _HEAP_INFO:
            records.is_android = True
            return at + 1 + 4 + wide
        if tag == BARE_PRIMITIVE_ARRAY:
            records.bare_arrays.append(at)
            return at + 1 + wide + 4 + 4 + 1
        records.damage = f"byte {at:,} begins no object of a heap dump (tag 0x{tag:02x})"
        return at

    def _behind_class(self, at: int) -> int:
        data, wide, sizes = self._data, self._records.id_size, self._sizes
        at += 1 + wide + 4 + 6 * wide + 4
        constants = _U2.unpack_from(data, at)[0]
        at += 2
        for _ in range(constants):
            at += 3 + sizes[data[at + 2]]
        statics = _U2.unpack_from(data, at)[0]
        at += 2
        for _ in range(statics):
            at += wide + 1 + sizes[data[at + wide]]
        fields = _U2.unpack_from(data, at)[0]
        return int(at + 2 + fields * (wide + 1))
