"""Suggested calls after an answer, the most useful first, with their parameters filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from models.code import CodeContext
    from models.tools.trace_value_origin import TraceValueOriginResult

_LINES = 20
"""Lines around a place that a look shows; the tool's own default is for those who know no better."""


@dataclass(frozen=True, slots=True)
class NextCall:
    """One call of a tool."""

    tool: str
    parameters: Mapping[str, Any]


def no_calls(_result: object) -> tuple[NextCall, ...]:
    """Return no call: the answer is all there is to ask."""
    return ()


def after_tracing(result: TraceValueOriginResult) -> tuple[NextCall, ...]:
    """Return a look at the first origin."""
    return tuple(look_at(one.file_path, one.line) for one in result.origins[:1])


def after_context(context: CodeContext) -> tuple[NextCall, ...]:
    """Return the question who calls the function that was shown."""
    function = context.function_definition
    if function is None:
        return ()
    asked = {
        "functionName": function.name.rpartition(".")[2],
        "filePath": context.file_path,
        "line": function.start_line,
    }
    return (NextCall("find_callers_of_function", asked),)


def after_places(data: Mapping[str, Any]) -> tuple[NextCall, ...]:
    """Return a look at the first place that the data of any tool names."""
    place = next(_places(data, None), None)
    return () if place is None else (look_at(*place),)


def look_at(path: str, line: int) -> NextCall:
    """Return the call that shows the code around a line."""
    return NextCall("get_code_context", {"filePath": path, "line": line, "contextLines": _LINES})


def _places(value: object, path: str | None) -> Iterator[tuple[str, int]]:
    """Yield the lines of files in the order of the data; a line is of the file named beside or around it."""
    if isinstance(value, dict):
        named = value.get("filePath")
        path = named if isinstance(named, str) else path
        line = value.get("line")
        if path is not None and isinstance(line, int):
            yield path, line
        for part in value.values():
            yield from _places(part, path)
    elif isinstance(value, list):
        for part in value:
            yield from _places(part, path)
