"""The head of an ELF file: BuildId, architecture, and which debug sections it has.

Source: System V gABI, chapters 4 and 5; the note `NT_GNU_BUILD_ID` of GNU's linker. Everything read is
bounded, as the file may be anybody's.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rca.symbols.module_id import debug_id_of_build_id
from rca.symbols.object_file import ByteReader, Contents, MalformedObject, ObjectFile

MAGIC = b"\x7fELF"
_HEAD_BYTES = 64
_MOST_HEADERS = 4096
_MOST_NOTE_BYTES = 64 * 1024
_MOST_NAME_BYTES = 1024 * 1024
_LOAD, _NOTE_SEGMENT = 1, 4
_EXECUTABLE = 1
_NOTE_SECTION, _NO_BITS = 7, 8
_BUILD_ID_NOTE = 3
_MACHINES = {3: "x86", 40: "arm", 62: "x86_64", 183: "arm64", 243: "riscv64"}


@dataclass(frozen=True, slots=True)
class _Header:
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int


class _Table(NamedTuple):
    """A table of headers: where it begins, bytes of one entry, entries."""

    at: int
    size: int
    entries: int


def read_elf(reader: ByteReader, *, with_sections: bool = True) -> ObjectFile:
    """Return what the head of an ELF file tells.

    Args:
        reader: the file.
        with_sections: read the section table, which stands at the file's end; without it the contents are
            taken to be `debug`.

    Raises:
        MalformedObject: it is no ELF file, or its tables lie outside of it.
    """
    head = reader.read_at(0, _HEAD_BYTES)
    if len(head) < 52 or head[:4] != MAGIC or head[4] not in (1, 2) or head[5] not in (1, 2):
        raise MalformedObject("no ELF file")
    wide, order = head[4] == 2, "<" if head[5] == 1 else ">"
    form = f"{order}HHIQQQIHHHHHH" if wide else f"{order}HHIIIIIHHHHHH"
    if len(head) < 16 + struct.calcsize(form):
        raise MalformedObject("the ELF header is cut")
    fields = struct.unpack_from(form, head, 16)
    machine, segments_at, sections_at = fields[1], fields[4], fields[5]
    segment_size, segment_count, section_size, section_count, names_index = fields[8:13]
    table = _Table(segments_at, segment_size, segment_count)
    segments = list(_segments(reader, table, order, wide=wide))
    loads = [one for one in segments if one.kind == _LOAD]
    base = min((one.address for one in loads), default=0)
    table = _Table(sections_at, section_size, section_count)
    sections = list(_sections(reader, table, order, wide=wide)) if with_sections else []
    build_id = _build_id(reader, segments, sections, order)
    keys = (build_id.hex(), debug_id_of_build_id(build_id, little_endian=order == "<")) if build_id else ()
    return ObjectFile(
        keys=keys,
        arch=_MACHINES.get(machine, f"machine {machine}"),
        contents=_contents(reader, sections, names_index) if with_sections else "debug",
        load_address=base,
        code=tuple(
            (one.address - base, one.address - base + one.size) for one in loads if one.flags & _EXECUTABLE
        ),
    )


def _segments(reader: ByteReader, table: _Table, order: str, *, wide: bool) -> Iterator[_Header]:
    form = f"{order}IIQQQQQQ" if wide else f"{order}IIIIIIII"
    for fields in _read_table(reader, table, form):
        if wide:
            kind, flags, offset, address, _physical, _in_file, in_memory, _align = fields
        else:
            kind, offset, address, _physical, _in_file, in_memory, flags, _align = fields
        yield _Header(0, kind, flags, address, offset, in_memory)


def _sections(reader: ByteReader, table: _Table, order: str, *, wide: bool) -> Iterator[_Header]:
    form = f"{order}IIQQQQIIQQ" if wide else f"{order}IIIIIIIIII"
    for fields in _read_table(reader, table, form):
        yield _Header(*fields[:6])


def _read_table(reader: ByteReader, table: _Table, form: str) -> Iterator[tuple[int, ...]]:
    at, size, count = table
    if not at or not count:
        return
    needed = struct.calcsize(form)
    if size < needed or count > _MOST_HEADERS:
        raise MalformedObject("a table of headers has an impossible size")
    data = reader.read_at(at, size * count)
    if len(data) < size * count:
        raise MalformedObject("a table of headers lies outside of the file")
    for index in range(count):
        yield struct.unpack_from(form, data, index * size)


def _build_id(reader: ByteReader, segments: list[_Header], sections: list[_Header], order: str) -> bytes:
    """Return the BuildId; a debug file that was split off keeps its notes in the sections alone."""
    places = [one for one in sections if one.kind == _NOTE_SECTION]
    places += [one for one in segments if one.kind == _NOTE_SEGMENT]
    for place in places:
        notes = reader.read_at(place.offset, min(place.size, _MOST_NOTE_BYTES))
        at = 0
        while at + 12 <= len(notes):
            name_size, size, kind = struct.unpack_from(f"{order}III", notes, at)
            name_at = at + 12
            value_at = name_at + (name_size + 3 & ~3)
            value = notes[value_at : value_at + size]
            if kind == _BUILD_ID_NOTE and notes[name_at : name_at + 4] == b"GNU\0" and len(value) == size:
                return value[:64]
            at = value_at + (size + 3 & ~3)
    return b""


def _contents(reader: ByteReader, sections: list[_Header], names_index: int) -> Contents:
    if not sections or names_index >= len(sections):
        return "nothing"
    names_section = sections[names_index]
    names = reader.read_at(names_section.offset, min(names_section.size, _MOST_NAME_BYTES))
    present = {
        names[one.name :].split(b"\0", 1)[0]
        for one in sections
        if one.kind != _NO_BITS and one.size and one.name < len(names)
    }
    if present & {b".debug_info", b".zdebug_info"}:
        return "debug"
    return "symbols" if b".symtab" in present else "nothing"
