"""Filter for log entries: by package, process, level, tag and text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rca.devices.app_processes import AppProcesses
from rca.devices.event_values import EventValue
from rca.devices.logcat_entry import LogEntry
from rca.files.regex_engine import Pattern, compiled

_LEVELS = "VDIWEF"


@dataclass(frozen=True)
class LogFilter:
    """Conditions that all must hold.

    Attributes:
        package: entries of its processes, across restarts, and the system's about their crashes.
        process: a process's name or id.
        level: the lowest level, one of VDIWEF.
        tags: one of these; a trailing `*` stands for any end.
        text: contained in tag or message, whatever the case.
        pattern: regular expression (RE2) found in the message.
    """

    package: str | None = None
    process: str | None = None
    level: str = "V"
    tags: tuple[str, ...] = ()
    text: str | None = None
    pattern: str | None = None

    @cached_property
    def _compiled(self) -> Pattern | None:
        return compiled(self.pattern) if self.pattern else None

    @cached_property
    def _folded(self) -> str:
        return (self.text or "").casefold()

    @cached_property
    def _tag_starts(self) -> tuple[str, ...]:
        return tuple(tag[:-1] for tag in self.tags if tag.endswith("*"))

    def check(self) -> None:
        """Compile the expression.

        Raises:
            Invalid: it cannot be compiled.
        """
        _ = self._compiled

    def matches(
        self, entry: LogEntry, processes: AppProcesses, event: Sequence[EventValue] | None = None
    ) -> bool:
        """Return whether an entry is wanted. `event` are the values of one of the events buffer."""
        level = _LEVELS.find(entry.level)
        if 0 <= level < _LEVELS.find(self.level):
            return False
        if self.package is not None and not self._is_of_package(entry, processes, event, self.package):
            return False
        if self.process is not None and self.process not in (str(entry.pid), processes.name_of(entry.pid)):
            return False
        if self.tags and not (
            entry.tag in self.tags or (self._tag_starts and entry.tag.startswith(self._tag_starts))
        ):
            return False
        message = entry.message if event is None else ",".join(map(str, event))
        if (
            self._folded
            and self._folded not in message.casefold()
            and self._folded not in entry.tag.casefold()
        ):
            return False
        return self._compiled is None or self._compiled.search(message.encode("utf-8", "replace")) is not None

    @staticmethod
    def _is_of_package(
        entry: LogEntry, processes: AppProcesses, event: Sequence[EventValue] | None, package: str
    ) -> bool:
        if event is not None:
            return any(isinstance(one, str) and _names(one, package) for one in event)
        if processes.is_of_package(entry.pid, entry.uid, package):
            return True
        # What the system says of it: an app that does not respond, a tombstone, a process that died.
        return entry.tag in ("ActivityManager", "AndroidRuntime", "DEBUG", "libc") and _names(
            entry.message, package
        )


def _names(text: str, package: str) -> bool:
    """Return whether a text names a package, and not one whose name only begins or ends so."""
    at = text.find(package)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(package) :][:2]
        is_longer = after[:1].isalnum() or after[:1] == "_" or (after[:1] == "." and after[1:].isalnum())
        if not is_longer and not (before.isalnum() or (before in ("_", ".") and before)):
            return True
        at = text.find(package, at + 1)
    return False
