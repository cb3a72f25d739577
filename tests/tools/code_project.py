"""A workspace and a caller for the code tools' tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.settings import Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.tool import Tool, ToolContext, invoke, soft_deadline
from rca.workspace import Snapshot, Workspace
from tests.project_folder import ProjectFolder


def empty_snapshot(folder: Path) -> Snapshot:
    """Return a snapshot of a project without files."""
    root = folder / "project"
    root.mkdir(exist_ok=True)
    return Workspace([root], folder / "data").snapshot


_PATIENCE = 10
"""Times a tool's own limit: what is tested is the answer, on machines that are busy with other tests."""


class CodeProject(ProjectFolder):
    """Files on disk, and tools called on them through the one place that every call goes through."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "project")
        self.workspace = Workspace([self.root], folder / "data")
        self.knowledge: KnowledgeStore | None = None

    def call(self, tool: Tool[Any, Any], **parameters: Any) -> dict[str, Any]:
        return invoke(tool, parameters, self.context(tool)).model_dump(mode="json")

    def context(self, tool: Tool[Any, Any]) -> ToolContext:
        return ToolContext(
            snapshot=self.workspace.snapshot,
            knowledge=self.knowledge,  # type: ignore[arg-type]  # few code tools look at past solutions
            settings=Settings(),
            data_dir=self.root.parent / "kept",
            deadline=soft_deadline(_PATIENCE * tool.seconds),
        )
