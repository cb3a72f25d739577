"""A small project on disk with its index."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from evaluation.project_text import write_project
from rca.index.xref_protocols import CallerAnswer
from rca.navigation.callers import find_callers
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace
from tests.project_folder import ProjectFolder


class Project(ProjectFolder):
    """A workspace folder with its index, which is made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "project")
        self.data = folder / "data"
        self.workspace: Workspace | None = None

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


def callers(project: Project, path: str, name: str, **which: object) -> list[str]:
    """Return the names of a function's callers."""
    return [caller for caller, _ in project.names(path, name, **which)]


def indexed(root: Path, files: str | Mapping[str, str]) -> Workspace:
    """Return the indexed workspace of a text's files; its data lies beside `root`."""
    write_project(root, files)
    workspace = Workspace([root], root.parent / "data")
    workspace.index()
    return workspace
