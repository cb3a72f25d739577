"""One connection to a debugged program: handshake, commands and their replies, events."""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rca.jdwp.jdwp_packets import (
    HANDSHAKE,
    HEADER_BYTES,
    MOST_PACKET_BYTES,
    REPLY_FLAG,
    VM_DEAD,
    ConnectionLost,
    IdSizes,
    JdwpProblem,
    PacketReader,
    PacketWriter,
    ReplyError,
)

_EVENT_SET, _COMPOSITE = 64, 100
_CHUNK = 65_536
_REPLY_SECONDS = 10.0
"""A program that stays silent for longer than this is given up."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its set and number in the specification, and its data."""

    command_set: int
    number: int
    data: bytes = b""


class JdwpConnection:
    """A connection after its handshake. Not safe from several threads.

    Args:
        connected: the socket; the connection owns it from here on.
        handshake_seconds: how long the other side may take to say that it speaks JDWP.

    Raises:
        JdwpProblem: the other side is no debugged program.
    """

    def __init__(self, connected: socket.socket, handshake_seconds: float = 5.0) -> None:
        self._socket = connected
        self._unread = bytearray()
        self._next_id = 0
        self._replies: dict[int, tuple[int, bytes]] = {}
        self._events: deque[bytes] = deque()
        self.sizes = IdSizes()
        self.round_trips = 0
        """How often replies were waited for."""
        try:
            self._shake_hands(handshake_seconds)
            self._read_sizes()
        except (OSError, JdwpProblem, ReplyError):
            self.close()
            raise

    def _shake_hands(self, seconds: float) -> None:
        with contextlib.suppress(OSError):  # it is about speed alone, and not all sockets know it
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.settimeout(seconds)
        until = time.monotonic() + seconds
        answer = b""
        try:
            self._socket.sendall(HANDSHAKE)
            while len(answer) < len(HANDSHAKE) and time.monotonic() < until:
                chunk = self._socket.recv(len(HANDSHAKE) - len(answer))
                if not chunk:
                    break
                answer += chunk
        except TimeoutError:
            pass
        except OSError as problem:
            raise JdwpProblem(f"the connection failed: {problem.strerror or problem}") from None
        if answer != HANDSHAKE:
            said = f"it answered {answer[:40]!r}" if answer else "it did not answer"
            raise JdwpProblem(f"what listens there does not speak JDWP, or has a debugger already: {said}")
        self._socket.settimeout(_REPLY_SECONDS)

    def _read_sizes(self) -> None:
        reader = self.request(Command(1, 7))
        field, method, object_, type_, frame = (reader.int32() for _ in range(5))
        sizes = (field, method, object_, type_, frame)
        if not all(1 <= size <= 8 for size in sizes):
            raise JdwpProblem(f"the program names impossible sizes of identifiers: {sizes}")
        self.sizes = IdSizes(*sizes)

    def writer(self) -> PacketWriter:
        """Return a writer for the data of a command."""
        return PacketWriter(self.sizes)

    def request(self, command: Command) -> PacketReader:
        """Send one command and return its reply.

        Raises:
            ReplyError: the program answers with an error.
            ConnectionLost: it is gone.
        """
        (reply,) = self.request_all([command])
        if isinstance(reply, ReplyError):
            raise reply
        return reply

    def request_all(self, commands: Sequence[Command]) -> list[PacketReader | ReplyError]:
        """Send several commands together, and return their replies in the same order.

        Raises:
            ConnectionLost: the program is gone.
        """
        if not commands:
            return []
        first = self._next_id
        packets = bytearray()
        for command in commands:
            size = HEADER_BYTES + len(command.data)
            packets += struct.pack(">IIBBB", size, self._next_id, 0, command.command_set, command.number)
            packets += command.data
            self._next_id += 1
        self._send(packets)
        self.round_trips += 1
        replies: list[PacketReader | ReplyError] = []
        for number in range(first, self._next_id):
            while number not in self._replies:
                if not self._receive(_REPLY_SECONDS):
                    raise ConnectionLost("the program did not answer any more")
            code, data = self._replies.pop(number)
            if code == VM_DEAD:
                raise ConnectionLost("the program ended")
            replies.append(ReplyError(code) if code else PacketReader(data, self.sizes))
        return replies

    def _send(self, packets: bytearray) -> None:
        # Both sides could wait for the other to read where many commands are sent before a reply is read.
        unsent = memoryview(packets)
        while unsent:
            readable, writable, _ = select.select([self._socket], [self._socket], [], _REPLY_SECONDS)
            if readable:
                self._receive(0)
            if writable:
                try:
                    unsent = unsent[self._socket.send(unsent[:_CHUNK]) :]
                except OSError as problem:
                    raise ConnectionLost(f"the connection broke: {problem.strerror or problem}") from None
            if not readable and not writable:
                raise ConnectionLost("the program reads no commands any more")

    def next_event(self, seconds: float) -> PacketReader | None:
        """Return the data of the next composite event; None where none comes in time.

        Raises:
            ConnectionLost: the program is gone.
        """
        if not self._events:
            self._receive(seconds)
        return PacketReader(self._events.popleft(), self.sizes) if self._events else None

    def _receive(self, seconds: float) -> bool:
        """Read what is there, and return whether anything came within so many seconds."""
        try:
            ready, _, _ = select.select([self._socket], [], [], seconds)
            if not ready:
                return False
            chunk = self._socket.recv(_CHUNK)
        except (OSError, ValueError) as problem:
            raise ConnectionLost(f"the connection broke: {problem}") from None
        if not chunk:
            raise ConnectionLost("the program ended, or closed the connection")
        self._unread += chunk
        self._split_packets()
        return True

    def _split_packets(self) -> None:
        while len(self._unread) >= HEADER_BYTES:
            size, number, flags = struct.unpack_from(">IIB", self._unread)
            if not HEADER_BYTES <= size <= MOST_PACKET_BYTES:
                raise JdwpProblem(f"a packet claims {size} bytes")
            if len(self._unread) < size:
                return
            header, data = self._unread[9:HEADER_BYTES], bytes(self._unread[HEADER_BYTES:size])
            del self._unread[:size]
            if flags & REPLY_FLAG:
                self._replies[number] = (int.from_bytes(header, "big"), data)
            elif tuple(header) == (_EVENT_SET, _COMPOSITE):
                self._events.append(data)

    def close(self) -> None:
        """Close the connection; threads that this client alone suspended are resumed."""
        with contextlib.suppress(OSError):
            self._socket.close()


def connect(host: str, port: int, seconds: float, is_over: Callable[[], bool]) -> JdwpConnection:
    """Return a connection to a program that listens.

    Args:
        host: its host.
        port: its port.
        seconds: how long to try: a program that has just been started may not listen yet.
        is_over: ends it earlier.

    Raises:
        JdwpProblem: nothing listens there, or something else does.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            connected = socket.create_connection((host, port), timeout=5.0)
        except OSError as problem:
            if time.monotonic() >= until or is_over():
                raise JdwpProblem(f"{host}:{port} cannot be reached: {problem.strerror or problem}") from None
            time.sleep(0.1)
        else:
            return JdwpConnection(connected)
