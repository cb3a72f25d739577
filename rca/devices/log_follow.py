"""A device's log as it grows, filtered, as entries or lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rca.devices.adb_server import AdbServer
from rca.devices.app_processes import package_of
from rca.devices.boot_state import BootState
from rca.devices.device_facts import DeviceFacts
from rca.devices.device_list import Device
from rca.devices.event_values import KILLED, PROCESS_DIED, PROCESS_STARTED, EventValue, decode_event
from rca.devices.log_lines import entry_lines, entry_texts, time_text
from rca.devices.logcat_entry import EVENTS, LogEntry
from rca.devices.logcat_filter import LogFilter
from rca.devices.logcat_stream import BootLog, follow_log
from rca.scheduling.deadline import Deadline

_SETUP_SECONDS = 5.0
_SECOND = 1_000_000_000

EntryKind = Literal["entry", "started", "ended"]


@dataclass(frozen=True, slots=True)
class FollowedEntry:
    """An entry that fits, or the start or end of a process of the package that is followed.

    Attributes:
        entry: what the log has.
        kind: `started` and `ended` stand for the event of a process.
        pid: the process that it is about.
        process: that process's name, where it is known.
        tag: of a text; the name of an event.
        message: possibly of several lines; the values of an event.
    """

    entry: LogEntry
    kind: EntryKind
    pid: int
    process: str | None
    tag: str
    message: str

    @property
    def time(self) -> str:
        """Return the time in this machine's time zone."""
        return time_text(self.entry, zone=None)


def follow_entries(  # noqa: PLR0913 - what is followed and what of it is wanted, each by name
    server: AdbServer,
    device: Device,
    wanted: LogFilter,
    deadline: Deadline,
    *,
    buffers: Sequence[str],
    start: str | None = None,
    after: str | None = None,
) -> Iterator[tuple[list[FollowedEntry], tuple[str, ...]]]:
    """Yield entries that fit a filter, and notes on the log itself; both empty some times a second.

    With a package in the filter the starts and ends of its processes are told, too.

    Args:
        server: the adb server.
        device: whose log.
        wanted: the filter.
        deadline: ends the reading.
        buffers: those that are shown.
        start: `-T` of the first connection, see `read_log`.
        after: in place of it a time as `seconds.nanoseconds`, only later entries than which are wanted.

    Raises:
        AdbProblem: the device cannot be asked at the beginning.
        Failure: the deadline expired.
    """
    state = BootState(BootLog(""))
    _prepare(server, device, state)
    # Which process belongs to which package is told by events, whether they are shown or not.
    asked = tuple(dict.fromkeys((*buffers, "events")))
    last = -1 if after is None else _stamp(after)
    for batch in follow_log(server, device, deadline, buffers=asked, start=start if after is None else after):
        entries: list[FollowedEntry] = []
        if batch.is_new_boot:
            state = BootState(BootLog(""))  # its log tells of every process from the first on
            last = -1
        for entry in batch.entries:
            event = None
            if entry.buffer == EVENTS:
                number, event = decode_event(entry.payload) or (0, ())
                name = state.event_names.get(number, "")
                state.processes.take_event(name, event)
                if entry.stamp > last and (told := _process_event(entry, name, event, wanted)) is not None:
                    entries.append(told)
                if "events" not in buffers:
                    continue
            if entry.stamp > last and wanted.matches(entry, state.processes, event):
                tag, message = entry_texts(entry, state.event_names)
                process = state.processes.name_of(entry.pid)
                entries.append(FollowedEntry(entry, "entry", entry.pid, process, tag, message))
        yield entries, batch.notes


def follow_filtered(  # noqa: PLR0913 - as above
    server: AdbServer,
    device: Device,
    wanted: LogFilter,
    deadline: Deadline,
    *,
    buffers: Sequence[str],
    start: str | None = None,
) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """Yield lines that fit a filter, in this machine's time zone, and notes on the log itself.

    Raises:
        AdbProblem: the device cannot be asked at the beginning.
        Failure: the deadline expired.
    """
    for entries, notes in follow_entries(server, device, wanted, deadline, buffers=buffers, start=start):
        lines: list[str] = []
        for one in entries:
            if one.kind == "entry":
                lines += entry_lines(one.entry, one.tag, one.message, zone=None)
        if lines or notes:
            yield lines, notes


def _process_event(
    entry: LogEntry, name: str, values: Sequence[EventValue], wanted: LogFilter
) -> FollowedEntry | None:
    """Return what an event says of a process of the package that is followed."""
    if wanted.package is None:
        return None
    process = values[3] if name == PROCESS_STARTED and len(values) >= 4 else None
    if name in (PROCESS_DIED, KILLED) and len(values) >= 3:
        process = values[2]
    if not isinstance(process, str) or package_of(process) != wanted.package:
        return None
    pid, kind = values[1], "started" if name == PROCESS_STARTED else "ended"
    if not isinstance(pid, int):
        return None
    message = f"process {pid} of {process} {kind}"
    return FollowedEntry(entry, "started" if kind == "started" else "ended", pid, process, "", message)


def _stamp(text: str) -> int:
    seconds, _, nanos = text.partition(".")
    return int(seconds) * _SECOND + int(nanos.ljust(9, "0")[:9] or "0")


def _prepare(server: AdbServer, device: Device, state: BootState) -> None:
    question = Deadline(_SETUP_SECONDS)
    facts = DeviceFacts(server, device, server.features(device, question))
    state.prepare(server, device, facts, question)
