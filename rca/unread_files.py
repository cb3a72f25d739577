"""Records which files a call read, and which it could not read."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterable, Mapping

UNREADABLE = "could not be read"
"""Begins the reason of a file that is there and cannot be read."""
GONE = (-1, -1)
"""The state of a file that is not there."""
_NAMED = 3
"""Files that a sentence names."""


class FileReads:
    """The files that one call read: their states, and what could not be read. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._unread: dict[str, str] = {}
        self._gone = 0
        self.states: dict[str, tuple[int, int]] = {}
        """Modification time in nanoseconds and bytes of each file that was looked at."""

    def add_gone(self, path: str) -> None:
        """Record a missing file."""
        self.states[path] = GONE
        self._gone += 1

    def add_unread(self, path: str, reason: str) -> None:
        """Record a file that could not be read completely; its first reason counts."""
        with self._lock:
            self._unread.setdefault(path, reason)

    def update_unread(self, reasons: Mapping[str, str]) -> None:
        """Record several files that could not be read."""
        for path, reason in reasons.items():
            self.add_unread(path, reason)

    @property
    def losses(self) -> int:
        """Number of missing or unreadable files; results computed while it grew are not cached."""
        return len(self._unread) + self._gone

    @property
    def unread(self) -> dict[str, str]:
        """The unreadable files in order of their recording, each with its reason."""
        with self._lock:
            return dict(self._unread)


def sentences(reasons: Mapping[str, str]) -> tuple[str, ...]:
    """Return a sentence for each reason, with the number and the first names of its files."""
    by_reason: dict[str, list[str]] = {}
    for path, reason in reasons.items():
        by_reason.setdefault(reason, []).append(path)
    return tuple(f"{_named(paths)}: {reason}" for reason, paths in by_reason.items())


def _named(paths: Iterable[str]) -> str:
    names = list(paths)
    if len(names) == 1:
        return names[0]
    more = len(names) - _NAMED
    shown = ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"{len(names)} files ({shown})"


def is_absent(problem: OSError) -> bool:
    """Return whether the file does not exist, as opposed to being unreadable."""
    return isinstance(problem, (FileNotFoundError, NotADirectoryError, IsADirectoryError))


def reason_of(problem: OSError) -> str:
    """Return why a file could not be read, in the words of answers."""
    if problem.errno == errno.ELOOP:
        return f"{UNREADABLE}: it is a symbolic link, and these are not followed"
    return f"{UNREADABLE}: {problem.strerror or type(problem).__name__}"
