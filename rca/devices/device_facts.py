"""Queries a device for the context of a crash: its properties, the app's version, its current state."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.devices import DeviceContext
from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.device_list import Device
from rca.devices.device_shell import run_shell
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

_PROPERTIES = (
    ("ro.product.manufacturer", "manufacturer"),
    ("ro.product.model", "model"),
    ("ro.build.version.release", "android"),
    ("ro.build.version.sdk", "api_level"),
    ("ro.product.cpu.abi", "abi"),
    ("ro.build.fingerprint", "build"),
)
PROPERTIES_COMMAND = "; ".join(f"getprop {name}" for name, _ in _PROPERTIES)
_PACKAGE_NAME = re.compile(r"[A-Za-z][\w.]{1,200}")
_VERSION_CODE = re.compile(r"^\s*versionCode=(\d{1,18})", re.MULTILINE)
_VERSION_NAME = re.compile(r"^\s*versionName=(\S{1,80})", re.MULTILINE)
_MEMORY = re.compile(r"^(MemTotal|MemAvailable):\s+(\d{1,12}) kB", re.MULTILINE)
_ORIENTATION = re.compile(r"SurfaceOrientation: (\d)|Viewport INTERNAL:[^\n]{0,400}?\borientation=(\d)")
_ORIENTATIONS = ("portrait", "landscape", "portrait upside down", "landscape upside down")
_EXIT = re.compile(
    r"pid=(?P<pid>\d{1,9})\b[^\n]*\n\s*process=(?P<process>\S+) reason=(?P<reason>\d+ \([^\n]{1,60}?\)) "
    r"subreason=(?P<subreason>\d+ \([^\n]{1,80}?\))[^\n]*\n"
    r"[^\n]*?description=(?P<description>[^\n]{0,400}?) state="
)


@dataclass(frozen=True, slots=True)
class DeviceProperties:
    """What does not change while a device runs."""

    manufacturer: str | None = None
    model: str | None = None
    android: str | None = None
    api_level: int | None = None
    abi: str | None = None
    build: str | None = None


@dataclass(frozen=True, slots=True)
class InstalledVersion:
    """The version of an app on a device."""

    code: int | None = None
    name: str | None = None


class DeviceFacts:
    """Asks one device, through one server. What cannot be asked or read is None."""

    def __init__(self, server: AdbServer, device: Device, features: frozenset[str]) -> None:
        self._server, self._device, self._features = server, device, features

    def properties(self, deadline: Deadline) -> DeviceProperties:
        """Return what does not change while the device runs."""
        lines = self.ask(PROPERTIES_COMMAND, deadline).replace("\r", "").split("\n")
        if len(lines) < len(_PROPERTIES):
            return DeviceProperties()
        said = dict(zip((name for _, name in _PROPERTIES), lines, strict=False))
        level = said.pop("api_level")
        texts = {name: value.strip() or None for name, value in said.items()}
        return DeviceProperties(api_level=int(level) if level.strip().isdecimal() else None, **texts)

    def installed_version(self, package: str, deadline: Deadline) -> InstalledVersion:
        """Return the version of an app; names that are no package are not asked for."""
        if _PACKAGE_NAME.fullmatch(package) is None:
            return InstalledVersion()
        text = self.ask(f"dumpsys package {package}", deadline)
        code, name = _VERSION_CODE.search(text), _VERSION_NAME.search(text)
        return InstalledVersion(int(code[1]) if code else None, name[1] if name else None)

    def memory(self, deadline: Deadline) -> tuple[int | None, int | None]:
        """Return the memory of the device, and how much of it is available, in KB."""
        said = dict(_MEMORY.findall(self.ask("cat /proc/meminfo", deadline)))
        total, available = said.get("MemTotal"), said.get("MemAvailable")
        return (int(total) if total else None, int(available) if available else None)

    def orientation(self, deadline: Deadline) -> str | None:
        """Return how the screen is turned."""
        found = _ORIENTATION.search(self.ask("dumpsys input", deadline))
        number = int(found[1] or found[2]) if found is not None else len(_ORIENTATIONS)
        return _ORIENTATIONS[number] if number < len(_ORIENTATIONS) else None

    def exit_reason(self, package: str, pid: int, deadline: Deadline) -> str | None:
        """Return why the system says that a process ended (`ApplicationExitInfo`, Android 11 and later)."""
        if _PACKAGE_NAME.fullmatch(package) is None:
            return None
        return parse_exit_reason(self.ask(f"dumpsys activity exit-info {package}", deadline), pid)

    def ask(self, command: str, deadline: Deadline) -> str:
        """Return what a command prints; nothing if the device does not answer in time."""
        try:
            return run_shell(self._server, self._device, command, self._features, deadline).text
        except (AdbProblem, Failure):
            return ""


def parse_exit_reason(text: str, pid: int) -> str | None:
    """Return the newest reason of a process id in what `dumpsys activity exit-info` printed."""
    for found in _EXIT.finditer(text):
        if int(found["pid"]) == pid:
            parts = [found["reason"], "" if found["subreason"].startswith("0 ") else found["subreason"]]
            description = found["description"]
            return ", ".join(filter(None, [*parts, "" if description == "null" else description]))
    return None


def describe(device: Device, properties: DeviceProperties) -> DeviceContext:
    """Return the part of a crash's context that is the device's own."""
    maker, model = properties.manufacturer, properties.model or (device.model or "").replace("_", " ")
    known = f"{maker} {model}" if maker and model and not model.startswith(maker) else model
    return DeviceContext(
        device=known or device.serial,
        serial=device.serial,
        android=properties.android,
        api_level=properties.api_level,
        abi=properties.abi,
        build=properties.build,
    )
