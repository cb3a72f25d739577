"""The sentence of a condition, once the code shows which value or check it is about."""

from __future__ import annotations

import re
from dataclasses import replace

from models.error_report import Frame
from rca.causes.failure.condition import Condition, Target, nested_name
from rca.causes.failure.expression_search import FoundExpression, source_range
from rca.causes.failure.throw_sites import is_check

_LONGEST_MESSAGE = 200
_LONGEST_GUARD = 120
_LONGEST_VALUE = 80
_OF_THE_CODE = frozenset(("precondition", "assertion"))
"""Families whose messages are the code's own words: what it asked says more."""
_OF_ANOTHER_PROCESS = ("readException", "createException")
"""Methods of Android that throw again what another process answered."""
_REFUSED = frozenset(("precondition", "unsupported_operation"))


def name_guard(condition: Condition, found: FoundExpression, target: Target) -> Condition:
    """Return in words what the code asked before it threw."""
    best = found.best
    if condition.sentence is not None and condition.family not in _OF_THE_CODE:
        return condition
    if target.kind != "raise" or best.reason is None or best.value is None or len(found.candidates) > 1:
        return condition
    guard = _in_one_line(source_range(found.code, *best.value).text)
    if len(guard) > _LONGEST_GUARD or "`" in guard:
        return condition
    return replace(condition, sentence=f"{best.reason.format(guard=guard)}.")


def name_value(condition: Condition, found: FoundExpression, target: Target) -> Condition:
    """Name the value that was null, where the code leaves no doubt which it is."""
    value, sentence = found.value, condition.sentence
    if condition.family not in ("null_dereference", "null_check") or value is None or found.others:
        return condition
    text = _in_one_line(value.text)
    if sentence is None or "`" in text or len(text) > _LONGEST_VALUE or f"`{text}`" in sentence:
        return condition
    for end in (" on null.", " from null.", " to null."):
        if sentence.endswith(end):
            return replace(condition, sentence=f"{sentence.removesuffix('null.')}`{text}`, which was null.")
    if condition.name is not None:
        return condition
    if target.kind == "dereference" and found.code.tokens.word(found.best.last) != "!!":
        # A number that is unboxed leaves no trace in the code.
        return replace(condition, sentence=f"{sentence.removesuffix('.')}, most likely `{text}`.")
    how = " (R8 and javac write the check as `getClass()`)" if "getClass" in sentence else ""
    return replace(condition, sentence=f"`{text}` was null{how}.")


_MAKES_EXCEPTION = re.compile(r"(?:Exception|Error|Throwable)$")


def name_origin(condition: Condition, message: str | None, callee: Frame | None, origin: Frame) -> Condition:
    """Return which function of a library refused a call, where its message has no known form.

    Args:
        condition: what is known.
        message: the exception's.
        callee: what the project called; None where its own code made the exception.
        origin: the exception's innermost frame.
    """
    said = (message or "").strip().split("\n", 1)[0].rstrip(".:")
    if condition.sentence is not None or condition.family not in _REFUSED or not said or callee is None:
        return condition
    if (origin.method or "").startswith(_OF_ANOTHER_PROCESS):
        origin = callee
    if origin.method is None or origin.class_name is None or len(said) > _LONGEST_MESSAGE:
        return condition
    if _MAKES_EXCEPTION.search(origin.method):
        return condition  # it was asked to make the exception, and refused nothing
    return replace(
        condition, sentence=f"`{nested_name(origin.class_name)}.{origin.method}` refused the call: {said}."
    )


def is_deeper(callee: Frame | None, origin: Frame) -> bool:
    """Return whether what threw is not what the project called, but something that this called in turn."""
    return callee is not None and callee != origin and not is_check(origin.method or "")


def name_parameter_owner(condition: Condition, callee: Frame | None, origin: Frame) -> Condition:
    """Return whose parameter was null, where that is not a function that the project calls itself."""
    if condition.family != "null_argument" or condition.sentence is None or not is_deeper(callee, origin):
        return condition
    if origin.class_name is None or f"`{condition.name}` was null" not in condition.sentence:
        return condition
    owner = f"{nested_name(origin.class_name)}.{origin.method}"
    return replace(condition, sentence=f"`{condition.name}` was null in `{owner}`, to which this call leads.")


def _in_one_line(code: str) -> str:
    return " ".join(code.split())
