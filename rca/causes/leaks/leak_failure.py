"""What failed where memory leaks: which object did not go, and the field of the project that refers to it."""

from __future__ import annotations

import re

from models.failure import FailedCondition, FailureExpression
from models.leak_trace import LeakTrace
from rca.causes.leaks.leak_places import LeakPlace, holders_first, places_of
from rca.causes.project_code import ProjectCode
from rca.error_text.leak_traces.find_leaks import TYPE, suspects


def leak_failure(trace: LeakTrace, code: ProjectCode) -> FailedCondition:
    """Return the condition that did not hold: the object should have been collected."""
    last = trace.nodes[-1]
    name = last.class_name.rpartition(".")[2]
    because = f" ({_short_reason(last.reason)})" if last.leaking == "yes" and last.reason else ""
    wanted = {id(node) for node in suspects(trace)} if trace.kind != "library" else set()
    held = [place for place in places_of(trace, code) if id(place.node) in wanted and place.field is not None]
    fields = holders_first(held, trace)
    return FailedCondition(
        family="memory_leak",
        condition=f"`{name}` should have been collected{because}, but a strong reference still leads to it.",
        exception=TYPE,
        name=name,
        expression=_expression(fields[0], code) if fields else None,
        others=tuple(_expression(place, code) for place in fields[1:3]),
    )


def _short_reason(reason: str) -> str:
    """Return the callback that the object received where a reason names it, else the reason."""
    received = re.search(r"(?P<class>[\w$]+) received (?P<callback>\w+#\w+\(\)) callback", reason)
    return f"`{received['class']}` received `{received['callback']}`" if received is not None else reason


def _expression(place: LeakPlace, code: ProjectCode) -> FailureExpression:
    """Return the declaration's line of a field."""
    line = code.line(place.path, place.line)
    start = len(line) - len(line.lstrip()) + 1
    return FailureExpression(
        file_path=place.path,
        start_line=place.line,
        start_column=start,
        end_line=place.line,
        end_column=len(line.rstrip()) + 1,
        text=line.strip(),
    )
