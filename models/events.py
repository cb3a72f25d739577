"""Error events: errors found in the output of terminals, tasks and logs."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from models.code import ProjectFrame
from models.devices import DeviceContext
from models.error_report import ErrorKind, Severity
from models.solution import Verdict
from models.wire import Wire, absent_if_empty, absent_if_none

ErrorState = Literal["new", "seen", "resolved", "regressed"]
OutputKind = Literal["terminal", "task", "debug_console", "log", "problems"]


class OutputChunk(Wire):
    """A piece of what a program printed, as the client pushes it (`rca/output`).

    Chunks of one `run` are one text. A `log` goes on for ever, and each of its errors counts; what
    other kinds print is one text, read anew as it grows, and what it says last is what counts.
    """

    run: str = Field(description="Tells one command, task or stream from all others.")
    kind: OutputKind
    name: str = Field(description="What a person calls it: the command line, the task, the file.")
    directory: str | None = Field(
        default=None, description="The folder that it works in: the same name in another is another source."
    )
    text: str
    ended: bool = False
    replace: bool = Field(default=False, description="The text is the whole text so far, not what was added.")
    exit_code: int | None = Field(
        default=None, description="How a terminal's command ended, where it is known."
    )
    reports: str = Field(
        default="",
        description="What its test reports say and it, or its latest round, did not print; read before it.",
    )
    dismissed: tuple[str, ...] = Field(
        default=(),
        description="Events that the person dismissed of all of its text so far; what comes after it counts.",
    )
    device: DeviceContext | None = absent_if_none("The Android device that it comes from, and the moment.")
    printed_later: bool = Field(
        default=False,
        description="Its errors are those of a program that is stopped: what it prints of them when it "
        "goes on is the same occurrence.",
    )


class BuildProblem(Wire):
    """A message of a compiler or build tool about a file of the workspace."""

    file_path: str
    line: int = Field(ge=1)
    column: int | None
    severity: Severity
    message: str
    tool: str | None = Field(description="Who says so: kotlinc, javac, ksp, ….")


class ErrorEvent(Wire):
    """One problem, however often it came up."""

    id: str = Field(description="Equal for all occurrences of a problem.")
    kind: ErrorKind
    title: str = Field(description="The root error in one line.")
    count: int = Field(ge=1)
    first_seen: datetime
    last_seen: datetime
    sources: tuple[str, ...] = Field(description="What printed it, newest first.")
    culprit: ProjectFrame | None = Field(
        description="Where to look first; null where no project code is named."
    )
    verdict: Verdict | None = Field(description="Null until past solutions were searched.")
    solution: str | None = Field(
        description="The best past solution's first line, where it is likely the one."
    )

    state: ErrorState = Field(
        default="new",
        description="`resolved` by a later run, by hand or by a receipt; `regressed` if it came back.",
    )
    resolved_by: str | None = Field(
        default=None, description="The command that proved it, `you`, or `a receipt`; kept if it came back."
    )

    problems: tuple[BuildProblem, ...] = Field(
        default=(),
        description="Messages about the project's files, while no later run of the same name began.",
    )
    device: DeviceContext | None = absent_if_none(
        "The Android device and the moment of its last occurrence, if that was reported by a device."
    )


class ErrorEvents(Wire):
    """All that is known, newest first (`rca/errorEvents`, server to client)."""

    events: tuple[ErrorEvent, ...]
    forgotten: int = Field(
        default=0, ge=0, description="How many older ones had to make room since all were dismissed."
    )


class ErrorMark(Wire):
    """What a person says of an error (`rca/markError`, client to server)."""

    id: str
    state: Literal["seen", "resolved", "open"] = Field(
        description="`open` takes back that it is resolved; `seen` changes nothing but a new one."
    )


class FramePlace(Wire):
    """A line of a log or terminal, found in the workspace (`rca/locate`)."""

    file_path: str
    line: int = Field(ge=1)
    alternatives: tuple[str, ...] = absent_if_empty("Other files that fit as well, best first.")
