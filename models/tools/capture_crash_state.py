"""`capture_crash_state`: the values at a throw, read from the running program."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.captured_state import CapturedState
from models.wait_graph import WaitGraph
from models.wire import Params, Wire, absent_if_empty, absent_if_none

CaptureOutcome = Literal["captured", "not_thrown", "no_program"]
"""`not_thrown`: nothing was thrown that counts. `no_program`: no JVM came under the debugger."""


class CaptureCrashStateParams(Params):
    """What to run or to attach to, and which throw counts. One of `command`, `task` and `attach`."""

    command: str | None = Field(
        default=None,
        min_length=1,
        max_length=20_000,
        description="Command line that starts the program, such as `java -jar build/libs/app.jar`.",
    )
    task: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Gradle task path (`:app:testDebugUnitTest`, `run`) or Maven phase whose tests fail.",
    )
    tests: tuple[str, ...] = Field(
        default=(),
        max_length=20,
        strict=False,
        description="With `task`: only these tests, `package.Class.method` or `package.Class`.",
    )
    attach: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="`host:port` of a JVM that listens for a debugger, or a port of this machine.",
    )
    exception: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Class of the exception, or one above it, with or without package. Default: any.",
    )
    caught: bool = Field(default=False, description="Also stop where the app itself catches the exception.")
    app_packages: tuple[str, ...] | None = Field(
        default=None, description="Packages of the app. Default: what the workspace declares.", strict=False
    )
    directory: str | None = Field(
        default=None, description="Folder to run in, relative to the workspace; default: its root."
    )
    timeout_seconds: int = Field(
        default=300, ge=1, le=1500, description="The run, or the wait for a throw, ends after this."
    )


class CaptureReceipt(Wire):
    """What was run or attached to, and how it ended."""

    command: tuple[str, ...] = absent_if_empty("What was run; home folders are masked.")
    attached: str | None = absent_if_none("What was attached to.")
    directory: str
    exit_code: int | None = absent_if_none("Absent where the run was stopped, and after attaching.")
    programs: int = Field(description="JVMs that were watched.")
    exceptions_seen: int = Field(description="Exceptions that they threw until the capture or the end.")
    started_at: str = Field(description="ISO 8601, UTC.")
    seconds: float


class CaptureCrashStateResult(Wire):
    """The state at the throw, with a receipt."""

    outcome: CaptureOutcome
    capture_id: str | None = absent_if_none("Names the kept capture, for `captureId` of analyze_error.")
    explanation: str = Field(description="What was captured, or why nothing was, in a sentence or two.")
    state: CapturedState | None = absent_if_none("What was true at the throw.")
    wait_graph: WaitGraph | None = absent_if_none(
        "Who waits for whom at the end of the wait: after `attach`, where nothing was thrown that counts."
    )
    receipt: CaptureReceipt
    output: str | None = absent_if_none("The end of the run's output, secrets masked.")
