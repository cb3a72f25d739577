"""Edits of files that are open in the editor, applied by the editor so that unsaved text survives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class EditorEdit:
    """One change of an open document.

    `text` and `version` are the document as it was read; `start` and `end` are offsets in it, `new` is the
    replacement. `label` is shown in the editor's undo list.
    """

    path: Path
    version: int
    text: str
    start: int
    end: int
    new: str
    label: str


EditorVerdict = Literal["applied", "refused", "unable"]
"""`refused`: the document changed meanwhile, or the editor said no; `unable`: it cannot be asked."""

EditInEditor = Callable[[EditorEdit], EditorVerdict]


def no_editor(_edit: EditorEdit) -> EditorVerdict:
    """Refuse an edit, as no connected editor accepts edits."""
    return "unable"
