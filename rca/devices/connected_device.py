"""A device that is ready, with what it can do: commands, streams and services of it by one object."""

from __future__ import annotations

from dataclasses import dataclass

from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.adb_socket import AdbSocket
from rca.devices.device_list import Device
from rca.devices.device_shell import MOST_OUTPUT, ShellOutput, ShellStream, open_shell, run_shell
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure


@dataclass(frozen=True, slots=True)
class ConnectedDevice:
    """A device and its server. Every request has a connection of its own, so threads share it."""

    server: AdbServer
    device: Device
    features: frozenset[str]

    @property
    def label(self) -> str:
        """Return model and serial, for people."""
        return self.device.label

    def run(self, command: str, deadline: Deadline, *, most: int = MOST_OUTPUT) -> ShellOutput:
        """Run a command to its end; see `run_shell`."""
        return run_shell(self.server, self.device, command, self.features, deadline, most=most)

    def try_to_run(self, command: str, deadline: Deadline) -> None:
        """Run a command whose failure changes nothing, such as because the device is gone by then."""
        try:
            self.run(command, deadline)
        except (AdbProblem, Failure):
            return

    def start(self, command: str, deadline: Deadline) -> ShellStream:
        """Start a command, whose output comes as a stream."""
        return open_shell(self.server, self.device, command, self.features, deadline)

    def open(self, service: str, deadline: Deadline) -> AdbSocket:
        """Open a service and return the connection, which the caller closes."""
        return self.server.open(self.device, service, deadline)


def connect(server: AdbServer, wanted: str | None, deadline: Deadline) -> ConnectedDevice:
    """Return the one device that is meant, as `AdbServer.find_device` finds it, with its features."""
    device = server.find_device(wanted, deadline)
    return ConnectedDevice(server, device, server.features(device, deadline))
