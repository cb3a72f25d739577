"""The kinds of change to a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias


@dataclass(frozen=True)
class DocumentOpened:
    """The editor shows a file; `path` is absolute or a `file:` URI."""

    path: Path | str
    text: str
    version: int


@dataclass(frozen=True)
class DocumentChanged:
    """The editor's text of a file is now this."""

    path: Path | str
    text: str
    version: int


@dataclass(frozen=True)
class DocumentClosed:
    """The disk's text of a file counts again."""

    path: Path | str


@dataclass(frozen=True)
class FilesChanged:
    """Files or folders appeared, changed or vanished on the disk."""

    paths: tuple[Path | str, ...]


Change: TypeAlias = DocumentOpened | DocumentChanged | DocumentClosed | FilesChanged
