"""Null checks in conditions and statements: where a value is known not to be null."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rca.languages.syntax_trees.node import Node

Matches = Callable[[Node], bool]
"""Tells the nodes that stand for the value in question."""

_REQUIRES: Final = frozenset(
    ("requireNotNull", "checkNotNull", "assertNotNull", "requireNonNull", "notNull", "assertNonNull")
)
_HOLDS: Final = frozenset(
    ("require", "check", "assert", "assertTrue", "assumeTrue", "checkArgument", "checkState")
)
_EMPTY: Final = frozenset(("isNullOrEmpty", "isNullOrBlank", "isEmpty", "isBlank", "isNull"))
"""Functions that give true for null; those with a receiver that may be null, or with an argument."""
_NEVER_RETURN: Final = frozenset(("error", "TODO", "exitProcess", "fail"))
_EXITS: Final = frozenset(("return", "throw", "break", "continue", "yield"))


def leaves(node: Node) -> bool:
    """Return whether control never goes on after a statement."""
    kind = node.kind
    if kind in _EXITS:
        return True
    if kind == "block":
        return any(map(leaves, node.parts))
    if kind == "if":
        return len(node.parts) > 2 and leaves(node.parts[1]) and leaves(node.parts[2])
    if kind == "call":
        if node.name in _NEVER_RETURN and not node.received:
            return True
        return node.name == "exit" and node.receiver is not None and node.receiver.name == "System"
    if kind == "when":
        entries = node.parts[node.received :]
        exhaustive = any(one.name == "else" for one in entries)
        return exhaustive and all(one.parts and leaves(one.parts[-1]) for one in entries)
    if kind == "try":
        return bool(node.parts) and all(leaves(one) for one in node.parts if one.kind != "finally")
    if kind in ("catch", "elvis", "finally"):
        return kind != "elvis" and bool(node.parts) and leaves(node.parts[-1])
    return False


def proves_not_null(condition: Node, truth: bool, matches: Matches) -> bool:
    """Return whether a value is not null where a condition has an outcome."""
    kind, parts = condition.kind, condition.parts
    if kind == "not" and parts:
        return proves_not_null(parts[0], not truth, matches)
    if kind in ("and", "or") and len(parts) == 2:
        outcomes = (proves_not_null(one, truth, matches) for one in parts)
        return any(outcomes) if truth == (kind == "and") else all(outcomes)
    if kind == "binary" and len(parts) == 2 and condition.name in ("==", "===", "!=", "!=="):
        return _compared(condition, truth == condition.name.startswith("="), matches)
    if kind == "is" and parts:
        return truth != condition.negated and not condition.name.endswith("?") and _reaches(parts[0], matches)
    if kind == "in" and parts:
        return False
    if kind == "call":
        return _called(condition, truth, matches)
    if kind == "member" and condition.name == "isInitialized" and parts:
        return truth and parts[0].kind == "reference" and _named_alike(parts[0], matches)
    return False


def _named_alike(reference: Node, matches: Matches) -> bool:
    """Return whether `::x` or `this::x` refers to the property in question."""
    return matches(Node("name", reference.start, reference.end, reference.name))


def _compared(condition: Node, equal: bool, matches: Matches) -> bool:
    left, right = condition.parts
    for one, other in ((left, right), (right, left)):
        if not _reaches(one, matches):
            continue
        is_null = other.kind == "literal" and other.name == "null"
        if is_null and not equal:
            return True
        if equal and other.kind == "literal" and not is_null:
            return True
        if not equal and other.kind == "literal" and one.kind in ("call", "member") and one.safe:
            continue
    return False


def _called(condition: Node, truth: bool, matches: Matches) -> bool:
    name, receiver = condition.name, condition.receiver
    if name in _EMPTY and not truth:
        if receiver is not None and not condition.arguments and name.startswith("isNull"):
            return _reaches(receiver, matches)
        return any(matches(one) for one in condition.arguments)
    if name == "nonNull" and truth:
        return any(matches(one) for one in condition.arguments)
    if truth and name == "isInstance":
        return any(matches(one) for one in condition.arguments)
    return False


def _reaches(node: Node, matches: Matches) -> bool:
    """Return whether a node is null where the value is: itself, or a chain of safe calls on it."""
    while True:
        if matches(node) or (node.kind == "assign" and matches(node.parts[0])):
            return True
        if node.kind in ("member", "call") and node.safe and node.receiver is not None:
            node = node.receiver
        elif node.kind == "cast" and node.parts:
            node = node.parts[0]
        else:
            return False


def asserts_not_null(node: Node, matches: Matches, *, java: bool) -> bool:
    """Return whether a value is not null once an expression has been evaluated."""
    kind = node.kind
    if kind == "notnull":
        return _reaches(node.parts[0], matches)
    if kind == "elvis" and len(node.parts) == 2:
        return leaves(node.parts[1]) and _reaches(node.parts[0], matches)
    if kind == "call":
        if node.name in _REQUIRES and any(matches(one) for one in node.arguments):
            return True
        if node.name in _HOLDS and node.arguments:
            return proves_not_null(node.arguments[0], True, matches)
    if java and kind in ("call", "member") and node.receiver is not None and node.receiver.kind != "this":
        return matches(node.receiver)
    return (
        kind == "cast"
        and not java
        and not node.safe
        and not node.name.endswith("?")
        and matches(node.parts[0])
    )
