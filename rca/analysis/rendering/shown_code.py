"""The lines of code that a brief shows: of the culprit, of the likely cause, of other hypotheses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from models.code import CodeContext, ProjectFrame
from models.hypothesis import HypothesisPlace
from rca.analysis.rendering.answer_markdown import window

CULPRIT_LINES = 14
"""Lines that are shown at most before and after the culprit's line, ..."""
CAUSE_LINES = 10
"""... around the likely cause, where that is elsewhere, ..."""
OTHER_LINES = 6
"""... and around the places of other hypotheses, where nothing is decided."""


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


def _ranges(found: ShownContexts) -> Iterator[tuple[str, int, int]]:
    culprit, context, cause = found.culprit, found.context, found.cause_context
    if culprit is not None and context is not None:
        yield culprit.file_path, *window(context.error_line, culprit.function, CULPRIT_LINES)
    if cause is not None:
        yield cause.file_path, cause.error_line - CAUSE_LINES, cause.error_line + CAUSE_LINES
    for other in found.hypothesis_contexts:
        yield other.file_path, *window(other.error_line, other.function_definition, OTHER_LINES)
