"""Which origins of a value fit what was captured: the value, the branch, what was written beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rca.causes.captured.blamed_value import BlamedValue
from rca.causes.captured.called_values import values_in
from rca.causes.captured.captured_code import CapturedCode, simple_name
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.state_writers import constant_of, find_writes, has_value
from rca.causes.captured.value_lookup import EMPTY_FRAME, FrameValues
from rca.causes.captured.values_beside import find_constructed_beside, find_written_beside, node_at
from rca.causes.origins.origin import Origin
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node

_LONGEST_CODE: Final = 60

_SAY_NOTHING: Final = frozenset({"parameter", "unresolved", "framework_argument"})
_UNSET: Final = frozenset({"default_value", "lateinit_unset"})
_SURELY_NULL: Final = frozenset({"null_literal", *_UNSET})
_EMPTY_MAKERS: Final = frozenset(
    {"emptyList", "emptySet", "emptyMap", "emptyArray", "emptySequence", "of", "empty"}
)
_OPEN: Final = 0.5
_UNSET_SHARE: Final = 0.3
"""What a field's first value counts against a statement that writes the same."""
_SKIPPED: Final = 0.3
_BESIDE_FITS: Final = 2.0
_BESIDE_DIFFERS: Final = 0.1


@dataclass(frozen=True)
class FittedOrigin:
    """An origin with what the values say of it.

    Args:
        origin: the origin.
        weight: 0 where the values rule it out.
        ruled_out: why they do, as the end of a sentence.
        beside: what else the same statements wrote, and was found so.
        gives: the code that gives just this value.
    """

    origin: Origin
    weight: float
    ruled_out: str | None = None
    beside: str | None = None
    gives: str | None = None


def fit_origins(origins: Sequence[Origin], blamed: BlamedValue, seen: CapturedCode) -> list[FittedOrigin]:
    """Return the origins that say where a value comes from, each compared with what was captured.

    Args:
        origins: where the value can come from.
        blamed: the value.
        seen: what was captured, and its code.
    """
    return [_fit(origin, blamed, seen) for origin in origins if origin.kind not in _SAY_NOTHING]


def _fit(  # noqa: PLR0911 - an answer for each reason
    origin: Origin, blamed: BlamedValue, seen: CapturedCode
) -> FittedOrigin:
    file = seen.syntax_of(origin.place.path)
    node = node_at(file, origin.place)
    if file is None or node is None:
        return FittedOrigin(origin, _OPEN)
    code = " ".join(file.text[node.start : node.end].split())
    fits: bool | None = None
    if blamed.value is not None and blamed.value.is_null:
        fits = True if origin.kind in _SURELY_NULL else None
    elif blamed.value is not None:
        fits = _fits(node, file, origin, blamed.value, seen)
        if fits is False and _is_combined(node):
            return FittedOrigin(origin, 0.0)  # what is counted on is looked at as state
        if fits is False and _is_counted_on(node):
            fits = None
        if fits is False:
            return FittedOrigin(origin, 0.0, f"it gives `{code}`")
    weight = 1.0 if fits else _OPEN
    wrong = _wrong_way(origin, blamed.value, seen) or _other_class(origin, seen)
    if wrong is not None:
        return FittedOrigin(origin, 0.0, wrong)
    if origin.kind in _UNSET:
        weight *= _UNSET_SHARE
    if _is_likely_skipped(origin, seen):
        weight *= _SKIPPED
    beside = list(find_written_beside(origin, node, file, blamed.holder, seen))
    beside += find_constructed_beside(origin, blamed.holder, seen)
    differing = [said for said, same in beside if not same]
    if differing:
        return FittedOrigin(origin, weight * _BESIDE_DIFFERS, f"it also sets {differing[0]}")
    gives = code if fits and origin.kind not in _UNSET and len(code) <= _LONGEST_CODE else None
    if beside:
        return FittedOrigin(origin, weight * _BESIDE_FITS, None, beside[0][0], gives)
    return FittedOrigin(origin, weight, gives=gives)


def _fits(  # noqa: PLR0911 - an answer for each form of origin
    node: Node, file: SyntaxFile, origin: Origin, value: KnownValue, seen: CapturedCode
) -> bool | None:
    """Return whether an origin gives a value that is not null; None where that is not known."""
    if origin.kind in _UNSET or (node.kind == "literal" and node.name == "null"):
        return False
    if node.kind == "literal" or (node.kind == "binary" and len(node.parts) == 1):
        given = constant_of(node, file)
        if given is None and node.name == "string" and value.text.startswith('"'):
            return _fits_template(node, file, value)
        if given is None or value.is_object:
            return None
        if given.number is not None and value.number is not None:
            return given.number == value.number
        return given.text == value.text
    if node.kind in ("name", "member") and node.name[:1].isupper() and not value.is_object:
        is_constant = value.captured is not None and value.text.isidentifier() and value.number is None
        return node.name == value.text if is_constant else None
    if node.kind == "call" and node.name in _EMPTY_MAKERS and not node.arguments and value.size is not None:
        return value.size == 0
    if origin.kind == "construction" and node.kind == "call" and value.is_object:
        return _fits_construction(node, file, value, seen)
    if _is_out_of_reach(node, value, file, seen):
        return False
    if node.kind == "binary" and node.name == "+" and (parts := _fits_parts(node, file, value)) is not None:
        return parts
    frame = seen.frame_around(file, origin.place)
    is_converted = node.parent is not None and node.parent.kind == "cast"  # which may cut a number
    known = values_in(frame[0], file, seen).of(node) if frame is not None else None
    if known is None or known.is_object or value.is_object:
        return None
    return _same(known, value) or (None if is_converted else False)


def _is_combined(node: Node) -> bool:
    """Return whether a value is not written as it is, but added to or taken from what was there."""
    holder = node.parent
    return holder is not None and holder.kind == "assign" and holder.name != "=" and holder.parts[-1] is node


def _fits_construction(call: Node, file: SyntaxFile, value: KnownValue, seen: CapturedCode) -> bool | None:
    """Return False where a construction made another object; None where it may have made this one."""
    of_value = simple_name(value.captured.type) if value.captured else ""
    is_other = bool(of_value) and call.name != of_value
    return False if is_other or _is_made_otherwise(call, file, value, seen) else None


def _is_made_otherwise(call: Node, file: SyntaxFile, value: KnownValue, seen: CapturedCode) -> bool:
    """Return whether a construction passes constants that the object's unchanging fields do not have."""
    fields = {one.name: one for one in value.captured.fields} if value.captured is not None else {}
    names = seen.constructor_parameters(call.name, len(call.arguments), file.path)
    for name, given in zip(names, call.arguments, strict=False):
        constant = constant_of(given, file)
        found = fields.get(name)
        if constant is None or found is None or has_value(constant, found):
            continue
        if not any(
            one.function.declaration.kind == "function"
            for one in find_writes(name, call.name, file.path, seen)
        ):
            return True
    return False


def _is_counted_on(first: Node) -> bool:
    """Return whether a value is only the first of a variable that is counted on."""
    holder = first.parent
    if holder is None or holder.kind != "declare":
        return False
    root = [holder, *holder.ancestors()][-1]
    return any(
        one.kind in ("assign", "step") and one.parts[0].name == holder.name and one.name != "="
        for one in root.walk()
        if one.parts
    )


def _fits_parts(node: Node, file: SyntaxFile, value: KnownValue) -> bool | None:
    """Return whether a text holds the literals of which a sum of texts is made; None where it has none."""
    texts = [
        file.text[one.start + 1 : one.end - 1]
        for one in node.walk()
        if one.kind == "literal" and one.name == "string" and not one.parts and _is_summand(one, node)
    ]
    if not texts or not value.text.startswith('"'):
        return None
    return all(one in value.text[1:-1] for one in texts) or False


def _is_out_of_reach(node: Node, value: KnownValue, file: SyntaxFile, seen: CapturedCode) -> bool:
    """Return whether an operator with a constant cannot give a whole number."""
    if node.kind != "binary" or len(node.parts) != 2 or value.number is None or value.number % 1:
        return False
    known = values_in(EMPTY_FRAME, file, seen).of(node.parts[1])
    if known is None or known.number is None or known.number % 1 or not known.number:
        return False
    found, constant = int(value.number), int(known.number)
    return (
        (node.name == "%" and abs(found) >= abs(constant))
        or (node.name == "*" and found % constant != 0)
        or (node.name in ("|", "or") and found & constant != constant)
        or (node.name in ("&", "and") and found & ~constant != 0)
    )


def _is_summand(literal: Node, whole: Node) -> bool:
    for one in literal.ancestors():
        if one is whole:
            return True
        if one.kind != "binary" or one.name != "+":
            return False
    return literal is whole


def _fits_template(template: Node, file: SyntaxFile, value: KnownValue) -> bool | None:
    """Return False where a text does not begin as a template does; None where nothing tells."""
    begin = file.text[template.start + 1 : template.parts[0].start].rstrip("${")
    if not begin:
        return None
    return value.text[1:].startswith(begin)


def _wrong_way(origin: Origin, value: KnownValue | None, seen: CapturedCode) -> str | None:
    """Return which captured value shows that the way of an origin was not taken."""
    for place in (*(step.place for step in origin.steps), origin.place):
        file = seen.syntax_of(place.path)
        node = node_at(file, place)
        frame = seen.frame_around(file, place) if file is not None else None
        if file is None or node is None or frame is None:
            continue
        values = values_in(frame[0], file, seen)
        for condition, expected in conditions_of(node):
            outcome = values.is_true(condition)
            if outcome is not None and outcome is not expected and _is_settled(condition):
                return _said(condition, outcome, file)
        if frame[1]:
            other = _other_value(node, value, values)
            if other is not None:
                return other
    return None


def _other_class(origin: Origin, seen: CapturedCode) -> str | None:
    """Return that the function of an origin was called on an object whose class has its own."""
    functions = seen.code.functions(origin.place.path)
    file = seen.syntax_of(origin.place.path)
    function = functions.around(file.line_of(origin.place.start)) if functions and file is not None else None
    if function is None or function.owner is None:
        return None
    for place in (step.place for step in origin.steps):
        source = seen.syntax_of(place.path)
        node = node_at(source, place)
        frame = seen.frame_around(source, place) if source is not None else None
        while node is not None and node.kind in ("declare", "assign", "notnull", "return") and node.parts:
            node = node.parts[-1]
        if (
            source is None
            or frame is None
            or node is None
            or node.kind != "call"
            or node.name != function.name
        ):
            continue
        known = values_in(frame[0], source, seen).of(node.receiver) if node.receiver is not None else None
        owner = simple_name(known.captured.type) if known is not None and known.captured is not None else ""
        if owner and owner != function.owner.name and seen.declares(owner, function.name):
            return (
                f"`{source.text[node.receiver.start : node.receiver.end]}` was a `{owner}`"
                if node.receiver
                else None
            )
    return None


def _is_likely_skipped(origin: Origin, seen: CapturedCode) -> bool:
    """Return whether an origin stands behind `?:` after a call on something that was not null."""
    for place in (*(step.place for step in origin.steps), origin.place):
        file = seen.syntax_of(place.path)
        node = node_at(file, place)
        frame = seen.frame_around(file, place) if file is not None else None
        if file is None or node is None or frame is None:
            continue
        for condition, expected in conditions_of(node):
            left = condition.parts[0] if condition.kind == "binary" and condition.parts else None
            if left is None or not expected or left.kind != "call" or not left.safe or left.receiver is None:
                continue
            known = values_in(frame[0], file, seen).of(left.receiver)
            if known is not None and not known.is_null:
                return True
    return False


def _said(condition: Node, outcome: bool, file: SyntaxFile) -> str:
    if (
        condition.kind == "binary"
        and condition.parts
        and condition.parts[-1].start == condition.parts[0].start
    ):
        left = condition.parts[0]
        return f"`{file.text[left.start : left.end]}` was {'null' if outcome else 'not null'}"
    code = " ".join(file.text[condition.start : condition.end].split())
    return f"`{code}` was {str(outcome).lower()}"


def _other_value(node: Node, value: KnownValue | None, values: FrameValues) -> str | None:
    """Return that an expression or variable on the way had another value than the one at fault."""
    if value is None:
        return None
    holder = node.parent
    passed = [node]
    if holder is not None and holder.kind == "declare" and holder.parts and holder.parts[0] is node:
        passed.append(Node("name", holder.at, holder.at + len(holder.name), holder.name, holder.at))
    for one in passed:
        known = values.of(one)
        if known is None or one.kind == "literal":
            continue
        differs = known.is_null != value.is_null or (
            not known.is_object and not value.is_object and not _same(known, value)
        )
        if differs:
            return f"`{values.text[one.start : one.end]}` was {known.text}"
    return None


def _same(left: KnownValue, right: KnownValue) -> bool:
    if left.number is not None and right.number is not None:
        return left.number == right.number
    return left.text == right.text


def conditions_of(node: Node) -> Iterator[tuple[Node, bool]]:
    """Yield the conditions around a node, each with the outcome under which it is reached."""
    inner = node
    for outer in node.ancestors():
        if outer.kind in ("if", "ternary") and inner is not outer.parts[0]:
            yield outer.parts[0], inner is outer.parts[1]
        elif outer.kind == "entry" and not outer.name and inner is outer.parts[-1]:
            when = outer.parent
            if len(outer.parts) == 2 and when is not None and when.kind == "when":
                condition = outer.parts[0]
                yield _equal(when.parts[0], condition) if when.received else condition, True
        elif outer.kind == "call" and outer.safe and inner.kind == "lambda" and outer.receiver is not None:
            given = outer.receiver
            yield Node("not", given.start, given.end, parts=[_is_null(given)]), True
        elif outer.kind == "elvis" and inner is outer.parts[-1]:
            yield _is_null(outer.parts[0]), True
        inner = outer


def _is_null(subject: Node) -> Node:
    return _equal(subject, Node("literal", subject.start, subject.end, "null"))


def _equal(subject: Node, constant: Node) -> Node:
    return Node("binary", constant.start, constant.end, "==", parts=[subject, constant])


def _is_settled(condition: Node) -> bool:
    """Return whether the names of a condition are not written again in their function."""
    names = {one.name for one in condition.walk() if one.kind in ("name", "member")}
    root = [condition, *condition.ancestors()][-1]
    for one in root.walk():
        target = one.parts[0] if one.kind in ("assign", "step") and one.parts else None
        if target is not None and target.name in names and target.start > condition.start:
            return False
    return True
