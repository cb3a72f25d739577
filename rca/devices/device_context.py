"""Adds context from the device to a crash of its log, within the time that is left."""

from __future__ import annotations

import hashlib
import re
import time
from dataclasses import dataclass

from models.devices import DeviceContext
from rca.devices.anr_traces import anr_in_dropbox
from rca.devices.boot_state import BootState
from rca.devices.crash_assembler import AssembledCrash, CrashKind
from rca.devices.device_facts import DeviceFacts, DeviceProperties, InstalledVersion, describe
from rca.devices.device_list import Device
from rca.scheduling.deadline import Deadline

_MOST_AGE = 1.6
"""Seconds after a crash's last line by which it is listed, with whatever context is known by then."""

_LEAST_SECONDS = 0.05
_VERSION_SECONDS = 60.0
_MOMENT_SECONDS = 2.0
_MOST_VERSIONS = 500
_PROCESS_LINE = re.compile(r"^Process: [^\n]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class DeviceCrash:
    """An error of a device.

    Attributes:
        id: the same for all revisions of it.
        revision: 2 and more where more of it came after it was listed: it replaces what came before.
        is_whole: False where the log suggests that a part of it is missing.
        is_of_system: whether the process is the system's own, and no app that was installed.
    """

    id: str
    kind: CrashKind
    text: str
    process: str | None
    context: DeviceContext
    revision: int = 1
    is_whole: bool = True
    is_of_system: bool = False


class ContextReader:
    """Asks one device; what holds for a while is asked once. Used by one thread."""

    def __init__(self, device: Device, facts: DeviceFacts, state: BootState) -> None:
        self._device, self._facts, self._state = device, facts, state
        self._properties: DeviceProperties | None = None
        self._versions: dict[tuple[str, int | None], tuple[float, InstalledVersion]] = {}
        self._moment: tuple[float, str | None, tuple[int | None, int | None]] | None = None

    def prepare(self, deadline: Deadline) -> None:
        """Ask for what does not change."""
        if self._properties is None or self._properties.build is None:
            self._properties = self._facts.properties(deadline)

    def complete(self, crash: AssembledCrash) -> DeviceCrash:
        """Return a crash with its context, as much as the device says in time."""
        left = _MOST_AGE - (time.monotonic() - crash.arrived)
        # A device that is asked nothing costs nothing: late crashes are listed with what is known.
        deadline = Deadline(left) if left > _LEAST_SECONDS else None
        package = crash.package
        text = crash.text
        version = self._version(package, crash.pid, deadline) if package is not None else InstalledVersion()
        exit_reason = None
        if deadline is not None and crash.kind != "exception" and crash.process and crash.pid is not None:
            if crash.kind == "anr":
                text = self._with_threads(text, crash, deadline)
            exit_reason = self._facts.exit_reason(package or "", crash.pid, deadline)
        orientation, (total, available) = self._now(deadline)
        context = describe(self._device, self._properties or DeviceProperties()).model_copy(
            update={
                "package": package,
                "version_code": version.code,
                "version_name": version.name,
                "orientation": orientation,
                "memory_total_kb": total,
                "memory_available_kb": available,
                "exit_reason": exit_reason,
                "activities": self._state.trail.of_package(package),
                "happened_at": crash.time_text,
            }
        )
        if crash.kind == "exception":
            text = _with_package(text, context)
        return self._told(crash, text, context)

    def without_asking(self, crash: AssembledCrash) -> DeviceCrash:
        """Return a crash with what is known without another question."""
        context = describe(self._device, self._properties or DeviceProperties()).model_copy(
            update={"package": crash.package, "happened_at": crash.time_text}
        )
        return self._told(crash, crash.text, context)

    def _told(self, crash: AssembledCrash, text: str, context: DeviceContext) -> DeviceCrash:
        parts = (self._state.log.boot_id, crash.kind, str(crash.pid), str(crash.thread), str(crash.first))
        id_ = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
        return DeviceCrash(
            id=id_,
            kind=crash.kind,
            text=text,
            process=crash.process,
            context=context,
            revision=crash.revision,
            is_whole=crash.is_whole,
            is_of_system=self._state.processes.is_of_system(crash.process),
        )

    def _with_threads(self, text: str, crash: AssembledCrash, deadline: Deadline) -> str:
        report = anr_in_dropbox(self._facts, crash.process or "", crash.pid, deadline.part(0.5))
        return f"{text}\n\n{report}" if report is not None else text

    def _version(self, package: str, pid: int | None, deadline: Deadline | None) -> InstalledVersion:
        """Return an app's version, asked for each process: an update ends those of the version before."""
        now = time.monotonic()
        known = self._versions.get((package, pid))
        if deadline is None or (known is not None and now - known[0] < _VERSION_SECONDS):
            return known[1] if known is not None else InstalledVersion()
        version = self._facts.installed_version(package, deadline.part(0.5))
        self._versions.pop((package, pid), None)
        self._versions[package, pid] = (now, version)
        if len(self._versions) > _MOST_VERSIONS:
            del self._versions[next(iter(self._versions))]
        return version

    def _now(self, deadline: Deadline | None) -> tuple[str | None, tuple[int | None, int | None]]:
        now = time.monotonic()
        if self._moment is not None and now - self._moment[0] < _MOMENT_SECONDS:
            return self._moment[1:]
        if deadline is None:
            return None, (None, None)
        memory = self._facts.memory(deadline.part(0.5))
        self._moment = (now, self._facts.orientation(deadline), memory)
        return self._moment[1:]


def _with_package(text: str, context: DeviceContext) -> str:
    """Add the app's version below the process, as the system's own crash reports have it.

    By it the mapping file of that build is found, if the trace is obfuscated.
    """
    if context.package is None or context.version_code is None:
        return text
    found = _PROCESS_LINE.search(text)
    if found is None:
        return text
    name = f" ({context.version_name})" if context.version_name else ""
    line = f"\nPackage: {context.package} v{context.version_code}{name}"
    return text[: found.end()] + line + text[found.end() :]
