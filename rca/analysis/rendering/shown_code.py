"""The lines of code that a brief shows: of the culprit, of the likely cause, of other hypotheses.

A short function is shown whole: who sees a part of it reads the rest with a second call, of more lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from models.code import CodeContext, FunctionDefinition, ProjectFrame
from models.hypothesis import HypothesisPlace
from rca.analysis.rendering.answer_markdown import window

CULPRIT_LINES = 14
"""Lines that are shown at most before and after the culprit's line, ..."""
CAUSE_LINES = 10
"""... around the likely cause, where that is elsewhere, ..."""
OTHER_LINES = 6
"""... and around the places of other hypotheses, where nothing is decided."""
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


def is_shown(place: HypothesisPlace, found: ShownContexts) -> bool:
    """Return whether the brief shows the line of a place."""
    return any(
        path == place.file_path and first <= place.line <= last for path, first, last in _ranges(found)
    )


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


def whole_of_culprit(found: ShownContexts) -> int:
    """Return the lines up to which the culprit's function is shown whole.

    It is not where words alone led there and the likely cause is elsewhere.
    """
    culprit = found.culprit
    is_aside = culprit is not None and culprit.found_by == "words" and found.cause_context is not None
    return 0 if is_aside else WHOLE_FUNCTION


def _ranges(found: ShownContexts) -> Iterator[tuple[str, int, int]]:
    culprit, context, cause = found.culprit, found.context, found.cause_context
    if culprit is not None and context is not None:
        line = context.error_line
        yield culprit.file_path, *window(line, culprit.function, CULPRIT_LINES, whole_of_culprit(found))
    if cause is not None:
        yield cause.file_path, *cause_window(cause)
    for other in found.hypothesis_contexts:
        function = other.function_definition
        yield other.file_path, *window(other.error_line, function, OTHER_LINES, WHOLE_OTHER)


def shown_texts(found: ShownContexts) -> set[str]:
    """Return the lines of code of all contexts, each with single spaces."""
    contexts = (found.context, found.cause_context, *found.hypothesis_contexts)
    around = (one.context for one in contexts if one is not None)
    texts = (f"{one.before}\n{one.error_line}\n{one.after}" for one in around)
    return {" ".join(line.split()) for text in texts for line in text.splitlines()}
