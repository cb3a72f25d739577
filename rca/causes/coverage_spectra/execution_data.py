"""Reader of JaCoCo's execution data (`.exec`, `.ec`): sessions, and the probes that ran in each.

Source: JaCoCo's `ExecutionDataWriter` and `CompactDataOutput`, format version 0x1007 (since 0.7.5).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path

LARGEST = 50_000_000
_HEADER, _SESSION, _DATA = 0x01, 0x10, 0x11
_MAGIC, _VERSION = 0xC0C0, 0x1007


@dataclass(slots=True)
class ClassProbes:
    """The probes of a class: `ran` has one entry a probe; `id` is the checksum of the class file."""

    id: int
    name: str
    ran: tuple[bool, ...]


@dataclass(slots=True)
class Session:
    """What ran between two dumps of a JVM. `id` is the name that the agent was given for it."""

    id: str
    classes: list[ClassProbes] = field(default_factory=list)


class ExecutionDataError(Exception):
    """The file is no execution data of the known version, or damaged."""


def read_execution_data(path: Path) -> list[Session]:
    """Return the sessions of a file that have a name of their own, in its order.

    JaCoCo writes each dump as its sessions followed by their data: several sessions in a row are one merged
    dump, whose data cannot be told apart, and are left out.

    Raises:
        ExecutionDataError: the file cannot be read.
    """
    try:
        if path.stat().st_size > LARGEST:
            message = f"is larger than {LARGEST // 1_000_000} MB"
            raise ExecutionDataError(message)
        data = path.read_bytes()
    except OSError as problem:
        raise ExecutionDataError(problem.strerror or str(problem)) from problem
    try:
        return _Reader(data).read()
    except (struct.error, IndexError, UnicodeDecodeError) as problem:
        message = f"is damaged ({problem})"
        raise ExecutionDataError(message) from problem


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read(self) -> list[Session]:
        if not self._data:
            return []
        if self._data[:1] != bytes([_HEADER]):
            message = "does not begin as JaCoCo's execution data do"
            raise ExecutionDataError(message)
        found: list[Session] = []
        named: list[str] = []
        current: Session | None = None
        while self._at < len(self._data):
            kind = self._take(">B")
            if kind == _HEADER:
                self._check_header()
            elif kind == _SESSION:
                named.append(self._text())
                self._at += 16  # times of start and dump
                current = None
            elif kind == _DATA:
                if current is None:
                    current = Session(named[0] if len(named) == 1 else "")
                    named = []
                    found.append(current)
                current.classes.append(ClassProbes(self._take(">Q"), self._text(), self._booleans()))
            else:
                message = f"has a block of an unknown kind ({kind:#x})"
                raise ExecutionDataError(message)
        return [session for session in found if session.id]

    def _check_header(self) -> None:
        magic, version = self._take(">H"), self._take(">H")
        if magic != _MAGIC or version != _VERSION:
            message = f"has the format version {version:#x}, and {_VERSION:#x} is read"
            raise ExecutionDataError(message)

    def _take(self, form: str) -> int:
        value: int = struct.unpack_from(form, self._data, self._at)[0]
        self._at += struct.calcsize(form)
        return value

    def _text(self) -> str:
        length = self._take(">H")
        raw = self._data[self._at : self._at + length]
        self._at += length
        return raw.decode("utf-8", "replace")

    def _booleans(self) -> tuple[bool, ...]:
        count = shift = 0
        while True:
            byte = self._take(">B")
            count |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
        if count > len(self._data) * 8:
            message = "is damaged (more probes than bytes)"
            raise ExecutionDataError(message)
        packed = self._data[self._at : self._at + (count + 7) // 8]
        self._at += len(packed)
        return tuple(bool(packed[at // 8] >> at % 8 & 1) for at in range(count))


def class_id(data: bytes) -> int:
    """Return the checksum by which JaCoCo knows a class file (`CRC64.classId`)."""
    if data[6:8] == b"\x00\x35":
        data = data[:7] + b"\x34" + data[8:]  # JaCoCo reads class files of Java 9 as those of Java 8
    total = 0
    for byte in data:
        total = (total >> 8) ^ _TABLE[(total ^ byte) & 0xFF]
    return total


def _entry(value: int) -> int:
    for _ in range(8):
        value = (value >> 1) ^ 0xD800000000000000 if value & 1 else value >> 1
    return value


_TABLE = tuple(_entry(value) for value in range(256))
