"""Bytes of adb's protocol, as the server reads and writes them."""

from __future__ import annotations

import contextlib
import socket


def read_request(connection: socket.socket) -> str | None:
    """Return the next request; None at the end."""
    try:
        return read_exactly(connection, int(read_exactly(connection, 4), 16)).decode()
    except (ConnectionError, ValueError):
        return None


def read_exactly(connection: socket.socket, count: int) -> bytes:
    """Return a number of bytes."""
    parts = b""
    while len(parts) < count:
        part = connection.recv(count - len(parts))
        if not part:
            raise ConnectionResetError
        parts += part
    return parts


def drain(connection: socket.socket) -> None:
    """End a connection as a device does: what the client still sends resets nothing."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(1.0)
        while connection.recv(4096):
            pass


def prefixed(text: str) -> bytes:
    """Return a text behind its length in four hexadecimal digits."""
    data = text.encode()
    return b"%04x" % len(data) + data


def tell(connection: socket.socket, text: str) -> None:
    """Answer with a text."""
    connection.sendall(b"OKAY" + prefixed(text))


def fail(connection: socket.socket, reason: str) -> None:
    """Answer with a refusal."""
    connection.sendall(b"FAIL" + prefixed(reason))


def as_bytes(text: bytes | str) -> bytes:
    """Return a text as bytes."""
    return text.encode() if isinstance(text, str) else text
