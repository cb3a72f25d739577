"""The headline of an error: its root exception, or what else says most."""

from __future__ import annotations

import re

from models.error_report import ErrorReport, ReportedException


def headline(error: ErrorReport) -> str:
    """Return the root error in one line: deepest cause, first compiler error, or the build's own message."""
    root = root_exception(error)
    if root is not None:
        named = root.type or "Exception whose type the text does not name"
        return f"{named}: {first_line(root.message)}" if root.message else named
    for diagnostic in error.diagnostics:
        if diagnostic.severity == "error":
            name = re.split(r"[/\\]", diagnostic.file)[-1] if diagnostic.file else ""
            place = f"{name}:{diagnostic.line}: " if name else ""
            return place + first_line(diagnostic.message)
    if error.what_went_wrong:
        return _innermost(error.what_went_wrong)
    if error.signal:
        return f"Native crash: {error.signal}" + (f" in {error.process}" if error.process else "")
    return "No error recognized" if error.kind == "unknown" else error.kind.replace("_", " ")


def root_exception(error: ErrorReport) -> ReportedException | None:
    """Return the deepest cause of the primary exception, or None where the error is no exception.

    Of an ANR it is the ANR itself, whose message is the reason: its causes are the threads that hold locks.
    """
    primary = [exception for exception in error.exceptions if exception.relation != "suppressed"]
    if not primary:
        return None
    return primary[0] if error.kind == "anr" else primary[-1]


def _innermost(what_went_wrong: str) -> str:
    """Return the first of the innermost causes; Gradle nests them behind `>`, one deeper each."""
    causes = re.findall(r"^( *)> (\S.*)$", what_went_wrong, re.MULTILINE)
    if not causes:
        return first_line(what_went_wrong)
    depth = max(len(indent) for indent, _cause in causes)
    return next(str(cause) for indent, cause in causes if len(indent) == depth)


def first_line(text: str | None) -> str:
    """Return the first line of a text; empty for none."""
    return text.strip().split("\n", 1)[0] if text else ""
