"""A device's log as it grows, across interruptions: each entry once.

What is read is `logcat -B` (see `logcat_entry`). After an interruption the log is asked for again from the
last entry on, if the device has not booted since (`boot_id`); after a reboot everything is new, from the
first line of the boot.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rca.devices.adb_problem import AdbProblem, ConnectionLost
from rca.devices.adb_server import AdbServer
from rca.devices.device_list import Device
from rca.devices.device_shell import ShellStream, open_shell, run_shell
from rca.devices.logcat_entry import EntryReader, LogEntry
from rca.devices.logcat_resume import ResumePoint
from rca.scheduling.deadline import Deadline

TICK_SECONDS = 0.1
"""A stream that is silent yields this often, so that whoever reads it can do other things."""

_QUESTION_SECONDS = 5.0
_BOOT_COMMAND = "cat /proc/sys/kernel/random/boot_id"


@dataclass(frozen=True, slots=True)
class LogBatch:
    """Entries that arrived together, possibly none.

    Attributes:
        notes: what a reader should know of the log itself, such as that entries may be missing.
        is_new_boot: whether what follows is of another boot of the device.
    """

    entries: Sequence[LogEntry] = ()
    notes: tuple[str, ...] = ()
    is_new_boot: bool = False


@dataclass(slots=True)
class BootLog:
    """State of reading the log of one boot of a device, across all connections to it."""

    boot_id: str
    resume: ResumePoint = field(default_factory=ResumePoint)


def read_boot_id(server: AdbServer, device: Device, features: frozenset[str], deadline: Deadline) -> str:
    """Return an id of this boot of this device, at least its serial."""
    question = Deadline(
        _QUESTION_SECONDS if deadline.remaining is None else min(_QUESTION_SECONDS, deadline.remaining)
    )
    said = run_shell(server, device, _BOOT_COMMAND, features, question, most=200).text.strip()
    return said if len(said) >= 32 else f"{device.serial} {device.port or ''}"


def read_log(  # noqa: PLR0913 - what a connection is made of, each by name
    server: AdbServer,
    device: Device,
    features: frozenset[str],
    boot: BootLog,
    deadline: Deadline,
    *,
    buffers: Sequence[str],
    start: str | None = None,
    follow: bool = True,
) -> Iterator[LogBatch]:
    """Yield the log of one connection until it ends.

    Args:
        server: the adb server.
        device: whose log.
        features: of the device.
        boot: what earlier connections saw; it is kept up to date.
        deadline: ends the reading.
        buffers: names of the buffers.
        start: `-T` of the first connection: a time, or a number of entries; None: all that the device holds.
        follow: whether to go on when all was printed that is there.

    Raises:
        AdbProblem: the connection failed or was interrupted, or logcat ended by itself although it follows.
    """
    since = boot.resume.since
    boot.resume.interrupt()
    command = _command(buffers, start if since is None else since, follow=follow)
    with open_shell(server, device, command, features, deadline) as stream:
        yield from _batches(stream, boot, deadline)
        if follow or stream.exit_status not in (0, None):
            said = stream.errors.decode("utf-8", "replace").strip().splitlines()
            reason = said[-1] if said else f"exit status {stream.exit_status}"
            raise ConnectionLost(f"logcat ended on the device: {reason}")


def follow_log(  # noqa: PLR0913 - as above
    server: AdbServer,
    wanted: Device,
    deadline: Deadline,
    *,
    buffers: Sequence[str],
    start: str | None = None,
    retry_seconds: float = 0.3,
) -> Iterator[LogBatch]:
    """Yield a device's log and follow it over interruptions, until the deadline expires.

    A device that comes back is found by its serial; of two with one serial, by where it is plugged in.

    Raises:
        Failure: the deadline expired; `Cancelled` if it was cancelled.
    """
    boots: dict[str, BootLog] = {}
    device: Device | None = wanted
    is_first = True
    while True:
        try:
            if device is not None:
                features = server.features(device, _question(deadline))
                boot_id = read_boot_id(server, device, features, deadline)
                if boots and boot_id not in boots:
                    note = "the device was started anew: its log begins again"
                    yield LogBatch(notes=(note,), is_new_boot=True)
                boot = boots.setdefault(boot_id, BootLog(boot_id))
                first_start = start if is_first else None
                is_first = False
                yield from read_log(
                    server, device, features, boot, deadline, buffers=buffers, start=first_start
                )
        except AdbProblem as problem:
            deadline.checkpoint()
            yield LogBatch(notes=(f"interrupted: {problem}",))
        device = None
        while device is None:
            deadline.checkpoint()
            time.sleep(retry_seconds)
            yield LogBatch()
            device = _returned(server, wanted, deadline)


def _returned(server: AdbServer, wanted: Device, deadline: Deadline) -> Device | None:
    try:
        devices = [
            one for one in server.devices(_question(deadline)) if one.is_ready and one.serial == wanted.serial
        ]
    except AdbProblem:
        return None  # the server is on its way back, or gone: asked again in a moment
    same = [one for one in devices if one.transport_id == wanted.transport_id]
    same = same or [one for one in devices if one.port == wanted.port]
    found = same or devices
    return found[0] if len(found) == 1 else None


def _question(deadline: Deadline) -> Deadline:
    left = deadline.remaining
    return Deadline(_QUESTION_SECONDS if left is None else min(_QUESTION_SECONDS, left))


def _batches(stream: ShellStream, boot: BootLog, deadline: Deadline) -> Iterator[LogBatch]:
    reader = EntryReader()
    skipped = 0
    while (part := stream.read_within(TICK_SECONDS)) != b"":
        deadline.checkpoint()
        if part is None:
            yield LogBatch()
            continue
        entries, is_gap = boot.resume.filter_new(reader.feed(part))
        notes: tuple[str, ...] = ()
        if is_gap:
            notes = ("after an interruption the device no longer held the last line: lines may be missing",)
        if reader.skipped > skipped:
            notes = (*notes, f"{reader.skipped - skipped} bytes of the log could not be read")
            skipped = reader.skipped
        yield LogBatch(entries, notes)


def _command(buffers: Sequence[str], since: str | None, *, follow: bool) -> str:
    chosen = " ".join(f"-b {name}" for name in buffers)
    return f"logcat -B {chosen}{'' if follow else ' -d'}{f' -T {since}' if since else ''}"
