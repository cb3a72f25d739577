"""Class file parser: declarations without bytecode (JVM specification, chapter 4)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

PUBLIC, PRIVATE, PROTECTED, STATIC, FINAL = 0x1, 0x2, 0x4, 0x8, 0x10
BRIDGE, VARARGS, INTERFACE, ABSTRACT = 0x40, 0x80, 0x200, 0x400
SYNTHETIC, ANNOTATION, ENUM, MANDATED = 0x1000, 0x2000, 0x4000, 0x8000
DEPRECATED = 0x20000
"""No flag of the format: stands for the attribute of that name on a field or method."""

_MAGIC = 0xCAFEBABE
_UTF8, _CLASS = 1, 7
_ENTRY_BYTES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4,
                19: 2, 20: 2}  # fmt: skip
"""Bytes of each kind of constant after its tag; a text has its own length, 5 and 6 take two places."""
_WIDE = (5, 6)
_DEEPEST = 20
"""Nested annotations below this are taken for damage."""
_WANTED = "Lkotlin/Metadata;"

_u2 = struct.Struct(">H").unpack_from
_u4 = struct.Struct(">I").unpack_from
_i4 = struct.Struct(">i").unpack_from
_four = struct.Struct(">HHHH").unpack_from
_attribute = struct.Struct(">HI").unpack_from

Value = str | int | list["Value"] | None


class Member(NamedTuple):
    """A field or method. `parameters` are the names stored by the compiler, None if there are none."""

    name: str
    descriptor: str
    flags: int
    signature: str | None
    parameters: tuple[str, ...] | None

    @property
    def is_api(self) -> bool:
        """Return whether code elsewhere can refer to it."""
        return bool(self.flags & (PUBLIC | PROTECTED)) and not self.flags & SYNTHETIC


class Inner(NamedTuple):
    """An entry of the table of inner classes; `outer` and `name` are None for local ones."""

    inner: str
    outer: str | None
    name: str | None
    flags: int


@dataclass(frozen=True, slots=True)
class ClassFile:
    """A class. Names are internal ones (`java/util/Map$Entry`).

    `metadata` is Kotlin's annotation by its elements (`k`, `d1`, …), None for a Java class.
    Members that are neither public nor protected are left out, synthetic ones are not.
    """

    name: str
    flags: int
    superclass: str | None
    interfaces: tuple[str, ...]
    signature: str | None
    fields: tuple[Member, ...]
    methods: tuple[Member, ...]
    inners: tuple[Inner, ...]
    local: bool
    metadata: dict[str, Value] | None


def read_class(data: bytes) -> ClassFile:
    """Read a class file.

    Raises:
        ValueError: the bytes are not a class file, or damaged.
    """
    try:
        return _Reader(data).read()
    except (struct.error, IndexError, KeyError, UnicodeDecodeError) as problem:
        message = f"the class file is damaged: {problem}"
        raise ValueError(message) from problem


def decode_text(raw: bytes) -> str:
    """Decode the modified UTF-8 of class files; a lone surrogate stays one."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        plain = raw.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
        return plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._texts: dict[int, str] = {}
        if len(data) < 10 or _u4(data, 0)[0] != _MAGIC:
            message = "this is no class file"
            raise ValueError(message)
        self._places, self._end = self._scan()

    def _scan(self) -> tuple[list[int], int]:
        """Locate each constant."""
        data, sizes = self._data, _ENTRY_BYTES
        (count,) = _u2(data, 8)
        places = [0] * count
        at, index = 10, 1
        while index < count:
            tag = data[at]
            places[index] = at
            at += 3 + _u2(data, at + 1)[0] if tag == _UTF8 else 1 + sizes[tag]
            index += 2 if tag in _WIDE else 1
        return places, at

    def _text(self, index: int) -> str:
        known = self._texts.get(index)
        if known is None:
            at = self._places[index]
            if self._data[at] != _UTF8 or not at:
                message = f"constant {index} is no text"
                raise ValueError(message)
            (length,) = _u2(self._data, at + 1)
            raw = self._data[at + 3 : at + 3 + length]
            if len(raw) != length:
                message = "the class file ends too early"
                raise ValueError(message)
            known = self._texts[index] = decode_text(raw)
        return known

    def _class(self, index: int) -> str | None:
        if not index:
            return None
        at = self._places[index]
        if self._data[at] != _CLASS or not at:
            message = f"constant {index} is no class"
            raise ValueError(message)
        return self._text(_u2(self._data, at + 1)[0])

    def read(self) -> ClassFile:
        data, at = self._data, self._end
        flags, this, base, count = _four(data, at)
        at += 8
        interfaces = tuple(self._class(_u2(data, at + 2 * one)[0]) or "" for one in range(count))
        name = self._class(this)
        if name is None:
            message = "the class has no name"
            raise ValueError(message)
        at += 2 * count
        fields, at = self._members(at)
        methods, at = self._members(at)
        signature, local = None, False
        inners: tuple[Inner, ...] = ()
        metadata: dict[str, Value] | None = None
        for kind, start, _ in self._attributes(at):
            if kind == "Signature":
                signature = self._text(_u2(data, start)[0])
            elif kind == "InnerClasses":
                inners = tuple(self._inner_classes(start))
            elif kind == "EnclosingMethod":
                local = True
            elif kind == "RuntimeVisibleAnnotations":
                metadata = self._kotlin_metadata(start)
        base_name = self._class(base)
        return ClassFile(
            name, flags, base_name, interfaces, signature, fields, methods, inners, local, metadata
        )

    def _attributes(self, at: int) -> Iterator[tuple[str, int, int]]:
        """Return name, start and end of each attribute, and last an empty name with the end of all."""
        data = self._data
        (count,) = _u2(data, at)
        at += 2
        for _ in range(count):
            name, length = _attribute(data, at)
            at += 6
            yield self._text(name), at, at + length
            at += length
        if at > len(data):
            message = "the class file ends too early"
            raise ValueError(message)
        yield "", at, at

    def _members(self, at: int) -> tuple[tuple[Member, ...], int]:
        """Read fields or methods; private and package-private ones are skipped."""
        data, texts = self._data, self._texts
        (count,) = _u2(data, at)
        at += 2
        found = []
        for _ in range(count):
            flags, name, descriptor, attributes = _four(data, at)
            at += 8
            signature, parameters = None, None
            for _ in range(attributes):
                kind_index, length = _attribute(data, at)
                at += 6
                if flags & (PUBLIC | PROTECTED):
                    kind = texts.get(kind_index) or self._text(kind_index)
                    if kind == "Signature":
                        signature = self._text(_u2(data, at)[0])
                    elif kind == "Deprecated":
                        flags |= DEPRECATED
                    elif kind == "MethodParameters":
                        parameters = tuple(self._parameter_names(at))
                at += length
            if flags & (PUBLIC | PROTECTED):
                found.append(Member(self._text(name), self._text(descriptor), flags, signature, parameters))
        return tuple(found), at

    def _parameter_names(self, at: int) -> Iterator[str]:
        for one in range(self._data[at]):
            name, flags = struct.unpack_from(">HH", self._data, at + 1 + 4 * one)
            if not flags & (SYNTHETIC | MANDATED):
                yield self._text(name) if name else ""

    def _inner_classes(self, at: int) -> Iterator[Inner]:
        for one in range(_u2(self._data, at)[0]):
            inner, outer, name, flags = _four(self._data, at + 2 + 8 * one)
            yield Inner(
                self._class(inner) or "", self._class(outer), self._text(name) if name else None, flags
            )

    def _kotlin_metadata(self, at: int) -> dict[str, Value] | None:
        (count,) = _u2(self._data, at)
        at += 2
        for _ in range(count):
            kind, pairs = struct.unpack_from(">HH", self._data, at)
            if self._text(kind) == _WANTED:
                return self._elements(at + 4, pairs)
            at = self._skip_elements(at + 4, pairs, 0)
        return None

    def _elements(self, at: int, pairs: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for _ in range(pairs):
            name = self._text(_u2(self._data, at)[0])
            found[name], at = self._value(at + 2, 0)
        return found

    def _skip_elements(self, at: int, pairs: int, depth: int) -> int:
        for _ in range(pairs):
            _, at = self._value(at + 2, depth)
        return at

    def _value(self, at: int, depth: int) -> tuple[Value, int]:
        """Return an annotation's value (None for unused numbers), and its end."""
        tag, data = chr(self._data[at]), self._data
        at += 1
        if depth > _DEEPEST:
            message = "an annotation is nested too deep"
            raise ValueError(message)
        if tag == "s":
            return self._text(_u2(data, at)[0]), at + 2
        if tag == "I":
            return _i4(data, self._places[_u2(data, at)[0]] + 1)[0], at + 2
        if tag == "[":
            values: list[Value] = []
            (count,) = _u2(data, at)
            at += 2
            for _ in range(count):
                value, at = self._value(at, depth + 1)
                values.append(value)
            return values, at
        if tag == "@":
            return None, self._skip_elements(at + 4, _u2(data, at + 2)[0], depth + 1)
        if tag == "e":
            return None, at + 4
        if tag in "BCDFJSZc":
            return None, at + 2
        message = f"an annotation has a value of the unknown kind {tag!r}"
        raise ValueError(message)
