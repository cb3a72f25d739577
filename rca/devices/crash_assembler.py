"""Log entries → whole crashes: uncaught exceptions, native tombstones, apps that do not respond.

A crash is many entries, between which those of other processes stand. It is complete when the system says
that the process crashed or died, when the same thread begins another one, or when nothing more came for a
moment. While the connection is interrupted that moment does not pass: the rest of a crash may come after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rca.devices.app_processes import AppProcesses, package_of
from rca.devices.event_values import CRASHED, KILLED, NOT_RESPONDING, PROCESS_DIED, EventValue
from rca.devices.logcat_entry import CRASH, LogEntry

CrashKind = Literal["exception", "native", "anr"]

QUIET_SECONDS = 0.8
"""Nothing more of a crash for so long: it is complete."""

_INTERRUPTED_SECONDS = 1.4
"""While the connection is interrupted: the rest may come after it, and then completes what was told."""

_ANNOUNCED_SECONDS = 10.0
"""How long a signal waits for its tombstone, which a large process takes seconds to write."""

_MOST_OPEN = 2_000
_MOST_CLOSED = 200
_MOST_LINES = 4_000
_FATAL = ("FATAL EXCEPTION", "*** FATAL EXCEPTION")
_TOMBSTONE = "*** *** ***"
_SIGNAL = "Fatal signal "
_PROCESS = re.compile(r"^Process: (?P<process>[\w.:]+), PID: (?P<pid>\d+)", re.MULTILINE)
_TOMBSTONE_OF = re.compile(r"^pid: (?P<pid>\d+), tid: \d+, name: .*>>> (?P<process>\S+) <<<", re.MULTILINE)
_ANR_OF = re.compile(r"ANR in (?P<process>[\w.:]+)")
_PID_LINE = re.compile(r"^PID: (?P<pid>\d+)", re.MULTILINE)
_CONTINUATION = re.compile(r"\s*(?:at |Caused by: |Suppressed: |\.\.\. \d+ more)")


@dataclass(slots=True)
class AssembledCrash:
    """A crash as the log reports it.

    Attributes:
        pid: of the process that crashed, where the log says it.
        first: time of its first entry by the device's clock, in nanoseconds.
        arrived: when its last entry arrived, by the caller's monotonic clock.
        is_whole: whether nothing suggests that a part is missing.
        thread: id of the thread that told of it.
        revision: counts how often it was told of: more of it may come after a pause.
    """

    kind: CrashKind
    text: str
    process: str | None
    pid: int | None
    first: int
    time_text: str
    arrived: float
    is_whole: bool = True
    thread: int = 0
    revision: int = 1

    @property
    def package(self) -> str | None:
        """Return the package of its process."""
        return package_of(self.process) if self.process else None


@dataclass(slots=True)
class _Open:
    kind: CrashKind
    entry: LogEntry
    lines: list[str] = field(default_factory=list)
    pid: int | None = None
    process: str | None = None
    arrived: float = 0.0
    patience: float = QUIET_SECONDS
    is_announced: bool = False
    """Whether only the signal was told so far, and the tombstone may follow."""
    is_whole: bool = True
    revision: int = 0


class CrashAssembler:
    """Collects the crashes of one device. Entries come in the log's order."""

    def __init__(self, processes: AppProcesses) -> None:
        self._processes = processes
        self._open: dict[tuple[str, int, int], _Open] = {}
        self._closed: dict[tuple[str, int, int], _Open] = {}
        """The last that were told of because nothing more came: their rest may still come."""

    @property
    def is_waiting(self) -> bool:
        """Return whether a crash has begun and is not complete."""
        return bool(self._open)

    def take(self, entry: LogEntry, now: float) -> Iterator[AssembledCrash]:
        """Take a text entry; yield crashes that it completes."""
        tag = entry.tag
        if tag == "AndroidRuntime":
            yield from self._take_exception(entry, now)
        elif tag == "DEBUG":
            yield from self._take_tombstone(entry, now)
        elif tag == "libc" and entry.message.startswith(_SIGNAL):
            yield from self._take_signal(entry, now)
        elif tag == "ActivityManager" and entry.message.startswith("ANR in "):
            yield from self._take_anr(entry, now)
        elif tag == "ActivityManager" and entry.level == "E":
            opened = self._open.get(("anr", entry.pid, entry.tid))
            if opened is not None:  # older systems print the report line by line
                _add(opened, entry, now)

    def take_event(self, name: str, values: Sequence[EventValue]) -> Iterator[AssembledCrash]:
        """Take an event; yield the crashes of the process that it ends."""
        if name in (CRASHED, PROCESS_DIED, KILLED) and len(values) > 1 and isinstance(values[1], int):
            ended = [
                key
                for key, one in self._open.items()
                if one.pid == values[1] and (one.kind == "exception" or name != CRASHED)
            ]
            for key in ended:
                yield self._close(key)
        elif name == NOT_RESPONDING:
            return  # the report follows, seconds later, and says the same and more

    def take_time(self, now: float, *, is_interrupted: bool = False) -> Iterator[AssembledCrash]:
        """Yield the crashes of which nothing more came for a moment, a longer one while nothing can come."""
        longer = _INTERRUPTED_SECONDS - QUIET_SECONDS if is_interrupted else 0.0
        for key in [key for key, one in self._open.items() if now - one.arrived >= one.patience + longer]:
            opened = self._open[key]
            opened.is_whole = opened.is_whole and not is_interrupted
            yield self._close(key)
            self._closed.pop(key, None)
            self._closed[key] = opened
            if len(self._closed) > _MOST_CLOSED:
                del self._closed[next(iter(self._closed))]

    def hold(self, seconds: float) -> None:
        """Discount some seconds, in which the connection was interrupted, for all that is open."""
        for one in self._open.values():
            one.arrived += seconds

    def finish(self) -> Iterator[AssembledCrash]:
        """Yield what is open, at the log's end."""
        for key in list(self._open):
            self._open[key].is_whole = False
            yield self._close(key)

    def _take_exception(self, entry: LogEntry, now: float) -> Iterator[AssembledCrash]:
        key = ("exception", entry.pid, entry.tid)
        opened = self._open.get(key)
        if entry.message.startswith(_FATAL):
            if opened is not None:
                yield self._close(key)
            yield from self._begin(key, _Open("exception", entry, pid=entry.pid), now)
        elif opened is not None:
            _add(opened, entry, now)
        elif entry.level == "E" and self._reopen(key):
            _add(self._open[key], entry, now)
        elif entry.buffer == CRASH and _CONTINUATION.match(entry.message):
            # Its beginning is no longer in the buffer.
            yield from self._begin(key, _Open("exception", entry, pid=entry.pid, is_whole=False), now)

    def _take_tombstone(self, entry: LogEntry, now: float) -> Iterator[AssembledCrash]:
        key = ("native", entry.pid, entry.tid)
        opened = self._open.get(key)
        if entry.message.startswith(_TOMBSTONE):
            if opened is not None:
                yield self._close(key)
            yield from self._begin(key, _Open("native", entry), now)
            return
        if opened is None:
            if not self._reopen(key):
                return
            opened = self._open[key]
        _add(opened, entry, now)
        found = _TOMBSTONE_OF.search(entry.message) if opened.pid is None else None
        if found is not None:
            opened.pid, opened.process = int(found["pid"]), found["process"]
            # The signal that was announced is this tombstone's.
            announced = [key for key, one in self._open.items() if one.is_announced and one.pid == opened.pid]
            for one in announced:
                opened.lines[:0] = self._open.pop(one).lines

    def _take_signal(self, entry: LogEntry, now: float) -> Iterator[AssembledCrash]:
        opened = _Open("native", entry, pid=entry.pid, patience=_ANNOUNCED_SECONDS, is_announced=True)
        yield from self._begin(("native", entry.pid, entry.tid), opened, now)

    def _take_anr(self, entry: LogEntry, now: float) -> Iterator[AssembledCrash]:
        key = ("anr", entry.pid, entry.tid)
        if key in self._open:
            yield self._close(key)
        yield from self._begin(key, _Open("anr", entry), now)

    def _reopen(self, key: tuple[str, int, int]) -> bool:
        """Continue a crash that was reported too early; return whether there is one."""
        opened = self._closed.pop(key, None)
        if opened is not None:
            self._open[key] = opened
            opened.is_whole = True
        return opened is not None

    def _begin(self, key: tuple[str, int, int], opened: _Open, now: float) -> Iterator[AssembledCrash]:
        self._closed.pop(key, None)
        if len(self._open) >= _MOST_OPEN:
            yield self._close(next(iter(self._open)))
        self._open[key] = opened
        _add(opened, opened.entry, now)

    def _close(self, key: tuple[str, int, int]) -> AssembledCrash:
        opened = self._open.pop(key)
        opened.revision += 1
        text = "\n".join(opened.lines)
        process, pid = opened.process, opened.pid
        if opened.kind == "exception" and (found := _PROCESS.search(text)) is not None:
            process, pid = found["process"], int(found["pid"])
        elif opened.kind == "anr":
            named, numbered = _ANR_OF.search(text), _PID_LINE.search(text)
            process = named["process"] if named is not None else None
            pid = int(numbered["pid"]) if numbered is not None else None
        if process is None and pid is not None:
            process = self._processes.name_of(pid)
        return AssembledCrash(
            opened.kind,
            text,
            process,
            pid,
            opened.entry.stamp,
            opened.entry.time_text(),
            opened.arrived,
            opened.is_whole,
            opened.entry.tid,
            opened.revision,
        )


def _add(opened: _Open, entry: LogEntry, now: float) -> None:
    if len(opened.lines) < _MOST_LINES:
        opened.lines += entry.message.split("\n")
    opened.arrived = now
