"""Errors of requests to the adb server and its devices."""

from __future__ import annotations


class AdbProblem(Exception):  # noqa: N818 - most are ordinary events, such as an unplugged cable
    """A request to the adb server failed; the message is for a person."""


class ServerUnreachable(AdbProblem):
    """No adb server answers at the address."""


class RequestRefused(AdbProblem):
    """The server or the device answered FAIL; the message is theirs."""


class ConnectionLost(AdbProblem):
    """The connection ended in the middle: a cable, a reboot, the server."""


class AnswerTooSlow(AdbProblem):
    """The answer did not come in time."""


class DeviceNotReady(AdbProblem):
    """The device is there but cannot be used; `state` says why, such as `unauthorized`."""

    def __init__(self, message: str, state: str) -> None:
        super().__init__(message)
        self.state = state
