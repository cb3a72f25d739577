"""The frame of a failing expression that was found on another line than the trace tells."""

from __future__ import annotations

from models.code import ProjectFrame
from models.failure import FailedCondition
from rca.causes.failure.expression_notes import CAN_THROW, MAY_HAVE_MOVED
from rca.text.line_index import Lines
from rca.workspace import Snapshot
from rca.workspace.code_context import define


def follow_expression(
    culprit: ProjectFrame | None, failure: FailedCondition | None, snapshot: Snapshot
) -> ProjectFrame | None:
    """Return the frame of the failing expression where the culprit's own line is none that can fail."""
    return _in_class(culprit, failure, snapshot) or _on_another_line(culprit, failure, snapshot)


def _on_another_line(
    culprit: ProjectFrame | None, failure: FailedCondition | None, snapshot: Snapshot
) -> ProjectFrame | None:
    """Return the frame on the line of the one expression that fits; None where its own line may be right."""
    shown = failure.expression if failure is not None else None
    if culprit is None or failure is None or shown is None or failure.others:
        return None
    function, note = culprit.function, shown.note or ""
    if culprit.line is None or culprit.reported_line is not None or not note.endswith(MAY_HAVE_MOVED):
        return None
    is_inside = function is not None and function.start_line <= shown.start_line <= function.end_line
    if shown.file_path != culprit.file_path or not is_inside:
        return None
    if shown.start_line <= culprit.line <= shown.end_line:
        return None
    code = Lines(snapshot.text(culprit.file_path) or "").line(shown.start_line).strip() or None
    return culprit.model_copy(update={"line": shown.start_line, "code": code, "reported_line": culprit.line})


def _in_class(
    culprit: ProjectFrame | None, failure: FailedCondition | None, snapshot: Snapshot
) -> ProjectFrame | None:
    """Return the frame of what can throw an error in a class that the text names without a line, or None."""
    shown = failure.expression if failure is not None else None
    if culprit is None or shown is None or culprit.found_by != "name" or culprit.method is not None:
        return None
    if shown.file_path != culprit.file_path or not (shown.note or "").startswith(CAN_THROW):
        return None
    text = snapshot.text(culprit.file_path) or ""
    function = snapshot.index.enclosing_function(culprit.file_path, shown.start_line)
    return culprit.model_copy(
        update={
            "line": shown.start_line,
            "function": define(function, text) if function is not None else None,
            "code": Lines(text).line(shown.start_line).strip() or None,
            "note": None,
        }
    )
