"""A stop of a debug session, as the editor reads it through the Debug Adapter Protocol."""

from __future__ import annotations

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none


class DebugVariable(Wire):
    """A variable, field or element, as the debug adapter presents it."""

    name: str
    value: str = Field(description="The adapter's text of it, shortened.")
    type: str | None = absent_if_none("The adapter's name of its type.")
    size: int | None = absent_if_none("Elements, where the adapter counts them (`indexedVariables`).")
    variables: tuple[DebugVariable, ...] = absent_if_empty(
        "Its fields or elements, as far as they were read."
    )
    note: str | None = absent_if_none("What was not read of it, and why.")


class DebugScope(Wire):
    """A group of variables of a frame, such as locals or arguments."""

    name: str
    variables: tuple[DebugVariable, ...] = ()
    note: str | None = absent_if_none("What was not read of it, and why.")


class DebugFrame(Wire):
    """A frame of the thread that stopped."""

    name: str = Field(description="The adapter's name of the function.")
    file_path: str | None = absent_if_none(
        "The source: relative to the workspace where it lies in it, else a path or the file's name."
    )
    in_workspace: bool = False
    line: int | None = absent_if_none("1-based.")
    scopes: tuple[DebugScope, ...] = absent_if_empty()


class DebugException(Wire):
    """What the adapter says of the exception (`exceptionInfo`, else the `stopped` event)."""

    id: str
    description: str | None = absent_if_none()
    break_mode: str | None = absent_if_none(
        "`unhandled` or `userUnhandled` where the program does not catch it."
    )
    type_name: str | None = absent_if_none("Its full type name.")
    message: str | None = absent_if_none()
    stack_trace: str | None = absent_if_none("The trace as text, where the adapter gives it.")


class DebugStop(Wire):
    """A program that is stopped, and what it looked like when it was read."""

    id: str = Field(description="Tells this stop from all others.")
    session: str = Field(description="Name of the debug session.")
    adapter: str = Field(description="Type of the debug adapter, such as `java`, `kotlin` or `python`.")
    reason: str = Field(description="`exception`, `breakpoint`, `step`, `pause`, …, as the adapter says.")
    exception: DebugException | None = absent_if_none()
    thread: str = Field(description="Name of the thread that stopped.")
    threads: tuple[str, ...] = absent_if_empty("Names of the other threads.")
    frames: tuple[DebugFrame, ...] = Field(default=(), description="Its frames, innermost first.")
    further_frames: int = Field(default=0, description="Frames that were not read.")
    read_ms: int = Field(default=0, description="How long the reading took.")
    notes: tuple[str, ...] = absent_if_empty("What was not read, and why.")
