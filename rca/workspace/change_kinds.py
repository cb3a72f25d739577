"""The kinds of change to a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias


@dataclass(frozen=True)
class DocumentOpened:
    """The editor opened a file; `path` is absolute or a `file:` URI."""

    path: Path | str
    text: str
    version: int


@dataclass(frozen=True)
class DocumentChanged:
    """The editor changed the text of a file."""

    path: Path | str
    text: str
    version: int


@dataclass(frozen=True)
class DocumentClosed:
    """The editor closed a file; its text on disk counts again."""

    path: Path | str


@dataclass(frozen=True)
class FilesChanged:
    """Files or folders were created, changed or deleted on disk."""

    paths: tuple[Path | str, ...]


Change: TypeAlias = DocumentOpened | DocumentChanged | DocumentClosed | FilesChanged
