"""Messages of the devices view: requests of the client, and notifications to it."""

from __future__ import annotations

from pydantic import Field

from models.devices import DeviceInfo
from models.tools.read_logcat import LogBuffer, LogLevel
from models.wire import Wire


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
    only_new: bool = Field(default=False, description="Begin with what comes from now on.")


class LogLines(Wire):
    """New lines of a log that is followed (`rca/logLines`, server to client)."""

    stream: str
    lines: tuple[str, ...]
    notes: tuple[str, ...] = Field(description="What to know of the log itself: interruptions, gaps.")
    ended: bool = Field(default=False, description="Nothing more comes; the notes say why.")
