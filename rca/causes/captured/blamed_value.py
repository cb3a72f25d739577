"""A value that made a line fail, and which operands of an expression it can be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from models.captured_state import CapturedValue
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.missing_key import weigh_element
from rca.causes.captured.value_lookup import FrameValues
from rca.languages.syntax_trees.node import Node

_OPERANDS: Final = ("name", "member", "call", "index", "notnull")
_KEEPS_ELEMENTS: Final = re.compile(
    r"(?:sorted\w*|map(?:Indexed)?|reversed|asReversed|shuffled|to(?:Mutable)?(?:List|Set)|distinct\w*|asSequence"
    r"|withIndex|stream|iterator|listIterator|values|entries|keys|onEach|also)\Z"
)
_CONDITIONS: Final = frozenset({"and", "or", "not", "binary", "in", "is"})
BOTH: Final = 0.5
"""Weight of each of two values that do not fit each other, where nothing says which is wrong."""


@dataclass(frozen=True)
class BlamedValue:
    """An expression of the failing line, and the value that made it fail.

    Args:
        node: the expression.
        value: what it was; None where it was not captured and no other can be at fault.
        holder: the object that it was read from.
        weight: 1 where it is surely at fault.
        is_changed: whether the fault is that it was changed at all.
        too_high: whether a number is too high rather than too low; None where neither is known.
        too_small_for: field that says that the container should be larger.
        sized: the object of that field.
    """

    node: Node
    value: KnownValue | None
    holder: CapturedValue | None
    weight: float = 1.0
    is_changed: bool = False
    too_high: bool | None = None
    too_small_for: str | None = None
    sized: CapturedValue | None = None


def initial_of(node: Node) -> Node | None:
    """Return what a local variable is declared with, if nothing else is written to it."""
    if node.kind != "name":
        return None
    root = [node, *node.ancestors()][-1]
    declared = [one for one in root.walk() if one.kind == "declare" and one.name == node.name and one.parts]
    is_written = any(
        one.kind in ("assign", "step") and one.parts and one.parts[0].name == node.name for one in root.walk()
    )
    if len(declared) != 1 or is_written or declared[0] is root or declared[0].delegated:
        return None
    return declared[0].parts[0] if declared[0].parts[0].start < node.start else None


def begins_with(node: Node, names: set[str]) -> bool:
    """Return whether an expression reads one of several names, or something of it."""
    while node.receiver is not None:
        node = node.receiver
    return node.kind == "name" and node.name in names


def operands_at_fault(  # noqa: PLR0911 - an answer for each form
    condition: Node, outcome: bool, values: FrameValues
) -> list[Node]:
    """Return the operands because of which a condition has an outcome."""
    kind, parts = condition.kind, condition.parts
    if kind == "not" and parts:
        return operands_at_fault(parts[0], not outcome, values)
    if kind in ("and", "or"):
        chosen = list(parts)
        if outcome == (kind == "or"):  # one part is enough
            known = [values.is_true(part) for part in parts]
            chosen = [part for part, truth in zip(parts, known, strict=True) if truth is outcome] or [
                part for part, truth in zip(parts, known, strict=True) if truth is None
            ]
        return [operand for part in chosen for operand in operands_at_fault(part, outcome, values)]
    if kind in ("binary", "in", "is"):
        return [operand for part in parts for operand in names_in(part, values)]
    if kind == "call" and condition.receiver is not None:
        is_static = condition.receiver.kind == "name" and condition.receiver.name[:1].isupper()
        if not is_static and values.of(condition) is not None and values.of(condition.receiver) is None:
            return [condition]
        operands = [*([] if is_static else [condition.receiver]), *condition.arguments]
        return [operand for part in operands for operand in names_in(part, values)] or [condition]
    if kind == "name" and (given := initial_of(condition)) is not None and given.kind in _CONDITIONS:
        return operands_at_fault(given, outcome, values) or [condition]
    return [condition] if kind in _OPERANDS else []


def names_in(node: Node, values: FrameValues) -> list[Node]:
    """Return the operands of an operand that can be at fault: no constants, sizes as their container."""
    if node.kind in ("member", "call") and node.receiver is not None:
        if node.name in ("size", "length", "lastIndex", "count") and not node.arguments:
            held = values.of(node.receiver)
            return [node.receiver if held is not None and held.size is not None else node]
        is_constant = node.kind == "member" and node.name[:1].isupper() and node.receiver.name[:1].isupper()
        return [] if is_constant else [node]
    if node.kind == "name":
        return [] if node.name.isupper() else [node]
    if node.kind == "binary":
        return [operand for part in node.parts for operand in names_in(part, values)]
    return [node] if node.kind in _OPERANDS else []


def blame(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield operands with their values: a single one is surely at fault."""
    share = 1.0 if len(nodes) == 1 else BOTH
    for node in nodes:
        yield BlamedValue(node, values.of(node), values.holder(node), share)


def without_assertion(node: Node) -> Node:
    """Return what stands before `!!`."""
    while node.kind == "notnull" and node.parts:
        node = node.parts[0]
    return node


def root_of(container: Node, values: FrameValues) -> Node:
    """Return the collection of whose elements another one is made, as far as none can be lost."""
    while (
        values.of(container) is None
        and container.kind == "call"
        and container.receiver is not None
        and _KEEPS_ELEMENTS.match(container.name)
    ):
        container = container.receiver
    return container


def of_predicate(predicate: Node, held: KnownValue | None, values: FrameValues) -> Iterator[BlamedValue]:
    """Yield what made a predicate false for every element."""
    elements = held.captured.fields if held is not None and held.captured is not None else ()
    body = predicate.body
    while body is not None and body.kind == "block" and body.parts:
        body = body.parts[-1]
    if body is None:
        return
    name = next((label for label in predicate.labels if label), "it")
    inside = replace(values, bound={**values.bound, name: elements[0]}) if elements else values
    blamed = list(blame(operands_at_fault(body, False, inside), inside))
    own = [one for one in blamed if begins_with(one.node, {name})]
    wanted = [one for one in blamed if one not in own]
    if (
        len(own) == len(wanted) == 1
        and body.kind in ("binary", "call")
        and body.name in ("==", "===", "equals")
    ):
        part = weigh_element(wanted[0].value, elements, _field_name(own[0].node))
        yield replace(wanted[0], weight=wanted[0].weight * part.key)
        yield replace(own[0], weight=own[0].weight * part.collection)
        return
    yield from blamed


def _field_name(node: Node) -> str:
    accessor = re.fullmatch(r"get([A-Z]\w*)", node.name) if node.kind == "call" else None
    return accessor[1][0].lower() + accessor[1][1:] if accessor is not None else node.name
