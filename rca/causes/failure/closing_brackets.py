"""Frames whose line only closes a block: no expression of it can fail, so the code moved since that build."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from models.code import ProjectFrame
from rca.causes.failure.condition import Target
from rca.causes.failure.expression_notes import MAY_HAVE_MOVED
from rca.causes.failure.expression_search import FoundExpression, find_expression
from rca.causes.failure.searched_file import CodeFile
from rca.causes.source_tokens import SourceTokens

_CLOSING: Final = frozenset(("}", ")", "]", ";", ","))


def only_closes(tokens: SourceTokens, place: ProjectFrame) -> bool:
    """Return whether the line of a frame in a function of several lines has closing brackets alone."""
    function, line = place.function, place.line
    if function is None or line is None or place.reported_line is not None:
        return False
    words = [tokens.word(index) for index in tokens.in_lines(line, line)]
    return bool(words) and _CLOSING.issuperset(words) and function.start_line < line


def find_below_closing_line(code: CodeFile, place: ProjectFrame, target: Target) -> FoundExpression | None:
    """Return what fits in the function of a frame whose line only closes a block; None where nothing does."""
    found = find_expression(code, place, target, None)
    if found is None or place.function is None:
        return None
    line, name = code.tokens.line_of(found.best.first), place.function.name
    if len(found.candidates) == 1:
        note = f"line {place.line} only closes a block, line {line} of {name} fits: {MAY_HAVE_MOVED}"
    else:
        note = f"line {place.line} only closes a block, {len(found.candidates)} expressions in {name} fit"
    return replace(found, note=note)
