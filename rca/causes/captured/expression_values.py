"""Values of a captured throw, stated where the failing expression names them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.captured_state import CapturedFrame, CapturedState, CapturedValue
from models.failure import FailedCondition, FailureExpression

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'')
_PATH = re.compile(r"[A-Za-z_]\w*(?:\(\))?(?:\s*(?:\?|!!)?\.\s*[A-Za-z_]\w*(?:\(\))?)*(\s*\()?")
_PART = re.compile(r"([A-Za-z_]\w*)(\(\))?")
_GETTER = re.compile(r"get([A-Z]\w*)")
_SIZES = frozenset({"size", "length", "count", "lastIndex"})
_MOST_VALUES = 4
_LONGEST_TEXT = 80
_NULL_FAMILIES = frozenset({"null_dereference", "null_check", "null_argument"})


def decide_expression(failure: FailedCondition | None, state: CapturedState | None) -> FailedCondition | None:
    """Return the failure with the expression that the values fit, where several fit its text.

    Args:
        failure: what failed, with all expressions that fit as well.
        state: what was captured at the throw.
    """
    if failure is None or state is None or failure.expression is None or not failure.others:
        return failure
    every = (failure.expression, *failure.others)
    fitting = [one for one in every if _fits(one, failure, state)]
    if len(fitting) != 1:
        return failure
    (chosen,) = fitting
    rest = tuple(one for one in every if one is not chosen)
    changed: dict[str, object] = {
        "expression": chosen.model_copy(update={"note": "the captured values fit this expression alone"}),
        "others": rest,
    }
    if chosen is not failure.expression:
        changed["value"] = None
    return failure.model_copy(update=changed)


def _fits(expression: FailureExpression, failure: FailedCondition, state: CapturedState) -> bool:
    values = values_of(expression, state)
    if failure.family in _NULL_FAMILIES:
        return any(text == "null" for _, text in values)
    if failure.family == "index" and failure.index is not None:
        texts = {text for _, text in values}
        sizes = {text for name, text in values if name.endswith(".size")}
        return str(failure.index) in texts and (failure.size is None or str(failure.size) in sizes)
    return False


def state_values(failure: FailedCondition | None, state: CapturedState | None) -> str | None:
    """Return in a sentence the values that the failing expression had, None where none was captured.

    Args:
        failure: what failed.
        state: what was captured at the throw.
    """
    expression = failure.expression if failure is not None else None
    values = values_of(expression, state) if expression is not None and state is not None else ()
    return _sentence(values, state) if state is not None else None


def state_line_values(code: str, state: CapturedState) -> str | None:
    """Return in a sentence the values that a line of code names, None where none was captured.

    Args:
        code: the line of the topmost frame, for errors whose failing expression is not known.
        state: what was captured.
    """
    return _sentence(_values_in(code, state.frames[0]), state) if state.frames else None


def _sentence(values: tuple[tuple[str, str], ...], state: CapturedState) -> str | None:
    if not values:
        return None
    said = [f"`{name}` was {text}" for name, text in values]
    moment = "throw" if state.exception else "stop"
    return f"At the {moment} {', '.join(said[:-1])}{' and ' if said[:-1] else ''}{said[-1]}."


def values_of(expression: FailureExpression, state: CapturedState) -> tuple[tuple[str, str], ...]:
    """Return the values that an expression names, as the code writes them: `items.size`, `3`."""
    frame = _frame_of(expression, state)
    return _values_in(expression.text, frame) if frame is not None else ()


def _values_in(code: str, frame: CapturedFrame) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for path in _PATH.finditer(_STRING.sub('""', code)):
        for name, text in _resolve(path[0], frame, is_call=path[1] is not None):
            found.setdefault(name, text)
    return tuple(found.items())[:_MOST_VALUES]


def _frame_of(expression: FailureExpression, state: CapturedState) -> CapturedFrame | None:
    file = expression.file_path.rpartition("/")[2]
    lines = range(expression.start_line, expression.end_line + 1)
    return next((frame for frame in state.frames if frame.file == file and frame.line in lines), None)


def _resolve(path: str, frame: CapturedFrame, *, is_call: bool) -> Iterator[tuple[str, str]]:
    """Yield what is known of a path of names: the last value on the way, and its size."""
    parts = [(part[1], part[2] is not None) for part in _PART.finditer(path)]
    if is_call:
        parts = parts[:-1]  # the last name is a function's
    value, names = None, ""
    for name, is_getter in parts:
        if value is not None and name in _SIZES:
            break
        inner = _lookup(name, value, frame, is_getter=is_getter)
        if inner is None:
            break
        value = inner
        names = f"{names}.{name}" if names else name
        names += "()" if is_getter else ""
    if value is None or names == "this":
        return
    if value.size is not None and not value.text.startswith('"'):
        yield f"{names}.size", str(value.size)
    elif not value.fields and value.text != value.type:
        shown = value.text if len(value.text) <= _LONGEST_TEXT else f"{value.text[:_LONGEST_TEXT]}…"
        yield names, shown


def _lookup(
    name: str, within: CapturedValue | None, frame: CapturedFrame, *, is_getter: bool
) -> CapturedValue | None:
    names = {name}
    if is_getter:
        getter = _GETTER.fullmatch(name)
        names = {name, getter[1][0].lower() + getter[1][1:]} if getter is not None else {name}
    if within is not None:
        return _member(within, names)
    if name == "this":
        return frame.receiver
    if not is_getter:
        local = next((one for one in frame.locals if one.name == name), None)
        if local is not None:
            return local
    receivers = [one for one in frame.locals if one.name.startswith("this@")]
    for receiver in (*receivers, frame.receiver):
        if receiver is not None and (found := _member(receiver, names)) is not None:
            return found
    return None


def _member(value: CapturedValue, names: set[str]) -> CapturedValue | None:
    return next((one for one in value.fields if one.name in names), None)
