"""Faults at the moment when a file is opened, whoever opens it: by an audit hook of the interpreter."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_EVENTS = frozenset(("open", "os.scandir", "sqlite3.connect"))
_at_open: dict[str, Callable[[], None]] = {}
_recorders: list[set[str]] = []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _EVENTS or not (_at_open or _recorders):
        return
    place = arguments[0]
    if not isinstance(place, (str, os.PathLike)):
        return
    path = os.path.normpath(os.fspath(place))
    for recorder in _recorders:
        recorder.add(path)
    action = _at_open.get(path)
    if action is not None:
        action()


sys.addaudithook(_hook)  # for good: an interpreter has no way to take a hook off


@contextmanager
def recorded() -> Iterator[set[str]]:
    """Collect the paths of all files and folders that are opened."""
    found: set[str] = set()
    _recorders.append(found)
    try:
        yield found
    finally:
        _recorders.remove(found)


@contextmanager
def refused(path: Path, problem: type[OSError], number: int) -> Iterator[None]:
    """Make every attempt to open a file or folder fail."""

    def refuse() -> None:
        raise problem(number, os.strerror(number), str(path))

    with _acting(path, refuse):
        yield


@contextmanager
def changed_once(path: Path, change: Callable[[Path], None]) -> Iterator[None]:
    """Change a file at the moment when it is opened first, and put it back at the end."""

    def act() -> None:
        _at_open.pop(str(path), None)
        change(path)

    with restored(path), _acting(path, act):
        yield


@contextmanager
def restored(path: Path) -> Iterator[None]:
    """Put a file back at the end, with its times."""
    before, times = path.read_bytes(), path.stat()
    try:
        yield
    finally:
        path.write_bytes(before)
        path.chmod(times.st_mode)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


@contextmanager
def _acting(path: Path, action: Callable[[], None]) -> Iterator[None]:
    _at_open[str(path)] = action
    try:
        yield
    finally:
        _at_open.pop(str(path), None)
