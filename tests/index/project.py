"""A small project on disk for the index tests."""

from __future__ import annotations

from pathlib import Path

from rca.index.link_source import CallerAnswer
from rca.navigation.callers import find_callers
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace


class Project:
    """A workspace folder with its index; `write` and `remove` change the disk."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.data = folder / "data"
        self.root.mkdir()
        self.workspace: Workspace | None = None

    def write(self, path: str, text: str) -> Path:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        return target

    def open(self) -> Workspace:
        if self.workspace is None:
            self.workspace = Workspace([self.root], self.data)
            self.workspace.index()
        return self.workspace

    def callers(self, path: str, name: str, depth: int = 1, **which: object) -> CallerAnswer:
        index = self.open().snapshot.index
        targets = index.functions(path, name, **which)  # type: ignore[arg-type]  # the test's own keywords
        assert targets, f"{path} declares no {name}"
        return find_callers(index, targets, depth, Deadline())

    def names(self, path: str, name: str, **which: object) -> list[tuple[str, str]]:
        return sorted((one.caller_name, one.evidence) for one in self.callers(path, name, **which).callers)
