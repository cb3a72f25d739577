"""The line whose values made a program fail, where that is not the topmost line of the trace."""

from __future__ import annotations

from collections.abc import Sequence

from rca.causes.captured.blamed_value import BlamedValue
from rca.causes.captured.blamed_values import behind_local, find_blamed_values, nodes_on
from rca.causes.captured.called_values import values_in
from rca.causes.captured.captured_code import CapturedCode
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.trace_candidates import AppFrame


def find_failing_site(
    seen: CapturedCode, app: Sequence[AppFrame], line: int, exception: str
) -> tuple[SyntaxFile, int, list[BlamedValue]] | None:
    """Return file, line and values that made it fail; None where the file cannot be read.

    The accessor of a property that is not set fails for whoever reads it, and a function that calls itself
    too often because of what it passes on.

    Args:
        seen: what was captured, and its code.
        app: functions of the trace that lie in the project, innermost first.
        line: the failing line of the topmost.
        exception: type of the exception.
    """
    path, top = seen.frames[0]
    file = seen.syntax_of(path)
    if file is None:
        return None
    if "UninitializedProperty" in exception and top.method.startswith("get") and len(seen.frames) > 1:
        reader, frame = seen.frames[1]
        other = seen.syntax_of(reader)
        if other is not None and frame.line is not None:
            name = top.method[3:4].lower() + top.method[4:]
            values = values_in(frame, other, seen)
            blamed = [
                BlamedValue(node, values.of(node), values.holder(node))
                for node in nodes_on(other, frame.line)
                if node.kind in ("name", "member") and node.name == name
            ]
            if blamed:
                return other, frame.line, blamed[:1]
    passed = _passed_on(seen, app)
    if passed:
        return file, line, passed
    values = values_in(top, file, seen)
    blamed = find_blamed_values(file, values, line, exception)
    if not blamed and app[0].line != line:  # an expression of several lines
        return file, app[0].line, find_blamed_values(file, values, app[0].line, exception)
    return file, line, blamed


def _passed_on(seen: CapturedCode, app: Sequence[AppFrame]) -> list[BlamedValue]:
    """Return what a function passes to itself beside numbers that it counts."""
    innermost = [(frame.class_name, frame.method, len(frame.locals) > 0) for _, frame in seen.frames[:3]]
    if len(innermost) < 3 or len(set(innermost)) > 1 or not app:
        return []
    path, frame = seen.frames[1]
    file = seen.syntax_of(path)
    if file is None or frame.line is None:
        return []
    values = values_in(frame, file, seen)
    return [
        behind_local(BlamedValue(given, values.of(given), values.holder(given)), values)
        for node in nodes_on(file, frame.line)
        if node.kind == "call" and node.name == app[0].function.name
        for given in node.arguments
        if given.kind in ("name", "member", "call")
    ]
