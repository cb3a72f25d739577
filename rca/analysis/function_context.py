"""Code around a line, wide enough to show a short function whole."""

from __future__ import annotations

from models.code import CodeContext
from rca.analysis.rendering.shown_code import lines_to_read
from rca.workspace.code_context import code_context
from rca.workspace.snapshot import Snapshot


def context_of_function(snapshot: Snapshot, path: str, line: int, least: int, whole: int) -> CodeContext:
    """Return the code around a line.

    Args:
        snapshot: of the workspace.
        path: of the file.
        line: the line that matters, 1-based.
        least: lines before and after it.
        whole: lines up to which its function is part of the answer from the first to the last.

    Raises:
        Failure: what `code_context` raises.
    """
    context = code_context(snapshot, path, line, least)
    needed = lines_to_read(line, context.function_definition, least, whole)
    return context if needed == least else code_context(snapshot, path, line, needed)
