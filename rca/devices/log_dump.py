"""What a device's log holds now: the entries that fit a filter, or the crashes in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from rca.devices.adb_server import AdbServer
from rca.devices.boot_state import BootState
from rca.devices.crash_assembler import AssembledCrash
from rca.devices.device_facts import DeviceFacts
from rca.devices.device_list import Device
from rca.devices.device_watch import BUFFERS
from rca.devices.event_values import DEFAULT_NAMES, decode_event
from rca.devices.log_lines import entry_lines, entry_texts
from rca.devices.logcat_entry import EVENTS, LogEntry
from rca.devices.logcat_filter import LogFilter
from rca.devices.logcat_stream import BootLog, read_log
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

SHOWN_BUFFERS = ("main", "system", "crash")
"""Buffers that are shown if none is named."""

_FACTS_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class DumpedLog:
    """Entries of a log, oldest first.

    Attributes:
        lines: in `threadtime` form, the newest if more fit than were asked for.
        fitting: how many entries fit.
        is_cut: whether the time was over before the log's end.
    """

    lines: tuple[str, ...]
    fitting: int
    read: int
    is_cut: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DumpedCrash:
    """A crash that a log still holds, and what the app's activities did before it."""

    crash: AssembledCrash
    activities: tuple[str, ...]


def seconds_ago(seconds: int) -> str:
    """Return the start of a log so many seconds ago, by the clock of the device, which computes it."""
    return f'"$(( $(date +%s) - {seconds} )).0"'


def dump_log(  # noqa: PLR0913 - what is read and what of it is wanted, each by name
    server: AdbServer,
    device: Device,
    wanted: LogFilter,
    deadline: Deadline,
    *,
    start: str | None,
    limit: int,
    buffers: Sequence[str] = SHOWN_BUFFERS,
) -> DumpedLog:
    """Return the entries that fit a filter, the newest `limit` of them.

    Raises:
        AdbProblem: the device cannot be asked.
        Failure: the time was over before anything was read.
    """
    state, features = _prepared(server, device, deadline)
    lines: deque[tuple[str, ...]] = deque(maxlen=limit)
    fitting = read = 0
    notes: list[str] = []
    # Which process belongs to which package is told by events, whether they are shown or not.
    asked = tuple(dict.fromkeys((*buffers, "events")))
    is_cut = False
    try:
        for batch in read_log(
            server, device, features, state.log, deadline, buffers=asked, start=start, follow=False
        ):
            notes += batch.notes
            for entry in batch.entries:
                event = _event_of(entry, state)
                read += 1
                if entry.buffer == EVENTS and "events" not in buffers:
                    continue
                if wanted.matches(entry, state.processes, event):
                    fitting += 1
                    lines.append(tuple(entry_lines(entry, *entry_texts(entry, DEFAULT_NAMES))))
    except Failure:
        is_cut = True
        if not read:
            raise
    return DumpedLog(tuple(line for one in lines for line in one), fitting, read, is_cut, tuple(notes))


def dump_crashes(
    server: AdbServer, device: Device, package: str | None, deadline: Deadline, *, start: str | None
) -> tuple[tuple[DumpedCrash, ...], bool]:
    """Return the crashes that a device's log holds, oldest first, and whether the time ended before it."""
    state, features = _prepared(server, device, deadline)
    found: list[DumpedCrash] = []

    def keep(crash: AssembledCrash) -> None:
        if package is None or crash.package == package:
            found.append(DumpedCrash(crash, state.trail.of_package(crash.package)))

    is_cut = False
    try:
        for batch in read_log(
            server, device, features, state.log, deadline, buffers=BUFFERS, start=start, follow=False
        ):
            for crash in state.take(batch.entries, 0.0):
                keep(crash)
    except Failure:
        is_cut = True
    for crash in state.assembler.finish():
        crash.is_whole = not is_cut
        keep(crash)
    return tuple(sorted(found, key=lambda one: one.crash.first)), is_cut


def _prepared(server: AdbServer, device: Device, deadline: Deadline) -> tuple[BootState, frozenset[str]]:
    features = server.features(device, deadline)
    state = BootState(BootLog(""))
    state.has_names = True  # the built-in names save a question
    facts = DeviceFacts(server, device, features)
    state.prepare(server, device, facts, deadline.part(_FACTS_SHARE))
    return state, features


def _event_of(entry: LogEntry, state: BootState) -> tuple[int | float | str, ...] | None:
    if entry.buffer != EVENTS:
        return None
    number, values = decode_event(entry.payload) or (0, ())
    state.processes.take_event(state.event_names.get(number, ""), values)
    return values
