"""An adb server that speaks the real protocol on a port of this machine, with scripted devices.

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

from evaluation.devices.adb_wire import drain, fail, prefixed, read_request, tell
from evaluation.devices.scripted_device import ScriptedDevice, ServedDevice

_VERSION = 41


class ScriptedAdbServer:
    """Serves until it is closed; `devices` may change at any time, followed by `changed`."""

    def __init__(self, *devices: ScriptedDevice, port: int = 0) -> None:
        self.devices = list(devices)
        self.requests: list[str] = []
        self.is_old = False
        """Whether it is a server before 1.0.40, which knows neither transport ids nor long tracking."""
        self.codes: dict[str, str] = {}
        """Pairing codes that devices show, by the address of the dialog."""
        self.reachable: dict[str, ScriptedDevice] = {}
        """Devices of the network by address; one whose state is `unauthorized` was not paired."""
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
            while (request := read_request(connection)) is not None:
                self.requests.append(request)
                chosen = self._choose(connection, request)
                if chosen is not None:
                    device = chosen
                    continue
                if device is None or request.startswith("host"):
                    self._answer_host(connection, request)
                    return
                ServedDevice(connection, device).answer(request)
                drain(connection)
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
            fail(connection, "more than one device" if fitting else f"device '{named}' not found")
            raise ConnectionResetError
        if fitting[0].state != "device":
            fail(connection, f"device {fitting[0].state}")
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
                fail(connection, "more than one device" if fitting else f"device '{named}' not found")
                return
            self._answer_about(connection, question, fitting[0])
        elif rest == "version":
            tell(connection, f"{_VERSION:04x}")
        elif rest in ("devices", "devices-l"):
            tell(connection, self._list(is_long=rest == "devices-l"))
        elif rest == "track-devices" or (rest == "track-devices-l" and not self.is_old):
            self._track(connection, is_long=rest == "track-devices-l")
        elif rest in ("features", "host-features", "get-state", "get-serialno"):
            question = "features" if rest == "host-features" else rest
            self._answer_about(connection, question, self.devices[0] if self.devices else None)
        elif rest.startswith(("pair:", "connect:", "disconnect:")) and not (self.is_old and rest[0] == "p"):
            self._answer_network(connection, *rest.split(":", 1))
        elif rest == "kill":
            connection.sendall(b"OKAY")
        elif rest.startswith(("forward:", "killforward:", "list-forward")) and self.devices:
            self._answer_about(connection, rest, self.devices[0])
        else:
            fail(connection, f"unknown host service '{rest}'")

    def _answer_network(self, connection: socket.socket, what: str, rest: str) -> None:
        if what == "pair":
            code, _, address = rest.partition(":")
            if address not in self.codes:
                tell(connection, "Failed: Unable to start pairing client.")
            elif self.codes[address] != code:
                tell(connection, "Failed: Wrong password or connection was dropped.")
            else:
                del self.codes[address]  # a code is good for once
                tell(connection, f"Successfully paired to {address} [guid=adb-R58M-x1y2z3]")
            return
        device = self.reachable.get(rest)
        if what == "disconnect":
            if device is None or device not in self.devices:
                fail(connection, f"no such device '{rest}'")
                return
            self.unplug(device)
            tell(connection, f"disconnected {rest}")
        elif device is None:
            tell(connection, f"failed to connect to '{rest}': Connection refused")
        elif device in self.devices:
            tell(connection, f"already connected to {rest}")
        elif device.state == "unauthorized":
            tell(connection, f"failed to authenticate to {rest}")
        else:
            self.plug(device)
            tell(connection, f"connected to {rest}")

    def _answer_about(self, connection: socket.socket, question: str, device: ScriptedDevice | None) -> None:
        if device is None:
            fail(connection, "no devices/emulators found")
        elif question == "features":
            tell(connection, device.features)
        elif question == "get-state":
            tell(connection, device.state)
        elif question == "get-serialno":
            tell(connection, device.serial)
        elif question.startswith("forward:"):
            local, _, remote = question.removeprefix("forward:").removeprefix("norebind:").partition(";")
            port = 40_000 + len(self._forwards) if local == "tcp:0" else int(local.removeprefix("tcp:"))
            self._forwards[port] = (device.serial, remote)
            connection.sendall(b"OKAYOKAY" + (prefixed(str(port)) if local == "tcp:0" else b""))
        elif question.startswith("killforward:tcp:"):
            known = self._forwards.pop(int(question.rpartition(":")[2]), None)
            if known is None:
                fail(connection, "listener 'tcp' not found")
            else:
                connection.sendall(b"OKAYOKAY")
        elif question.startswith("list-forward"):
            lines = (f"{serial} tcp:{port} {remote}\n" for port, (serial, remote) in self._forwards.items())
            tell(connection, "".join(lines))
        else:
            fail(connection, f"unknown host service '{question}'")

    def _list(self, *, is_long: bool) -> str:
        is_long = is_long and not self.is_old
        return "".join(one.line() if is_long else f"{one.serial}\t{one.state}\n" for one in self.devices)

    def _track(self, connection: socket.socket, *, is_long: bool) -> None:
        connection.sendall(b"OKAY")
        told = -1
        while not self._closed:
            with self._changed:
                if self._version == told:
                    self._changed.wait(0.5)
                    continue
                told = self._version
            connection.sendall(prefixed(self._list(is_long=is_long)))
