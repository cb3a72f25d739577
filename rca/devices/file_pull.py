"""Files of a device over adb's sync service (AOSP, `adb/SYNC.TXT`)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from rca.devices.adb_problem import AdbProblem, RequestRefused
from rca.devices.adb_server import AdbServer
from rca.devices.adb_socket import AdbSocket
from rca.devices.device_list import Device
from rca.scheduling.deadline import Deadline

_HEAD = struct.Struct("<4sI")
_STAT = struct.Struct("<4sIII")
_LARGEST_CHUNK = 64 * 1024
_LONGEST_PATH = 1024


def read_file(server: AdbServer, device: Device, path: str, most: int, deadline: Deadline) -> bytes:
    """Return a file's bytes.

    Raises:
        RequestRefused: the device does not hand it over; the message is the device's.
        AdbProblem: it is larger than `most`, or the connection failed.
    """
    parts, size = [], 0
    for part in _chunks(server, device, path, deadline):
        parts.append(part)
        size += len(part)
        if size > most:
            raise AdbProblem(f"{path} has more than {most} bytes")
    return b"".join(parts)


def pull_file(server: AdbServer, device: Device, path: str, target: Path, deadline: Deadline) -> int:
    """Copy a file of the device to a new file of this machine, and return its size.

    Raises:
        AdbProblem: the device does not hand it over, or the connection failed; nothing is left behind then.
        OSError: the target exists or cannot be written.
    """
    size = 0
    with target.open("xb") as file:
        try:
            for part in _chunks(server, device, path, deadline):
                size += file.write(part)
        except BaseException:
            target.unlink()
            raise
    return size


def file_mode(server: AdbServer, device: Device, path: str, deadline: Deadline) -> int | None:
    """Return a file's mode; None if there is none, or the shell may not see it."""
    with server.open(device, "sync:", deadline) as connection:
        _send(connection, b"STAT", path)
        kind, mode, _size, _time = _STAT.unpack(connection.read_exactly(_STAT.size))
    if kind != b"STAT":
        raise AdbProblem(f"the device answered {kind!r} when asked about {path}")
    return mode or None


def _chunks(server: AdbServer, device: Device, path: str, deadline: Deadline) -> Iterator[bytes]:
    with server.open(device, "sync:", deadline) as connection:
        _send(connection, b"RECV", path)
        while True:
            deadline.checkpoint()
            kind, length = _HEAD.unpack(connection.read_exactly(_HEAD.size))
            if kind == b"DONE":
                return
            if kind == b"FAIL" and length <= _LARGEST_CHUNK:
                reason = connection.read_exactly(length).decode("utf-8", "replace")
                raise RequestRefused(f"the device does not hand over {path}: {reason}")
            if kind != b"DATA" or length > _LARGEST_CHUNK:
                raise AdbProblem(f"the device sent {kind!r} in place of a part of {path}")
            yield connection.read_exactly(length)


def _send(connection: AdbSocket, kind: bytes, path: str) -> None:
    name = path.encode()
    if len(name) > _LONGEST_PATH:
        raise AdbProblem(f"a path on a device may have {_LONGEST_PATH} bytes: {path[:80]}…")
    connection.send(_HEAD.pack(kind, len(name)) + name)
