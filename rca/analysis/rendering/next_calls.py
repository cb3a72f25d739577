"""Suggested calls after an answer, the most useful first, with their parameters filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from rca.analysis.rendering.relevant_hits import SNIPPET_LINES, relevant_hits

if TYPE_CHECKING:
    from models.code import CodeContext
    from models.tools.find_references import FindReferencesResult
    from models.tools.search_code import SearchCodeResult
    from models.tools.trace_value_origin import TraceValueOriginResult

_LINES = 20
"""Lines around a place that a look shows; the tool's own default is for those who know no better."""
_MOST_READ = 1_000
"""Places of an answer that are compared."""


@dataclass(frozen=True, slots=True)
class NextCall:
    """One call of a tool."""

    tool: str
    parameters: Mapping[str, Any]


def no_calls(_result: object) -> tuple[NextCall, ...]:
    """Return no call: the answer is all there is to ask."""
    return ()


def after_tracing(result: TraceValueOriginResult) -> tuple[NextCall, ...]:
    """Return a look at the only origin."""
    return tuple(look_at(one.file_path, one.line) for one in result.origins if result.total_origins == 1)


def after_hits(result: SearchCodeResult) -> tuple[NextCall, ...]:
    """Return a look at the one hit that stands out, unless all of it is shown."""
    shown = relevant_hits(result.hits)
    is_cut = len(result.hits) == 1 < result.total_hits
    if len(shown) != 1 or is_cut or result.no_such_name or result.cursor:
        return ()
    (hit,) = shown
    is_whole = hit.snippet_line <= hit.line and hit.end_line < hit.snippet_line + SNIPPET_LINES
    return () if is_whole else (look_at(hit.file_path, hit.line),)


def after_references(result: FindReferencesResult) -> tuple[NextCall, ...]:
    """Return a look at the only use."""
    if result.total_references != 1 or result.possible_uses:
        return ()
    return tuple(look_at(file.file_path, use.line) for file in result.files for use in file.references)


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
    """Return a look at the only place that the data of any tool names: the first of several is a guess."""
    places = set(islice(_places(data, None), _MOST_READ))
    return tuple(look_at(*place) for place in places) if len(places) == 1 else ()


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
