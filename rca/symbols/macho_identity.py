"""The head of a Mach-O file, as in a dSYM bundle: UUID, architecture, and which debug sections it has.

Source: `mach-o/loader.h` and `mach-o/fat.h`. Everything read is bounded.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from rca.symbols.object_file import ByteReader, Contents, MalformedObject, ObjectFile

_THIN = {
    b"\xce\xfa\xed\xfe": ("<", False),
    b"\xcf\xfa\xed\xfe": ("<", True),
    b"\xfe\xed\xfa\xce": (">", False),
    b"\xfe\xed\xfa\xcf": (">", True),
}
_FAT = {b"\xca\xfe\xba\xbe": False, b"\xca\xfe\xba\xbf": True}
MAGICS = frozenset((*_THIN, *_FAT))
_MOST_ARCHITECTURES = 16
"""A Java class file begins as a universal file does; its version stands where the count does."""
_MOST_COMMAND_BYTES = 1024 * 1024
_SEGMENT, _SYMBOLS, _UUID, _SEGMENT_64 = 0x1, 0x2, 0x1B, 0x19
_MACHINES = {7: "x86", 12: "arm", 0x01000007: "x86_64", 0x0100000C: "arm64", 0x0200000C: "arm64_32"}


def read_macho(reader: ByteReader) -> tuple[ObjectFile, ...]:
    """Return the objects of a Mach-O file, one for each architecture.

    Raises:
        MalformedObject: it is no Mach-O file, or its commands lie outside of it.
    """
    magic = reader.read_at(0, 4)
    if magic in _THIN:
        return (_read_thin(reader, 0),)
    if magic not in _FAT:
        raise MalformedObject("no Mach-O file")
    wide = _FAT[magic]
    form = ">IIQQII" if wide else ">IIIII"
    count = int.from_bytes(reader.read_at(4, 4), "big")
    if not 0 < count <= _MOST_ARCHITECTURES:
        raise MalformedObject("no universal Mach-O file")
    size = struct.calcsize(form)
    table = reader.read_at(8, size * count)
    if len(table) < size * count:
        raise MalformedObject("the table of architectures is cut")
    return tuple(
        _read_thin(reader, struct.unpack_from(form, table, index * size)[2]) for index in range(count)
    )


def _read_thin(reader: ByteReader, start: int) -> ObjectFile:
    head = reader.read_at(start, 32)
    if head[:4] not in _THIN or len(head) < 28:
        raise MalformedObject("an architecture of the file is no Mach-O object")
    order, wide = _THIN[head[:4]]
    machine, _subtype, _kind, count, size = struct.unpack_from(f"{order}5I", head, 4)
    if size > _MOST_COMMAND_BYTES:
        raise MalformedObject("the load commands have an impossible size")
    commands = reader.read_at(start + (32 if wide else 28), size)
    if len(commands) < size:
        raise MalformedObject("the load commands lie outside of the file")
    uuid, base, code, has_debug, has_symbols = "", 0, (0, 0), False, False
    for kind, body in _commands(commands, count, order):
        if kind == _UUID and len(body) >= 24:
            uuid = body[8:24].hex()
        elif kind in (_SEGMENT, _SEGMENT_64) and len(body) >= 40:
            name, address, length = _segment(body, order, wide=kind == _SEGMENT_64)
            if name == b"__TEXT":
                base, code = address, (0, length)
            has_debug = has_debug or name == b"__DWARF"
        elif kind == _SYMBOLS and len(body) >= 16:
            has_symbols = struct.unpack_from(f"{order}I", body, 12)[0] > 0
    contents: Contents = "debug" if has_debug else "symbols" if has_symbols else "nothing"
    return ObjectFile(
        keys=(uuid,) if uuid else (),
        arch=_MACHINES.get(machine, f"machine {machine}"),
        contents=contents,
        load_address=base,
        code=(code,) if code[1] else (),
    )


def _commands(data: bytes, count: int, order: str) -> Iterator[tuple[int, bytes]]:
    at = 0
    for _ in range(count):
        if at + 8 > len(data):
            return
        kind, size = struct.unpack_from(f"{order}II", data, at)
        if size < 8:
            raise MalformedObject("a load command has an impossible size")
        yield kind, data[at : at + size]
        at += size


def _segment(body: bytes, order: str, *, wide: bool) -> tuple[bytes, int, int]:
    """Return name, address and size of a segment."""
    name = body[8:24].rstrip(b"\0")
    address, length = struct.unpack_from(f"{order}QQ" if wide else f"{order}II", body, 24)
    return name, address, length
