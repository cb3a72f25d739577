"""An adb server that speaks the real protocol on a port of this machine, with devices that a script moves.

The real `adb` client works with it. Its faults are those of real cables and devices: connections that end in
the middle of an entry, reboots, devices with one serial, garbage between entries, a link that is slow or
stuck.
"""

from __future__ import annotations

import contextlib
import re
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from evaluation.devices.device_logs import SECOND, Logged

FEATURES = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir"
_VERSION = 41
_CHUNK = 32 * 1024
_BUFFERS = {"main": 0, "radio": 1, "events": 2, "system": 3, "crash": 4}
_IDLE = 0.02

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
    log: list[Logged] = field(default_factory=list)
    capacity: int | None = None
    """Entries that the log holds; of more the oldest are lost."""
    cut_after: int | None = None
    """The next log's connection ends after so many bytes, once."""
    bytes_per_second: float | None = None
    stall: tuple[int, float] | None = None
    """The next log's connection pauses after so many bytes for some seconds, once."""
    garbage_after: int | None = None
    """Bytes that are no entry come before the entry of that number, once a connection."""
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

    def line(self) -> str:
        """Return its line of the list of devices."""
        port = f"usb:{self.port} " if self.port else ""
        known = f"product:phone model:{self.model} device:phone " if self.state == "device" else ""
        return f"{self.serial:<22} {self.state} {port}{known}transport_id:{self.transport_id}\n"


class ScriptedAdbServer:
    """Serves until it is closed; `devices` may change at any time, followed by `changed`."""

    def __init__(self, *devices: ScriptedDevice, port: int = 0) -> None:
        self.devices = list(devices)
        self.requests: list[str] = []
        self.is_old = False
        """Whether it is a server before 1.0.40, which knows neither transport ids nor long tracking."""
        self._changed = threading.Condition()
        self._version = 0
        self._forwards: dict[int, tuple[str, str]] = {}
        self._open: set[socket.socket] = set()
        self._closed = False
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def __enter__(self) -> ScriptedAdbServer:
        """Return the server itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def changed(self) -> None:
        """Send the list of devices to whoever follows it, and end connections to devices that are gone."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def plug(self, device: ScriptedDevice) -> None:
        """Connect a device."""
        self.devices.append(device)
        self.changed()

    def unplug(self, device: ScriptedDevice) -> None:
        """Take a device away."""
        self.devices.remove(device)
        device.disconnect()
        self.changed()

    def close(self) -> None:
        """End the server and all its connections."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.changed()
        for device in self.devices:
            device.disconnect()
        self._thread.join(5)

    def _accept(self) -> None:
        while not self._closed:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.add(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        device: ScriptedDevice | None = None
        try:
            while (request := _read_request(connection)) is not None:
                self.requests.append(request)
                chosen = self._choose(connection, request)
                if chosen is not None:
                    device = chosen
                    continue
                if device is None or request.startswith("host"):
                    self._answer_host(connection, request)
                    return
                _ServedDevice(connection, device).answer(request)
                return
        except OSError:
            pass  # the client went away
        finally:
            self._open.discard(connection)
            connection.close()

    def _choose(self, connection: socket.socket, request: str) -> ScriptedDevice | None:
        """Bind the connection to a device; None if the request is another one."""
        found = re.fullmatch(
            r"host:(?:transport-id:(?P<id>\d+)|(?P<tport>tport:(?:serial:(?P<named>.+)|any))|"
            r"transport:(?P<serial>.+)|transport-any)",
            request,
        )
        if found is None or (self.is_old and found["id"]):
            return None
        serial = found["serial"] or found["named"]
        fitting = [
            one
            for one in self.devices
            if (str(one.transport_id) == found["id"] if found["id"] else serial in (None, one.serial))
        ]
        if len(fitting) != 1:
            named = serial or f"transport {found['id']}"
            _fail(connection, "more than one device" if fitting else f"device '{named}' not found")
            raise ConnectionResetError
        if fitting[0].state != "device":
            _fail(connection, f"device {fitting[0].state}")
            raise ConnectionResetError
        number = struct.pack("<Q", fitting[0].transport_id) if found["tport"] else b""
        connection.sendall(b"OKAY" + number)
        return fitting[0]

    def _answer_host(self, connection: socket.socket, request: str) -> None:
        prefix, _, rest = request.partition(":")
        if prefix in ("host-serial", "host-transport-id", "host-usb", "host-local"):
            named, _, question = rest.partition(":")
            fitting = [one for one in self.devices if named in (one.serial, str(one.transport_id))]
            if len(fitting) != 1:
                _fail(connection, "more than one device" if fitting else f"device '{named}' not found")
                return
            self._answer_about(connection, question, fitting[0])
        elif rest == "version":
            _tell(connection, f"{_VERSION:04x}")
        elif rest in ("devices", "devices-l"):
            _tell(connection, self._list(is_long=rest == "devices-l"))
        elif rest == "track-devices" or (rest == "track-devices-l" and not self.is_old):
            self._track(connection, is_long=rest == "track-devices-l")
        elif rest in ("features", "host-features", "get-state", "get-serialno"):
            question = "features" if rest == "host-features" else rest
            self._answer_about(connection, question, self.devices[0] if self.devices else None)
        elif rest == "kill":
            connection.sendall(b"OKAY")
        elif rest.startswith(("forward:", "killforward:", "list-forward")) and self.devices:
            self._answer_about(connection, rest, self.devices[0])
        else:
            _fail(connection, f"unknown host service '{rest}'")

    def _answer_about(self, connection: socket.socket, question: str, device: ScriptedDevice | None) -> None:
        if device is None:
            _fail(connection, "no devices/emulators found")
        elif question == "features":
            _tell(connection, device.features)
        elif question == "get-state":
            _tell(connection, device.state)
        elif question == "get-serialno":
            _tell(connection, device.serial)
        elif question.startswith("forward:"):
            local, _, remote = question.removeprefix("forward:").removeprefix("norebind:").partition(";")
            port = 40_000 + len(self._forwards) if local == "tcp:0" else int(local.removeprefix("tcp:"))
            self._forwards[port] = (device.serial, remote)
            connection.sendall(b"OKAYOKAY" + (_text(str(port)) if local == "tcp:0" else b""))
        elif question.startswith("killforward:tcp:"):
            known = self._forwards.pop(int(question.rpartition(":")[2]), None)
            if known is None:
                _fail(connection, "listener 'tcp' not found")
            else:
                connection.sendall(b"OKAYOKAY")
        elif question.startswith("list-forward"):
            lines = (f"{serial} tcp:{port} {remote}\n" for port, (serial, remote) in self._forwards.items())
            _tell(connection, "".join(lines))
        else:
            _fail(connection, f"unknown host service '{question}'")

    def _list(self, *, is_long: bool) -> str:
        if is_long and not self.is_old:
            return "".join(one.line() for one in self.devices)
        return "".join(f"{one.serial}\t{one.state}\n" for one in self.devices)

    def _track(self, connection: socket.socket, *, is_long: bool) -> None:
        connection.sendall(b"OKAY")
        told = -1
        while not self._closed:
            with self._changed:
                if self._version == told:
                    self._changed.wait(0.5)
                    continue
                told = self._version
            connection.sendall(_text(self._list(is_long=is_long)))


class _ServedDevice:
    """One connection to a device, once it is bound to it."""

    def __init__(self, connection: socket.socket, device: ScriptedDevice) -> None:
        self._connection, self._device = connection, device
        self._generation = device.generation

    def answer(self, request: str) -> None:
        kind, _, command = request.partition(":")
        if request == "sync:":
            self._connection.sendall(b"OKAY")
            self._sync()
        elif kind.split(",")[0] in ("shell", "exec"):
            has_packets = "v2" in kind.split(",")
            if has_packets and "shell_v2" not in self._device.features:
                _fail(self._connection, "unknown service")
                return
            self._connection.sendall(b"OKAY")
            self._device.asked.append(command)
            program = command.rpartition("; exec ")[2].replace("'", "")  # as the client quotes its own logcat
            if program.startswith("logcat -B"):
                self._send_log(program, has_packets=has_packets)
            else:
                self._run(command, has_packets=has_packets)
        else:
            _fail(self._connection, f"unknown service '{request}'")

    def _run(self, command: str, *, has_packets: bool) -> None:
        answer = self._device.commands.get(command, ("", f"{command.split(maxsplit=1)[0]}: not found\n", 127))
        if command == "cat /proc/sys/kernel/random/boot_id":
            answer = f"{self._device.boot_id}\n"
        if callable(answer):
            answer = answer()
        output, errors, code = answer if isinstance(answer, tuple) else (answer, b"", 0)
        for kind, part in ((1, _bytes(output)), (2, _bytes(errors))):
            for at in range(0, len(part), _CHUNK):
                self._send(part[at : at + _CHUNK], kind, has_packets=has_packets)
        if has_packets:
            self._send(bytes([code]), 3, has_packets=True)

    def _send(self, part: bytes, kind: int, *, has_packets: bool) -> None:
        self._connection.sendall(struct.pack("<BI", kind, len(part)) + part if has_packets else part)

    def _send_log(self, command: str, *, has_packets: bool) -> None:
        device = self._device
        wanted = {_BUFFERS[name] for name in re.findall(r"-b (\w+)", command)}
        at = device.dropped + self._start(command)
        sent = number = 0
        while True:
            with device.lock:
                while device.generation == self._generation and device.dropped + len(device.log) <= at:
                    if " -d" in command:
                        break
                    device.lock.wait()
                if device.generation != self._generation:
                    return
                # A reader that is too slow loses what the buffer lost.
                at = max(at, device.dropped)
                index = at - device.dropped
                batch = device.log[index : index + 500]
                at += len(batch)
            if not batch:
                break
            for logged in batch:
                if logged.buffer in wanted or not wanted:
                    number += 1
                    data = logged.data
                    if device.garbage_after == number:
                        data = b"\x7f\x13read: unexpected EOF!\n\x00\x01" + data
                    if not self._pass_on(data, sent, has_packets=has_packets):
                        return
                    sent += len(data)
        if has_packets:
            self._send(b"\0", 3, has_packets=True)

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
            kind, length = struct.unpack("<4sI", _exactly(self._connection, 8))
            name = _exactly(self._connection, length).decode() if kind != b"QUIT" else ""
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
            elif kind == b"RECV" and content is not None:
                for at in range(0, len(content), 64 * 1024):
                    part = content[at : at + 64 * 1024]
                    self._connection.sendall(struct.pack("<4sI", b"DATA", len(part)) + part)
                self._connection.sendall(struct.pack("<4sI", b"DONE", 0))
            else:
                reason = b"No such file or directory" if content is None else b"unknown command"
                self._connection.sendall(struct.pack("<4sI", b"FAIL", len(reason)) + reason)


def _read_request(connection: socket.socket) -> str | None:
    try:
        return _exactly(connection, int(_exactly(connection, 4), 16)).decode()
    except (ConnectionError, ValueError):
        return None


def _exactly(connection: socket.socket, count: int) -> bytes:
    parts = b""
    while len(parts) < count:
        part = connection.recv(count - len(parts))
        if not part:
            raise ConnectionResetError
        parts += part
    return parts


def _text(text: str) -> bytes:
    data = text.encode()
    return b"%04x" % len(data) + data


def _tell(connection: socket.socket, text: str) -> None:
    connection.sendall(b"OKAY" + _text(text))


def _fail(connection: socket.socket, reason: str) -> None:
    connection.sendall(b"FAIL" + _text(reason))


def _bytes(text: bytes | str) -> bytes:
    return text.encode() if isinstance(text, str) else text
