"""Reads values of a suspended program: objects two levels deep, level by level, many in one round trip."""

from __future__ import annotations

import contextlib
import math
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from rca.jdwp.jdwp_connection import Command, JdwpConnection
from rca.jdwp.jdwp_packets import PRIMITIVE_TAGS, JvmValue, PacketReader, ReplyError
from rca.jdwp.known_objects import ARRAY_FIELDS, RING_FIELDS, SIZE_FIELDS, ObjectKind, kind_of
from rca.jdwp.loaded_classes import JvmField, LoadedClasses
from rca.jdwp.map_entries import SINGLE_FIELDS, TABLE_FIELDS, MapTable, read_map_entries

LEVELS = 2
"""How deep fields are followed below a local variable or `this`; elements and what they hold lie deeper."""
_BELOW_COLLECTIONS = 2
_COLLECTIONS = ("list", "map", "array")
MOST_FIELDS = 24
MOST_ELEMENTS = 10
MOST_VALUES = 600
LONGEST_STRING = 200
_LONGEST_READ_STRING = 4096
"""Bytes of a string that is asked for whole: longer ones are read in part."""


@dataclass(slots=True)
class RawValue:
    """A value as the JVM has it.

    Attributes:
        name: of the variable or field, as the class file has it; an index for an element.
        value: what the protocol gave.
        signature: the declared type.
        class_name: of the object.
        text: of a string, an enum's constant, a boxed number.
        size: of a collection, an array or a string.
        key: under which it lies in a map.
        is_element: whether it lies in a collection.
    """

    name: str
    value: JvmValue
    signature: str = ""
    class_name: str | None = None
    kind: ObjectKind = "object"
    text: str | None = None
    size: int | None = None
    children: list[RawValue] = field(default_factory=list)
    note: str | None = None
    class_id: int = 0
    read: dict[str, JvmValue] = field(default_factory=dict)
    key: RawValue | None = None
    is_element: bool = False

    def __getitem__(self, name: str) -> RawValue | None:
        return next((child for child in self.children if child.name == name), None)


class ValueReader:
    """Reads objects until their number or the time is used up.

    Args:
        connection: to the program; the threads whose values are read are suspended.
        classes: of the program.
        until: `time.monotonic()` after which nothing more is read.
    """

    def __init__(self, connection: JdwpConnection, classes: LoadedClasses, until: float) -> None:
        self._connection = connection
        self._classes = classes
        self._until = until
        self._count = 0
        self.cuts: dict[str, None] = {}
        """What was left out, in sentences."""

    @property
    def is_over(self) -> bool:
        """Whether the time is used up."""
        return time.monotonic() >= self._until

    def read(self, roots: Sequence[RawValue], levels: int = LEVELS) -> None:
        """Fill in what the values are, and their fields and elements."""
        level = list(roots)
        for depth in range(levels + 1 + (_BELOW_COLLECTIONS if levels else 0)):
            objects = [one for one in level if one.value.object_id is not None]
            if not objects or not self._has_time():
                return
            self._describe(objects)
            opened = {id(one) for one in objects if self._is_opened(one, depth, levels)}
            self._read_fields(objects, opened)
            self._read_strings(objects)
            self._read_elements(objects, opened)
            self._read_entries([one for one in objects if id(one) in opened and one.kind == "map"])
            level = [child for one in objects for child in one.children]
            level += [child.key for child in level if child.key is not None]

    def _is_opened(self, one: RawValue, depth: int, levels: int) -> bool:
        """Return whether fields or elements of an object are read."""
        if depth < levels:
            return True
        if self._count >= MOST_VALUES or not levels:
            return False
        below = _BELOW_COLLECTIONS if one.is_element else int(one.kind in _COLLECTIONS)
        return depth < levels + below

    def _has_time(self) -> bool:
        if self.is_over:
            self.cuts["values were left out, as the program should not be suspended for longer"] = None
            return False
        return True

    def _describe(self, objects: Sequence[RawValue]) -> None:
        replies = self._connection.request_all([self._of_object(9, 1, one) for one in objects])
        for one, reply in zip(objects, replies, strict=True):
            if isinstance(reply, ReplyError):
                one.note = f"could not be read: {reply}"
                continue
            reply.byte()
            one.class_id = reply.type_id()
        known = [one for one in objects if one.class_id]
        self._classes.load_fields(one.class_id for one in known)
        for one in known:
            chain = self._classes.class_chain(one.class_id)
            one.class_name = chain[0]
            one.kind = kind_of(one.value.tag, chain)

    def _read_fields(self, objects: Sequence[RawValue], opened: set[int]) -> None:
        wanted: list[tuple[RawValue, list[JvmField]]] = []
        for one in objects:
            if not one.class_id or one.kind == "array":
                continue
            fields = self._chosen_fields(one, is_last=id(one) not in opened)
            if fields:
                wanted.append((one, fields))
        commands = [self._field_values(one, fields) for one, fields in wanted]
        for (one, fields), reply in zip(wanted, self._connection.request_all(commands), strict=True):
            if isinstance(reply, ReplyError):
                one.note = f"fields could not be read: {reply}"
                continue
            values = [reply.value() for _ in range(reply.int32())]
            # A subclass may hide a field of the same name: the nearest class counts.
            for declared, value in reversed(list(zip(fields, values, strict=True))):
                one.read[declared.name] = value
            if one.kind == "object" and id(one) in opened:
                one.children = [
                    RawValue(declared.name, value, declared.signature)
                    for declared, value in zip(fields, values, strict=True)
                ]
                self._count += len(values)
            size = next((one.read[name] for name in SIZE_FIELDS if name in one.read), None)
            if one.kind in {"list", "map"} and size is not None and isinstance(size.content, int):
                one.size = size.content

    def _chosen_fields(self, one: RawValue, *, is_last: bool) -> list[JvmField]:
        fields = self._classes.instance_fields(one.class_id)
        match one.kind:
            case "object":
                if is_last or self._count >= MOST_VALUES:
                    return []
                if len(fields) > MOST_FIELDS:
                    one.note = f"{len(fields) - MOST_FIELDS} more fields"
                return fields[:MOST_FIELDS]
            case "string":
                names: tuple[str, ...] = ("value", "coder")
            case "boxed":
                names = ("value",)
            case "enum":
                names = ("name",)
            case "throwable":
                names = ("detailMessage", "cause")
            case "list" | "map":
                names = (*SIZE_FIELDS, *ARRAY_FIELDS, *RING_FIELDS, *TABLE_FIELDS, *sum(SINGLE_FIELDS, ()))
            case _:
                names = ()
        return [declared for declared in fields if declared.name in names]

    def _read_strings(self, objects: Sequence[RawValue]) -> None:
        for one in objects:
            if one.kind == "boxed" and "value" in one.read:
                one.text = primitive_text(one.read["value"])
        holders = [
            (one, text_id)
            for one in objects
            if (text_id := self._text_of(one)) is not None and self._count < MOST_VALUES * 2
        ]
        # A text can be as long as the memory: its length is asked for before it is.
        strings = [(one, one.read.get("value")) for one, _ in holders]
        arrays = [value.object_id if value is not None else None for _, value in strings]
        lengths = self._lengths([array for array in arrays if array is not None])
        commands = []
        for (_one, text_id), array in zip(holders, arrays, strict=True):
            if array is not None and lengths.get(array, 0) > _LONGEST_READ_STRING:
                commands.append(self._elements_of(array, LONGEST_STRING * 2))
            else:
                commands.append(Command(10, 1, self._object_data(text_id)))
        replies = self._connection.request_all(commands)
        for (one, _), array, command, reply in zip(holders, arrays, commands, replies, strict=True):
            if isinstance(reply, ReplyError):
                continue
            if command.command_set == 10:
                text = reply.string()
                length = len(text)
            else:
                assert array is not None
                data = bytes(int(value.content or 0) & 0xFF for value in _region(reply))
                is_latin = one.read["coder"].content == 0 if "coder" in one.read else True
                text = data.decode("latin-1" if is_latin else "utf-16-le", "replace")
                length = lengths[array] if is_latin else lengths[array] // 2
            one.text = text[:LONGEST_STRING]
            if length > LONGEST_STRING:
                one.size = length
                one.note = f"the first {LONGEST_STRING} of {length} letters"

    def _text_of(self, one: RawValue) -> int | None:
        """Return the string that holds an object's text."""
        if one.kind == "string":
            return one.value.object_id
        name = {"enum": "name", "throwable": "detailMessage"}.get(one.kind)
        found = one.read.get(name) if name is not None else None
        return found.object_id if found is not None else None

    def _read_elements(self, objects: Sequence[RawValue], opened: set[int]) -> None:
        arrays: list[tuple[RawValue, int]] = []
        for one in objects:
            if one.kind == "array" and one.value.object_id is not None:
                arrays.append((one, one.value.object_id))
            elif one.kind == "list":
                backing = next((one.read[name] for name in ARRAY_FIELDS if name in one.read), None)
                if backing is not None and backing.object_id is not None and backing.tag == "[":
                    arrays.append((one, backing.object_id))
        lengths = self._lengths([array for _, array in arrays])
        for one, array in arrays:
            if _is_ring(one):
                one.size = (_index(one, "tail") - _index(one, "head")) % max(lengths.get(array, 1), 1)
            one.size = lengths.get(array) if one.size is None else one.size
        arrays = [
            (one, array)
            for one, array in arrays
            if id(one) in opened and not _wraps(one, lengths.get(array, 0))
        ]
        if not arrays or not self._has_time():
            return
        commands = [
            self._elements_of(array, min(one.size or 0, MOST_ELEMENTS), _index(one, "head"))
            for one, array in arrays
        ]
        for (one, _), reply in zip(arrays, self._connection.request_all(commands), strict=True):
            if isinstance(reply, ReplyError):
                continue
            one.children = [
                RawValue(f"[{index}]", value, is_element=True) for index, value in enumerate(_region(reply))
            ]
            self._count += len(one.children)
            if (one.size or 0) > MOST_ELEMENTS:
                one.note = f"the first {MOST_ELEMENTS} of {one.size}"

    def _read_entries(self, maps: Sequence[RawValue]) -> None:
        """Read keys and values of maps."""
        if not maps or not self._has_time():
            return
        tables: list[tuple[RawValue, MapTable]] = []
        for one in maps:
            held = next((one.read[name] for name in TABLE_FIELDS if name in one.read), None)
            if held is not None and held.object_id is not None:
                tables.append((one, MapTable(held.object_id, held.tag == "[", MOST_ELEMENTS)))
            for key, value in SINGLE_FIELDS:
                if key in one.read and value in one.read:
                    one.size = 1
                    one.children = [_entry(one.read[key], one.read[value])]
        read_map_entries([table for _, table in tables], self._connection, self._classes, _region)
        for one, table in tables:
            one.children = [_entry(key, value) for key, value in table.entries]
            self._count += 2 * len(one.children)
            if (one.size or 0) > len(one.children):
                one.note = f"{len(one.children)} of {one.size} entries"

    def _lengths(self, arrays: Sequence[int]) -> dict[int, int]:
        replies = self._connection.request_all([Command(13, 1, self._object_data(array)) for array in arrays])
        pairs = zip(arrays, replies, strict=True)
        return {array: reply.int32() for array, reply in pairs if not isinstance(reply, ReplyError)}

    def _elements_of(self, array: int, count: int, first: int = 0) -> Command:
        writer = self._connection.writer().object_id(array).int32(first).int32(count)
        return Command(13, 2, bytes(writer.data))

    def _field_values(self, one: RawValue, fields: Sequence[JvmField]) -> Command:
        writer = self._connection.writer().object_id(one.value.object_id or 0).int32(len(fields))
        for declared in fields:
            writer.field_id(declared.id)
        return Command(9, 2, bytes(writer.data))

    def _of_object(self, command_set: int, number: int, one: RawValue) -> Command:
        return Command(command_set, number, self._object_data(one.value.object_id or 0))

    def _object_data(self, object_id: int) -> bytes:
        return bytes(self._connection.writer().object_id(object_id).data)


def _entry(key: JvmValue, value: JvmValue) -> RawValue:
    return RawValue("[]", value, key=RawValue("key", key), is_element=True)


def _is_ring(one: RawValue) -> bool:
    """Return whether a list begins anywhere in its array."""
    return all(name in one.read for name in RING_FIELDS)


def _index(one: RawValue, name: str) -> int:
    content = one.read[name].content if name in one.read else 0
    return content if isinstance(content, int) else 0


def _wraps(one: RawValue, length: int) -> bool:
    """Return whether the elements of a ring go on at the begin of its array: they are not read then."""
    return _is_ring(one) and _index(one, "head") + (one.size or 0) > length


def _region(reply: PacketReader) -> list[JvmValue]:
    """Return the values of a part of an array: each with a tag where they are objects."""
    tag = chr(reply.byte())
    count = reply.int32()
    return [reply.untagged_value(tag) if tag in PRIMITIVE_TAGS else reply.value() for _ in range(count)]


def primitive_text(value: JvmValue) -> str:
    """Return a primitive as source would have it."""
    content = value.content
    if value.tag == "Z":
        return "true" if content else "false"
    if value.tag == "C":
        letter = str(content)
        return f"'{letter}'" if letter.isprintable() else f"'\\u{ord(letter):04x}'"
    if isinstance(content, float) and not math.isfinite(content):
        return "NaN" if math.isnan(content) else "Infinity" if content > 0 else "-Infinity"
    if value.tag == "F" and isinstance(content, float):
        return shortest_float(content)
    return str(content)


def shortest_float(number: float) -> str:
    """Return the shortest decimal that stands for a number of 32 bits."""
    if not math.isfinite(number):
        return str(number)
    packed = struct.pack(">f", number)
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        with contextlib.suppress(OverflowError):  # rounded up, the largest number is none of 32 bits
            if struct.pack(">f", float(text)) == packed:
                return str(float(text))
    return str(number)
