"""Records the device's screen: until its time is over or it is stopped, then copied from the device."""

from __future__ import annotations

import re
import struct
import threading
import uuid
from pathlib import Path

from models.error_codes import ErrorCode
from rca.devices.adb_problem import ConnectionLost
from rca.devices.captured_file import written_beside
from rca.devices.connected_device import ConnectedDevice
from rca.devices.device_parameters import check_target, quote
from rca.devices.device_shell import ShellStream
from rca.devices.file_pull import pull_file
from rca.scheduling.deadline import Cancelled, Deadline
from rca.tool_failure import Failure

LONGEST_SECONDS = 180
"""What `screenrecord` of Android allows."""

_TICK_SECONDS = 0.1
_ASK_SECONDS = 5.0
_END_SECONDS = 20.0
"""How long the device may take to end the file after it was told to stop."""

_PID_LINE = re.compile(rb"(\d+)\r?\n")


def record_screen(  # noqa: PLR0913 - what and whereto, each by name
    device: ConnectedDevice,
    target: Path,
    stop: threading.Event,
    deadline: Deadline,
    *,
    seconds: int = LONGEST_SECONDS,
    overwrite: bool = False,
) -> int:
    """Record the screen to an MP4 file, and return its size in bytes.

    Args:
        device: whose screen.
        target: the file that is written.
        stop: once set, the recording ends and is kept.
        deadline: of everything; cancelled, the recording ends and is thrown away.
        seconds: after which it ends by itself, up to 180.
        overwrite: whether a file at the target may be replaced.

    Raises:
        Failure: the target cannot be written, or the recording broke off: what is left is said.
        AdbProblem: the device cannot be asked.
    """
    check_target(target, overwrite=overwrite)
    path = f"/data/local/tmp/rca-{uuid.uuid4().hex}.mp4"
    # `exec` keeps the process id of the shell, which is told first: it is what a stop is sent to.
    command = f"echo $$; exec screenrecord --time-limit {int(seconds)} {quote(path)}"
    is_gone = False
    try:
        with device.start(command, deadline) as stream:
            try:
                _wait(device, stream, stop, deadline, seconds)
            except ConnectionLost:
                is_gone = True
                raise Failure(
                    ErrorCode.COMMAND_FAILED,
                    f"the connection to {device.label} ended during the recording",
                    f"Plug it in. What was recorded may lie on it: rca device pull {path}",
                ) from None
        with written_beside(target, overwrite=overwrite) as beside:
            size = pull_file(device.server, device.device, path, beside, deadline)
            if not is_whole_mp4(beside):
                raise Failure(
                    ErrorCode.COMMAND_FAILED,
                    f"the recording of {device.label} has no end and cannot be played ({size:,} bytes): the "
                    "device ended it in the middle",
                    "Record again. A device that is short of memory, or whose screen turned off, ends "
                    "recordings.",
                )
        return size
    finally:
        if not is_gone:
            device.try_to_run(f"rm -f {quote(path)}", Deadline(_ASK_SECONDS))


def _wait(
    device: ConnectedDevice, stream: ShellStream, stop: threading.Event, deadline: Deadline, seconds: int
) -> None:
    """Wait for the end of a recording, and end it when it is to stop."""
    output = bytearray()
    left = Deadline(seconds + _END_SECONDS)
    is_ending = False
    while (part := stream.read_within(_TICK_SECONDS)) != b"":
        output += part or b""
        pid = _PID_LINE.match(output)
        is_over = deadline.expired
        if (stop.is_set() or is_over) and pid is not None and not is_ending:
            device.try_to_run(f"kill -2 {int(pid[1])}", Deadline(_ASK_SECONDS))
            is_ending, left = True, Deadline(_END_SECONDS)
        if left.expired:
            raise Failure(
                ErrorCode.TOOL_TIMEOUT,
                f"{device.label} did not end the recording",
                "Try again; if it happens again, restart the device.",
            )
    if deadline.cancelled:
        raise Cancelled
    if stream.exit_status not in (0, None):
        said = (bytes(stream.errors) + output[len(_first_line(output)) :]).decode("utf-8", "replace").strip()
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"{device.label} did not record its screen: {said or f'exit status {stream.exit_status}'}",
            "Turn the screen on. Some emulators and watches cannot record: take screenshots there.",
        )


def is_whole_mp4(path: Path) -> bool:
    """Return whether a file has the parts without which no player opens an MP4: `ftyp` and `moov`."""
    found = set()
    with path.open("rb") as file:
        end = path.stat().st_size
        at = 0
        while at + 8 <= end:
            file.seek(at)
            length, kind = struct.unpack(">I4s", file.read(8))
            if length == 1:
                length = int.from_bytes(file.read(8), "big")
            elif length == 0:
                length = end - at
            if length < 8 or at + length > end:
                return False
            found.add(kind)
            at += length
    return {b"ftyp", b"moov"} <= found


def _first_line(output: bytearray) -> bytes:
    found = _PID_LINE.match(output)
    return found[0] if found is not None else b""
