"""Directory listings in path order, without ignored entries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rca.scheduling.deadline import Deadline
from rca.unread_files import is_absent, reason_of
from rca.workspace import Snapshot
from rca.workspace.file_walk import NO_TEXT_NAME, is_ignored, is_left_out, is_text, spelled_path
from rca.workspace.ignore_rules import IGNORE_FILES, Rules, is_matched, outer_rules, rules_in
from rca.workspace.roots import Root, WorkspaceFile, confine

DEEPEST = 20
"""Levels of folders that a search goes down (seed 004)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder: its wire path, its name, and its depth below the requested folder (1: in it)."""

    path: str
    name: str
    absolute: str
    is_folder: bool
    depth: int
    size: int | None = None


@dataclass(slots=True)
class _OpenFolder:
    """A folder during the walk: its remaining entries, and the ignore rules in it."""

    inside: str
    rules: list[Rules] | None
    depth: int
    entries: Iterator[tuple[os.DirEntry[str], bool]]


@dataclass
class Tree:
    """A walk below one folder of the workspace, or below all of them.

    `place` is the start. An ignored start was requested by name, so nothing below it is ignored. `ignored`
    counts ignored entries, `too_deep` folders not entered because of their depth, `unreadable` those that
    could not be read.
    """

    snapshot: Snapshot
    place: WorkspaceFile
    deadline: Deadline
    deepest: int = DEEPEST
    detailed: bool = False
    """Whether sizes are looked up and links inside the project shown, as a listing does."""
    ignored: int = 0
    too_deep: int = 0
    stopped: bool = False
    """Whether the time limit ended the walk."""
    _unsaved: dict[str, list[str]] = field(default_factory=dict)

    def entries(self) -> Iterator[Entry]:
        """Yield everything, folders before their content, including files that exist only in the editor."""
        self._unsaved = self._only_in_editor()
        roots = self.snapshot.folders if not self.place.path else (self.place.root,)
        for root in roots:
            assert root is not None, "folders outside the workspace are not walked"
            inside = "" if not self.place.path else _inside(self.place)
            depth = 0
            if not self.place.path and root.prefix:
                yield Entry(root.prefix, root.prefix, str(root.path), True, 1)
                depth = 1
            if depth < self.deepest:
                yield from self._below(root, inside, depth)

    def files(self) -> Iterable[str]:
        """Yield the paths of all files, from the cached listings if possible.

        Then they are sorted; a walk yields files that exist only in the editor after the others of a folder.
        """
        kept = self._kept()
        return (one.path for one in self.entries() if not one.is_folder) if kept is None else kept

    def _kept(self) -> Sequence[str] | None:
        """Return the paths from the snapshot's listings; None if these do not cover them."""
        listings = self.snapshot.listings
        if not listings or self.detailed or not all(one.is_known for one in listings):
            return None
        inside = _inside(self.place) if self.place.path else ""
        if inside and self.place.root is not None and is_ignored(self.place.root.path, f"{inside}/?"):
            return None
        found: list[str] = []
        for root, listing in zip(self.snapshot.folders, listings, strict=True):
            if self.place.path and root != self.place.root:
                continue
            levels = self.deepest - bool(root.prefix and not self.place.path)
            lead = inside.count("/") + 1 if inside else 0
            paths = listing.paths(inside)
            omitted = listing.omitted(inside, levels)
            self.snapshot.note_unlisted(root, listing, inside)
            self.ignored += omitted.ignored
            self.too_deep += omitted.deep
            if omitted.deep:
                paths = [path for path in paths if path.count("/") - lead < levels]
            found.extend(map(root.wire, paths) if root.prefix else paths)
        only = [
            f"{folder}/{name}" if folder else name
            for folder, names in self._only_in_editor().items()
            for name in names
        ]
        before = f"{self.place.path}/" if self.place.path else ""
        known = {path for path in only if path.startswith(before)}.difference(found) if only else ()
        return sorted((*found, *known)) if known or len(listings) > 1 else found

    def gaps(self) -> tuple[str, ...]:
        """Return sentences about requested entries that are missing, and why."""
        said = []
        if self.stopped:
            said.append("the time limit ended the search: what was found until then is given")
        if self.too_deep and self.deepest >= DEEPEST:
            said.append(f"{self.too_deep} folders more than {self.deepest} levels down were not entered")
        return tuple(said)

    def omissions(self) -> tuple[str, ...]:
        """Return sentences about entries that were left out on purpose."""
        return (f"{self.ignored} ignored or built entries left out",) if self.ignored else ()

    def _rules(self, root: Root, inside: str) -> list[Rules] | None:
        """Return the ignore rules of a folder; None if it was requested though ignored."""
        if inside and is_ignored(root.path, f"{inside}/?"):
            return None
        unread: dict[str, str] = {}
        rules = outer_rules(root.path, unread)
        parts = inside.split("/") if inside else []
        for depth in range(len(parts)):
            rules.extend(rules_in(root.path, "/".join(parts[:depth]), unread))
        self._lose(root, unread)
        return rules

    def _lose(self, root: Root, unread: Mapping[str, str]) -> None:
        """Record unreadable folders, ignore files and names."""
        self.snapshot.reads.update_unread({root.wire(path): reason for path, reason in unread.items()})

    def _below(self, root: Root, inside: str, depth: int) -> Iterator[Entry]:
        """Yield everything below a folder, depth first; an explicit stack, as nested generators cost more."""
        open_folders = [self._opened(root, inside, self._rules(root, inside), depth)]
        while open_folders and not self.stopped:
            folder = open_folders[-1]
            found = next(folder.entries, None)
            if found is None:
                open_folders.pop()
                yield from self._unsaved_in(root, folder)
                continue
            entry, is_folder = found
            path = f"{folder.inside}/{entry.name}" if folder.inside else entry.name
            if folder.rules is not None and (
                (is_folder and is_left_out(path, entry.name))
                or is_matched(folder.rules, path, entry.name, is_folder=is_folder)
            ):
                self.ignored += 1
                continue
            size = _size(entry) if self.detailed and not is_folder else None
            yield Entry(root.wire(path), entry.name, entry.path, is_folder, folder.depth + 1, size)
            if not is_folder or entry.is_symlink():
                continue
            if folder.depth + 1 >= self.deepest:
                self.too_deep += 1
            else:
                open_folders.append(self._opened(root, path, folder.rules, folder.depth + 1))

    def _opened(self, root: Root, inside: str, rules: list[Rules] | None, depth: int) -> _OpenFolder:
        if self.deadline.expired:
            self.stopped = True
            return _OpenFolder(inside, rules, depth, iter(()))
        found = self._listed(root, inside)
        listed = {entry.name for entry, _ in found}.intersection(IGNORE_FILES)
        if rules is not None and listed:
            unread: dict[str, str] = {}
            rules = [*rules, *rules_in(root.path, inside, unread, listed)]
            self._lose(root, unread)
        return _OpenFolder(inside, rules, depth, iter(found))

    def _unsaved_in(self, root: Root, folder: _OpenFolder) -> Iterator[Entry]:
        before = f"{folder.inside}/" if folder.inside else ""
        for name in self._unsaved.get(root.wire(folder.inside).rstrip("/"), ()):
            absolute = str(root.path / folder.inside / name)
            yield Entry(root.wire(before + name), name, absolute, False, folder.depth + 1)

    def _listed(self, root: Root, inside: str) -> list[tuple[os.DirEntry[str], bool]]:
        try:
            with os.scandir(f"{root.path}/{inside}") as entries:
                found = [
                    (entry, kind)
                    for entry in entries
                    if (kind := self._kind(root, inside, entry)) is not None
                ]
        except OSError as problem:
            if not is_absent(problem):
                self._lose(root, {f"{inside}/": reason_of(problem)})
            return []
        return sorted(found, key=lambda one: one[0].name + "/" if one[1] else one[0].name)

    def _kind(self, root: Root, inside: str, entry: os.DirEntry[str]) -> bool | None:
        """Return whether an entry is a folder; None for special files and links that lead out."""
        path = f"{inside}/{entry.name}" if inside else entry.name
        if not is_text(entry.name):
            self._lose(root, {spelled_path(path): NO_TEXT_NAME})
            return None
        try:
            if entry.is_symlink() and not (
                self.detailed and confine(self.snapshot.folders, Path(entry.path)) is not None
            ):
                return None
            if entry.is_dir():
                return True
            return False if entry.is_file() else None
        except OSError as problem:
            if not is_absent(problem):
                self._lose(root, {path: reason_of(problem)})
            return None

    def _only_in_editor(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted(self.snapshot.overlays):
            if not os.path.lexists(self.snapshot.resolve(path).absolute):
                folder, _, name = path.rpartition("/")
                found.setdefault(folder, []).append(name)
        return found


def _inside(place: WorkspaceFile) -> str:
    return "" if place.inside == "." else place.inside


def _size(entry: os.DirEntry[str]) -> int | None:
    try:
        return entry.stat().st_size
    except OSError:
        return None
