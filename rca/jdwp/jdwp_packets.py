"""Packets of the Java Debug Wire Protocol: their header, and the values inside them.

The layout is that of the protocol's specification in the JDK's documentation.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

HANDSHAKE = b"JDWP-Handshake"
HEADER_BYTES = 11
MOST_PACKET_BYTES = 64 * 1024 * 1024
REPLY_FLAG = 0x80

ABSENT_INFORMATION = 101
INVALID_OBJECT = 20
VM_DEAD = 112

_ERROR_NAMES = {
    10: "INVALID_THREAD",
    13: "THREAD_NOT_SUSPENDED",
    INVALID_OBJECT: "INVALID_OBJECT",
    21: "INVALID_CLASS",
    23: "INVALID_METHODID",
    24: "INVALID_LOCATION",
    25: "INVALID_FIELDID",
    30: "INVALID_FRAMEID",
    32: "OPAQUE_FRAME",
    34: "TYPE_MISMATCH",
    35: "INVALID_SLOT",
    99: "NOT_IMPLEMENTED",
    ABSENT_INFORMATION: "ABSENT_INFORMATION",
    VM_DEAD: "VM_DEAD",
    113: "INTERNAL",
    506: "INVALID_LENGTH",
    511: "NATIVE_METHOD",
}


class JdwpProblem(Exception):  # noqa: N818 - whoever catches it says what it means for the answer
    """What keeps the client from the debugged program: not JDWP, not reachable, or gone."""


class ConnectionLost(JdwpProblem):
    """The debugged program ended, or closed the connection."""


class ReplyError(Exception):
    """A command was answered with an error.

    Attributes:
        code: the protocol's error code.
    """

    def __init__(self, code: int) -> None:
        super().__init__(_ERROR_NAMES.get(code, f"error {code}"))
        self.code = code


@dataclass(frozen=True, slots=True)
class IdSizes:
    """Bytes that the program's identifiers take in packets."""

    field: int = 8
    method: int = 8
    object: int = 8
    type: int = 8
    frame: int = 8


class PacketReader:
    """Reads values off the data of one packet, from its beginning on.

    Args:
        data: the packet without its header.
        sizes: of the program's identifiers.
    """

    def __init__(self, data: bytes, sizes: IdSizes) -> None:
        self._data = data
        self._at = 0
        self._sizes = sizes

    def _take(self, count: int) -> bytes:
        end = self._at + count
        if count < 0 or end > len(self._data):
            raise JdwpProblem("a packet ends before its data does")
        part = self._data[self._at : end]
        self._at = end
        return part

    def _unsigned(self, count: int) -> int:
        return int.from_bytes(self._take(count), "big")

    def byte(self) -> int:
        """Return one byte, 0 to 255."""
        return self._unsigned(1)

    def boolean(self) -> bool:
        """Return one byte as true or false."""
        return self._unsigned(1) != 0

    def int32(self) -> int:
        """Return a signed integer of four bytes."""
        return int.from_bytes(self._take(4), "big", signed=True)

    def int64(self) -> int:
        """Return a signed integer of eight bytes."""
        return int.from_bytes(self._take(8), "big", signed=True)

    def string(self) -> str:
        """Return a text; half surrogates, which JVM strings may hold, are replaced."""
        return self._take(self.int32()).decode("utf-8", "replace")

    def object_id(self) -> int:
        """Return the identifier of an object, thread, group or string."""
        return self._unsigned(self._sizes.object)

    def type_id(self) -> int:
        """Return the identifier of a class, interface or array type."""
        return self._unsigned(self._sizes.type)

    def method_id(self) -> int:
        """Return the identifier of a method, unique in its class."""
        return self._unsigned(self._sizes.method)

    def field_id(self) -> int:
        """Return the identifier of a field, unique in its class."""
        return self._unsigned(self._sizes.field)

    def frame_id(self) -> int:
        """Return the identifier of a stack frame, valid while its thread is suspended."""
        return self._unsigned(self._sizes.frame)

    def location(self) -> Location:
        """Return a place in code."""
        return Location(self.byte(), self.type_id(), self.method_id(), self.int64())

    def value(self) -> JvmValue:
        """Return a value with its tag."""
        return self.untagged_value(chr(self.byte()))

    def untagged_value(self, tag: str) -> JvmValue:
        """Return a value whose tag is known."""
        if tag in OBJECT_TAGS:
            return JvmValue(tag, self.object_id())
        if tag == "V":
            return JvmValue(tag, None)
        layout = _PRIMITIVES.get(tag)
        if layout is None:
            raise JdwpProblem(f"a value has the unknown tag {tag!r}")
        (number,) = struct.unpack(layout, self._take(struct.calcsize(layout)))
        return JvmValue(tag, chr(number) if tag == "C" else number)


_PRIMITIVES = {"B": ">b", "C": ">H", "D": ">d", "F": ">f", "I": ">i", "J": ">q", "S": ">h", "Z": ">?"}

OBJECT_TAGS = frozenset("L[stglc")
"""Tags of references: object, array, string, thread, thread group, class loader, class."""

PRIMITIVE_TAGS = frozenset(_PRIMITIVES)


@dataclass(frozen=True, slots=True)
class Location:
    """A place in code: the class, its method, and the index of the instruction; all 0 for none."""

    kind: int
    class_id: int
    method_id: int
    index: int


@dataclass(frozen=True, slots=True)
class JvmValue:
    """A value of the program: a primitive, or the identifier of an object (0 is null)."""

    tag: str
    content: int | float | bool | str | None

    @property
    def object_id(self) -> int | None:
        """The identifier of the object; None for a primitive and for null."""
        if self.tag in OBJECT_TAGS and isinstance(self.content, int) and self.content:
            return self.content
        return None

    @property
    def is_null(self) -> bool:
        """Whether it is a reference to nothing."""
        return self.tag in OBJECT_TAGS and not self.content


class PacketWriter:
    """Writes the data of one packet; each method returns the writer.

    Args:
        sizes: of the program's identifiers.
    """

    def __init__(self, sizes: IdSizes) -> None:
        self.data = bytearray()
        self._sizes = sizes

    def byte(self, number: int) -> PacketWriter:
        """Add one byte."""
        self.data += number.to_bytes(1, "big")
        return self

    def int32(self, number: int) -> PacketWriter:
        """Add an integer of four bytes."""
        self.data += struct.pack(">i", number)
        return self

    def int64(self, number: int) -> PacketWriter:
        """Add an integer of eight bytes."""
        self.data += struct.pack(">q", number)
        return self

    def string(self, text: str) -> PacketWriter:
        """Add a text after its length."""
        encoded = text.encode()
        self.data += struct.pack(">i", len(encoded)) + encoded
        return self

    def object_id(self, number: int) -> PacketWriter:
        """Add the identifier of an object, thread or string."""
        self.data += number.to_bytes(self._sizes.object, "big")
        return self

    def type_id(self, number: int) -> PacketWriter:
        """Add the identifier of a class."""
        self.data += number.to_bytes(self._sizes.type, "big")
        return self

    def method_id(self, number: int) -> PacketWriter:
        """Add the identifier of a method."""
        self.data += number.to_bytes(self._sizes.method, "big")
        return self

    def field_id(self, number: int) -> PacketWriter:
        """Add the identifier of a field."""
        self.data += number.to_bytes(self._sizes.field, "big")
        return self

    def frame_id(self, number: int) -> PacketWriter:
        """Add the identifier of a stack frame."""
        self.data += number.to_bytes(self._sizes.frame, "big")
        return self
