"""A project whose tools may write: every question is kept, and answered as the test says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from rca.files.editor_edit import EditorEdit
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import ApprovalRequest, Tool, ToolContext, invoke
from rca.workspace import DocumentChanged, DocumentOpened, Workspace
from tests.tools.code_project import CodeProject


class FileProject(CodeProject):
    """Files, a person who is asked, and an editor that may have files open."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.answer = "yes"
        self.asked: list[ApprovalRequest] = []
        self.edits: list[EditorEdit] = []
        self.verdict = "applied"
        self.deadline: Deadline | None = None
        self.version = 1

    def add_root(self, path: Path) -> None:
        path.mkdir()
        self.workspace = Workspace([self.root, path], self.root.parent / "data2")

    def open(self, path: str, text: str) -> None:
        self.workspace.apply(DocumentOpened(self.root / path, text, self.version))

    def refused(self, tool: Tool[Any, Any], **parameters: Any) -> dict[str, Any]:
        """Call a tool that must fail; give its error."""
        answer = self.call(tool, **parameters)
        assert answer["success"] is False, answer
        return answer["error"]

    def context(self, tool: Tool[Any, Any]) -> ToolContext:
        def approve(request: ApprovalRequest) -> Any:
            self.asked.append(request)
            return self.answer

        def edit(one: EditorEdit) -> Any:
            self.edits.append(one)
            if self.verdict == "applied":
                text = one.text[: one.start] + one.new + one.text[one.end :]
                self.workspace.apply(DocumentChanged(one.path, text, one.version + 1))
            return self.verdict

        context = replace(super().context(tool), approve=approve, edit_in_editor=edit)
        return context if self.deadline is None else replace(context, deadline=self.deadline)

    def plainly(self, tool: Tool[Any, Any], **parameters: Any) -> dict[str, Any]:
        """Call a tool in this very thread, without a limit."""
        self.deadline = Deadline()
        try:
            return invoke(tool, parameters, self.context(tool)).model_dump(mode="json")
        finally:
            self.deadline = None

    def read(self, path: str) -> bytes:
        return (self.root / path).read_bytes()

    def left_behind(self) -> list[str]:
        return [path.name for path in self.root.rglob(".rca-*")]
