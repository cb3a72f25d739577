"""Files that a call wanted to read and could not, or not whole: what its answer may lack."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterable, Mapping

UNREADABLE = "could not be read"
"""Begins the reason of a file that is there and cannot be read."""
_NAMED = 3
"""Files that a sentence names."""


class UnreadFiles:
    """Collects what could not be read, each file with the reason. Safe from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reasons: dict[str, str] = {}

    def add(self, path: str, reason: str) -> None:
        """Note a file; the first reason of a file counts."""
        with self._lock:
            self._reasons.setdefault(path, reason)

    def update(self, reasons: Mapping[str, str]) -> None:
        """Note several files."""
        for path, reason in reasons.items():
            self.add(path, reason)

    def __len__(self) -> int:
        return len(self._reasons)

    @property
    def reasons(self) -> dict[str, str]:
        """The files in the order in which they were noted, each with its reason."""
        with self._lock:
            return dict(self._reasons)


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
    """Tell whether there is no such file, rather than one that cannot be read."""
    return isinstance(problem, (FileNotFoundError, NotADirectoryError, IsADirectoryError))


def reason_of(problem: OSError) -> str:
    """Return why a file could not be read, as answers say it."""
    if problem.errno == errno.ELOOP:
        return f"{UNREADABLE}: it is a symbolic link, and these are not followed"
    return f"{UNREADABLE}: {problem.strerror or type(problem).__name__}"
