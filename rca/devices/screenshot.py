"""The device's screen as a PNG file."""

from __future__ import annotations

from pathlib import Path

from models.error_codes import ErrorCode
from rca.devices.captured_file import written_beside
from rca.devices.connected_device import ConnectedDevice
from rca.devices.device_parameters import check_target
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_END = b"IEND\xaeB`\x82"
_MOST_BYTES = 64 * 1024 * 1024
_LONGEST_WARNING = 4096
_WAKE = "Turn the screen on and unlock it, then try again; a locked or protected screen gives no picture."


def take_screenshot(
    device: ConnectedDevice, target: Path, deadline: Deadline, *, overwrite: bool = False
) -> int:
    """Write the screen of a device to a file, and return its size in bytes.

    Raises:
        Failure: the target cannot be written, or the device gave no whole picture.
        AdbProblem: the device cannot be asked.
    """
    check_target(target, overwrite=overwrite)
    # With separate streams, so that a warning such as of several displays is no part of the picture.
    done = device.run("screencap -p", deadline, most=_MOST_BYTES)
    start = done.output.find(_SIGNATURE, 0, _LONGEST_WARNING)
    if start < 0:
        said = (done.errors or done.output)[:500].decode("utf-8", "replace").strip()
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"{device.label} gave no picture: "
            + (said if said and said.isprintable() else f"{len(done.output)} bytes that are no PNG"),
            _WAKE,
        )
    picture = done.output[start:]
    if not picture.endswith(_END):
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"the picture of {device.label} is cut after {len(picture):,} bytes, and was not kept",
            "Try again; over a slow network connect the device by cable.",
        )
    with written_beside(target, overwrite=overwrite) as path:
        path.write_bytes(picture)
    return len(picture)
