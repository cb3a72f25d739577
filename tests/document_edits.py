"""Edits of documents in an editor, unsaved."""

from pathlib import Path

from rca.workspace import DocumentChanged, DocumentClosed, DocumentOpened, Workspace


class DocumentEdits:
    """What an editor holds of files of a workspace, while a test edits them."""

    def __init__(self, workspace: Workspace, root: Path) -> None:
        self._workspace, self._root = workspace, root
        self.texts: dict[str, str] = {}
        """The text of each open document by its path."""

    def change(self, path: str, text: str, version: int) -> None:
        """Open a document with a text, or change it to that."""
        edit = DocumentChanged if path in self.texts else DocumentOpened
        self.texts[path] = text
        self._workspace.apply(edit(self._root / path, text, version))

    def close(self, path: str) -> None:
        """Close a document, whether it is open or not."""
        self.texts.pop(path, None)
        self._workspace.apply(DocumentClosed(self._root / path))

    def open_in(self, other: Workspace) -> None:
        """Open all documents with what they hold now in another workspace."""
        for path, text in self.texts.items():
            other.apply(DocumentOpened(self._root / path, text, 1))
