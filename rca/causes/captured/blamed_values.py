"""Which values of the failing line made it fail, by what was captured at the throw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rca.causes.captured.blamed_by_exception import BY_EXCEPTION
from rca.causes.captured.blamed_value import (
    BOTH,
    BlamedValue,
    begins_with,
    blame,
    initial_of,
    of_predicate,
    operands_at_fault,
    root_of,
    without_assertion,
)
from rca.causes.captured.value_lookup import FrameValues
from rca.causes.origins.null_checks import leaves
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node

_HOLDS: Final = frozenset({"require", "check", "assert", "checkArgument", "checkState", "isTrue"})
_NOT_NULL: Final = frozenset(
    {"requireNotNull", "checkNotNull", "requireNonNull", "notNull", "assertNotNull", "checkNotNullParameter"}
)
_FAILS: Final = frozenset({"error", "fail", "TODO"})
_ODD: Final = 1.5
_SEARCHES: Final = frozenset({"find", "findLast", "firstOrNull", "lastOrNull", "singleOrNull"})


def find_blamed_values(file: SyntaxFile, values: FrameValues, line: int, exception: str) -> list[BlamedValue]:
    """Return the values of a line that made it fail.

    Args:
        file: the file of the frame.
        values: those of the topmost frame of the app.
        line: its line.
        exception: type of the exception.
    """
    nodes = list(nodes_on(file, line))
    blamed = list(_of_checks(nodes, values))
    if not blamed:
        kind = exception.rpartition(".")[2]
        for names, find in BY_EXCEPTION:
            if any(name in kind for name in names):
                blamed = list(find(nodes, values))
                break
    blamed = [given for one in blamed for given in _expanded(behind_local(one, values), values)]
    unique = {(one.node.start, one.node.end): one for one in reversed(_odd_first(blamed))}
    return sorted(unique.values(), key=lambda one: (-one.weight, one.node.start))


def _odd_first(blamed: list[BlamedValue]) -> list[BlamedValue]:
    """Return values with more weight for those below 0 and for what is no number, beside ordinary ones."""

    def is_odd(one: BlamedValue) -> bool:
        number = one.value.number if one.value is not None else None
        return (number is not None and number < 0) or (one.value is not None and one.value.text == "NaN")

    odd = [is_odd(one) for one in blamed]
    if all(odd) or not any(odd):
        return blamed
    return [
        replace(one, weight=one.weight * _ODD) if is_it else one
        for one, is_it in zip(blamed, odd, strict=True)
    ]


def behind_local(blamed: BlamedValue, values: FrameValues) -> BlamedValue:
    """Return the property or search that a local variable has its value from, if it is written once.

    Args:
        blamed: the value.
        values: those of the frame.
    """
    given = initial_of(blamed.node)
    if given is None:
        return blamed
    if given.kind == "elvis" and leaves(given.parts[-1]):
        given = given.parts[0]
    given = without_assertion(given)
    is_read = given.kind == "member" or (given.kind == "call" and given.name in _SEARCHES)
    if not is_read:
        return blamed
    return replace(blamed, node=given, holder=values.holder(given))


def _expanded(blamed: BlamedValue, values: FrameValues) -> Iterator[BlamedValue]:
    """Yield a value, or the parts of the search that did not find it: what was asked for, and where."""
    node = blamed.node
    predicate = node.arguments[-1] if node.kind == "call" and node.arguments else None
    if node.name not in _SEARCHES or node.receiver is None or predicate is None or predicate.kind != "lambda":
        yield blamed
        return
    container = root_of(node.receiver, values)
    held = values.of(container)
    bound = {label for label in predicate.labels if label} or {"it"}
    asked = list(of_predicate(predicate, held, values))
    wanted = [one for one in asked if not begins_with(one.node, bound)]
    is_empty = held is not None and held.size == 0
    yield from (replace(one, weight=0.0 if is_empty else one.weight) for one in wanted)
    searched = max((one.weight for one in asked if one not in wanted), default=BOTH)
    yield BlamedValue(container, held, values.holder(container), 1.0 if is_empty or not wanted else searched)


def nodes_on(file: SyntaxFile, line: int) -> Iterator[Node]:
    """Yield the nodes of which a part that can fail stands on a line.

    Args:
        file: the file.
        line: from 1.
    """
    if not 1 <= line <= file.line_count:
        return
    start, end = file.line_range(line)
    offset = start + len(file.text[start:end]) - len(file.text[start:end].lstrip())
    root = file.root_at(offset)
    if root is None:
        return
    for node in root.walk():
        at = node.at if node.at >= 0 else node.start
        if start <= at < end or (node.kind in ("notnull", "index") and start <= node.end - 1 < end):
            yield node


def _of_checks(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield the operands of the condition that a throw, `require` or `check` on the line stands for."""
    for node in nodes:
        arguments = node.arguments if node.kind == "call" else []
        if node.kind == "call" and node.name in _NOT_NULL and arguments:
            yield from blame([arguments[0]], values)
        elif node.kind == "call" and node.name in _HOLDS and arguments:
            yield from blame(operands_at_fault(arguments[0], False, values), values)
        elif node.kind == "throw" or (node.kind == "call" and node.name in _FAILS and not node.received):
            yield from blame(_guards(node, values), values)


def _guards(thrown: Node, values: FrameValues) -> list[Node]:
    """Return the operands of the conditions under which a throw is reached, the nearest condition's."""
    inner = thrown
    for outer in thrown.ancestors():
        if outer.kind in ("if", "ternary") and inner is not outer.parts[0]:
            return operands_at_fault(outer.parts[0], inner is outer.parts[1], values)
        if outer.kind == "elvis" and inner is outer.parts[-1]:
            return [outer.parts[0]]
        if outer.kind == "when" and outer.received and inner.kind == "entry":
            return [outer.parts[0]]
        if outer.kind == "when" and inner.kind == "entry":
            return [
                operand
                for entry in outer.parts
                if entry is not inner
                for condition in entry.parts[:-1]
                for operand in operands_at_fault(condition, False, values)
            ]
        if outer.kind == "block":
            passed = _passed_check(outer, inner, values)
            if passed:
                return passed
        if outer.kind in ("function", "lambda"):
            break
        inner = outer
    return []


def _passed_check(block: Node, statement: Node, values: FrameValues) -> list[Node]:
    """Return the operands of the last `if` before a statement that would have left the block."""
    before: list[Node] = []
    for one in block.parts:
        if one is statement:
            break
        if one.kind == "if" and len(one.parts) == 2 and leaves(one.parts[1]):
            before = operands_at_fault(one.parts[0], False, values)
    return before
