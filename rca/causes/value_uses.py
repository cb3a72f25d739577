"""Uses of the failing field in the class that declares it, assignments first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from models.code import ProjectFrame
from models.failure import FailedCondition, SourceRange, ValueUse, ValueUseKind
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol

_MOST = 10
_LONGEST_LINE = 160
"""Characters of a use's line."""
_OWN_NAME = re.compile(r"(?:this\s*\.\s*)?([^\W\d]\w*)")
_LOOKED_UP = re.compile(
    r"(?:this\s*\.\s*)?([^\W\d]\w*)\s*(?:\[[^\[\]]*\]|\.\s*(?:values|keys|entries|keySet|entrySet|get|getValue|find|first|last"
    r"|single|firstOrNull|lastOrNull|singleOrNull|elementAt|peek|stream|asSequence)\b.*)",
    re.DOTALL,
)
"""A value that was looked up in a field, or a view of what a field holds."""
_CALLED_ON = re.compile(r"(?:this\s*\.\s*)?([^\W\d]\w*)\s*\.\s*[^\W\d]\w*\s*\(", re.DOTALL)
"""The beginning of a call on a field, whose state a refused call is about."""
_OPERATORS = re.compile(r"&&|\|\||[=!]==?|[<>]=?|\s!?(?:in|is|instanceof)\s")
_WORD = re.compile(r"\w+")
_CONSTANTS = frozenset(("null", "true", "false", "this"))
_OF_STATE = frozenset({"precondition", "lifecycle", "uninitialized", "unsupported_operation", "other"})
"""Families of failures in which what a method is called on may be in the wrong state."""
_THIS = re.compile(r"this\s*\??\.\s*$")
_CHANGE = re.compile(
    r"\s*(?:\+\+|--|[-+*/%]=|\[[^\]\n]*\]\s*=(?!=)|[?!]*\.\s*(?:add|append|clear|drain|drop|enqueue|insert|offer"
    r"|poll|pop|push|put|remove|replace|retain|set|sort|update)(?![a-z]))"
)
"""What follows a name where its value is changed in place: an operator, an element, a call of such a name."""
_ENDS = re.compile(
    r"[?!]*\.\s*(?:abort|cancel|close|destroy|detach|disconnect|dismiss|dispose|end|finish|init|open|prepare|quit"
    r"|recycle|release|reset|shutdown|start|stop|unregister)(?![a-z])"
)
"""What follows the name of an object whose state is changed: it begins or ends its work."""
_BEFORE = re.compile(r"(?:\+\+|--)\s*(?:this\s*\.\s*)?$")
_EMPTIES = re.compile(r"[?!]*\.\s*(?:clear|drain\w*|poll\w*|pop|remove\w*|retain\w*|evict\w*)\b")
_ORDER: tuple[ValueUseKind, ...] = ("declared", "assigned", "changed", "read")


class UsedField(NamedTuple):
    """A field by its name.

    `is_lookup`: the failing value was looked up in what it holds. `is_receiver`: a call on it was refused,
    so that its state decides and not the result.
    """

    name: str
    is_lookup: bool
    is_receiver: bool


def find_value_uses(
    failure: FailedCondition | None, culprit: ProjectFrame | None, code: ProjectCode
) -> tuple[ValueUse, ...]:
    """Return at most ten lines that declare, assign, change and read the failing value, in this order.

    Only a field has them: of a local or a parameter the function that is shown holds all uses.
    """
    value = _used_range(failure)
    if value is None or culprit is None or value.file_path != culprit.file_path:
        return ()
    for named in _fields_in(failure, value.text):
        field = find_field(named.name, value.file_path, value.start_line, code)
        uses = () if field is None else _uses_of(field, value, code, of_state=named.is_receiver)
        if uses:
            return uses
    return ()


def _uses_of(field: Symbol, value: SourceRange, code: ProjectCode, *, of_state: bool) -> tuple[ValueUse, ...]:
    functions = code.functions(field.path)
    kinds: dict[int, ValueUseKind] = {}
    for line, kind in _find_kinds(field, code, of_state=of_state):
        if line not in kinds or _ORDER.index(kind) < _ORDER.index(kinds[line]):
            kinds[line] = kind
    if not any(start == value.start_line for start in kinds):
        return ()  # a local or a parameter of that name
    uses = []
    for line, kind in sorted(kinds.items(), key=lambda one: (_ORDER.index(one[1]), one[0]))[:_MOST]:
        function = functions.around(line) if functions is not None and kind != "declared" else None
        uses.append(
            ValueUse(
                file_path=field.path,
                line=line,
                function=None if function is None or function == field else function.display_name,
                kind=kind,
                code=code.line(field.path, line).strip()[:_LONGEST_LINE],
            )
        )
    return tuple(uses)


def _fields_in(failure: FailedCondition | None, text: str) -> list[UsedField]:
    """Return the fields that a value may be, or was looked up in; of a condition those of its operands."""
    parts = [text] if field_of(text) is not None else _OPERATORS.split(text)
    of_state = failure is not None and failure.family in _OF_STATE
    found = []
    for part in parts:
        operand = part.strip().lstrip("!").strip()
        if len(parts) > 1:
            operand = operand.strip("() ") if operand.count("(") != operand.count(")") else operand
        own, looked_up = _OWN_NAME.fullmatch(operand), _LOOKED_UP.fullmatch(operand)
        called = _CALLED_ON.match(operand) if of_state else None
        named = own or looked_up or called
        if named is not None and named[1] not in _CONSTANTS:
            found.append(UsedField(named[1], own is None and looked_up is not None, named is called))
    return found


def _used_range(failure: FailedCondition | None) -> SourceRange | None:
    """Return the failing value; of a refused call, whose result is no value, the call."""
    if failure is None or failure.value is not None or failure.family not in _OF_STATE:
        return failure.value if failure is not None else None
    return failure.expression


def used_field(failure: FailedCondition | None, uses: Sequence[ValueUse]) -> UsedField | None:
    """Return the field of which `find_value_uses` found these uses; None where there are none."""
    value = _used_range(failure)
    if value is None or not uses:
        return None
    declared = set(_WORD.findall(uses[0].code))
    return next((one for one in _fields_in(failure, value.text) if one.name in declared), None)


def empties(use: ValueUse, name: str) -> bool:
    """Return whether a line that changes a field takes something out of it."""
    return re.search(rf"\b{re.escape(name)}\s*{_EMPTIES.pattern}", use.code) is not None


def field_of(value: str) -> str | None:
    """Return the name of the field that a value is, or was looked up in; None for other expressions."""
    named = _OWN_NAME.fullmatch(value.strip()) or _LOOKED_UP.fullmatch(value.strip())
    return named[1] if named is not None else None


def find_field(name: str, path: str, line: int, code: ProjectCode) -> Symbol | None:
    """Return the property or field of that name in the innermost class around a line that has one."""
    fields = [
        symbol
        for symbol in code.index.symbols(path)
        if symbol.name == name
        and symbol.declaration.kind == "property"
        and symbol.owner is not None
        and symbol.owner.line <= line <= symbol.owner.end_line
    ]
    return min(fields, key=lambda one: one.owner.end_line - one.owner.line if one.owner else 0, default=None)


def _find_kinds(
    field: Symbol, code: ProjectCode, *, of_state: bool = False
) -> Iterator[tuple[int, ValueUseKind]]:
    """Yield the lines of the class that use the field, each with what is done there.

    The index lists no use of a local as one of a field. Where its state is asked for, a call that begins or
    ends the work of the object is a change.
    """
    owner, name = field.owner, field.name
    if owner is None:
        return
    yield field.declaration.name_line, "declared"
    text = "\n".join(code.lines(field.path))
    for site in field.facts.calls:
        if site.name != name or site.form not in ("read", "write"):
            continue
        if not owner.line <= site.line <= owner.end_line:
            continue
        before = text[max(0, site.start - 20) : site.start]
        if site.has_receiver and not _THIS.search(before):
            continue
        changes = (_ENDS if of_state else _CHANGE).match(text, site.start + len(name))
        changes = changes or _BEFORE.search(before)
        yield site.line, "assigned" if site.form == "write" else "changed" if changes else "read"
