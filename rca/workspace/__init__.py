"""The workspace: its folders, unsaved editor text, and frozen snapshots of both."""

from rca.workspace.change_kinds import Change, DocumentChanged, DocumentClosed, DocumentOpened, FilesChanged
from rca.workspace.disk_reader import SourceText
from rca.workspace.roots import WorkspaceFile
from rca.workspace.snapshot import Snapshot
from rca.workspace.workspace import Workspace

__all__ = [
    "Change",
    "DocumentChanged",
    "DocumentClosed",
    "DocumentOpened",
    "FilesChanged",
    "Snapshot",
    "SourceText",
    "Workspace",
    "WorkspaceFile",
]
