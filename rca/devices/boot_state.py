"""State of one boot of a device, across connections: log position, processes, unfinished crashes."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rca.devices.activity_trail import ActivityTrail
from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.app_processes import INSTALLED_COMMAND, LISTING_COMMAND, PACKAGES_COMMAND, AppProcesses
from rca.devices.crash_assembler import AssembledCrash, CrashAssembler
from rca.devices.device_facts import DeviceFacts
from rca.devices.device_list import Device
from rca.devices.event_values import DEFAULT_NAMES, NAMES_PATH, decode_event, parse_event_names
from rca.devices.file_pull import read_file
from rca.devices.logcat_entry import EVENTS, LogEntry
from rca.devices.logcat_stream import BootLog
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

_MOST_NAMES = 4 * 1024 * 1024


@dataclass(slots=True)
class BootState:
    """State that outlives connections."""

    log: BootLog
    processes: AppProcesses = field(default_factory=AppProcesses)
    trail: ActivityTrail = field(default_factory=ActivityTrail)
    assembler: CrashAssembler = None  # type: ignore[assignment]  # made from the processes below
    event_names: dict[int, str] = field(default_factory=lambda: dict(DEFAULT_NAMES))
    interrupted_at: float | None = None
    """Since when no connection reads it, by the monotonic clock."""
    reader: threading.Lock = field(default_factory=threading.Lock)
    """Held by the one connection that reads: a device may be connected by cable and network at once."""
    is_prepared: bool = False
    has_names: bool = False

    def __post_init__(self) -> None:
        """Make the assembler."""
        self.assembler = CrashAssembler(self.processes)

    def prepare(self, server: AdbServer, device: Device, facts: DeviceFacts, deadline: Deadline) -> None:
        """Query what the log does not contain: running processes, packages, names of events.

        Once per boot: later starts, also during an interruption, are in the log.
        """
        if self.is_prepared:
            return
        listing = facts.ask(LISTING_COMMAND, deadline)
        self.is_prepared = bool(listing)
        self.processes.take_listing(listing)
        self.processes.take_packages(facts.ask(PACKAGES_COMMAND, deadline))
        self.processes.take_installed(facts.ask(INSTALLED_COMMAND, deadline))
        if self.has_names:
            return
        try:
            content = read_file(server, device, NAMES_PATH, _MOST_NAMES, deadline)
        except (AdbProblem, Failure):
            return  # the built-in names will do
        self.event_names |= parse_event_names(content.decode("utf-8", "replace"))
        self.has_names = True

    def resume(self, now: float) -> None:
        """Go on after an interruption, whose time does not count."""
        if self.interrupted_at is not None:
            self.assembler.hold(now - self.interrupted_at)
            self.interrupted_at = None

    def take(self, entries: Sequence[LogEntry], now: float) -> Iterator[AssembledCrash]:
        """Take entries; yield the crashes that they complete."""
        for entry in entries:
            if entry.buffer != EVENTS:
                yield from self.assembler.take(entry, now)
            elif (event := decode_event(entry.payload)) is not None:
                name = self.event_names.get(event[0], "")
                self.processes.take_event(name, event[1])
                self.trail.take_event(entry, name, event[1])
                yield from self.assembler.take_event(name, event[1])
        yield from self.assembler.take_time(now)
