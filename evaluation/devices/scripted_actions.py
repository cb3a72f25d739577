"""Actions on a scripted device: installation, clearing, force-stop, screenshots, screen recordings."""

from __future__ import annotations

import shlex
import socket
import struct
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from evaluation.devices.adb_wire import read_exactly

Send = Callable[[bytes, int], None]
"""Sends a part of the output: 1 standard output, 2 errors."""

_FIRST_PID = 7000


@dataclass
class Apps:
    """The apps of a device and its screen, what was done with them, and what goes wrong."""

    installed: set[str] = field(default_factory=set)
    received: list[bytes] = field(default_factory=list)
    """APKs that arrived whole."""
    options: list[list[str]] = field(default_factory=list)
    """With which options they were installed."""
    cleared: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    refusal: str | None = None
    """Failure that the package manager reports in place of `Success`."""
    refuses_after: int | None = None
    """Bytes after which it says so, without reading the rest."""
    cut_after: int | None = None
    """The connection of the next installation ends after so many bytes, once."""
    clear_refusal: str | None = None
    screen: bytes = b""
    recording: bytes = b""
    """Content of the file that a recording leaves behind."""
    recording_problem: str | None = None
    recording_is_lost: bool = False
    """The connection of the next recording ends in the middle, once."""
    running: dict[int, threading.Event] = field(default_factory=dict)
    """Recordings by process id, each with what ends it."""


def act(  # noqa: C901, PLR0911, PLR0912 - one answer for each command
    connection: socket.socket, apps: Apps, files: dict[str, bytes], command: str, send: Send
) -> int | None:
    """Carry out a command and return its exit status; None if it is another one."""
    if command.startswith("echo $$; exec screenrecord "):
        return _record(apps, files, shlex.split(command), send)
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    match words:
        case ["cmd", "package", "install", *options]:
            return _install(connection, apps, options, send)
        case ["pm", "install", *options, path] if path in files:
            return _answer_install(apps, options, files[path], send)
        case ["pm", "path", package]:
            if package not in apps.installed:
                return 1
            send(f"package:/data/app/{package}/base.apk\n".encode(), 1)
        case ["pm", "clear", package]:
            apps.cleared.append(package)
            send((apps.clear_refusal or "Success\n").encode(), 2 if apps.clear_refusal else 1)
        case ["am", "force-stop", package]:
            apps.stopped.append(package)
        case ["screencap", "-p"]:
            send(apps.screen, 1)
        case ["rm", "-f", path]:
            files.pop(path, None)
        case ["kill", "-2", pid] if pid.isdecimal():
            ended = apps.running.get(int(pid))
            if ended is None:
                send(f"kill: {pid}: No such process\n".encode(), 2)
                return 1
            ended.set()
        case _:
            return None
    return 0


def _install(connection: socket.socket, apps: Apps, options: list[str], send: Send) -> int:
    size = int(options[options.index("-S") + 1])
    data = bytearray()
    while len(data) < size:
        if apps.cut_after is not None and len(data) >= apps.cut_after:
            apps.cut_after = None
            raise ConnectionResetError
        if apps.refuses_after is not None and len(data) >= apps.refuses_after:
            send((apps.refusal or "Failure\n").encode(), 1)
            return 1
        data += read_exactly(connection, min(32 * 1024, size - len(data)))
    return _answer_install(apps, options, bytes(data), send)


def _answer_install(apps: Apps, options: list[str], data: bytes, send: Send) -> int:
    if apps.refusal is not None:
        send(apps.refusal.encode(), 1)
        return 1
    apps.received.append(data)
    apps.options.append(options)
    send(b"Success\n", 1)
    return 0


def _record(apps: Apps, files: dict[str, bytes], words: list[str], send: Send) -> int:
    pid, seconds, path = _FIRST_PID + len(apps.running), int(words[-2]), words[-1]
    if apps.recording_problem is not None:
        send(f"{pid}\n".encode(), 1)
        send(apps.recording_problem.encode(), 2)
        return 1
    ended = apps.running[pid] = threading.Event()
    send(f"{pid}\n".encode(), 1)
    if apps.recording_is_lost:
        apps.recording_is_lost = False
        files[path] = apps.recording[:100]
        raise ConnectionResetError
    ended.wait(seconds)
    files[path] = apps.recording
    return 0


def picture(width: int = 90, height: int = 160) -> bytes:
    """Return a PNG of one colour."""
    row = b"\0" + bytes((32, 96, 160)) * width
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(row * height)), (b"IEND", b""))
    packed = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def film(size: int = 200_000, *, has_end: bool = True) -> bytes:
    """Return the boxes of an MP4; without its end there is no `moov`, as of a recorder that was killed."""
    boxes = [(b"ftyp", b"isom\0\0\2\0isommp42"), (b"mdat", bytes(size))]
    if has_end:
        boxes.append((b"moov", bytes(100)))
    return b"".join(struct.pack(">I4s", len(data) + 8, kind) + data for kind, data in boxes)
