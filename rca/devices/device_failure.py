"""Converts errors of devices to the error answers of tools."""

from __future__ import annotations

from models.error_codes import ErrorCode
from rca.devices.adb_problem import (
    AdbProblem,
    AnswerTooSlow,
    DeviceNotReady,
    RequestRefused,
    ServerUnreachable,
)
from rca.tool_failure import Failure

_BY_STATE = {
    "unauthorized": (ErrorCode.PERMISSION_DENIED, "Allow USB debugging on the device's screen."),
    "no permissions": (
        ErrorCode.PERMISSION_DENIED,
        "This user may not open the device: see the udev rules of Android's documentation.",
    ),
    "offline": (ErrorCode.COMMAND_FAILED, "The device does not answer: plug it in again, or restart it."),
}


def as_failure(problem: AdbProblem) -> Failure:
    """Return the error answer to a problem, with what to do about it."""
    if isinstance(problem, ServerUnreachable):
        return Failure(
            ErrorCode.COMMAND_FAILED,
            str(problem),
            "Ask the user to start it: `rca device list` or `adb start-server`, or to open their IDE.",
        )
    if isinstance(problem, AnswerTooSlow):
        return Failure(ErrorCode.TOOL_TIMEOUT, str(problem), "Ask again, for less.")
    state = _state_in(problem)
    if state is not None:
        code, advice = _BY_STATE[state]
        return Failure(code, str(problem), advice)
    return Failure(ErrorCode.COMMAND_FAILED, str(problem), "See list_devices, or `adb devices`.")


def _state_in(problem: AdbProblem) -> str | None:
    """Return the state of a device that a problem tells of, where there is something to do about it."""
    if isinstance(problem, DeviceNotReady):
        return problem.state if problem.state in _BY_STATE else None
    if isinstance(problem, RequestRefused):  # it became so after it was chosen
        return next((state for state in _BY_STATE if f"device {state}" in str(problem)), None)
    return None
