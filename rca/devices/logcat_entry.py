"""Binary logcat (`logcat -B`) → entries.

The binary form is what loses nothing: an entry keeps its end, so that a message of several lines stays one;
its time has nanoseconds, so that entries can be told apart after an interruption; it names uid and buffer;
and a tag may hold colons and spaces. Every printed format drops some of these.

Each entry (AOSP, `liblog/include/log/log_read.h`): payload length, header size, pid, tid, seconds,
nanoseconds, and from version 3 the buffer, from version 4 the uid. A text payload is level, tag, message, the
latter two ended by NUL.
"""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from functools import cached_property

LEVELS = "??VDIWEF?"
"""Letters of the levels, by number."""

MAIN, RADIO, EVENTS, SYSTEM, CRASH = range(5)
BUFFERS = {"main": MAIN, "radio": RADIO, "events": EVENTS, "system": SYSTEM, "crash": CRASH, "kernel": 7}
_BINARY_BUFFERS = frozenset((EVENTS, 5, 6))
_UNKNOWN_BUFFER = -1

_SHORT = struct.Struct("<HHiiII")
_FULL = struct.Struct("<HHiIIIII")
_FULL_SIZE = _FULL.size
_HEADER_SIZES = frozenset((0, 20, 24, 28))
_LARGEST_ENTRY = 5 * 1024
_NANOS = 1_000_000_000
_MOST_LEVEL = 8
_MOST_BUFFER = 7


class LogEntry:
    """One entry of a device's log; its text is decoded when it is first asked for."""

    def __init__(  # noqa: PLR0913, PLR0917 - the header's fields in its order, 50,000 times a second
        self, seconds: int, nanos: int, pid: int, tid: int, uid: int | None, buffer: int, payload: bytes
    ) -> None:
        self.seconds, self.nanos = seconds, nanos
        self.pid, self.tid, self.uid, self.buffer = pid, tid, uid, buffer
        self.payload = payload

    @property
    def stamp(self) -> int:
        """Return its time in nanoseconds since 1970, by the device's clock."""
        return self.seconds * _NANOS + self.nanos

    @property
    def is_text(self) -> bool:
        """Return whether it has a tag and a message; entries of the events buffer have values."""
        return self.buffer not in _BINARY_BUFFERS

    @property
    def level(self) -> str:
        """Return its level, one of VDIWEF; events are of level I."""
        if not self.is_text:
            return "I"
        number = self.payload[0] if self.payload else 0
        return LEVELS[number] if number < len(LEVELS) else "?"

    @cached_property
    def tag(self) -> str:
        """Return the tag; empty for events."""
        end = self.payload.find(b"\0", 1)
        return self.payload[1:end].decode("utf-8", "replace") if self.is_text and end > 0 else ""

    @cached_property
    def message(self) -> str:
        """Return the message, possibly of several lines; empty for events."""
        start = self.payload.find(b"\0", 1) + 1
        if not self.is_text or not start:
            return ""
        return self.payload[start:].rstrip(b"\0").decode("utf-8", "replace").rstrip("\n")

    def time_text(self) -> str:
        """Return its time in UTC, ISO 8601 with microseconds."""
        at = datetime.fromtimestamp(self.seconds, UTC)
        return f"{at:%Y-%m-%dT%H:%M:%S}.{self.nanos // 1000:06d}Z"


class EntryReader:
    """Splits the bytes of `logcat -B` into entries, whatever the pieces in which they arrive."""

    def __init__(self) -> None:
        self._waiting = b""
        self.skipped = 0
        """Bytes between entries that are no entry."""

    def feed(self, data: bytes) -> list[LogEntry]:
        """Return the entries that are complete now. Linear time."""
        waiting = self._waiting + data if self._waiting else data
        entries: list[LogEntry] = []
        at, size = 0, len(waiting)
        unpack, add = _FULL.unpack_from, entries.append
        while size - at >= _FULL_SIZE:
            length, header, pid, tid, seconds, nanos, buffer, uid = unpack(waiting, at)
            if header != _FULL_SIZE:
                found = _older_entry(waiting, at)
                if found is None:
                    step = _next_header(waiting, at + 1)
                    self.skipped += step - at
                    at = step
                    continue
                end, entry = found
                if size < end:
                    break
            else:
                start = at + _FULL_SIZE
                end = start + length
                if nanos >= _NANOS or buffer > _MOST_BUFFER or length > _LARGEST_ENTRY:
                    step = _next_header(waiting, at + 1)
                    self.skipped += step - at
                    at = step
                    continue
                if size < end:
                    break
                entry = LogEntry(seconds, nanos, pid, tid, uid, buffer, waiting[start:end])
            add(entry)
            at = end
        self._waiting = waiting[at:]
        return entries


def _older_entry(data: bytes, at: int) -> tuple[int, LogEntry] | None:
    """Return the end and the entry of a header of versions 1 to 3; None if there is none here."""
    length, header, pid, tid, seconds, nanos = _SHORT.unpack_from(data, at)
    if header not in _HEADER_SIZES or not 0 < length <= _LARGEST_ENTRY or nanos >= _NANOS or pid < 0:
        return None
    start = at + (header or _SHORT.size)
    # Versions 1 and 2 do not name the buffer, which only the level can confirm: events have none.
    buffer = data[start - 4] if header == 24 else _UNKNOWN_BUFFER
    if buffer > _MOST_BUFFER or (
        len(data) > start and not 0 < data[start] <= _MOST_LEVEL and buffer != EVENTS
    ):
        return None
    return start + length, LogEntry(seconds, nanos, pid, tid, None, buffer, data[start : start + length])


def _next_header(data: bytes, at: int) -> int:
    """Return where the next plausible header of version 4 begins, or from where on one may be half there."""
    mark = _FULL_SIZE.to_bytes(2, "little")
    while True:
        found = data.find(mark, at + 2)
        start = found - 2
        if found < 0:
            return max(at, len(data) - 3)
        if len(data) - start < _FULL_SIZE:
            return start
        length, _header, pid, _tid, _seconds, nanos, buffer, _uid = _FULL.unpack_from(data, start)
        if 0 < length <= _LARGEST_ENTRY and nanos < _NANOS and buffer <= _MOST_BUFFER and pid >= 0:
            return start
        at = start + 1
