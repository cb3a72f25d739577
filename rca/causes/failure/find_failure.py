"""What failed: the condition of the root cause, and the expression in the project that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.code import ProjectFrame
from models.error_report import ErrorReport, Frame
from models.failure import FailedCondition, SourceRange
from rca.causes.failure.arguments import argument_of
from rca.causes.failure.classification import classify, classify_build_message
from rca.causes.failure.code_file import open_code
from rca.causes.failure.condition import Condition, Target, nested_name, simple_name
from rca.causes.failure.expression_search import FoundExpression, find_expression, source_range
from rca.causes.failure.failure_frames import FailureFrame, exceptions_outward, failure_frames
from rca.causes.failure.recursion import describe_recursion
from rca.causes.failure.waiting import describe_waiting
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
"""What a check that the compiler makes is about."""
_MOST_FRAMES = 3
_LONGEST_MESSAGE = 200
_LONGEST_VALUE = 80
_REFUSED = frozenset(("precondition", "unsupported_operation"))
_ABOUT_RECEIVER = frozenset(("missing_element", "concurrent_modification"))
_ABOUT_FIRST_ARGUMENT = frozenset(("index", "number_format", "date_format"))
_ABOUT_ARGUMENT = _ABOUT_FIRST_ARGUMENT | {"text_format", "null_argument"}
"""Families in which a library's function fails by what it was asked of, or by what it was given."""


def find_failure(
    report: ErrorReport, places: Sequence[ProjectFrame], snapshot: Snapshot, deadline: Deadline
) -> FailedCondition | None:
    """Return what failed; None where type and message are of no known family.

    Args:
        report: the error.
        places: its frames and diagnostics that lie in the workspace.
        snapshot: the workspace.
        deadline: ends the search for the expression; the condition is given all the same.
    """
    condition, exception = _condition(report)
    if condition is None:
        return None
    found = None
    value = None
    if exception is not None:
        searched = _search(report, places, snapshot, deadline, condition, exception)
        if searched is not None:
            found, value, condition = searched
    return FailedCondition(
        family=condition.family,
        condition=condition.sentence,
        exception=exception[0] if exception is not None else None,
        name=condition.name,
        index=condition.index,
        size=condition.size,
        actual_type=condition.actual,
        expected_type=condition.expected,
        expression=None if found is None else found.expression,
        value=value or (None if found is None else found.value),
        others=() if found is None else found.others,
    )


def _condition(report: ErrorReport) -> tuple[Condition | None, tuple[str, str | None] | None]:
    """Return the condition, and type and message of the exception that has it."""
    waiting = describe_waiting(report)
    if waiting is not None:
        return waiting, (report.exceptions[0].type, None)
    for exception in exceptions_outward(report):
        condition = classify(exception.type, exception.message)
        if condition is None:
            continue
        if condition.family == "stack_overflow":
            condition = replace(
                condition, sentence=describe_recursion(exception.frames) or condition.sentence
            )
        return condition, (exception.type, exception.message)
    for message in _build_messages(report):
        condition = classify_build_message(message)
        if condition is not None:
            return condition, None
    return None, None


def _build_messages(report: ErrorReport) -> Iterator[str]:
    yield from (one.message for one in report.diagnostics if one.severity == "error")
    if report.what_went_wrong:
        yield report.what_went_wrong


_Searched = tuple[FoundExpression, SourceRange | None, Condition]


def _search(
    report: ErrorReport,
    places: Sequence[ProjectFrame],
    snapshot: Snapshot,
    deadline: Deadline,
    condition: Condition,
    exception: tuple[str, str | None],
) -> _Searched | None:
    for number, frame in enumerate(failure_frames(report, places)):
        if number >= _MOST_FRAMES or deadline.expired:
            return None
        code = open_code(snapshot, frame.place.file_path, deadline)
        if code is None:
            return None
        for target in _targets(frame, condition, exception):
            found = find_expression(code, frame.place, target, frame.frame.line)
            if found is None:
                continue
            value = None
            if target.kind == "parameter":
                value = argument_of(code, frame, found.best, snapshot, deadline)
            elif target.kind == "callee":
                found = _with_argument(found, condition)
            told = _with_value(_with_guard(condition, found, target), found)
            return found, value, _with_origin(told, frame, exception)
        if not _is_accessor(frame, condition):
            return None
    return None


def _is_accessor(frame: FailureFrame, condition: Condition) -> bool:
    """Return whether a frame only hands on what its caller asked for: the caller's code shows the failure."""
    method = frame.frame.method or ""
    return condition.family == "uninitialized" or method.startswith(("access$", "-$$Nest$"))


def _targets(
    frame: FailureFrame, condition: Condition, exception: tuple[str, str | None]
) -> Iterator[Target]:
    """Yield what to look for in a frame's code, the surest first."""
    if frame.callee is not None and condition.family != "uninitialized":
        yield from _callee_targets(frame.callee)
        return
    check = _CHECKS.get(frame.checks or "")
    target = condition.target
    if check == "lateinit" and condition.name:
        yield Target("lateinit", condition.name)
    elif check == "parameter" and condition.name:
        yield Target("parameter", condition.name)
    elif frame.checks is not None:
        yield Target("not_null")
    if frame.callee is not None and condition.name is not None:
        yield Target("lateinit", condition.name)
    if target is None:
        return
    if target.kind == "raise":
        # A message that quotes others' words has none of the code's own.
        name = target.name or simple_name(exception[0])
        yield Target("raise", name, value=exception[1])
        if name in ("AssertionError", "AssertionFailedError", "ComparisonFailure"):
            yield Target("raise", value=exception[1])
        return
    yield target
    if target.kind in ("not_null", "index", "dereference") or condition.family == "missing_element":
        yield Target("raise", simple_name(exception[0]), value=exception[1])
    if target.kind == "not_null" and target.name == "getClass":
        yield Target("call", "getClass", "java.lang.Object")


def _callee_targets(callee: Frame) -> Iterator[Target]:
    method, owner = callee.method or "", callee.class_name or ""
    if method in ("<init>", "<clinit>"):
        yield Target("mention", simple_name(owner))
        return
    for name in dict.fromkeys((*method_names(callee), method)):
        yield Target("callee", name, owner)


def _with_argument(found: FoundExpression, condition: Condition) -> FoundExpression:
    """Take for the value what the failure of a library's function is about: its argument, or its receiver."""
    best, tokens = found.best, found.code.tokens
    value = None
    if condition.family in _ABOUT_RECEIVER:
        value = best.value
    elif condition.family in _ABOUT_ARGUMENT and best.site is None:
        in_brackets = best.value is not None and tokens.word(best.last) == "]"
        value = (best.value[1] + 2, best.last - 1) if best.value is not None and in_brackets else None
    elif condition.family in _ABOUT_ARGUMENT and best.site is not None:
        name = tokens.at(found.code.facts.calls[best.site].start)
        called = name is not None and tokens.word(name + 1) == "("
        arguments = [*tokens.arguments(name + 1)] if name is not None and called else []
        if len(arguments) == 1 or (arguments and condition.family in _ABOUT_FIRST_ARGUMENT):
            value = arguments[0]
        elif not arguments and condition.family in _ABOUT_FIRST_ARGUMENT:
            value = best.value  # an extension: `text.toInt()`
    return replace(found, candidates=(replace(best, value=value), *found.candidates[1:]))


def _with_guard(condition: Condition, found: FoundExpression, target: Target) -> Condition:
    """Say what the code asked before it threw, where the message says nothing of it."""
    best = found.best
    if condition.sentence is not None and condition.family not in ("precondition", "assertion"):
        return condition
    if target.kind != "raise" or best.reason is None or best.value is None or found.note is not None:
        return condition
    guard = " ".join(source_range(found.code, *best.value).text.split())
    if len(guard) > 120:
        return condition
    return replace(condition, sentence=f"{best.reason.format(guard=guard)}.")


def _with_origin(condition: Condition, frame: FailureFrame, exception: tuple[str, str | None]) -> Condition:
    """Say which function of a library refused a call, where the message is its own and of no known form."""
    message = (exception[1] or "").strip().split("\n", 1)[0].rstrip(".:")
    if (
        condition.sentence is not None
        or condition.family not in _REFUSED
        or not message
        or frame.callee is None
    ):
        return condition
    if frame.origin.method is None or len(message) > _LONGEST_MESSAGE:
        return condition
    name = f"{nested_name(frame.origin.class_name or '')}.{frame.origin.method}"
    return replace(condition, sentence=f"`{name}` refused the call: {message}.")


def _with_value(condition: Condition, found: FoundExpression) -> Condition:
    """Name the value that was null, where the code leaves no doubt which it is."""
    value, sentence = found.value, condition.sentence
    if condition.family not in ("null_dereference", "null_check") or value is None or found.others:
        return condition
    if found.best.site is None and found.best.value is None:
        return condition
    text = " ".join(value.text.split())
    if sentence is None or "`" in text or len(text) > _LONGEST_VALUE or f"`{text}`" in sentence:
        return condition
    if sentence.endswith(" null."):
        for end in (" on null.", " from null.", " to null."):
            if sentence.endswith(end):
                return replace(
                    condition, sentence=f"{sentence.removesuffix(' null.')} `{text}`, which was null."
                )
    return replace(
        condition, sentence=f"`{text}` was null. {sentence}" if "R8" in sentence else f"`{text}` was null."
    )
