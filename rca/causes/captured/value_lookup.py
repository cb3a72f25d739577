"""Values of expressions at a throw, as far as they were captured."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from models.captured_state import CapturedFrame, CapturedValue
from rca.causes.captured.known_value import FALSE, NULL, TRUE, KnownValue
from rca.causes.captured.text_functions import call_of_text
from rca.languages.syntax_trees.node import Node

_SIZES: Final = frozenset({"size", "length", "count"})
_EMPTY: Final = frozenset({"isEmpty", "isBlank", "isNullOrEmpty", "isNullOrBlank", "none"})
_NOT_EMPTY: Final = frozenset({"isNotEmpty", "isNotBlank", "any"})
_BLANK: Final = frozenset({"isBlank", "isNotBlank", "isNullOrBlank"})
_ACCESSOR: Final = re.compile(r"(?:get|is)([A-Z]\w*)")
_BY_KEY: Final = frozenset({"get", "getValue", "elementAt"})
_ARITHMETIC: Final[Mapping[str, Callable[[float, float], float]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_ORDER: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
EMPTY_FRAME: Final = CapturedFrame(class_name="", method="", file=None, line=None, locals=())


class CodeValues(Protocol):
    """Values that the code gives beside what was captured."""

    def constant(self, node: Node) -> KnownValue | None:
        """Return the value of a constant of the project."""

    def called(self, node: Node, values: FrameValues) -> KnownValue | None:
        """Return what a call of a function of the project gives."""


@dataclass(frozen=True)
class FrameValues:
    """The values of one frame, by the names of the code.

    Args:
        frame: what was captured.
        text: text of the frame's file.
        bound: values of further names, such as a lambda's parameter.
        code: gives values of constants and calls.
    """

    frame: CapturedFrame
    text: str
    bound: Mapping[str, CapturedValue] = field(default_factory=dict)
    code: CodeValues | None = None

    def of(self, node: Node) -> KnownValue | None:
        """Return the value of an expression; None where it was not captured or takes a call."""
        forms: dict[str, Callable[[Node], KnownValue | None]] = {
            "name": self._name,
            "this": self._this,
            "literal": self._literal,
            "member": self._member,
            "call": self._call,
            "index": self._index,
            "notnull": self._inner,
            "cast": self._inner,
            "elvis": self._elvis,
            "not": self._not,
            "and": self._and_or,
            "or": self._and_or,
            "binary": self._binary,
            "in": self._in,
            "ternary": self._branches,
            "if": self._branches,
        }
        found = forms.get(node.kind)
        return None if found is None else found(node)

    def holder(self, node: Node) -> CapturedValue | None:
        """Return the object in which a property that is read lies."""
        if node.kind == "name":
            is_local = node.name in self.bound or any(one.name == node.name for one in self.frame.locals)
            if is_local:
                return None
            outer = _field(self.frame.receiver, "this@outer")
            is_outer = _field(self.frame.receiver, node.name) is None and _field(outer, node.name) is not None
            return outer if is_outer else self.frame.receiver
        receiver = node.receiver
        known = self.of(receiver) if receiver is not None else None
        return known.captured if known is not None else None

    def is_true(self, node: Node) -> bool | None:
        """Return the outcome of a condition; None where it is not known."""
        known = self.of(node)
        return {TRUE: True, FALSE: False}.get(known.text) if known is not None else None

    def _name(self, node: Node) -> KnownValue | None:
        bound = self.bound.get(node.name)
        if bound is not None:
            return _known(bound)
        local = next((one for one in self.frame.locals if one.name == node.name), None)
        if local is not None:
            return _known(local)
        outer = _field(self.frame.receiver, "this@outer")
        for receiver in (*self._extension_receivers(), self.frame.receiver, outer):
            found = _field(receiver, node.name)
            if found is not None:
                return _known(found)
        constant = self.code.constant(node) if self.code is not None else None
        if constant is not None:
            return constant
        return KnownValue(node.name) if node.name.isupper() else None  # a constant of an enum, imported

    def _extension_receivers(self) -> list[CapturedValue]:
        return [one for one in self.frame.locals if one.name.startswith("this@") and one.note is None]

    def _this(self, node: Node) -> KnownValue | None:
        if self.frame.receiver is None or node.name:
            return None
        # The code of a lambda or a coroutine means the object around it.
        outer = _field(self.frame.receiver, "this@outer") if "$" in self.frame.class_name else None
        return _known(outer if outer is not None else self.frame.receiver)

    def _literal(self, node: Node) -> KnownValue | None:
        if node.name == NULL:
            return KnownValue(NULL)
        code = self.text[node.start : node.end]
        if node.name == "string":
            return None if node.parts else KnownValue(code, len(code) - 2)
        return KnownValue(code)

    def _member(self, node: Node) -> KnownValue | None:  # noqa: PLR0911 - one for each kind of receiver
        receiver = node.receiver
        if receiver is None:
            return None
        within = self.of(receiver)
        if within is None:
            constant = self.code.constant(node) if self.code is not None else None
            if constant is not None:
                return constant
            is_type = receiver.kind in ("name", "member") and receiver.name[:1].isupper()
            return KnownValue(node.name) if is_type and node.name[:1].isupper() else None
        if within.is_null:
            return within if node.safe else None
        if node.name in _SIZES and within.size is not None:
            return KnownValue(str(within.size))
        if node.name == "lastIndex" and within.size is not None:
            return KnownValue(str(within.size - 1))
        found = _field(within.captured, node.name)
        return None if found is None else _known(found)

    def _call(self, node: Node) -> KnownValue | None:
        known = self._known_call(node)
        if known is None and self.code is not None:
            return self.code.called(node, self)
        return known

    def _known_call(self, node: Node) -> KnownValue | None:  # noqa: PLR0911 - one for each kind of call
        receiver = node.receiver
        if receiver is None:
            return None
        if node.name == "equals" and len(node.arguments) == 1:
            return _as_truth(_are_equal(self.of(receiver), self.of(node.arguments[0])))
        if node.name == "isNaN":
            return self._is_nan(node.arguments[0] if node.arguments else receiver)
        within = self.of(receiver)
        if within is None:
            return None
        if node.arguments:
            return self._call_with(node, within)
        if node.name in _EMPTY | _NOT_EMPTY:
            empty = _is_empty(within, blank=node.name in _BLANK)
            return _as_truth(None if empty is None else empty == (node.name in _EMPTY))
        if within.is_null:
            return within if node.safe else None
        if node.name in _SIZES and within.size is not None:
            return KnownValue(str(within.size))
        accessor = _ACCESSOR.fullmatch(node.name)
        names = [node.name]
        if accessor is not None:
            names.append(accessor[1][0].lower() + accessor[1][1:])
        found = next((one for name in names if (one := _field(within.captured, name)) is not None), None)
        return call_of_text(node.name, within.text, []) if found is None else _known(found)

    def _call_with(self, node: Node, within: KnownValue) -> KnownValue | None:
        """Return what a call with arguments gives on a known value."""
        given = [self.of(one) for one in node.arguments]
        if within.is_null or any(one is None or one.is_object for one in given):
            return within if within.is_null and node.safe else None
        if node.name in _BY_KEY and len(given) == 1 and given[0] is not None:
            return _element(within, given[0])
        if node.name in ("containsKey", "contains") and within.is_map and given[0] is not None:
            entry = _element(within, given[0], absent=FALSE)
            return entry if entry is None or entry.text == FALSE else KnownValue(TRUE)
        return call_of_text(node.name, within.text, [one.text for one in given if one is not None])

    def _index(self, node: Node) -> KnownValue | None:
        if len(node.parts) != 2:
            return None
        container, index = self.of(node.parts[0]), self.of(node.parts[1])
        if container is None or index is None or (index.number is None and not container.is_map):
            return None
        return _element(container, index)

    def _is_nan(self, node: Node) -> KnownValue | None:
        known = self.of(node)
        return None if known is None else _as_truth(known.text == "NaN")

    def _inner(self, node: Node) -> KnownValue | None:
        return self.of(node.parts[0]) if node.parts else None

    def _elvis(self, node: Node) -> KnownValue | None:
        left = self.of(node.parts[0])
        if left is None:
            return None
        return self.of(node.parts[1]) if left.is_null else left

    def _not(self, node: Node) -> KnownValue | None:
        inner = self.is_true(node.parts[0])
        return _as_truth(None if inner is None else not inner)

    def _and_or(self, node: Node) -> KnownValue | None:
        decides = node.kind == "or"
        outcomes = [self.is_true(part) for part in node.parts]
        if decides in outcomes:
            return _as_truth(decides)
        return None if None in outcomes else _as_truth(not decides)

    def _binary(self, node: Node) -> KnownValue | None:  # noqa: PLR0911 - one for each kind of operator
        if len(node.parts) == 1 and node.name == "-":
            inner = self.of(node.parts[0])
            return None if inner is None or inner.number is None else KnownValue(_as_text(-inner.number))
        if len(node.parts) != 2:
            return None
        left, right = (self.of(part) for part in node.parts)
        if node.name in ("==", "===", "!=", "!=="):
            equal = _are_equal(left, right)
            return _as_truth(None if equal is None else equal == node.name.startswith("="))
        if left is None or right is None or left.number is None or right.number is None:
            return None
        if node.name in _ORDER:
            return _as_truth(_ORDER[node.name](left.number, right.number))
        if node.name in _ARITHMETIC:
            return KnownValue(_as_text(_ARITHMETIC[node.name](left.number, right.number)))
        whole = left.text.lstrip("-").isdigit() and right.text.lstrip("-").isdigit()
        if node.name in ("/", "%") and whole and right.number:
            quotient = int(left.number / right.number)
            rest = left.number - quotient * right.number
            return KnownValue(_as_text(quotient if node.name == "/" else rest))
        return None

    def _in(self, node: Node) -> KnownValue | None:
        if (
            len(node.parts) != 2
            or node.parts[1].kind not in ("binary", "other")
            or len(node.parts[1].parts) != 2
        ):
            return None
        numbers = [
            known.number if (known := self.of(one)) is not None else None
            for one in (node.parts[0], *node.parts[1].parts)
        ]
        between = self.text[node.parts[1].parts[0].end : node.parts[1].parts[1].start]
        match numbers:
            case [float(number), float(low), float(high)]:
                is_open = "until" in between or "<" in between
                inside = low <= number < high if is_open else low <= number <= high
                return _as_truth(inside != node.negated)
        return None

    def _branches(self, node: Node) -> KnownValue | None:
        outcome = self.is_true(node.parts[0]) if len(node.parts) == 3 else None
        return None if outcome is None else self.of(node.parts[1 if outcome else 2])


def _as_text(number: float) -> str:
    return str(int(number)) if math.isfinite(number) and number == int(number) else str(number)


def _known(value: CapturedValue) -> KnownValue:
    size = value.size
    if size is None and value.text.startswith('"') and value.text.endswith('"'):
        size = len(value.text) - 2
    if size is None and value.type == "java.util.Optional" and value.fields:
        size = 0 if value.fields[0].text == NULL else 1
    return KnownValue(value.text, size, value)


def _field(value: CapturedValue | None, name: str) -> CapturedValue | None:
    if value is None:
        return None
    return next((one for one in value.fields if one.name == name), None)


def _element(container: KnownValue, key: KnownValue, absent: str = NULL) -> KnownValue | None:
    """Return an element, or `absent` for a key that a map of which all entries are known does not have."""
    found = _field(container.captured, f"[{key.text}]")
    if found is not None:
        return _known(found)
    held = container.captured
    if not container.is_map or held is None or key.is_object or held.size != len(held.fields):
        return None
    return KnownValue(absent)


def _as_truth(outcome: bool | None) -> KnownValue | None:
    return None if outcome is None else KnownValue(TRUE if outcome else FALSE)


def _are_equal(left: KnownValue | None, right: KnownValue | None) -> bool | None:
    """Return whether two values are equal; None where one is not known, or both are objects."""
    if left is None or right is None or (left.is_object and right.is_object):
        return None
    if left.number is not None and right.number is not None:
        return left.number == right.number
    return left.text == right.text


def _is_empty(value: KnownValue, *, blank: bool) -> bool | None:
    if value.is_null:
        return True
    if blank and value.text.startswith('"'):
        return not value.text[1:-1].strip()
    return None if value.size is None else value.size == 0
