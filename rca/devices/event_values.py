"""Entries of the events buffer: a number that names the event, and its values.

Values (AOSP, `liblog/logger_write`): one byte of type, then int32, int64, string with length, list with
count, float.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping

EventValue = int | float | str

PROCESS_STARTED, PROCESS_DIED, KILLED = "am_proc_start", "am_proc_died", "am_kill"
CRASHED, NOT_RESPONDING, BOUND = "am_crash", "am_anr", "am_proc_bound"

DEFAULT_NAMES: Mapping[int, str] = {
    2719: "configuration_changed",
    30001: "wm_finish_activity",
    30005: "wm_create_activity",
    30006: "wm_restart_activity",
    30007: "wm_resume_activity",
    30008: NOT_RESPONDING,
    30010: BOUND,
    30011: PROCESS_DIED,
    30013: "wm_pause_activity",
    30014: PROCESS_STARTED,
    30017: "am_low_memory",
    30018: "wm_destroy_activity",
    30021: "wm_on_paused_called",
    30022: "wm_on_resume_called",
    30023: KILLED,
    30039: CRASHED,
}
"""Names of the events that are used here, where the device does not hand over its own list."""

NAMES_PATH = "/system/etc/event-log-tags"
"""The device's own list: a number, a name and the values' names a line."""

_NAME_LINE = re.compile(r"(\d{1,9})\s+(\w{1,80})(?:\s.*)?")
_INT, _LONG, _STRING, _LIST, _FLOAT = range(5)
_MOST_DEPTH = 8


def parse_event_names(text: str) -> dict[int, str]:
    """Return the names of a device's list by number; lines of another form are left out."""
    found = (_NAME_LINE.fullmatch(line.strip()) for line in text.splitlines())
    return {int(one[1]): one[2] for one in found if one is not None}


def decode_event(payload: bytes) -> tuple[int, tuple[EventValue, ...]] | None:
    """Return an event's number and its values, lists inside flattened; None if it cannot be read."""
    if len(payload) < 4:
        return None
    values: list[EventValue] = []
    try:
        end = _read(payload, 4, values, 0)
    except (struct.error, IndexError, ValueError):
        return None
    # A string may be cut where the entry reached its longest size.
    return (int.from_bytes(payload[:4], "little"), tuple(values)) if end >= 0 else None


def _read(data: bytes, at: int, values: list[EventValue], depth: int) -> int:
    if at >= len(data):
        return at
    kind, at = data[at], at + 1
    if kind == _INT:
        values.append(struct.unpack_from("<i", data, at)[0])
        return at + 4
    if kind == _LONG:
        values.append(struct.unpack_from("<q", data, at)[0])
        return at + 8
    if kind == _FLOAT:
        values.append(struct.unpack_from("<f", data, at)[0])
        return at + 4
    if kind == _STRING:
        (length,) = struct.unpack_from("<I", data, at)
        values.append(data[at + 4 : at + 4 + length].decode("utf-8", "replace"))
        return int(at + 4 + length)
    if kind == _LIST and depth < _MOST_DEPTH:
        count, at = data[at], at + 1
        for _ in range(count):
            at = _read(data, at, values, depth + 1)
        return at
    raise ValueError(f"an event's value has the type {kind}")
