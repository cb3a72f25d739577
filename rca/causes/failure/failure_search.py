"""From a condition and the frames of its exception to the expression in the project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from models.code import ProjectFrame
from models.error_report import ErrorReport, Frame
from models.failure import SourceRange
from rca.causes.failure.access_candidates import is_number
from rca.causes.failure.asserting_getters import asserted_value
from rca.causes.failure.caller_argument import argument_of
from rca.causes.failure.checked_lines import line_of_check
from rca.causes.failure.closing_brackets import find_below_closing_line, only_closes
from rca.causes.failure.condition import Condition, Target, simple_name
from rca.causes.failure.condition_wording import (
    is_deeper,
    name_guard,
    name_origin,
    name_parameter_owner,
    name_value,
)
from rca.causes.failure.earlier_versions import find_in_earlier_version
from rca.causes.failure.expression_search import FoundExpression, find_expression, source_range
from rca.causes.failure.failure_frames import FailureFrame, failure_frames
from rca.causes.failure.named_class_search import find_in_class
from rca.causes.failure.named_value_search import find_named_value
from rca.causes.failure.null_arguments import with_null_argument
from rca.causes.failure.null_ranking import NULL_FAMILIES, rank_by_nullness
from rca.causes.failure.searched_file import CodeFile, open_code
from rca.causes.failure.throw_by_message import find_throw_by_message
from rca.causes.failure.throw_sites import is_check
from rca.causes.origins.syntax_file import SyntaxFile
from rca.navigation.jvm_names import method_names
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

_CHECKS = {
    "checkNotNullParameter": "parameter",
    "checkParameterIsNotNull": "parameter",
    "throwParameterIsNullNPE": "parameter",
    "throwParameterIsNullIAE": "parameter",
    "throwParameterIsNullException": "parameter",
    "throwUninitializedPropertyAccessException": "lateinit",
}
"""What a check that the compiler makes is about, by the method of `Intrinsics`."""
_MOST_FRAMES = 3
_HISTORY_SHARE = 0.5
_RANKING_SHARE = 0.6
_IN_NAMED_FUNCTION = frozenset(
    ("call", "read", "write", "array", "length", "index", "dereference", "cast", "division")
)
"""What a function can be searched for whose lines nothing tells."""
_ABOUT_RECEIVER = frozenset(("missing_element", "concurrent_modification"))
_ABOUT_TEXT = frozenset(("number_format", "date_format"))
_ABOUT_ARGUMENT = _ABOUT_TEXT | {"index", "text_format", "null_argument"}
"""Families in which a library's function fails by what it was asked of, or by what it was given."""
_BY_INDEX = (Target("index"), Target("call", "get remove removeAt set charAt substring subList elementAt"))
"""What asks for an element where the trace leaves out the library's own frames."""
_ASSERTIONS = ("AssertionError", "AssertionFailedError", "ComparisonFailure")


@dataclass(frozen=True)
class FailureEvidence:
    """What the code shows: the expression, the value where it stands elsewhere, the condition in full."""

    found: FoundExpression
    value: SourceRange | None
    condition: Condition


@dataclass(frozen=True)
class FailureSearch:
    """Searches the project for what failed.

    Args:
        report: the error.
        places: its frames that lie in the workspace.
        snapshot: the workspace.
        deadline: ends the search.
    """

    report: ErrorReport
    places: Sequence[ProjectFrame]
    snapshot: Snapshot
    deadline: Deadline

    def find(self, condition: Condition, exception: str, message: str | None) -> FailureEvidence | None:
        """Return what the code shows of a condition of an exception; None where that is nothing."""
        frames = [*islice(failure_frames(self.report, self.places), _MOST_FRAMES)]
        for frame in frames:
            if self.deadline.expired:
                return None
            shown = self._in_frame(frame, condition, exception, message)
            if shown is not None:
                return shown
            if not _hands_on(frame, condition):
                break
        if any(frame.callee is not None for frame in frames):
            return None
        return (
            self._named_parameter(condition)
            or self._named_value(condition)
            or self._in_named_function(condition)
            or self._in_named_class(condition, exception)
            or self._by_message(condition, exception, message)
        )

    def _ranked(
        self, found: FoundExpression, place: ProjectFrame, condition: Condition, told: int | None
    ) -> FoundExpression:
        """Put first what can be null, where the line is not known and several uses of a function fit."""
        is_known = told is not None and place.line == told and place.reported_line is None
        function = place.function
        if is_known or function is None or condition.family not in NULL_FAMILIES:
            return found
        if len(found.candidates) < 2:
            return _with_check(found, condition)
        if all(one.line == place.line for one in found.candidates):
            return found
        return rank_by_nullness(found, function.name, self.deadline.part(_RANKING_SHARE))

    def _in_named_function(self, condition: Condition) -> FailureEvidence | None:
        """Return what fits in a function that the message names, where the trace has no frame of it."""
        target = condition.target
        if condition.family in NULL_FAMILIES and (target is None or target.kind == "raise"):
            target = Target("dereference")
        if target is None or target.kind not in _IN_NAMED_FUNCTION:
            return None
        for place in self.places[:_MOST_FRAMES]:
            code = open_code(self.snapshot, place.file_path, self.deadline)
            name = place.function.name.rpartition(".")[2] if place.function is not None else target.name
            if code is None or place.method is None or name == target.name:
                continue
            start = place.function.start_line if place.function is not None else None
            told = place.line if place.line != start else None
            found = find_expression(code, place, target, told)
            if found is not None:
                found = self._ranked(found, place, condition, told)
                return FailureEvidence(found, _asserted(found), condition)
        return None

    def _in_named_class(self, condition: Condition, exception: str) -> FailureEvidence | None:
        """Return what can fail in a class that the message names, where it tells no function and no line."""
        for place in self.places[:_MOST_FRAMES]:
            if place.found_by != "name" or place.method is not None or place.class_name is None:
                continue
            code = open_code(self.snapshot, place.file_path, self.deadline)
            classes = self.snapshot.index.classes_in_file(place.file_path)
            named = next((one for one in classes if one.qualified_name == place.class_name), None)
            if code is None or named is None:
                continue
            found = find_in_class(code, named, condition, simple_name(exception))
            if found is not None:
                return FailureEvidence(found, None, condition)
        return None

    def _by_message(
        self, condition: Condition, exception: str, message: str | None
    ) -> FailureEvidence | None:
        """Return the place in the project that makes the message, where no frame leads there."""
        target = condition.target
        if target is None or target.kind != "raise":
            return None
        found = find_throw_by_message(self.snapshot, simple_name(exception), message, self.deadline.part(0.5))
        return None if found is None else FailureEvidence(found, None, name_guard(condition, found, target))

    def _in_frame(
        self, frame: FailureFrame, condition: Condition, exception: str, message: str | None
    ) -> FailureEvidence | None:
        code = open_code(self.snapshot, frame.place.file_path, self.deadline)
        if code is None:
            return None
        told = frame.frame.line
        closes = frame.callee is None and only_closes(code.tokens, frame.place)
        for target in _targets(frame, condition, exception, message):
            found = find_expression(code, frame.place, target, told)
            if found is None and closes:
                found = find_below_closing_line(code, frame.place, target)
                told = None
            if found is None:
                told = frame.frame.line
                continue
            found = self._ranked(found, frame.place, condition, told)
            value = _asserted(found) if target.kind == "dereference" else None
            if target.kind == "parameter":
                value = argument_of(code, frame, found.best, self.snapshot, self.deadline)
            elif target.kind in ("callee", "construct") and condition.family == "null_dereference":
                found = with_null_argument(found, condition.target, frame.callee)
            elif target.kind in ("callee", "construct") or target in _BY_INDEX[1:]:
                found = _with_argument(found, condition, frame)
            worded = name_value(name_guard(condition, found, target), found, target)
            worded = name_parameter_owner(worded, frame.callee, frame.origin)
            return FailureEvidence(found, value, name_origin(worded, message, frame.callee, frame.origin))
        return self._in_history(code, frame, condition, exception, message)

    def _in_history(
        self, code: CodeFile, frame: FailureFrame, condition: Condition, exception: str, message: str | None
    ) -> FailureEvidence | None:
        """Return what stood on the frame's line before, where the line moved and nothing else tells."""
        targets = _targets(frame, condition, exception, message)
        deadline = self.deadline.part(_HISTORY_SHARE)
        earlier = find_in_earlier_version(code, frame.frame, frame.place, targets, deadline)
        if earlier is None:
            return None
        found, target = earlier
        return FailureEvidence(found, None, name_guard(condition, found, target))

    def _named_parameter(self, condition: Condition) -> FailureEvidence | None:
        """Return the parameter of a function that the message names, where the trace has no frame of it."""
        target, place = condition.target, next(iter(self.places), None)
        if target is None or target.kind != "parameter" or place is None or place.function is None:
            return None
        code = open_code(self.snapshot, place.file_path, self.deadline)
        found = None if code is None else find_expression(code, place, target, None)
        return None if found is None else FailureEvidence(found, None, condition)

    def _named_value(self, condition: Condition) -> FailureEvidence | None:
        """Return the expression that a check of Kotlin names, where the trace has no frame of it."""
        target = condition.target
        if target is None or target.kind != "not_null" or target.value is None:
            return None
        found = find_named_value(self.snapshot, target.value, self.deadline.part(0.5))
        return None if found is None else FailureEvidence(found, None, condition)


def _with_check(found: FoundExpression, condition: Condition) -> FoundExpression:
    """Note a check by which the one expression that fits cannot fail: the build had other code."""
    code = found.code
    line = line_of_check(code, SyntaxFile(code.path, code.text, code.facts), found.best, condition)
    if line is None:
        return found
    checked = f"line {line} checks it first, so this code cannot fail so: the build may have had other code"
    return replace(found, note="; ".join(part for part in (found.note, checked) if part))


def _asserted(found: FoundExpression) -> SourceRange | None:
    """Return what the getter of the failing property asserts, None where it asserts nothing."""
    span = asserted_value(found.code, found.best)
    if span is None:
        return None
    tokens = found.code.tokens
    first, last = tokens.at(span[0]), tokens.ending_at(span[1])
    return None if first is None or last is None else source_range(found.code, first, last)


def _hands_on(frame: FailureFrame, condition: Condition) -> bool:
    """Return whether a frame only hands on what its caller asked for: the caller's code shows the failure."""
    method = frame.frame.method or ""
    return condition.family == "uninitialized" or method.startswith(("access$", "-$$Nest$"))


def _targets(
    frame: FailureFrame, condition: Condition, exception: str, message: str | None
) -> Iterator[Target]:
    """Yield what to look for in a frame's code, the surest first."""
    if condition.family == "uninitialized":
        if condition.name is not None:
            yield Target("lateinit", condition.name)
    elif frame.callee is not None:
        if is_check(frame.callee.method or ""):
            yield Target("raise", simple_name(exception), value=message)
        yield from _callee_targets(frame.callee)
    elif frame.checks is not None:
        is_parameter = _CHECKS.get(frame.checks) == "parameter" and condition.name is not None
        yield Target("parameter", condition.name or "") if is_parameter else Target("not_null")
    elif condition.target is not None:
        yield from _own_targets(condition.target, condition, exception, message)


def _own_targets(
    target: Target, condition: Condition, exception: str, message: str | None
) -> Iterator[Target]:
    """Yield what to look for in code that failed by itself."""
    made = Target("raise", simple_name(exception), value=message)
    if target.kind == "raise":
        yield made
        if made.name in _ASSERTIONS:
            yield Target("raise", value=message)
        if condition.family == "index":
            yield from _BY_INDEX
        return
    yield target
    if target.kind == "index":
        yield from _BY_INDEX
    if target.kind in ("not_null", "index", "dereference") or condition.family == "missing_element":
        yield made
    if target.kind == "not_null" and target.name == "getClass":
        yield Target("call", "getClass", "java.lang.Object")


def _callee_targets(callee: Frame) -> Iterator[Target]:
    method, owner = callee.method or "", callee.class_name or ""
    if method in ("<init>", "<clinit>"):
        if method == "<init>":
            yield Target("construct", simple_name(owner))
        yield Target("mention", simple_name(owner))
        return
    for name in dict.fromkeys((*method_names(callee), method)):
        yield Target("callee", name, owner)


def _with_argument(found: FoundExpression, condition: Condition, frame: FailureFrame) -> FoundExpression:
    """Take for the value what the failure of a library's function is about: its argument, or its receiver."""
    if condition.family == "null_argument" and is_deeper(frame.callee, frame.origin):
        return replace(found, candidates=(replace(found.best, value=None), *found.candidates[1:]))
    best, tokens = found.best, found.code.tokens
    value = None
    if condition.family in _ABOUT_RECEIVER:
        value = best.value
    elif condition.family == "index" and condition.target is None:
        value = None  # of a cursor or a range, whose position is not what the call was given
    elif condition.family in _ABOUT_ARGUMENT and best.site is None:
        in_brackets = best.value is not None and tokens.word(best.last) == "]"
        value = (best.value[1] + 2, best.last - 1) if best.value is not None and in_brackets else None
        if condition.family == "index" and value is not None and is_number(tokens, value):
            value = best.value
    elif condition.family in _ABOUT_ARGUMENT and best.site is not None:
        name = tokens.at(found.code.facts.calls[best.site].start)
        called = name is not None and tokens.word(name + 1) == "("
        arguments = [*tokens.arguments(name + 1)] if name is not None and called else []
        if len(arguments) == 1 or (arguments and condition.family in _ABOUT_TEXT):
            fixed = condition.family == "index" and is_number(tokens, arguments[0])
            # Of `names.get(0)` it is the list that holds less than the code takes for granted.
            value = best.value if fixed else arguments[0]
        elif not arguments and condition.family in _ABOUT_TEXT:
            value = best.value  # an extension: `text.toInt()`
    return replace(found, candidates=(replace(best, value=value), *found.candidates[1:]))
