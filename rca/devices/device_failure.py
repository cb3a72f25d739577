"""Converts errors of devices to the error answers of tools."""

from __future__ import annotations

from models.error_codes import ErrorCode
from rca.devices.adb_problem import AdbProblem, AnswerTooSlow, ServerUnreachable
from rca.tool_failure import Failure


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
    return Failure(ErrorCode.COMMAND_FAILED, str(problem), "See list_devices, or `adb devices`.")
