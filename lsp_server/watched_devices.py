"""The devices that a session watches: their crashes become its errors, their logs lines for the client."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_server.log_row_queue import LogRowQueue
from models.device_messages import ConnectedDevices, FollowLog, LogLines
from models.events import OutputChunk
from rca.devices.adb_location import find_adb, server_address, start_server
from rca.devices.adb_problem import AdbProblem, ServerUnreachable
from rca.devices.adb_server import AdbServer
from rca.devices.device_info import device_info
from rca.devices.device_watch import FROM_NOW_ON, DeviceWatch
from rca.devices.log_follow import FollowedEntry, follow_entries
from rca.devices.log_lines import entry_lines
from rca.devices.logcat_filter import LogFilter
from rca.files.regex_engine import Invalid
from rca.scheduling.deadline import Cancelled, Deadline
from rca.tool_failure import Failure

if TYPE_CHECKING:
    from rca.devices.device_context import DeviceCrash
    from rca.devices.device_list import Device

_logger = logging.getLogger(__name__)

_ANSWER_SECONDS = 5.0
_START_SECONDS = 20.0
_MOST_STREAMS = 8
_MOST_LINES = 2_000
"""Lines in one message: of a flood the client is shown that many, and told how many it is not."""


class WatchedDevices:
    """One watch and the logs that are followed: methods are called from one thread, sinks from others.

    `push` is given an error and whether the process is the system's own.
    """

    def __init__(
        self,
        push: Callable[[OutputChunk, bool], None],
        tell_devices: Callable[[ConnectedDevices], None],
        tell_lines: Callable[[LogLines], None],
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._push = push
        self._tell_devices, self._tell_lines = tell_devices, tell_lines
        self._environment = environment
        self._watch: DeviceWatch | None = None
        self._streams: dict[str, Deadline] = {}
        self._incomplete: set[str] = set()
        """Crashes that were told in part."""

    def watch(self, roots: tuple[Path, ...], *, may_start_server: bool) -> None:
        """Begin to watch, if it does not yet."""
        try:
            server = AdbServer(server_address(self._environment))
            if may_start_server:
                self._start_server(server, roots)
        except (AdbProblem, Failure) as problem:
            self._tell_devices(ConnectedDevices(devices=(), problem=str(problem)))
            return
        if self._watch is None:
            self._watch = DeviceWatch(server, self._take_crash, self._take_note, self._take_devices)
            self._watch.start()

    def stop(self) -> None:
        """Stop to watch, and to follow logs."""
        for stream in self._streams.values():
            stream.cancel()
        self._streams.clear()
        if self._watch is not None:
            self._watch.close()
            self._watch = None

    def follow(self, wanted: FollowLog) -> None:
        """Follow a log; one of the same name ends."""
        self.unfollow(wanted.stream)
        while len(self._streams) >= _MOST_STREAMS:
            self.unfollow(next(iter(self._streams)))
        deadline = self._streams[wanted.stream] = Deadline()
        threading.Thread(
            target=self._follow, args=(wanted, deadline), name="rca-follow-log", daemon=True
        ).start()

    def unfollow(self, stream: str) -> None:
        """Stop to follow a log."""
        if (deadline := self._streams.pop(stream, None)) is not None:
            deadline.cancel()

    def _start_server(self, server: AdbServer, roots: tuple[Path, ...]) -> None:
        try:
            server.version(Deadline(_ANSWER_SECONDS))
        except ServerUnreachable as problem:
            adb = find_adb(self._environment, roots)
            if adb is None:
                raise AdbProblem(f"{problem}, and no `adb` was found: set ANDROID_HOME or PATH") from None
            start_server(adb, server.address, self._environment, Deadline(_START_SECONDS))

    def _follow(self, wanted: FollowLog, deadline: Deadline) -> None:
        reason = "stopped"
        queue = LogRowQueue(wanted.stream)
        try:
            for entries, notes in self._entries(wanted, deadline):
                if wanted.rows:
                    queue.add(entries, notes)
                    told = queue.take(time.monotonic())
                else:
                    told = _as_lines(wanted.stream, entries, notes) if entries or notes else None
                if told is not None:
                    self._tell_lines(told)
        except Cancelled:
            pass
        except (AdbProblem, Failure, Invalid) as problem:
            reason = str(problem)
        except Exception:  # the thread has nobody above it
            _logger.exception("a log could not be followed")
            reason = "the server failed: see its log"
        self._tell_lines(LogLines(stream=wanted.stream, lines=(), notes=(reason,), ended=True))

    def _entries(
        self, wanted: FollowLog, deadline: Deadline
    ) -> Iterator[tuple[list[FollowedEntry], tuple[str, ...]]]:
        conditions = LogFilter(
            wanted.package, wanted.process, wanted.level, wanted.tags, wanted.text, wanted.pattern
        )
        conditions.check()
        server = AdbServer(server_address(self._environment))
        device = server.find_device(wanted.device, Deadline(_ANSWER_SECONDS))
        start = FROM_NOW_ON if wanted.only_new else None
        return follow_entries(
            server, device, conditions, deadline, buffers=wanted.buffers, start=start, after=wanted.after
        )

    def _take_crash(self, crash: DeviceCrash) -> None:
        is_first, run = crash.revision == 1, f"device {crash.id}"
        if not is_first and run not in self._incomplete:
            return  # the same occurrence, which would be counted as another one
        if is_first and not crash.is_whole:
            self._incomplete.add(run)
        self._push(
            OutputChunk(
                run=run,
                # A text that is read anew as it grows, if its rest may come; else one of many of a log.
                kind="task" if run in self._incomplete else "log",
                name=f"{crash.context.device} ({crash.context.serial})",
                text=crash.text,
                replace=not is_first,
                ended=crash.is_whole,
                device=crash.context,
            ),
            crash.is_of_system,
        )

    def _take_note(self, device: Device, text: str) -> None:
        _logger.info("%s: %s", device.label, text)

    def _take_devices(self, devices: tuple[Device, ...]) -> None:
        problem = None
        if not devices and self._watch is not None:
            try:
                self._watch.server.version(Deadline(_ANSWER_SECONDS))
            except (AdbProblem, Failure) as reason:
                problem = str(reason)
        self._tell_devices(ConnectedDevices(devices=tuple(map(device_info, devices)), problem=problem))


def _as_lines(stream: str, entries: list[FollowedEntry], notes: tuple[str, ...]) -> LogLines:
    """Return entries as lines, the newest of them if there are many."""
    lines = [
        line
        for one in entries
        if one.kind == "entry"
        for line in entry_lines(one.entry, one.tag, one.message, zone=None)
    ]
    left_out = max(0, len(lines) - _MOST_LINES)
    more = (f"{left_out} lines came too fast to be shown: filter the log",) if left_out else ()
    return LogLines(stream=stream, lines=tuple(lines[-_MOST_LINES:]), notes=(*notes, *more))
