"""The calls that an analysis of an error leaves open: code that it does not show, a value's origin."""

from __future__ import annotations

from collections.abc import Iterator

from models.hypothesis import HypothesisPlace
from models.tools.analyze_error import AnalyzeErrorResult
from rca.analysis.rendering.answer_markdown import window
from rca.analysis.rendering.brief import CAUSE_LINES, CULPRIT_LINES, headline
from rca.analysis.rendering.next_calls import NextCall, look_at

_MOST = 2
_DECIDED = 0.6
"""From this confidence of the first hypothesis on its code is enough."""
_LOOKED_AT = 3
"""Hypotheses whose code is worth a call."""
_QUERY = 200


def after_analysis(result: AnalyzeErrorResult) -> tuple[NextCall, ...]:
    """Return at most two calls; none where the first hypothesis decides and its code is shown."""
    hypotheses = result.hypotheses
    if not hypotheses and result.culprit is None:
        return (NextCall("search_code", {"query": headline(result.error)[:_QUERY]}),)
    first = hypotheses[0] if hypotheses else None
    is_shown = first is None or _is_shown(first.places[0], result)
    if first is not None and first.confidence >= _DECIDED and is_shown:
        return ()
    hidden = [
        look_at(one.places[0].file_path, one.places[0].line)
        for one in hypotheses[:_LOOKED_AT]
        if not _is_shown(one.places[0], result)
    ]
    traced = [*_trace_of_value(result)]
    calls = [*traced, *hidden[:1]] if is_shown else [hidden[0], *traced]
    return tuple(calls[:_MOST])


def _is_shown(place: HypothesisPlace, result: AnalyzeErrorResult) -> bool:
    """Return whether the brief shows the code of a place."""
    culprit, context, cause = result.culprit, result.context, result.cause_context
    if culprit is not None and context is not None and culprit.file_path == place.file_path:
        first, last = window(context.error_line, culprit.function, CULPRIT_LINES)
        if first <= place.line <= last:
            return True
    return (
        cause is not None
        and cause.file_path == place.file_path
        and abs(cause.error_line - place.line) <= CAUSE_LINES
    )


def _trace_of_value(result: AnalyzeErrorResult) -> Iterator[NextCall]:
    """Yield the question where the failing value comes from, unless a condition of the code's own failed."""
    failure = result.failure
    value = failure.value if failure is not None else None
    if failure is None or value is None or failure.family == "precondition" or "\n" in value.text:
        return
    asked = {"filePath": value.file_path, "line": value.start_line, "expression": value.text}
    yield NextCall("trace_value_origin", asked)
