"""Watches devices as they come and go, and reports their crashes."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.boot_state import BootState
from rca.devices.crash_assembler import AssembledCrash
from rca.devices.device_context import ContextReader, DeviceCrash
from rca.devices.device_facts import DeviceFacts
from rca.devices.device_list import Device
from rca.devices.logcat_stream import BootLog, read_boot_id, read_log
from rca.scheduling.deadline import Cancelled, Deadline
from rca.tool_failure import Failure

_logger = logging.getLogger(__name__)

BUFFERS = ("crash", "events", "system")
"""Where crashes are told: apps fill `main`, which says nothing of them that these do not."""

FROM_NOW_ON = '"$(date +%s).0"'
"""`logcat -T` from the device's present on, whatever its clock says."""

_RETRY_SECONDS = 0.3
_SETUP_SECONDS = 5.0
_MOST_AWAY = 8
"""Boots of devices that are away whose place in the log is remembered: each takes a few MB."""

CrashSink = Callable[[DeviceCrash], None]
NoteSink = Callable[[Device, str], None]
ListSink = Callable[[tuple[Device, ...]], None]


@dataclass(slots=True)
class _Reading:
    device: Device
    stop: Deadline
    thread: threading.Thread


@dataclass(slots=True)
class DeviceWatch:
    """Reads the log of every device that is ready. Its sinks are called from threads of its own.

    Attributes:
        server: the adb server; the watch survives its restarts, and never starts it.
        on_crash: called with each crash once, and again with a higher revision if more of it comes.
        on_note: called when a log has a gap or a device cannot be read.
        on_devices: called with all devices after each change; with none while the server is away.
        wanted: whether a device is watched.
        past: whether crashes count that the device still held when it was first seen.
    """

    server: AdbServer
    on_crash: CrashSink
    on_note: NoteSink = lambda _device, _text: None
    on_devices: ListSink = lambda _devices: None
    wanted: Callable[[Device], bool] = lambda _device: True
    past: bool = False
    _stop: Deadline = field(default_factory=Deadline)
    _boots: dict[str, BootState] = field(default_factory=dict)
    _contexts: dict[str, ContextReader] = field(default_factory=dict)
    _serials: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _readings: dict[tuple[int | None, str], _Reading] = field(default_factory=dict)
    _thread: threading.Thread | None = None
    _told: tuple[Device, ...] | None = None

    def start(self) -> None:
        """Begin to watch."""
        self._thread = threading.Thread(target=self._track, name="rca-devices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop, and wait for the threads."""
        self._stop.cancel()
        if self._thread is not None:
            self._thread.join(5)
        for reading in list(self._readings.values()):
            reading.stop.cancel()
            reading.thread.join(2)

    def _track(self) -> None:
        while not self._stop.cancelled:
            try:
                for devices in self.server.track_devices(self._stop):
                    if devices is not None:
                        self._tell_devices(devices)
                        self._take_devices(devices)
                    self._report_absent()
            except Cancelled:
                return
            except AdbProblem as problem:
                _logger.info("devices cannot be listed: %s", problem)
                self._tell_devices(())
            except Exception:  # a defect in a sink must not end the watch of all devices
                _logger.exception("the list of devices could not be taken over")
            self._take_devices(())
            self._report_absent()
            time.sleep(_RETRY_SECONDS)

    def _tell_devices(self, devices: tuple[Device, ...]) -> None:
        if devices != self._told:  # a server that is away is looked for several times a second
            self._told = devices
            self.on_devices(devices)

    def _take_devices(self, devices: tuple[Device, ...]) -> None:
        ready = {(one.transport_id, one.serial): one for one in devices if one.is_ready and self.wanted(one)}
        for key in [key for key in self._readings if key not in ready]:
            self._readings.pop(key).stop.cancel()
        for key, device in ready.items():
            if key not in self._readings:
                stop = Deadline()
                thread = threading.Thread(
                    target=self._read, args=(device, stop), name="rca-logcat", daemon=True
                )
                self._readings[key] = _Reading(device, stop, thread)
                thread.start()

    def _report_absent(self) -> None:
        """Report what is open of devices that are away for more than a moment."""
        now = time.monotonic()
        for state in list(self._boots.values()):
            context = self._contexts.get(state.log.boot_id)
            if state.interrupted_at is None or context is None or not state.reader.acquire(blocking=False):
                continue
            try:
                for crash in list(state.assembler.take_time(now, is_interrupted=True)):
                    self._report(context, crash)
            finally:
                state.reader.release()

    def _read(self, device: Device, stop: Deadline) -> None:
        while not stop.cancelled:
            try:
                self._read_once(device, stop)
            except Cancelled:
                return
            except (AdbProblem, Failure) as problem:
                self.on_note(device, str(problem))
            except Exception:  # as in `_track`
                _logger.exception("the log of %s could not be read", device.label)
            time.sleep(_RETRY_SECONDS)

    def _read_once(self, device: Device, stop: Deadline) -> None:
        features = self.server.features(device, Deadline(_SETUP_SECONDS))
        state, start = self._state_of(device, read_boot_id(self.server, device, features, stop))
        if not state.reader.acquire(blocking=False):
            time.sleep(_RETRY_SECONDS)  # another connection to the same device reads it
            return
        facts = DeviceFacts(self.server, device, features)
        context = self._contexts[state.log.boot_id] = ContextReader(device, facts, state)
        crashes: queue.SimpleQueue[AssembledCrash | None] = queue.SimpleQueue()
        worker = threading.Thread(
            target=self._complete, args=(context, crashes), name="rca-device-context", daemon=True
        )
        worker.start()
        try:
            state.prepare(self.server, device, facts, Deadline(_SETUP_SECONDS))
            state.resume(time.monotonic())
            for batch in read_log(
                self.server, device, features, state.log, stop, buffers=BUFFERS, start=start
            ):
                for crash in state.take(batch.entries, time.monotonic()):
                    crashes.put(crash)
                for note in batch.notes:
                    self.on_note(device, note)
        finally:
            state.interrupted_at = time.monotonic()
            state.reader.release()
            crashes.put(None)

    def _state_of(self, device: Device, boot_id: str) -> tuple[BootState, str | None]:
        """Return the state of a boot, and from where on its log is read if it is read for the first time."""
        with self._lock:
            is_known = device.serial in self._serials
            self._serials.add(device.serial)
            state = self._boots.get(boot_id)
            if state is None:
                state = self._boots[boot_id] = BootState(BootLog(boot_id))
                away = [one for one, known in self._boots.items() if known.interrupted_at is not None]
                for one in away[: max(0, len(away) - _MOST_AWAY)]:
                    del self._boots[one]
                    self._contexts.pop(one, None)
            # All that a device that was watched before says after it was started anew is new.
            return state, None if is_known or self.past else FROM_NOW_ON

    def _complete(self, context: ContextReader, crashes: queue.SimpleQueue[AssembledCrash | None]) -> None:
        context.prepare(Deadline(_SETUP_SECONDS))
        while (crash := crashes.get()) is not None:
            self._report(context, crash)

    def _report(self, context: ContextReader, crash: AssembledCrash) -> None:
        try:
            told = context.complete(crash)
        except Exception:  # a crash whose context cannot be read is listed without
            _logger.exception("the context of a crash could not be read")
            told = context.without_asking(crash)
        try:
            self.on_crash(told)
        except Exception:  # one crash that cannot be told must not end the telling of others
            _logger.exception("a crash of a device could not be reported")
