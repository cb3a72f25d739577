"""Entries as lines in logcat's `threadtime` form, which people know and the error parser reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo

from rca.devices.event_values import EventValue, decode_event
from rca.devices.logcat_entry import LogEntry


def entry_lines(entry: LogEntry, event_names: Mapping[int, str], zone: tzinfo | None = UTC) -> list[str]:
    """Return the lines of an entry, each behind time, pid, tid, level and tag.

    Args:
        entry: the entry.
        event_names: names of the events buffer's numbers.
        zone: of the times; None: this machine's.
    """
    at = datetime.fromtimestamp(entry.seconds, zone).astimezone(zone)
    time_text = f"{at:%Y-%m-%d %H:%M:%S}.{entry.nanos // 1_000_000:03d} {at:%z}"
    tag, message = entry.tag, entry.message
    if not entry.is_text:
        number, values = decode_event(entry.payload) or (0, ())
        tag, message = event_names.get(number, str(number)), event_text(values)
    prefix = f"{time_text} {entry.pid:>5} {entry.tid:>5} {entry.level} {tag.ljust(8)}: "
    return [prefix + line for line in message.split("\n")]


def event_text(values: Sequence[EventValue]) -> str:
    """Return an event's values as logcat prints them."""
    return str(values[0]) if len(values) == 1 else f"[{','.join(map(str, values))}]"
