"""One connection to the adb server: requests, status and length-prefixed answers.

The protocol (AOSP, `adb/OVERVIEW.TXT` and `SERVICES.TXT`): a request is four hexadecimal digits of length and
the service's name; the answer is `OKAY` or `FAIL`, the latter with a length-prefixed reason. After a service
of a device was opened, the connection carries that service's own bytes.
"""

from __future__ import annotations

import contextlib
import socket
from dataclasses import dataclass

from rca.devices.adb_problem import (
    AdbProblem,
    AnswerTooSlow,
    ConnectionLost,
    RequestRefused,
    ServerUnreachable,
)
from rca.scheduling.deadline import Deadline

_CONNECT_SECONDS = 2.0
_LONGEST_WAIT = 0.25
"""A blocked read looks at its deadline this often."""

_LONGEST_REQUEST = 0xFFFF
_CHUNK = 256 * 1024


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where the adb server listens."""

    host: str = "127.0.0.1"
    port: int = 5037

    def __str__(self) -> str:
        """Return `host:port`."""
        return f"{self.host}:{self.port}"


class AdbSocket:
    """A connection to the server. Used by one thread at a time; `close` may be called from any."""

    def __init__(self, address: ServerAddress, deadline: Deadline) -> None:
        """Connect.

        Raises:
            ServerUnreachable: nothing listens there.
        """
        self._deadline = deadline
        seconds = min(
            _CONNECT_SECONDS, deadline.remaining if deadline.remaining is not None else _CONNECT_SECONDS
        )
        try:
            self._socket = socket.create_connection((address.host, address.port), max(seconds, 0.01))
        except OSError as problem:
            reason = problem.strerror or type(problem).__name__
            raise ServerUnreachable(f"no adb server answers at {address} ({reason})") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> AdbSocket:
        """Return the connection itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def request(self, service: str) -> None:
        """Ask for a service and read the status.

        Raises:
            RequestRefused: the server answered FAIL.
            AdbProblem: the connection failed, or what answers is no adb server.
        """
        payload = service.encode()
        if len(payload) > _LONGEST_REQUEST:
            raise AdbProblem(
                f"a request to adb may have {_LONGEST_REQUEST} bytes; this one has {len(payload)}"
            )
        self.send(b"%04x" % len(payload) + payload)
        self.read_status(service)

    def read_status(self, service: str) -> None:
        """Read OKAY or FAIL."""
        status = self.read_exactly(4)
        if status == b"FAIL":
            raise RequestRefused(self.read_text().strip() or f"the adb server refused {service}")
        if status != b"OKAY":
            raise AdbProblem(f"what answers is no adb server: it sent {status!r} to {service}")

    def read_text(self) -> str:
        """Read an answer whose length comes first, in four hexadecimal digits."""
        digits = self.read_exactly(4)
        try:
            length = int(digits, 16)
        except ValueError:
            raise AdbProblem(f"the adb server sent {digits!r} where a length belongs") from None
        return self.read_exactly(length).decode("utf-8", "replace")

    def read_rest(self, most: int) -> bytes:
        """Read until the other side closes, `most` bytes at most."""
        parts, size = [], 0
        while size < most and (part := self.read_some()):
            parts.append(part)
            size += len(part)
        return b"".join(parts)[:most]

    def read_exactly(self, count: int) -> bytes:
        """Read a number of bytes.

        Raises:
            ConnectionLost: it ended before.
            AnswerTooSlow: the deadline expired before.
        """
        parts = bytearray()
        while len(parts) < count:
            part = self.read_some(count - len(parts))
            if not part:
                raise ConnectionLost("the adb server closed the connection in the middle of an answer")
            parts += part
        return bytes(parts)

    def read_some(self, most: int = _CHUNK) -> bytes:
        """Read what is there, waiting for the first byte; empty at the end."""
        while True:
            part = self.read_within(_LONGEST_WAIT, most)
            if part is not None:
                return part
            self._deadline.check_cancelled()
            if self._deadline.expired:
                raise AnswerTooSlow("the device did not answer in time")

    def read_within(self, seconds: float, most: int = _CHUNK) -> bytes | None:
        """Read what arrives within some seconds: None if nothing does, empty at the end."""
        left = self._deadline.remaining
        try:
            self._socket.settimeout(max(0.001, seconds if left is None else min(seconds, left)))
            return self._socket.recv(most)
        except TimeoutError:
            return None
        except OSError as problem:
            reason = problem.strerror or type(problem).__name__
            raise ConnectionLost(f"the connection to the adb server broke ({reason})") from None

    def has_input(self) -> bool:
        """Return whether something can be read, or the other side has closed."""
        self._socket.settimeout(0.0)
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a read tells what is wrong
        return True

    def send(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            ConnectionLost: the other side is gone.
            AnswerTooSlow: it does not read.
        """
        left = self._deadline.remaining
        try:
            self._socket.settimeout(None if left is None else max(0.001, left))
            self._socket.sendall(data)
        except TimeoutError:
            raise AnswerTooSlow("the adb server does not read what it is sent") from None
        except OSError as problem:
            reason = problem.strerror or type(problem).__name__
            raise ConnectionLost(f"the connection to the adb server broke ({reason})") from None

    def close(self) -> None:
        """Close; a read in another thread ends."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
