"""The adb server: its version, its devices, their features, and services of one device."""

from __future__ import annotations

from collections.abc import Iterator

from rca.devices.adb_problem import AdbProblem, ConnectionLost, DeviceNotReady, RequestRefused
from rca.devices.adb_socket import AdbSocket, ServerAddress
from rca.devices.device_list import Device, matching, parse_device_list
from rca.scheduling.deadline import Deadline

_SILENT_SECONDS = 0.25
_LONG_LIST = "host:track-devices-l"


class AdbServer:
    """An adb server at an address. Every question has a connection of its own, so threads share it."""

    def __init__(self, address: ServerAddress) -> None:
        self.address = address

    def version(self, deadline: Deadline) -> int:
        """Return the protocol's version, such as 41 for adb 1.0.41."""
        text = self.ask("host:version", deadline)
        try:
            return int(text, 16)
        except ValueError:
            raise AdbProblem(f"what answers at {self.address} is no adb server: version {text!r}") from None

    def devices(self, deadline: Deadline) -> tuple[Device, ...]:
        """Return the devices, those that cannot be used included."""
        return parse_device_list(self.ask("host:devices-l", deadline))

    def find_device(self, wanted: str | None, deadline: Deadline) -> Device:
        """Return the one device that is meant.

        Args:
            wanted: serial, `transport:N` or model; None: the only device that is ready.
            deadline: of the question.

        Raises:
            AdbProblem: there is none, or more than one; the message names them.
        """
        every = self.devices(deadline)
        fitting = matching(every, wanted)
        ready = [one for one in fitting if one.is_ready]
        if len(ready) == 1:
            return ready[0]
        named = ", ".join(
            f"{one.label} [transport:{one.transport_id}, {one.state}]" for one in fitting or every
        )
        if len(ready) > 1:
            raise AdbProblem(f"several devices fit: {named}; name one by its serial or transport:N")
        if fitting:
            raise DeviceNotReady(f"no device is ready: {named}", fitting[0].state)
        if wanted is None:
            raise AdbProblem("no device is connected")
        raise AdbProblem(f"there is no device {wanted!r}; there {f'are {named}' if named else 'is none'}")

    def track_devices(self, deadline: Deadline) -> Iterator[tuple[Device, ...] | None]:
        """Yield the devices now and after each change; None while nothing changes, some times a second.

        Raises:
            AdbProblem: the server ended, or cannot be reached.
        """
        with AdbSocket(self.address, deadline) as connection:
            is_long = True
            try:
                connection.request(_LONG_LIST)
            except RequestRefused:
                is_long = False  # a server before 1.0.40: it says only that something changed
        if not is_long:
            yield from self._track_briefly(deadline)
            return
        with AdbSocket(self.address, deadline) as connection:
            connection.request(_LONG_LIST)
            for text in _messages(connection, deadline):
                yield None if text is None else parse_device_list(text)

    def features(self, device: Device, deadline: Deadline) -> frozenset[str]:
        """Return what the device's daemon can do: `shell_v2`, `stat_v2`, …."""
        return frozenset(filter(None, self.ask(f"{_prefix(device)}:features", deadline).strip().split(",")))

    def open(self, device: Device, service: str, deadline: Deadline) -> AdbSocket:
        """Open a service of a device and return the connection, which the caller closes."""
        connection = AdbSocket(self.address, deadline)
        try:
            connection.request(transport_request(device))
            connection.request(service)
        except BaseException:
            connection.close()
            raise
        return connection

    def forward(self, device: Device, remote: str, deadline: Deadline) -> int:
        """Forward a free port of this machine to the device, such as to `jdwp:4242`, and return the port."""
        with AdbSocket(self.address, deadline) as connection:
            connection.request(f"{_prefix(device)}:forward:tcp:0;{remote}")
            connection.read_status(
                "forward"
            )  # the first OKAY says that the request was read, this one that it holds
            text = connection.read_text()
        if not text.isdecimal():
            raise AdbProblem(f"the adb server forwards to no port: it said {text!r}")
        return int(text)

    def stop_forwarding(self, device: Device, port: int, deadline: Deadline) -> None:
        """Take a forwarded port back."""
        with AdbSocket(self.address, deadline) as connection:
            connection.request(f"{_prefix(device)}:killforward:tcp:{port}")

    def _track_briefly(self, deadline: Deadline) -> Iterator[tuple[Device, ...] | None]:
        with AdbSocket(self.address, deadline) as connection:
            connection.request("host:track-devices")
            for text in _messages(connection, deadline):
                yield None if text is None else self.devices(deadline)

    def ask(self, service: str, deadline: Deadline) -> str:
        """Return the text with which the server answers a service of its own."""
        with AdbSocket(self.address, deadline) as connection:
            connection.request(service)
            return connection.read_text()


def _prefix(device: Device) -> str:
    """Return how a question about a device begins that the server itself answers."""
    if device.transport_id is not None:
        return f"host-transport-id:{device.transport_id}"
    return f"host-serial:{device.serial}"


def transport_request(device: Device) -> str:
    """Return the request that binds a connection to a device, by transport id where there is one."""
    if device.transport_id is not None:
        return f"host:transport-id:{device.transport_id}"
    return f"host:transport:{device.serial}"


def _messages(connection: AdbSocket, deadline: Deadline) -> Iterator[str | None]:
    """Yield length-prefixed messages; None where none came for a moment."""
    waiting = bytearray()
    while True:
        deadline.check_cancelled()
        part = connection.read_within(_SILENT_SECONDS)
        if part == b"":
            raise ConnectionLost("the adb server ended")
        waiting += part or b""
        if part is None:
            yield None
        while len(waiting) >= 4:
            try:
                end = 4 + int(waiting[:4], 16)
            except ValueError:
                raise AdbProblem(
                    f"the adb server sent {bytes(waiting[:4])!r} where a length belongs"
                ) from None
            if len(waiting) < end:
                break
            text = waiting[4:end].decode("utf-8", "replace")
            del waiting[:end]
            yield text
