"""Name tables of Kotlin metadata, and the decoding of its strings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rca.libraries.protobuf import (
    Fields,
    messages,
    number,
    numbers,
    optional_number,
    read_message,
    read_number,
)

_MOST_NAMES = 1_000_000
_RANGE, _PREDEFINED, _OPERATION, _SUBSTRING, _REPLACE, _TEXT = 1, 2, 3, 4, 5, 6
_INTERNAL_TO_CLASS, _DESCRIPTOR_TO_CLASS = 1, 2
_PREDEFINED_NAMES = (
    *(f"kotlin/{name}" for name in ("Any", "Nothing", "Unit", "Throwable", "Number")),
    *(f"kotlin/{name}" for name in ("Byte", "Double", "Float", "Int", "Long", "Short", "Boolean", "Char")),
    *(f"kotlin/{name}" for name in ("CharSequence", "String", "Comparable", "Enum", "Array")),
    *(f"kotlin/{n}Array" for n in ("Byte", "Double", "Float", "Int", "Long", "Short", "Boolean", "Char")),
    *(f"kotlin/{name}" for name in ("Cloneable", "Annotation")),
    *(
        f"kotlin/collections/{mutable}{name}"
        for name in ("Iterable", "Collection", "List", "Set")
        for mutable in ("", "Mutable")
    ),
    *("kotlin/collections/Map", "kotlin/collections/MutableMap"),
    *("kotlin/collections/Map.Entry", "kotlin/collections/MutableMap.MutableEntry"),
    *("kotlin/collections/Iterator", "kotlin/collections/MutableIterator"),
    *("kotlin/collections/ListIterator", "kotlin/collections/MutableListIterator"),
)
"""Names that metadata gives by number; the numbers are part of the format."""


class NameTable(Protocol):
    """Strings by number."""

    def text(self, index: int) -> str:
        """Return a text."""

    def class_name(self, index: int) -> str:
        """Return a class as `package/Outer.Inner`; a local class begins with a dot."""


def decode_bytes(texts: Sequence[str]) -> bytes:
    """Return the bytes encoded in an annotation's strings.

    Raises:
        ValueError: they encode none.
    """
    joined = "".join(texts)
    if joined.startswith("\0"):
        return joined[1:].encode("latin-1")
    # The form before Kotlin 1.1: seven bits a character, each one too high.
    packed = joined.removeprefix("\uffff").encode("latin-1")
    found = bytearray()
    bits = held = 0
    for byte in packed:
        bits |= ((byte + 0x7F) & 0x7F) << held
        held += 7
        if held >= 8:
            found.append(bits & 0xFF)
            bits >>= 8
            held -= 8
    return bytes(found)


class JvmNames:
    """Name table of an annotation: its `d2` strings, and their transformations."""

    def __init__(self, types: bytes, texts: Sequence[str]) -> None:
        self._texts = texts
        self._records: list[Fields] = []
        self._known: dict[int, str] = {}
        fields = read_message(types)
        for raw in messages(fields, 1):
            record = read_message(raw)
            times = number(record, _RANGE, 1)
            if times + len(self._records) > _MOST_NAMES:
                message = "the table of names is damaged"
                raise ValueError(message)
            self._records.extend([record] * times)
        self._local = frozenset(numbers(fields, 5))

    def text(self, index: int) -> str:
        """Return a text.

        Raises:
            ValueError: there is none of that number.
        """
        known = self._known.get(index)
        if known is None:
            known = self._known[index] = self._make(index)
        return known

    def _make(self, index: int) -> str:
        if not 0 <= index < len(self._records):
            message = "the metadata names a text that is not there"
            raise ValueError(message)
        record = self._records[index]
        predefined = optional_number(record, _PREDEFINED)
        if own := messages(record, _TEXT):
            text = own[-1].decode("utf-8", "surrogatepass")
        elif predefined is not None and predefined < len(_PREDEFINED_NAMES):
            text = _PREDEFINED_NAMES[predefined]
        elif index < len(self._texts):
            text = self._texts[index]
        else:
            message = "the metadata names a text that is not there"
            raise ValueError(message)
        cut, replaced = numbers(record, _SUBSTRING), numbers(record, _REPLACE)
        if len(cut) > 1 and cut[0] <= cut[1] <= len(text):
            text = text[cut[0] : cut[1]]
        if len(replaced) > 1 and max(replaced[:2]) <= 0xFFFF:
            text = text.replace(chr(replaced[0]), chr(replaced[1]))
        operation = number(record, _OPERATION, 0)
        if operation == _DESCRIPTOR_TO_CLASS and len(text) > 1:
            text = text[1:-1]
        return text.replace("$", ".") if operation in (_INTERNAL_TO_CLASS, _DESCRIPTOR_TO_CLASS) else text

    def class_name(self, index: int) -> str:
        """Return a class as `package/Outer.Inner`, a local one with a dot before it."""
        return f".{self.text(index)}" if index in self._local else self.text(index)


class FragmentNames:
    """The tables of a `.kotlin_builtins` file: texts, and names made of them."""

    _LOCAL, _PACKAGE = 2, 1

    def __init__(self, texts: bytes, names: bytes) -> None:
        self._texts = [raw.decode("utf-8", "surrogatepass") for raw in messages(read_message(texts), 1)]
        self._rows = [read_message(raw) for raw in messages(read_message(names), 1)]

    def text(self, index: int) -> str:
        """Return a text.

        Raises:
            ValueError: there is none of that number.
        """
        if not 0 <= index < len(self._texts):
            message = "the metadata names a text that is not there"
            raise ValueError(message)
        return self._texts[index]

    def class_name(self, index: int) -> str:
        """Return a class as `package/Outer.Inner`."""
        classes: list[str] = []
        packages: list[str] = []
        local = False
        for _ in range(len(self._rows)):
            if not 0 <= index < len(self._rows):
                break
            row = self._rows[index]
            kind = number(row, 3, self._PACKAGE)
            local = local or kind == self._LOCAL
            (packages if kind == self._PACKAGE else classes).append(self.text(number(row, 2, -1)))
            parent = number(row, 1, -1)
            index = parent if parent < len(self._rows) else -1
        parts = [*reversed(packages), ".".join(reversed(classes))]
        return ("." if local else "") + "/".join(part for part in parts if part)


def split_metadata(texts: Sequence[str], names: Sequence[str]) -> tuple[JvmNames, bytes]:
    """Return the name table and the message of an annotation's `d1` and `d2`."""
    data = decode_bytes(texts)
    length, at = read_number(data, 0)
    return JvmNames(data[at : at + length], names), data[at + length :]
