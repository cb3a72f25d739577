"""Copies a file to a device over adb's sync service (AOSP, `adb/SYNC.TXT`)."""

from __future__ import annotations

import struct
from pathlib import Path

from rca.devices.adb_problem import AdbProblem, RequestRefused
from rca.devices.connected_device import ConnectedDevice
from rca.scheduling.deadline import Deadline

_HEAD = struct.Struct("<4sI")
_CHUNK = 64 * 1024
_MODE = 0o100644
_LONGEST_REASON = 64 * 1024


def push_file(device: ConnectedDevice, source: Path, path: str, deadline: Deadline) -> int:
    """Copy a file of this machine to a path of the device, and return its size.

    Raises:
        RequestRefused: the device does not take it; the message is the device's.
        AdbProblem: the connection failed.
        OSError: the file cannot be read.
    """
    size = 0
    with source.open("rb") as file, device.open("sync:", deadline) as connection:
        name = f"{path},{_MODE}".encode()
        connection.send(_HEAD.pack(b"SEND", len(name)) + name)
        while part := file.read(_CHUNK):
            deadline.checkpoint()
            connection.send(_HEAD.pack(b"DATA", len(part)) + part)
            size += len(part)
        connection.send(_HEAD.pack(b"DONE", int(source.stat().st_mtime)))
        kind, length = _HEAD.unpack(connection.read_exactly(_HEAD.size))
        if kind == b"FAIL" and length <= _LONGEST_REASON:
            reason = connection.read_exactly(length).decode("utf-8", "replace")
            raise RequestRefused(f"the device does not take {path}: {reason}")
        if kind != b"OKAY":
            raise AdbProblem(f"the device sent {kind!r} after {path}")
    return size
