"""Which process id belongs to which app: from a listing at the start, then from the log's own events.

The events buffer tells of each process as it starts, in the log's order, so that a filter by package follows
the app to its new process id. The uid tells it too, from the very first line of a process, where no other
package shares it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rca.devices.event_values import BOUND, PROCESS_STARTED, EventValue

LISTING_COMMAND = "ps -A -o PID,NAME 2>/dev/null || ps"
PACKAGES_COMMAND = "cmd package list packages -U 2>/dev/null"
INSTALLED_COMMAND = "cmd package list packages -3 2>/dev/null"
"""Packages that were installed: all others are the system's."""

_PACKAGE_LINE = re.compile(r"package:(?P<package>[\w.]+)\s+uid:(?P<uids>[\d,]+)\s*")
_USER_UIDS = 100_000
"""Uids of one user of the device: an app has the same remainder for each."""

_FIRST_APP_UID = 10_000
_MOST_PROCESSES = 20_000


class AppProcesses:
    """Names of processes by id, and packages by uid."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._packages: dict[int, set[str]] = {}
        self._system: frozenset[str] = frozenset()

    def take_listing(self, text: str) -> None:
        """Take over what `ps` printed: the columns PID and NAME, whichever others there are."""
        lines = text.splitlines()
        header = lines[0].split() if lines else []
        if "PID" not in header:
            return
        column = header.index("PID")
        for line in lines[1:]:
            fields = line.split()
            if len(fields) > column and fields[column].isdecimal():
                self._names[int(fields[column])] = fields[-1]

    def take_packages(self, text: str) -> None:
        """Take over what `cmd package list packages -U` printed."""
        for line in text.splitlines():
            found = _PACKAGE_LINE.fullmatch(line)
            for uid in found["uids"].split(",") if found is not None else ():
                if uid:
                    self._packages.setdefault(int(uid) % _USER_UIDS, set()).add(
                        str(found and found["package"])
                    )

    def take_installed(self, text: str) -> None:
        """Take over which of the packages were installed, as `cmd package list packages -3` printed them."""
        installed = {line.removeprefix("package:").strip() for line in text.splitlines()}
        if installed:
            known = {package for packages in self._packages.values() for package in packages}
            self._system = frozenset(known - installed)

    def is_of_system(self, process: str | None) -> bool:
        """Return whether a process is the system's own; one of an app that came later is not."""
        if process is None or "." not in process or process.startswith("/"):
            return True
        return package_of(process) in self._system

    def take_event(self, name: str, values: Sequence[EventValue]) -> None:
        """Take over an event that names a process: user, pid, [uid,] name, …."""
        if name == PROCESS_STARTED and len(values) >= 4:
            pid, uid, process = values[1], values[2], values[3]
            if isinstance(uid, int) and isinstance(process, str) and uid % _USER_UIDS >= _FIRST_APP_UID:
                package = package_of(process)
                # A name without a dot is no package; an isolated process has a uid of its own each time.
                if "." in package and uid % _USER_UIDS not in self._packages:
                    self._packages[uid % _USER_UIDS] = {package}
        elif name == BOUND and len(values) >= 3:
            pid, process = values[1], values[2]
        else:
            return
        if isinstance(pid, int) and isinstance(process, str):
            self._names.pop(pid, None)
            self._names[pid] = process
            if len(self._names) > _MOST_PROCESSES:
                del self._names[next(iter(self._names))]

    def name_of(self, pid: int) -> str | None:
        """Return the name of a process, also of one that has ended; None if it was never named."""
        return self._names.get(pid)

    def is_of_package(self, pid: int, uid: int | None, package: str) -> bool:
        """Return whether a process is one of a package's: `package` itself or `package:part`."""
        packages = self._packages.get(uid % _USER_UIDS) if uid is not None else None
        if packages is not None and packages == {package}:
            return True
        name = self._names.get(pid)
        if name is not None:
            return package_of(name) == package
        # A new process of a uid that packages share: it is told by its start, which is a moment away.
        return packages is not None and package in packages


def package_of(process: str) -> str:
    """Return the package that a process is named after."""
    return process.partition(":")[0]
