"""State of an installed app: clears its data, or stops it."""

from __future__ import annotations

from models.error_codes import ErrorCode
from rca.devices.connected_device import ConnectedDevice
from rca.devices.device_parameters import check_package
from rca.devices.device_shell import ShellOutput
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure


def clear_app_data(device: ConnectedDevice, package: str, deadline: Deadline) -> None:
    """Delete all data of an app, as if it were newly installed; it is stopped, too.

    Raises:
        Failure: there is no such app, or the device refused it.
        AdbProblem: the device cannot be asked.
    """
    _require_installed(device, package, deadline)
    done = device.run(f"pm clear {package}", deadline)
    if "Success" not in done.text.split():
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"the data of {package} was not cleared: {_said(done)}",
            "Some makers forbid it: turn on USB debugging (Security settings) in the developer options. "
            "The data of a device administrator cannot be cleared.",
        )


def stop_app(device: ConnectedDevice, package: str, deadline: Deadline) -> None:
    """End all processes and services of an app, as the system's settings do.

    Raises:
        Failure: there is no such app, or the device refused it.
        AdbProblem: the device cannot be asked.
    """
    _require_installed(device, package, deadline)
    done = device.run(f"am force-stop {package}", deadline)
    if done.exit_status not in (0, None) or done.text.startswith(("Error", "Exception", "Security")):
        raise Failure(ErrorCode.COMMAND_FAILED, f"{package} was not stopped: {_said(done)}")


def _require_installed(device: ConnectedDevice, package: str, deadline: Deadline) -> None:
    """Look whether an app is there: `am force-stop` succeeds for any name."""
    done = device.run(f"pm path {check_package(package)}", deadline)
    if "package:" not in done.text:
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"{package} is not installed on {device.label}",
            "Compare the name with the applicationId of the build variant: a suffix such as .debug belongs "
            "to it.",
        )


def _said(done: ShellOutput) -> str:
    lines = (done.errors.decode("utf-8", "replace") + "\n" + done.text).split("\n")
    said = [line.strip() for line in lines if line.strip()]
    return said[0] if said else f"the device says nothing (exit status {done.exit_status})"
