"""A folder with a small project, which a test fills and changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from evaluation.project_text import ProjectText, write_project


def write_file(folder: Path, path: str, data: str | bytes) -> Path:
    """Write one file below a folder, and return its path."""
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data.encode() if isinstance(data, str) else data)
    return target


class ProjectFolder:
    """A project on disk; the form of a text with several files is that of `evaluation/project_text.py`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.root.mkdir(exist_ok=True)

    def add(self, files: str | Mapping[str, str]) -> ProjectText:
        """Write the files of a text, and return them with the places that it marks."""
        return write_project(self.root, files)

    def write(self, path: str, data: str | bytes) -> Path:
        """Write one file."""
        return write_file(self.root, path, data)
