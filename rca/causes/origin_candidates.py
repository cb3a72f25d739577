"""Candidates by data flow: the origins of the failing value, and the functions that it passes through."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from models.failure import FailedCondition, SourceRange
from rca.causes.candidate_set import CandidateSet, ValueSource
from rca.causes.failure.expression_search import range_at
from rca.causes.origins.condition_operands import find_operands
from rca.causes.origins.find_origins import find_origins
from rca.causes.origins.origin import RANKS, Origin, Place
from rca.causes.origins.origin_words import describe_origin
from rca.causes.trace_candidates import AppFrame
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.text.line_index import Lines
from rca.workspace.build_modules import is_test

_NULL_FAMILIES: Final = ("null_dereference", "null_check", "null_argument", "uninitialized", "cast")
_VALUE_FAMILIES: Final = (
    *_NULL_FAMILIES,
    *("index", "missing_element", "number_format", "date_format", "text_format", "arithmetic"),
    *("precondition", "resource", "io"),
)
"""Failures that a value explains."""
_EXPRESSIONS: Final = 3
_ORIGINS: Final = 12
_SHORTENED: Final = 60
_CONSTANTS: Final = 4
"""Files that declare a constant of one name, which are read for its value."""
_INDEX: Final = re.compile(r"Index (-\d+) was asked for")
"""An index that no collection has: what writes it means "none". Any other is wrong for one size alone."""
_SENTINEL: Final = re.compile(r"(?:INVALID|NONE|NO|NOT|UNKNOWN|MISSING|UNDEFINED|UNSET)(?:_|$)")
"""Beginnings of names that stand for "none", which is mostly negative."""
_CONSTANT: Final = re.compile(r"[A-Z][A-Z0-9_]+")
_SHOW_CODE: Final = frozenset(
    (
        *("lookup", "element", "extra", "bundle", "saved_state", "preference", "cursor", "json"),
        *("view_lookup", "system_service", "library_call", "platform_call", "safe_cast"),
    )
)
"""Kinds of origins whose code tells what was asked, and of what."""
_SAY_NOTHING: Final = ("parameter", "unresolved")
"""Kinds of origins that do not say where the value comes from."""


def add_origin_candidates(
    space: CandidateSet, failure: FailedCondition | None, app: Sequence[AppFrame], deadline: Deadline
) -> None:
    """Add the functions that the failing value can come from, and those that pass it on."""
    if failure is None or failure.family not in _VALUE_FAMILIES:
        return
    asked = [one for one in (failure.value or failure.expression, *failure.others) if one is not None]
    nulls = True if failure.family in _NULL_FAMILIES else None
    values = [(one, nulls) for one in asked]
    if failure.family == "precondition":
        values = [value for one in asked for value in _values_of_condition(space, one, deadline)]
    for number, (expression, only_null) in enumerate(values[:_EXPRESSIONS]):
        if deadline.expired:
            return
        for place, origin in enumerate(_origins(space, failure, expression, only_null, app, deadline)):
            _note_origin(space, origin, expression, 1 / (1 + place + number))


def _values_of_condition(
    space: CandidateSet, condition: SourceRange, deadline: Deadline
) -> list[tuple[SourceRange, bool | None]]:
    """Return the values that decide a failed condition, each with whether its null is asked for first."""
    path = condition.file_path
    text = space.code.snapshot.text(path)
    if text is None:
        return []
    lines = Lines(text)
    operands = find_operands(
        space.code.index, path, *_offsets(lines, condition), space.code.snapshot.text, deadline
    )
    if not operands:
        return [(condition, None)]
    return [(range_at(path, lines, one.start, one.end), None if one.nulls else False) for one in operands]


def _offsets(lines: Lines, part: SourceRange) -> tuple[int, int]:
    start = lines.start_of(part.start_line) + part.start_column - 1
    return start, lines.start_of(part.end_line) + part.end_column - 1


def _origins(  # noqa: PLR0913, PLR0917 - what is known of one value
    space: CandidateSet,
    failure: FailedCondition,
    expression: SourceRange,
    nulls: bool | None,
    app: Sequence[AppFrame],
    deadline: Deadline,
) -> Sequence[Origin]:
    path = expression.file_path
    text = space.code.snapshot.text(path)
    if text is None:
        return ()
    start, end = _offsets(Lines(text), expression)
    frames = [(frame.function.path, frame.line) for frame in app]
    answer = find_origins(
        space.code.index, path, start, end, space.code.snapshot.text, deadline, nulls=nulls, frames=frames
    )
    if answer is None:
        return ()
    asked = _INDEX.match(failure.condition or "") if failure.family == "index" else None
    if asked is None:
        # Reading an unset `lateinit` in Kotlin throws an exception of its own.
        is_unset = failure.family == "uninitialized" or path.endswith(".java")
        left_out = ("unresolved",) if is_unset else ("unresolved", "lateinit_unset")
        return [one for one in answer.origins if one.kind not in left_out][:_ORIGINS]
    # The error says the value: what writes it is its origin before any other.
    telling = {one.place for one in answer.origins if _writes(space, one.place, asked[1])}
    found = [
        replace(one, kind="literal") if one.place in telling else one
        for one in answer.origins
        if one.place in telling or one.kind != "unresolved"
    ]
    return sorted(found, key=lambda one: one.place not in telling)[:_ORIGINS]


def _writes(space: CandidateSet, place: Place, number: str) -> bool:
    """Return whether the code at a place is a number, or the name of a constant with that value."""
    text = space.code.snapshot.text(place.path) or ""
    code = text[place.start : place.end].strip()
    if code == number:
        return True
    name = code.rpartition(".")[2]
    if not _CONSTANT.fullmatch(name):
        return False
    if _SENTINEL.match(name):
        return True
    value = re.compile(rf"\b{name}\b[^=;\n]*=\s*{re.escape(number)}\s*(?:;|$)", re.MULTILINE)
    return any(
        value.search("\n".join(space.code.lines(path)))
        for path in space.code.index.declaring(name, "callable")[:_CONSTANTS]
    )


def _note_origin(space: CandidateSet, origin: Origin, expression: SourceRange, nearness: float) -> None:
    function, line = _function_at(space, origin.place)
    value = " ".join(expression.text.split())[:_SHORTENED]
    if function is not None:
        candidate = space.candidate(function, line)
        candidate.note("origin", nearness)
        candidate.note("origin_found")
        candidate.note(f"origin_rank_{RANKS.get(origin.kind, 1)}", nearness)
        if not _holds(function, expression):
            candidate.note("origin_elsewhere", nearness)
        shown = _shown(space, origin, value)
        where = f"line {line} of `{function.display_name}`" + (f", `{shown}`" if shown else "")
        kind = describe_origin(origin)
        said = f"The value of `{value}` can come from {where}: {kind}."
        says_where = origin.kind not in _SAY_NOTHING and (origin.place.path, line) != (
            expression.file_path,
            expression.start_line,
        )
        if space.value_source is None and says_where and not is_test(origin.place.path):
            origin_of = f"`{shown}` in `{function.display_name}`" if shown else f"`{function.display_name}`"
            said_first = f"`{value}` can come from {origin_of}: {kind}."
            space.value_source = ValueSource(said_first, origin.place.path, line)
        is_itself = (origin.place.path, line) == (expression.file_path, expression.start_line)
        # That the expression itself is a library's call, or is computed, says nothing.
        if not is_itself or origin.kind not in ("library_call", "computed"):
            candidate.explain("value_origin", 4.6 + nearness / 5, "value_origin", said, line)
    for step in origin.steps:
        passing, at = _function_at(space, step.place)
        if passing is not None and passing != function:
            candidate = space.candidate(passing, at)
            candidate.note("origin_step", nearness)
            if step.kind == "property_write":
                candidate.note("origin_write", nearness)


def _shown(space: CandidateSet, origin: Origin, value: str) -> str:
    """Return the code of a call or lookup that is an origin; empty where the kind says it, or it is long."""
    if origin.kind not in _SHOW_CODE:
        return ""
    text = space.code.snapshot.text(origin.place.path) or ""
    code = " ".join(text[origin.place.start : origin.place.end].split())
    return code if code != value and 0 < len(code) <= _SHORTENED and "`" not in code else ""


def _function_at(space: CandidateSet, place: Place) -> tuple[Symbol | None, int]:
    text = space.code.snapshot.text(place.path)
    functions = space.code.functions(place.path)
    if text is None or functions is None:
        return None, 0
    line = text.count("\n", 0, place.start) + 1
    return functions.around(line), line


def _holds(function: Symbol, expression: SourceRange) -> bool:
    return (
        function.path == expression.file_path and function.line <= expression.start_line <= function.end_line
    )
