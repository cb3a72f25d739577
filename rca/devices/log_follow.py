"""A device's log as it grows, filtered, as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rca.devices.adb_server import AdbServer
from rca.devices.boot_state import BootState
from rca.devices.device_facts import DeviceFacts
from rca.devices.device_list import Device
from rca.devices.event_values import decode_event
from rca.devices.log_lines import entry_lines
from rca.devices.logcat_entry import EVENTS
from rca.devices.logcat_filter import LogFilter
from rca.devices.logcat_stream import BootLog, follow_log
from rca.scheduling.deadline import Deadline

_SETUP_SECONDS = 5.0


def follow_filtered(  # noqa: PLR0913 - what is followed and what of it is wanted, each by name
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
    state = BootState(BootLog(""))
    _prepare(server, device, state)
    # Which process belongs to which package is told by events, whether they are shown or not.
    asked = tuple(dict.fromkeys((*buffers, "events")))
    for batch in follow_log(server, device, deadline, buffers=asked, start=start):
        lines: list[str] = []
        if batch.is_new_boot:
            state = BootState(BootLog(""))  # its log tells of every process from the first on
        for entry in batch.entries:
            event = None
            if entry.buffer == EVENTS:
                number, event = decode_event(entry.payload) or (0, ())
                state.processes.take_event(state.event_names.get(number, ""), event)
                if "events" not in buffers:
                    continue
            if wanted.matches(entry, state.processes, event):
                lines += entry_lines(entry, state.event_names, zone=None)
        if lines or batch.notes:
            yield lines, batch.notes


def _prepare(server: AdbServer, device: Device, state: BootState) -> None:
    question = Deadline(_SETUP_SECONDS)
    facts = DeviceFacts(server, device, server.features(device, question))
    state.prepare(server, device, facts, question)
