"""Where the symbol files of a workspace and a machine are, and which one has a library's id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rca.scheduling.deadline import Deadline
from rca.symbols.symbol_folders import (
    MODULE_FOLDERS,
    files_by_id,
    is_candidate,
    machine_folders,
    walk_folders,
)
from rca.symbols.symbol_index import SymbolFile, SymbolIndex, best_of
from rca.tool_failure import Failure
from rca.workspace import Snapshot

_SCRIPTS = (".gradle", ".gradle.kts")
_LISTED = (".so", ".dbg", ".debug", ".sym", ".zip", "/Contents/Info.plist")
_BUNDLE = ".dSYM/Contents/Info.plist"


@dataclass(frozen=True, slots=True)
class SymbolSources:
    """Where symbol files are, besides the workspace.

    Attributes:
        folders: folders and files of the settings, absolute or in the workspace.
        kept: where ids and converted symbols are kept.
        environment: tells where the machine keeps debug files, and where an NDK is.
    """

    folders: Sequence[str]
    kept: Path
    environment: Mapping[str, str]


class SymbolSearch:
    """Finds symbol files by id.

    Args:
        snapshot: the workspace.
        sources: where else symbol files are.
        deadline: ends the search.
    """

    def __init__(self, snapshot: Snapshot, sources: SymbolSources, deadline: Deadline) -> None:
        self._snapshot = snapshot
        self._folders = sources.folders
        self._environment = sources.environment
        self._deadline = deadline
        self._index = SymbolIndex(sources.kept)
        self._known: dict[tuple[str, ...], SymbolFile | None] = {}
        self.problems: list[str] = []
        """What was not searched."""

    def find(self, keys: tuple[str, ...]) -> SymbolFile | None:
        """Return the file with one of these ids that tells most, or None."""
        if keys not in self._known:
            found = best_of(self._files, keys)
            if found is None or found.object.contents != "debug":
                paths = (path for key in keys for path in files_by_id(key, self._environment))
                stored = self._index.read(paths, self._deadline, self.problems)
                found = best_of([*stored, *([found] if found is not None else [])], keys)
            self._known[keys] = found
        return self._known[keys]

    def named(self, name: str) -> list[SymbolFile]:
        """Return the files of a library's name, whatever their id, the newest first."""
        files = [file for file in self._files if file.name == name]
        return sorted(files, key=lambda file: (-file.modified, str(file.path)))

    def label(self, file: SymbolFile) -> str:
        """Return the path of a file, relative in the workspace, with its id."""
        path = file.path.as_posix()
        for root in self._snapshot.folders:
            if file.path.is_relative_to(root.path):
                path = root.wire(file.path.relative_to(root.path).as_posix())
                break
        member = f"!{file.member}" if file.member else ""
        identity = file.object.keys[0] if file.object.keys else "no id"
        return f"{path}{member} ({identity})"

    @cached_property
    def _files(self) -> list[SymbolFile]:
        paths = dict.fromkeys(self._paths())
        return self._index.read(paths, self._deadline, self.problems)

    def _paths(self) -> Iterator[Path]:
        yield from walk_folders(self._given(), self._deadline, self.problems)
        yield from walk_folders(self._built(), self._deadline, self.problems)
        yield from self._listed()
        yield from walk_folders(machine_folders(self._environment), self._deadline, self.problems)

    def _given(self) -> Iterator[Path]:
        for folder in self._folders:
            path = Path(folder).expanduser()
            if path.is_absolute():
                if not path.exists():
                    self.problems.append(f"symbolFolders: '{folder}' does not exist")
                yield path
                continue
            try:
                yield self._snapshot.resolve_directory(folder).absolute
            except Failure:
                try:
                    yield self._snapshot.resolve(folder).absolute
                except Failure as failure:
                    self.problems.append(f"symbolFolders: {failure.error.message}")

    def _built(self) -> Iterator[Path]:
        """Yield the folders of builds, which no listing includes."""
        modules = [root.wire(".") for root in self._snapshot.folders]
        modules += [path.rpartition("/")[0] or "." for path in self._snapshot.files(*_SCRIPTS)]
        for module in dict.fromkeys(modules):
            for inside in MODULE_FOLDERS:
                try:
                    yield self._snapshot.resolve_directory(f"{module}/{inside}").absolute
                except Failure:
                    continue  # a module that was not built so

    def _listed(self) -> Iterator[Path]:
        """Yield the files that the workspace lists: copies that a team keeps."""
        for wire in self._snapshot.files(*_LISTED):
            if wire.endswith("Info.plist") and not wire.endswith(_BUNDLE):
                continue
            try:
                path = self._snapshot.resolve(wire).absolute
            except Failure:
                continue  # it went away
            if path.name == "Info.plist":
                yield from walk_folders([path.parent / "Resources/DWARF"], self._deadline, self.problems)
            elif is_candidate(path):
                yield path
