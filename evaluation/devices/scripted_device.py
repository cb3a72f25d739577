"""A scripted device: its log, its files, the output of its commands, and its faults."""

from __future__ import annotations

import re
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from evaluation.devices.adb_wire import as_bytes, fail, read_exactly
from evaluation.devices.device_logs import SECOND, Logged
from evaluation.devices.scripted_actions import Apps, act

FEATURES = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir"
_CHUNK = 32 * 1024
_BUFFERS = {"main": 0, "radio": 1, "events": 2, "system": 3, "crash": 4}

Answer = bytes | str | tuple[bytes | str, bytes | str, int]


@dataclass
class ScriptedDevice:
    """A device: its log, its files, what its commands print, and what goes wrong with it."""

    serial: str
    transport_id: int
    port: str | None = "1-1"
    model: str = "Phone_7"
    state: str = "device"
    boot_id: str = "0f2c1a5e-0000-4000-8000-000000000001"
    features: str = FEATURES
    commands: dict[str, Answer | Callable[[], Answer]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    apps: Apps = field(default_factory=Apps)
    log: list[Logged] = field(default_factory=list)
    capacity: int | None = None
    """Entries that the log holds; of more the oldest are lost."""
    cut_after: int | None = None
    """The next log's connection ends after so many bytes, once."""
    bytes_per_second: float | None = None
    stall: tuple[int, float] | None = None
    """The next log's connection pauses after so many bytes for some seconds, once."""
    garbage_after: int | None = None
    """Bytes that are no entry come before the entry of that number, once."""
    sent_until: int = 0
    """How many entries of this boot were handed to its reader."""
    readings: int = 0
    """How many connections read, or have read, its log: each knows from where on."""
    asked: list[str] = field(default_factory=list)
    dropped: int = 0
    lock: threading.Condition = field(default_factory=threading.Condition)
    generation: int = 0
    clock: int = 0
    """Its present, in nanoseconds, for questions about the last minutes."""

    def write(self, *logged: Logged) -> None:
        """Add entries to the log."""
        with self.lock:
            self.log.extend(logged)
            if self.capacity is not None and len(self.log) > self.capacity:
                over = len(self.log) - self.capacity
                del self.log[:over]
                self.dropped += over
            self.lock.notify_all()

    def disconnect(self) -> None:
        """End all its connections."""
        with self.lock:
            self.generation += 1
            self.lock.notify_all()

    def reboot(self, boot_id: str) -> None:
        """Start anew: another boot, an empty log."""
        with self.lock:
            self.log.clear()
            self.dropped, self.boot_id = 0, boot_id
            self.generation += 1
            self.lock.notify_all()

    @property
    def is_sound(self) -> bool:
        """Return whether nothing is about to go wrong with its log's connection."""
        faults = (self.cut_after, self.bytes_per_second, self.stall, self.garbage_after)
        return all(one is None for one in faults)

    def line(self) -> str:
        """Return its line of the list of devices."""
        port = f"usb:{self.port} " if self.port else ""
        known = f"product:phone model:{self.model} device:phone " if self.state == "device" else ""
        return f"{self.serial:<22} {self.state} {port}{known}transport_id:{self.transport_id}\n"


class ServedDevice:
    """One connection to a device, once it is bound to it."""

    def __init__(self, connection: socket.socket, device: ScriptedDevice) -> None:
        self._connection, self._device = connection, device
        self._generation = device.generation

    def answer(self, request: str) -> None:
        """Serve a service of the device until it ends."""
        kind, _, command = request.partition(":")
        if request == "sync:":
            self._connection.sendall(b"OKAY")
            self._sync()
        elif kind.split(",")[0] in ("shell", "exec"):
            has_packets = "v2" in kind.split(",")
            if has_packets and "shell_v2" not in self._device.features:
                fail(self._connection, "unknown service")
                return
            self._connection.sendall(b"OKAY")
            self._device.asked.append(command)
            program = command.rpartition("; exec ")[2].replace("'", "")  # as the client quotes its own logcat
            if program.startswith("logcat -B"):
                self._send_log(program, has_packets=has_packets)
            else:
                self._run(command, has_packets=has_packets)
        else:
            fail(self._connection, f"unknown service '{request}'")

    def _run(self, command: str, *, has_packets: bool) -> None:
        if command not in self._device.commands:
            code = act(
                self._connection,
                self._device.apps,
                self._device.files,
                command,
                lambda part, kind: self._send_all(part, kind, has_packets=has_packets),
            )
            if code is not None:
                if has_packets:
                    self._send(bytes([code]), 3, has_packets=True)
                return
        answer = self._device.commands.get(command, ("", f"{command.split(maxsplit=1)[0]}: not found\n", 127))
        if command == "cat /proc/sys/kernel/random/boot_id":
            answer = f"{self._device.boot_id}\n"
        if callable(answer):
            answer = answer()
        output, errors, code = answer if isinstance(answer, tuple) else (answer, b"", 0)
        for kind, part in ((1, as_bytes(output)), (2, as_bytes(errors))):
            self._send_all(part, kind, has_packets=has_packets)
        if has_packets:
            self._send(bytes([code]), 3, has_packets=True)

    def _send_all(self, part: bytes, kind: int, *, has_packets: bool) -> None:
        for at in range(0, len(part), _CHUNK):
            self._send(part[at : at + _CHUNK], kind, has_packets=has_packets)

    def _send(self, part: bytes, kind: int, *, has_packets: bool) -> None:
        self._connection.sendall(struct.pack("<BI", kind, len(part)) + part if has_packets else part)

    def _send_log(self, command: str, *, has_packets: bool) -> None:
        device = self._device
        wanted = {_BUFFERS[name] for name in re.findall(r"-b (\w+)", command)} or set(_BUFFERS.values())
        at = device.dropped + self._start(command)
        device.readings += 1
        sent = number = 0
        while (batch := self._next(at, waits=" -d" not in command)) is not None:
            at, logged = batch
            device.sent_until = at
            if not logged:
                break
            logged = [one for one in logged if one.buffer in wanted]
            if device.is_sound:
                if part := b"".join(one.data for one in logged):
                    self._send(part, 1, has_packets=has_packets)
                    sent += len(part)
                continue
            for one in logged:
                number += 1
                data = one.data
                if device.garbage_after == number:
                    device.garbage_after = None
                    data = b"\x7f\x13read: unexpected EOF!\n\x00\x01" + data
                if not self._pass_on(data, sent, has_packets=has_packets):
                    return
                sent += len(data)
        if batch is None:
            return
        if has_packets:
            self._send(b"\0", 3, has_packets=True)

    def _next(self, at: int, *, waits: bool) -> tuple[int, list[Logged]] | None:
        """Return the next entries and where they end; None where the connection ends."""
        device = self._device
        with device.lock:
            while waits and device.generation == self._generation and device.dropped + len(device.log) <= at:
                device.lock.wait()
            if device.generation != self._generation:
                return None
            # A reader that is too slow loses what the buffer lost.
            start = max(at, device.dropped) - device.dropped
            logged = device.log[start : start + 500]
            return device.dropped + start + len(logged), logged

    def _pass_on(self, data: bytes, sent: int, *, has_packets: bool) -> bool:
        """Send an entry with the faults that are due; return whether the connection goes on."""
        device = self._device
        if device.cut_after is not None and sent + len(data) > device.cut_after:
            part = data[: max(0, device.cut_after - sent)]
            device.cut_after = None
            self._send(part, 1, has_packets=has_packets)
            return False
        if device.stall is not None and sent + len(data) > device.stall[0]:
            cut, seconds = max(0, device.stall[0] - sent), device.stall[1]
            device.stall = None
            self._send(data[:cut], 1, has_packets=has_packets)
            time.sleep(seconds)
            data = data[cut:]
        if device.bytes_per_second is not None:
            time.sleep(len(data) / device.bytes_per_second)
        self._send(data, 1, has_packets=has_packets)
        return True

    def _start(self, command: str) -> int:
        """Return the index of the first entry that is asked for."""
        found = re.search(r"-T (\"[^\"]*\"|\S+)", command)
        log = self._device.log
        if found is None:
            return 0
        since = found[1].strip('"')
        ago = re.match(r"\$\(\( \$\(date \+%s\) - (\d+) \)\)", since)
        if ago is not None:
            start = self._device.clock - int(ago[1]) * SECOND
            return next((index for index, one in enumerate(log) if one.stamp >= start), len(log))
        if since.startswith("$(date"):
            return len(log)
        if since.isdecimal():
            return max(0, len(log) - int(since))
        seconds, _, nanos = since.partition(".")
        start = int(seconds) * SECOND + int(nanos.ljust(9, "0")[:9])
        return next((index for index, one in enumerate(log) if one.stamp >= start), len(log))

    def _sync(self) -> None:
        while True:
            kind, length = struct.unpack("<4sI", read_exactly(self._connection, 8))
            name = read_exactly(self._connection, length).decode() if kind != b"QUIT" else ""
            content = self._device.files.get(name)
            if kind == b"QUIT":
                return
            if kind == b"STAT":
                mode = 0o100644 if content is not None else 0
                self._connection.sendall(struct.pack("<4sIII", b"STAT", mode, len(content or b""), 0))
            elif kind in (b"STA2", b"LST2"):
                error = 0 if content is not None else 2
                mode = 0o100644 if content is not None else 0
                fields = (error, 0, 0, mode, 1, 0, 0, len(content or b""), 0, 0, 0)
                self._connection.sendall(struct.pack("<4sIQQIIIIQqqq", kind, *fields))
            elif kind == b"SEND":
                self._receive(name.rpartition(",")[0])
            elif kind == b"RECV" and content is not None:
                for at in range(0, len(content), 64 * 1024):
                    part = content[at : at + 64 * 1024]
                    self._connection.sendall(struct.pack("<4sI", b"DATA", len(part)) + part)
                self._connection.sendall(struct.pack("<4sI", b"DONE", 0))
            else:
                reason = b"No such file or directory" if content is None else b"unknown command"
                self._connection.sendall(struct.pack("<4sI", b"FAIL", len(reason)) + reason)

    def _receive(self, path: str) -> None:
        parts = bytearray()
        while True:
            kind, length = struct.unpack("<4sI", read_exactly(self._connection, 8))
            if kind == b"DONE":
                break
            parts += read_exactly(self._connection, length)
        self._device.files[path] = bytes(parts)
        self._connection.sendall(struct.pack("<4sI", b"OKAY", 0))
