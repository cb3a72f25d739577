"""Commands on a device: `shell,v2` with separate streams and exit status, `exec` where the daemon has no v2.

Shell protocol (AOSP, `adb/shell_protocol.h`): packets of one byte of id, four bytes of length (little endian)
and data.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from rca.devices.adb_problem import AdbProblem, ConnectionLost
from rca.devices.adb_server import AdbServer
from rca.devices.adb_socket import AdbSocket
from rca.devices.device_list import Device
from rca.scheduling.deadline import Deadline

_HEAD = struct.Struct("<BI")
_STDOUT, _STDERR, _EXIT = 1, 2, 3
_LARGEST_PACKET = 16 * 1024 * 1024
_MOST_ERRORS = 64 * 1024
MOST_OUTPUT = 4 * 1024 * 1024
"""Bytes of a command's output that are kept."""


@dataclass(frozen=True, slots=True)
class ShellOutput:
    """What a command printed; `exit_status` is None where the device's daemon does not say it."""

    output: bytes
    errors: bytes
    exit_status: int | None
    is_cut: bool = False

    @property
    def text(self) -> str:
        """Return the output as text."""
        return self.output.decode("utf-8", "replace")


class ShellStream:
    """A command that runs on a device, its output as it comes."""

    def __init__(self, connection: AdbSocket, *, has_packets: bool) -> None:
        self._connection, self._has_packets = connection, has_packets
        self._waiting = bytearray()
        self.errors = bytearray()
        self.exit_status: int | None = None

    def __enter__(self) -> ShellStream:
        """Return the stream itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close: the device ends the command."""
        self.close()

    def read_within(self, seconds: float) -> bytes | None:
        """Read output that arrives within some seconds; None if none does, empty at the command's end.

        Raises:
            ConnectionLost: the connection ended before the command did.
        """
        if self.exit_status is not None:
            return b""
        part = self._connection.read_within(seconds)
        if part is None or not self._has_packets:
            return part
        if part == b"":
            raise ConnectionLost("the device closed the connection")
        self._waiting += part
        return self._unpack() or (b"" if self.exit_status is not None else None)

    def close(self) -> None:
        """End the command."""
        self._connection.close()

    def _unpack(self) -> bytes:
        """Return the output of the packets that are complete."""
        output = bytearray()
        waiting, at = self._waiting, 0
        while len(waiting) - at >= _HEAD.size and self.exit_status is None:
            kind, length = _HEAD.unpack_from(waiting, at)
            if length > _LARGEST_PACKET:
                raise AdbProblem(f"the device sent a packet of {length} bytes, which no shell sends")
            start, end = at + _HEAD.size, at + _HEAD.size + length
            if len(waiting) < end:
                break
            if kind == _STDOUT:
                output += waiting[start:end]
            elif kind == _STDERR:
                self.errors += waiting[start : min(end, start + max(0, _MOST_ERRORS - len(self.errors)))]
            elif kind == _EXIT:
                self.exit_status = waiting[start] if length else 0
            at = end
        del waiting[:at]
        return bytes(output)


def open_shell(
    server: AdbServer, device: Device, command: str, features: frozenset[str], deadline: Deadline
) -> ShellStream:
    """Start a command without a terminal, so that its output comes byte for byte."""
    has_packets = "shell_v2" in features
    service = f"shell,v2,raw:{command}" if has_packets else f"exec:{command}"
    return ShellStream(server.open(device, service, deadline), has_packets=has_packets)


def run_shell(  # noqa: PLR0913 - where, what and how long, each by name
    server: AdbServer,
    device: Device,
    command: str,
    features: frozenset[str],
    deadline: Deadline,
    *,
    most: int = MOST_OUTPUT,
) -> ShellOutput:
    """Run a command to its end and return what it printed, `most` bytes of it.

    Raises:
        AdbProblem: it could not be started, or the connection ended before it did.
        Failure: the deadline expired.
    """
    output = bytearray()
    with open_shell(server, device, command, features, deadline) as stream:
        while (part := stream.read_within(0.25)) != b"":
            deadline.checkpoint()
            output += part or b""
            if len(output) > most:
                return ShellOutput(bytes(output[:most]), bytes(stream.errors), None, is_cut=True)
        return ShellOutput(bytes(output), bytes(stream.errors), stream.exit_status)
