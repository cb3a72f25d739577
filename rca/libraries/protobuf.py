"""Protocol buffer wire format, as far as Kotlin metadata uses it."""

from __future__ import annotations

Fields = dict[int, list[int | bytes]]
"""The values of a message by field number: numbers, or bytes for texts, messages and packed lists."""

_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5
_MOST_BITS = 70


def read_number(data: bytes, at: int) -> tuple[int, int]:
    """Return a varint and where it ends.

    Raises:
        ValueError: it does not end.
    """
    value = shift = 0
    size = len(data)
    while at < size and shift < _MOST_BITS:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    message = "a number does not end"
    raise ValueError(message)


def read_message(data: bytes) -> Fields:
    """Return the fields of a message, nested ones as bytes.

    Raises:
        ValueError: the bytes are damaged.
    """
    found: Fields = {}
    at, size = 0, len(data)
    while at < size:
        tag = data[at]
        at += 1
        if tag >= 0x80:
            tag, at = read_number(data, at - 1)
        kind = tag & 7
        value: int | bytes
        if kind == _VARINT:
            if at < size and data[at] < 0x80:
                value = data[at]
                at += 1
            else:
                value, at = read_number(data, at)
        elif kind == _BYTES:
            length, at = read_number(data, at)
            value = data[at : at + length]
            at += length
            if at > size:
                message = "a message ends too early"
                raise ValueError(message)
        elif kind in (_EIGHT, _FOUR):
            at += 8 if kind == _EIGHT else 4
            continue
        else:
            message = f"a field has the unknown wire type {kind}"
            raise ValueError(message)
        number = tag >> 3
        if number in found:
            found[number].append(value)
        else:
            found[number] = [value]
    return found


def number(fields: Fields, index: int, default: int) -> int:
    """Return a field's number."""
    values = fields.get(index)
    if values is None:
        return default
    value = values[-1]
    return value if isinstance(value, int) else default


def optional_number(fields: Fields, index: int) -> int | None:
    """Return a field's number; None if it is absent."""
    values = fields.get(index)
    value = None if values is None else values[-1]
    return value if isinstance(value, int) else None


def messages(fields: Fields, index: int) -> list[bytes]:
    """Return a field's messages."""
    return [value for value in fields.get(index, ()) if isinstance(value, bytes)]


def message(fields: Fields, index: int) -> bytes | None:
    """Return a field's message; None if it is absent."""
    values = fields.get(index)
    value = None if values is None else values[-1]
    return value if isinstance(value, bytes) else None


def numbers(fields: Fields, index: int) -> list[int]:
    """Return a field's list of numbers, packed or not."""
    found: list[int] = []
    for value in fields.get(index, ()):
        if isinstance(value, int):
            found.append(value)
        else:
            at = 0
            while at < len(value):
                one, at = read_number(value, at)
                found.append(one)
    return found
