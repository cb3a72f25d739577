"""Entries as lines in logcat's `threadtime` form, which people know and the error parser reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from rca.devices.event_values import EventValue, decode_event
from rca.devices.logcat_entry import LogEntry


def entry_texts(entry: LogEntry, event_names: Mapping[int, str]) -> tuple[str, str]:
    """Return the tag and the message of an entry; of an event its name and its values.

    Args:
        entry: the entry.
        event_names: names of the events buffer's numbers.
    """
    if entry.is_text:
        return entry.tag, entry.message
    number, values = decode_event(entry.payload) or (0, ())
    return event_names.get(number, str(number)), event_text(values)


def entry_lines(entry: LogEntry, tag: str, message: str, zone: tzinfo | None = UTC) -> list[str]:
    """Return the lines of an entry, each behind time, pid, tid, level and tag.

    Args:
        entry: the entry.
        tag: of `entry_texts`.
        message: of `entry_texts`.
        zone: of the times; None: this machine's.
    """
    at = time_text(entry, zone)
    prefix = f"{at} {entry.pid:>5} {entry.tid:>5} {entry.level} {tag.ljust(8)}: "
    return [prefix + line for line in message.split("\n")]


def time_text(entry: LogEntry, zone: tzinfo | None = UTC) -> str:
    """Return the time of an entry to the millisecond, with its zone; None: this machine's."""
    second, offset = _second_text(entry.seconds, zone)
    return f"{second}.{entry.nanos // 1_000_000:03d} {offset}"


@lru_cache(maxsize=64)
def _second_text(seconds: int, zone: tzinfo | None) -> tuple[str, str]:
    """Return a second and its zone's offset: of a flood thousands of entries have the same one."""
    at = datetime.fromtimestamp(seconds, zone).astimezone(zone)
    return f"{at:%Y-%m-%d %H:%M:%S}", f"{at:%z}"


def event_text(values: Sequence[EventValue]) -> str:
    """Return an event's values as logcat prints them."""
    return str(values[0]) if len(values) == 1 else f"[{','.join(map(str, values))}]"
