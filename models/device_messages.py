"""Messages of the devices view: requests of the client, and notifications to it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.devices import DeviceInfo
from models.tools.read_logcat import LogBuffer, LogLevel
from models.wire import Wire, absent_if_empty, absent_if_none


class WatchDevices(Wire):
    """Watch devices or stop (`rca/watchDevices`, client to server)."""

    watch: bool
    start_server: bool = Field(
        default=False,
        description="Run `adb start-server` once if no adb server answers: a person asked for it.",
    )


class ConnectedDevices(Wire):
    """The devices, at each change (`rca/devices`, server to client)."""

    devices: tuple[DeviceInfo, ...]
    problem: str | None = Field(default=None, description="Why there are none, where that is known.")


class FollowLog(Wire):
    """Follow a device's log (`rca/followLog`, client to server); conditions are those of read_logcat."""

    stream: str = Field(min_length=1, max_length=100, description="The client's name for it.")
    device: str | None = Field(default=None, description="Serial, model or `transport:N`.")
    package: str | None = None
    process: str | None = None
    level: LogLevel = "V"
    tags: tuple[str, ...] = ()
    text: str | None = None
    pattern: str | None = None
    buffers: tuple[LogBuffer, ...] = ("main", "system", "crash")
    rows: bool = Field(default=False, description="Send entries in parts, `rows`, in place of lines.")
    after: str | None = Field(
        default=None,
        pattern=r"^\d{1,10}\.\d{9}$",
        description="Begin after the entry of this `stamp`, such as when the log was cleared there.",
    )
    only_new: bool = Field(default=False, description="Begin with what comes from now on.")


class LogRow(Wire):
    """An entry of a log, or the start or end of a process of the package that is followed."""

    kind: Literal["entry", "started", "ended"]
    stamp: str = Field(description="Seconds and nanoseconds since 1970, by the device's clock.")
    time: str = Field(description="In this machine's time zone.")
    pid: int
    tid: int
    level: str
    tag: str
    message: str = Field(description="Possibly of several lines.")
    process: str | None = absent_if_none("Its process's name.")


class LogLines(Wire):
    """New lines of a log that is followed (`rca/logLines`, server to client)."""

    stream: str
    lines: tuple[str, ...]
    rows: tuple[LogRow, ...] = absent_if_empty("In place of lines, where they were asked for.")
    notes: tuple[str, ...] = Field(description="What to know of the log itself: interruptions, gaps.")
    ended: bool = Field(default=False, description="Nothing more comes; the notes say why.")
