"""Listing of a workspace folder, refreshed only where a directory changed."""

from __future__ import annotations

import math
import os
import threading
import time
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rca.unread_files import is_absent, reason_of
from rca.workspace.file_walk import NO_TEXT_NAME, is_left_out, is_text, spelled_path
from rca.workspace.ignore_rules import IGNORE_FILES, Rules, is_matched, outer_rules, rules_in

_TICK_NS = 2_000_000_000
"""A folder that changed so shortly before it was listed may change again within a tick of its time."""
_BELIEVED = 10
"""How long a look is believed, in times of what it took: of a small folder that is nothing."""
_BETWEEN = "/"
_MOST_ENDINGS = 16

_Times = tuple[tuple[str, int], ...]
"""Ignore files with their times."""


class Omitted(NamedTuple):
    """What the paths do not show of a folder and everything below it.

    `ignored` counts excluded entries, `unreadable` folders that could not be read, `deep` folders at the
    requested depth.
    """

    ignored: int
    unreadable: int
    deep: int


@dataclass(slots=True)
class _Folder:
    """A listed folder. Names of files are joined, as there are many."""

    changed: int
    files: str
    folders: dict[str, _Folder]
    rules: list[Rules]
    ignore_files: _Times
    ignored: int = 0
    readable: bool = True


class FolderListing:
    """The paths that `walk` returns for a folder, cached. Thread-safe.

    A folder's modification time changes with the names in it, so only changed folders are read again, and
    what lies below changed ignore files.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._place = str(root)
        self._ending: dict[tuple[str, ...], Sequence[str]] = {}
        self._lock = threading.RLock()
        self._outer: list[Rules] = []
        self._top: _Folder | None = None
        self._found: list[str] = []
        self._believed = -math.inf
        self._is_same = False
        self._omitted: tuple[int, Omitted] | None = None
        """What the paths of the whole folder do not show, once it was asked for."""
        self._unread: dict[str, str] = {}

    def paths(self, below: str = "") -> Sequence[str]:
        """Return the paths of all files, or of those below a folder, in order."""
        asked = time.monotonic()
        with self._lock:
            if self._believed < asked:
                self._look()
            found = self._found
        if not below:
            return found
        return found[
            bisect_left(found, f"{below}/") : bisect_left(found, f"{below}0")
        ]  # what comes after `/`

    def ending(self, suffixes: tuple[str, ...]) -> Sequence[str]:
        """Return the paths of all files with some suffixes, cached by suffixes."""
        with self._lock:
            found = self.paths()
            known = self._ending.get(suffixes)
            if known is None:
                if len(self._ending) >= _MOST_ENDINGS:
                    self._ending.clear()
                known = self._ending[suffixes] = [path for path in found if path.endswith(suffixes)]
            return known

    @property
    def unread(self) -> dict[str, str]:
        """What could not be read at the last check: folders, ignore files, names."""
        with self._lock:
            return dict(self._unread)

    def invalidate(self) -> None:
        """Invalidate the last check: something was written."""
        self._believed = -math.inf

    @property
    def is_known(self) -> bool:
        """Return whether everything was listed before, so that a check takes milliseconds."""
        return self._top is not None

    def omitted(self, below: str, levels: int) -> Omitted:
        """Return what the paths below a folder do not show; `deep` are the folders `levels` below it."""
        with self._lock:
            if not below and self._omitted is not None and self._omitted[0] == levels:
                return self._omitted[1]
            folder = self._top
            for name in below.split("/") if below else ():
                folder = None if folder is None else folder.folders.get(name)
            found = Omitted(0, 0, 0) if folder is None else _omitted(folder, levels)
            if not below:
                self._omitted = levels, found
            return found

    def _look(self) -> None:
        looked = time.monotonic()
        self._unread = {}
        outer = outer_rules(self._root, self._unread)
        if outer != self._outer:
            self._outer, self._top = outer, None
        self._is_same = self._top is not None
        self._top = self._current("", self._top, outer)
        if not self._is_same:
            found: list[str] = []
            _collect("", self._top, found)
            found.sort()
            self._found = found
            self._omitted = None
            self._ending = {}
        self._believed = looked + _BELIEVED * (time.monotonic() - looked)

    def _current(self, inside: str, known: _Folder | None, rules: list[Rules]) -> _Folder:
        place = f"{self._place}/{inside}" if inside else self._place
        try:
            changed = os.stat(place, follow_symlinks=False).st_mtime_ns  # noqa: PTH116 - pathlib takes twice the time
        except OSError as problem:
            self._is_same = False
            return self._lost(inside, problem)
        is_known = known is not None and known.changed == changed
        if (
            known is None
            or not is_known
            or (known.ignore_files and _times(place, _names(known.ignore_files)) != known.ignore_files)
        ):
            known = self._listed(place, inside, changed, known, rules)
            self._is_same = False
        if known.folders:
            below = [*rules, *known.rules] if known.rules else rules
            before = f"{inside}/" if inside else ""
            for name, folder in known.folders.items():
                now = self._current(before + name, folder, below)
                if now is not folder:
                    known.folders[name] = now
        return known

    def _listed(
        self, place: str, inside: str, changed: int, before: _Folder | None, rules: list[Rules]
    ) -> _Folder:
        now = time.time_ns()
        try:
            with os.scandir(place) as entries:
                found = list(entries)
        except OSError as problem:
            return self._lost(inside, problem)
        listed = {one.name for one in found}.intersection(IGNORE_FILES)
        times = _times(place, sorted(listed))
        unread: dict[str, str] = {}
        own = rules_in(self._root, inside, unread, listed) if listed else []
        keeps = before is not None and times == before.ignore_files
        inner = [*rules, *own]
        files: list[str] = []
        folders: dict[str, _Folder] = {}
        lead = f"{inside}/" if inside else ""
        ignored = 0
        for entry in found:
            name, path = entry.name, lead + entry.name
            if not is_text(name):
                unread[spelled_path(path)] = NO_TEXT_NAME
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    if is_left_out(path, name) or is_matched(inner, path, name, is_folder=True):
                        ignored += 1
                        continue
                    known = before.folders.get(name) if before is not None and keeps else None
                    folders[name] = known or _Folder(-1, "", {}, [], ())
                elif entry.is_file(follow_symlinks=False):
                    if is_matched(inner, path, name, is_folder=False):
                        ignored += 1
                    else:
                        files.append(name)
            except OSError as problem:
                if not is_absent(problem):
                    unread[path] = reason_of(problem)
        self._unread.update(unread)
        # What could not be read is tried again at the next look, and told again.
        settled = changed if now - changed > _TICK_NS and not unread else 0
        return _Folder(settled, _BETWEEN.join(files), folders, own, times, ignored)

    def _lost(self, inside: str, problem: OSError) -> _Folder:
        """Record an unreadable folder; one that vanished while being listed is no loss."""
        if not is_absent(problem):
            self._unread[f"{inside}/"] = reason_of(problem)
        return _Folder(0, "", {}, [], (), readable=is_absent(problem))


def _names(times: _Times) -> list[str]:
    return [name for name, _ in times]


def _times(place: str, names: Iterable[str]) -> _Times:
    """Return the ignore files with their current times."""
    found = []
    for name in names:
        try:
            found.append((name, os.stat(f"{place}/{name}").st_mtime_ns))  # noqa: PTH116 - as above
        except OSError:
            found.append((name, 0))
    return tuple(found)


def _collect(inside: str, folder: _Folder, found: list[str]) -> None:
    before = f"{inside}/" if inside else ""
    if folder.files:
        found.extend([before + name for name in folder.files.split(_BETWEEN)])
    for name, one in folder.folders.items():
        _collect(before + name, one, found)


def _omitted(folder: _Folder, levels: int) -> Omitted:
    if levels == 0:
        return Omitted(0, 0, 1)
    ignored, unreadable, deep = folder.ignored, int(not folder.readable), 0
    for one in folder.folders.values():
        more = _omitted(one, levels - 1)
        ignored, unreadable, deep = ignored + more.ignored, unreadable + more.unreadable, deep + more.deep
    return Omitted(ignored, unreadable, deep)
