"""The lines of code that a brief shows: of the culprit, of the likely cause, of other hypotheses.

A short function is shown whole: who sees a part of it reads the rest with a second call, of more lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from models.code import CodeContext, FunctionDefinition, ProjectFrame
from models.hypothesis import Hypothesis, HypothesisPlace
from rca.analysis.rendering.answer_markdown import window

CULPRIT_LINES = 14
"""Lines that are shown at most before and after the culprit's line, ..."""
CAUSE_LINES = 10
"""... around the likely cause, where that is elsewhere, ..."""
OTHER_LINES = 6
"""... and around the places of other hypotheses, where nothing is decided."""
SHORT_FUNCTION = 12
"""Lines of a failing function up to which its callers' code is shown: what it is given decides."""
ORIGIN_LINES = 4
"""Lines around the place where the failing value can come from."""
BEGINNING_LINES = 12
"""Lines from the beginning of another hypothesis' function that are shown with its line."""
_CONFIGURATION_LINES = 2
"""Lines around an entry of the configuration that is another hypothesis: an entry says all by itself."""
_ASIDE_LINES = 3
"""Lines around a place that words led to, where an entry of the configuration decides."""
DECIDED = 0.6
"""From this confidence of the first hypothesis on its code is enough."""
WHOLE_FUNCTION = 80
"""Lines up to which the function of the culprit or of the likely cause is shown whole, ..."""
WHOLE_OTHER = 24
"""... and that of another hypothesis."""


class ShownContexts(Protocol):
    """The contexts of an analysis, as findings and result have them."""

    @property
    def culprit(self) -> ProjectFrame | None:
        """The place where the error surfaced."""

    @property
    def context(self) -> CodeContext | None:
        """Its code."""

    @property
    def cause_context(self) -> CodeContext | None:
        """Code of the likely cause, where that is elsewhere."""

    @property
    def hypothesis_contexts(self) -> tuple[CodeContext, ...]:
        """Code of other hypotheses."""

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses, the likeliest first."""


def is_shown(place: HypothesisPlace, found: ShownContexts) -> bool:
    """Return whether the brief shows the line of a place."""
    return is_shown_at(place.file_path, place.line, found)


def is_shown_at(path: str, line: int, found: ShownContexts) -> bool:
    """Return whether the brief shows a line of a file."""
    return any(shown == path and first <= line <= last for shown, first, last in _ranges(found))


def lines_to_read(line: int, function: FunctionDefinition | None, least: int, whole: int) -> int:
    """Return how many lines before and after a line a context needs for a function that is shown whole."""
    start, end = window(line, function, least, whole)
    return max(least, line - start, end - line)


def cause_window(context: CodeContext, *, whole: int = WHOLE_FUNCTION) -> tuple[int, int]:
    """Return the range of lines that is shown of a likely cause."""
    line, function = context.error_line, context.function_definition
    first, last = window(line, function, CAUSE_LINES, whole)
    is_whole = function is not None and function.end_line - function.start_line < whole
    return (first, last) if is_whole else (line - CAUSE_LINES, line + CAUSE_LINES)


def other_window(context: CodeContext) -> tuple[int, int]:
    """Return the range of lines that is shown of another hypothesis."""
    is_code = context.file_path.endswith((".kt", ".java"))
    around, function = OTHER_LINES if is_code else _CONFIGURATION_LINES, context.function_definition
    first, last = window(context.error_line, function, around, WHOLE_OTHER)
    if function is not None and context.error_line - function.start_line <= BEGINNING_LINES:
        first = min(first, function.start_line)
    return first, last


def culprit_window(found: ShownContexts) -> tuple[int, int]:
    """Return the range of lines that is shown of the culprit, whose context must be there."""
    culprit, context = found.culprit, found.context
    if culprit is None or context is None:
        return 0, 0
    around = _ASIDE_LINES if is_set_aside(found) else CULPRIT_LINES
    return window(context.error_line, culprit.function, around, whole_of_culprit(found))


def is_aside(found: ShownContexts) -> bool:
    """Return whether words alone led to the culprit, and the likely cause is elsewhere."""
    culprit = found.culprit
    return culprit is not None and culprit.found_by == "words" and found.cause_context is not None


def is_set_aside(found: ShownContexts) -> bool:
    """Return whether words alone led to the culprit, and a hypothesis about another place decides."""
    return is_aside(found) and bool(found.hypotheses) and found.hypotheses[0].confidence >= DECIDED


def whole_of_culprit(found: ShownContexts) -> int:
    """Return the lines up to which the culprit's function is shown whole.

    It is not where words alone led there and the likely cause is elsewhere.
    """
    return 0 if is_aside(found) else WHOLE_FUNCTION


def _ranges(found: ShownContexts) -> Iterator[tuple[str, int, int]]:
    yield from ((context.file_path, first, last) for context, first, last in _windows(found))


def _windows(found: ShownContexts) -> Iterator[tuple[CodeContext, int, int]]:
    """Yield each context with the range of it that is shown."""
    if found.culprit is not None and found.context is not None:
        yield found.context, *culprit_window(found)
    if found.cause_context is not None:
        yield found.cause_context, *cause_window(found.cause_context)
    for other in found.hypothesis_contexts:
        yield other, *other_window(other)


def shown_texts(found: ShownContexts) -> set[str]:
    """Return the lines of code that are shown, each with single spaces."""
    texts: set[str] = set()
    for context, first, last in _windows(found):
        before = context.context.before.splitlines()
        start = context.error_line - len(before)
        lines = [*before, context.context.error_line, *context.context.after.splitlines()]
        texts.update(" ".join(line.split()) for line in lines[max(0, first - start) : last - start + 1])
    return texts
