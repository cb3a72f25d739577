"""`read_logcat`: what an Android device's log holds now."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.devices import DeviceInfo
from models.wire import Params, Wire, absent_if_none

LogLevel = Literal["V", "D", "I", "W", "E", "F"]
LogBuffer = Literal["main", "system", "crash", "events", "radio"]
CrashKind = Literal["exception", "native", "anr"]


class ReadLogcatParams(Params):
    """Which device, and which entries of its log: all conditions must hold."""

    device: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Serial, model or `transport:N` of list_devices; needed where several are connected.",
    )
    package: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Entries of this app, across its restarts, and the system's entries about it.",
    )
    process: str | None = Field(
        default=None, min_length=1, max_length=300, description="Name or id of one process."
    )
    level: LogLevel = Field(default="V", description="The lowest level: V, D, I, W, E, F.")
    tags: tuple[str, ...] = Field(
        default=(),
        max_length=50,
        strict=False,
        description="One of these tags; `*` at the end stands for any.",
    )
    text: str | None = Field(
        default=None, min_length=1, max_length=1000, description="Text in tag or message, whatever the case."
    )
    pattern: str | None = Field(
        default=None, min_length=1, max_length=1000, description="Regular expression (RE2) in the message."
    )
    buffers: tuple[LogBuffer, ...] = Field(
        default=("main", "system", "crash"), min_length=1, strict=False, description="Buffers to read."
    )
    minutes: int = Field(
        default=10, ge=1, le=10_080, description="How far to look back, by the device's clock."
    )
    limit: int = Field(default=200, ge=1, le=2000, description="Entries in the answer, the newest.")
    crashes_only: bool = Field(
        default=False,
        description="Crashes, ANRs and native tombstones alone, each whole; only `package` filters them.",
    )


class LoggedCrash(Wire):
    """A crash that the device's log holds; give its text to analyze_error."""

    kind: CrashKind
    process: str | None
    happened_at: str = Field(description="By the device's clock, UTC.")
    text: str = Field(description="Its lines without the log's prefixes, secrets masked.")
    is_whole: bool = Field(description="False where the log suggests that a part is missing.")
    activities: tuple[str, ...] = Field(description="What the app's activities did before it.")


class ReadLogcatResult(Wire):
    """Entries, oldest first, or crashes."""

    device: DeviceInfo
    log: str = Field(description="Lines in logcat's `threadtime` form, times in UTC, secrets masked.")
    matched: int = Field(description="Entries that fit, before the limit.")
    read: int = Field(description="Entries that were looked at.")
    crashes: tuple[LoggedCrash, ...] | None = absent_if_none("With `crashesOnly`.")
