"""Suggested calls after an analysis of an error: code that it does not show, the origin of a value."""

from __future__ import annotations

from collections.abc import Iterator

from models.tools.analyze_error import AnalyzeErrorResult
from rca.analysis.rendering.closing_lines import is_enough, value_to_follow
from rca.analysis.rendering.error_headline import headline
from rca.analysis.rendering.next_calls import NextCall, look_at
from rca.analysis.rendering.shown_code import is_shown

_MOST = 2
_LOOKED_AT = 3
"""Hypotheses whose code is worth a call."""
_LEAST = 0.1
"""Confidence of other hypotheses below which they are not worth it."""
_QUERY = 200


def after_analysis(result: AnalyzeErrorResult) -> tuple[NextCall, ...]:
    """Return at most two calls; none where the brief's end says that its code is enough."""
    hypotheses = result.hypotheses
    if not hypotheses and result.culprit is None:
        return (NextCall("search_code", {"query": headline(result.error)[:_QUERY]}),)
    first = hypotheses[0] if hypotheses else None
    is_first_shown = first is None or is_shown(first.places[0], result)
    if is_enough(result):
        return ()
    hidden = [
        look_at(one.places[0].file_path, one.places[0].line)
        for one in hypotheses[:_LOOKED_AT]
        if not is_shown(one.places[0], result) and one.confidence >= _LEAST
    ]
    if result.culprit is None and not hidden and not is_first_shown:
        return (NextCall("search_code", {"query": headline(result.error)[:_QUERY]}),)
    traced = [*_trace_of_value(result)]
    calls = [*traced, *hidden[:1]] if is_first_shown else [*hidden[:1], *traced]
    return tuple(calls[:_MOST])


def _trace_of_value(result: AnalyzeErrorResult) -> Iterator[NextCall]:
    """Yield the question where the failing value comes from, unless an origin is told."""
    value = value_to_follow(result)
    is_told = any(clause.kind == "origin" for clause in result.explanation)
    if value is None or is_told or "\n" in value.text:
        return
    asked = {"filePath": value.file_path, "line": value.start_line, "expression": value.text}
    yield NextCall("trace_value_origin", asked)
