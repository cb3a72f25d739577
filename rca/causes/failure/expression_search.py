"""The expression in a frame's function that fits a condition: on its line, else by its content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.code import ProjectFrame
from models.failure import FailureExpression, SourceRange
from rca.causes.failure.candidate_expressions import candidates
from rca.causes.failure.condition import Target
from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.expression_notes import MAY_HAVE_MOVED
from rca.causes.failure.searched_file import CodeFile, fits_type
from rca.text.line_index import Lines

_NAMED = frozenset(
    ("call", "callee", "read", "write", "cast", "lateinit", "mention", "construct", "parameter", "not_null")
)
"""Kinds whose expressions are told by a name: one that fits elsewhere in the function is likely the one."""
UNDECIDED_LINE = "which of them it was is not known"
"""End of the note of a frame that was moved to one of several lines that fit."""
_MOST_OTHERS = 4
_NEAR = 5
"""Lines between that of a trace and an expression that is taken to have moved from there."""
_FARTHER = 3
"""Least ratio of the distances of the second nearest expression and of that one."""
_LEAST_TEXT = 8
"""Letters of a message that a place must give to be taken for the one that made it, on another line."""


@dataclass(frozen=True)
class FoundExpression:
    """What was found in one file: the likeliest expression first, `reasons` in the same order."""

    code: CodeFile
    candidates: tuple[Candidate, ...]
    note: str | None = None
    reasons: tuple[str | None, ...] = ()

    @property
    def best(self) -> Candidate:
        """The likeliest one."""
        return self.candidates[0]

    @property
    def expression(self) -> FailureExpression:
        """The likeliest one as the answer has it."""
        shown = source_range(self.code, self.best.first, self.best.last)
        return FailureExpression(**shown.model_dump(by_alias=False), note=self.note)

    @property
    def value(self) -> SourceRange | None:
        """The part of it whose value is at fault."""
        value = self.best.value
        return None if value is None else source_range(self.code, *value)

    @property
    def others(self) -> tuple[FailureExpression, ...]:
        """The further ones."""
        rest = self.candidates[1 : 1 + _MOST_OTHERS]
        ranges = [source_range(self.code, one.first, one.last) for one in rest]
        reasons = (*self.reasons[1:], *[None] * len(rest))
        return tuple(
            FailureExpression(**one.model_dump(by_alias=False), note=reason)
            for one, reason in zip(ranges, reasons, strict=False)
        )


def source_range(code: CodeFile, first: int, last: int) -> SourceRange:
    """Return the part of a file between two tokens, both included."""
    tokens = code.tokens
    return range_at(code.path, tokens.lines, tokens.starts[first], tokens.ends[last])


def range_at(path: str, lines: Lines, start: int, end: int) -> SourceRange:
    """Return the part of a file between two offsets of its text."""
    (start_line, start_column), (end_line, end_column) = lines.position(start), lines.position(end)
    return SourceRange(
        file_path=path,
        start_line=start_line,
        start_column=start_column,
        end_line=end_line,
        end_column=end_column,
        text=lines.text[start:end],
    )


def find_expression(
    code: CodeFile, place: ProjectFrame, target: Target, told: int | None
) -> FoundExpression | None:
    """Return the expressions of a frame's function that fit what to look for; None where none does.

    `told` is the line that the trace tells, which is not the place's where the code changed since.
    """
    line, around = _lines(place, told)
    found = candidates(code, target, around)
    if not found:
        return _anywhere(code, place, target)
    if place.reported_line is not None:
        there = _where_it_moved(code, found, target, place)
        if there is not None:
            return there
    if line is not None:
        on_line = [one for one in found if one.line == line] or [
            one for one in found if _spans(code, one, line)
        ]
        if on_line:
            return _decided(code, on_line, target, f"on line {line}")
    return _elsewhere(code, found, target, line, place)


def _anywhere(code: CodeFile, place: ProjectFrame, target: Target) -> FoundExpression | None:
    """Return the one call of a file that fits a frame of no function: of a lambda in a field, or moved."""
    if place.function is not None or target.kind != "callee":
        return None
    found = candidates(code, target, (1, code.tokens.lines.count))
    if not found:
        return None
    decided = _decided(code, found, target, "in the file")
    if len(decided.candidates) > 1:
        return None
    there = code.tokens.line_of(decided.best.first)
    note = f"line {place.line} holds nothing that fits; line {there} does, and nothing else in the file"
    return replace(decided, note=note)


def _lines(place: ProjectFrame, told: int | None) -> tuple[int | None, tuple[int, int]]:
    """Return a frame's line, None where it is not known, and the lines to look at."""
    function, line = place.function, place.line
    if function is None:
        return line, (max(1, (line or 1) - 2), (line or 1) + 2)
    around = (function.start_line, function.end_line)
    if line is None or line != told or place.reported_line is not None:
        return None, around
    return line, (min(around[0], line), max(around[1], line))


def _where_it_moved(
    code: CodeFile, found: Sequence[Candidate], target: Target, place: ProjectFrame
) -> FoundExpression | None:
    """Return what fits on the line to which a frame of another revision was moved.

    Of a line that was not moved, and only may have to be, what has a name to tell it by.
    """
    if place.line == place.reported_line and target.kind not in _NAMED:
        return None
    if place.note is not None and UNDECIDED_LINE in place.note:
        return None
    on_line = [one for one in found if one.line == place.line]
    if not on_line:
        return None
    decided = _decided(code, on_line, target, f"on line {place.line}")
    return replace(decided, note="; ".join(one for one in (place.note, decided.note) if one))


def _spans(code: CodeFile, one: Candidate, line: int) -> bool:
    """Return whether an expression of several lines holds a line, lambdas in it left out."""
    tokens = code.tokens
    first, last = tokens.line_of(one.first), tokens.lines.line_of(tokens.ends[one.last] - 1)
    if not first <= line <= last or last - first > 12:
        return False
    inside = (index for index in tokens.in_lines(line, line) if one.first <= index <= one.last)
    start = next(inside, None)
    if start is None:
        return False
    opening = tokens.around(start)
    while opening >= one.first:
        if tokens.word(opening) == "{":
            return False
        opening = tokens.around(opening)
    return True


def _elsewhere(
    code: CodeFile, found: Sequence[Candidate], target: Target, line: int | None, place: ProjectFrame
) -> FoundExpression | None:
    """Choose among the expressions of the function where the line is not known or holds none that fits."""
    if target.kind == "raise":
        found = [one for one in found if one.score >= _LEAST_TEXT] if line is not None else list(found)
    elif line is not None and target.kind not in _NAMED:
        return None
    if not found:
        return None
    name = place.function.name if place.function else "the function"
    decided = _decided(code, found, target, f"in {name}")
    if len(decided.candidates) > 1 and target.kind != "raise" and line is not None:
        return _nearest(decided, line, name)
    there = code.tokens.line_of(decided.best.first)
    note = decided.note
    if target.kind == "parameter":
        note = None
    elif place.reported_line is not None and place.note is not None:
        note = "; ".join(one for one in (place.note, note) if one)
    elif line is not None:
        note = f"line {line} holds nothing that fits, line {there} of {name} does: {MAY_HAVE_MOVED}"
    elif note is None:
        note = f"the line is not known; nothing else in {name} fits"
    return replace(decided, note=note)


def _nearest(found: FoundExpression, line: int, name: str) -> FoundExpression | None:
    """Return the expression nearest to a line that holds none; None where another is about as near."""
    tokens = found.code.tokens
    ordered = sorted(found.candidates, key=lambda one: abs(tokens.line_of(one.first) - line))
    there, other = (tokens.line_of(one.first) for one in ordered[:2])
    if abs(there - line) > _NEAR or abs(other - line) < _FARTHER * abs(there - line):
        return None
    count = len(ordered)
    note = (
        f"line {line} holds nothing that fits; line {there} is the nearest of {count} that do in {name}: "
        f"{MAY_HAVE_MOVED}"
    )
    return replace(found, candidates=tuple(ordered), note=note)


def _decided(code: CodeFile, found: Sequence[Candidate], target: Target, where: str) -> FoundExpression:
    """Put the likeliest of some expressions first, those that are ruled out left away."""
    left = narrow(code, list(found), target)
    note = None
    if len(left) > 1:
        note = f"{len(left)} expressions {where} fit"
    return FoundExpression(code, tuple(left), note)


def narrow(code: CodeFile, found: list[Candidate], target: Target) -> list[Candidate]:
    """Return the expressions that nothing rules out: message, value and type tell them apart."""
    left = found
    for rule in (_by_score, _by_value, _by_type, _once_a_value, _assertions_first):
        left = rule(code, left, target) or left
    return left


def _by_score(_code: CodeFile, found: list[Candidate], target: Target) -> list[Candidate]:
    if target.kind != "raise":
        return found
    best = max((one.score for one in found), default=0)
    left = [one for one in found if one.score == best]
    # Of `fail(new X())` the inner one makes the exception.
    return [one for one in left if not any(_holds(one, other) for other in left)]


def _holds(outer: Candidate, inner: Candidate) -> bool:
    return outer is not inner and outer.first <= inner.first and inner.last <= outer.last


def _by_value(code: CodeFile, found: list[Candidate], target: Target) -> list[Candidate]:
    """Keep what has the value that the message names (`this.cart`, `a.B.load()`)."""
    if target.value is None or target.kind == "raise":
        return found
    wanted = target.value.partition("(")[0].rpartition(".")[2]
    names = {wanted}
    for prefix in ("get", "is"):
        if wanted.startswith(prefix) and len(wanted) > len(prefix):
            rest = wanted[len(prefix) :]
            names.add(rest[0].lower() + rest[1:])
    return [
        one for one in found if one.value and names & set(code.tokens.words[one.value[0] : one.value[1] + 1])
    ]


def _by_type(code: CodeFile, found: list[Candidate], target: Target) -> list[Candidate]:
    """Drop what is asked of a value of another class.

    A message names the class that the code was compiled against, a frame the one whose code ran: that may
    be any class below the receiver's type.
    """
    if target.owner is None or len(found) < 2 or target.kind not in ("call", "callee", "read", "write"):
        return found
    fits: list[bool | None] = []
    for one in found:
        site = None if one.site is None else code.facts.calls[one.site]
        if site is None:
            fits.append(None)
        elif target.kind == "callee":
            fits.append(code.may_be(site, target.owner))
        else:
            fits.append(fits_type(code.receiver_types(site), target.owner))
    if any(fits) and target.kind != "callee":
        return [one for one, fit in zip(found, fits, strict=True) if fit]
    return [one for one, fit in zip(found, fits, strict=True) if fit is not False]


def _once_a_value(code: CodeFile, found: list[Candidate], target: Target) -> list[Candidate]:
    """Keep the first use of each null value: it fails before the others are reached."""
    if target.kind not in ("call", "read", "write", "array", "length", "not_null", "dereference", "lateinit"):
        return found
    first: dict[str, Candidate] = {}
    for one in found:
        value = one.value or (one.first, one.last)
        first.setdefault("".join(code.tokens.words[value[0] : value[1] + 1]), one)
    return list(first.values())


def _assertions_first(code: CodeFile, found: list[Candidate], target: Target) -> list[Candidate]:
    """Keep `x!!` where there is one: in Kotlin that is what throws without a message."""
    if target.kind != "dereference" or not code.kotlin:
        return found
    return [one for one in found if code.tokens.word(one.last) == "!!"]
