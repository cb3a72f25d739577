"""A project out of a few texts, indexed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rca.workspace import Workspace


def indexed(root: Path, files: Mapping[str, str]) -> Workspace:
    """Write files below `root` and index them; what is kept of it goes into a folder beside."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    workspace = Workspace([root], root.parent / "data")
    workspace.index()
    return workspace
