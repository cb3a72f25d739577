"""Which declaration, parameter or pattern binds a local name at a place in a function."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rca.causes.origins.null_checks import leaves
from rca.languages.syntax_trees.node import Node

Binding = Literal[
    "declared", "assigned", "changed", "parameter", "context", "element", "caught", "lambda", "pattern"
]


class Definition(NamedTuple):
    """Where a variable gets a value: the node, and how it binds the variable."""

    node: Node
    how: Binding


def find_binding(use: Node, name: str) -> Definition | None:
    """Return what declares the local that a name means at a place; None where no local has the name."""
    node = use
    while node.parent is not None:
        parent = node.parent
        found = _bound_by(parent, node, name)
        if found is not None:
            return found
        if name in parent.contexts:
            return Definition(parent, "context")
        if parent.kind == "object" and any(
            one.kind == "declare" and one.name == name for one in parent.parts
        ):
            return None
        node = parent
    return None


def _bound_by(parent: Node, node: Node, name: str) -> Definition | None:
    """Return the binding of a name that a parent makes for one of its parts."""
    kind = parent.kind
    if kind == "block":
        found = None
        for one in parent.parts:
            if one is node:
                break
            if one.kind == "declare" and (one.name == name or name in one.labels):
                found = Definition(one, "declared")
            found = _bound_in_guard(one, name) or found
        return found
    if kind == "for" and node is parent.parts[-1] and (parent.name == name or name in parent.labels):
        return Definition(parent, "element")
    if kind == "catch" and parent.name == name:
        return Definition(parent, "caught")
    if kind == "lambda" and (parameter_of(parent, name) is not None):
        return Definition(parent, "lambda")
    if kind == "function" and name in parent.labels:
        return Definition(parent, "parameter")
    if kind == "when" and parent.received and node is not parent.parts[0]:
        subject = parent.parts[0]
        if subject.kind == "declare" and subject.name == name:
            return Definition(subject, "declared")
    if kind in ("if", "and", "while") and node is not parent.parts[0]:
        return _pattern(parent.parts[0], name)
    return None


def _pattern(condition: Node, name: str) -> Definition | None:
    """Return the `instanceof` pattern in a condition that binds a name."""
    for one in condition.walk():
        if one.kind == "is" and name in one.labels:
            return Definition(one, "pattern")
    return None


def _bound_in_guard(statement: Node, name: str) -> Definition | None:
    """Return the pattern that `if (!(o instanceof T name)) return` binds for what follows."""
    if statement.kind == "if" and len(statement.parts) > 1 and leaves(statement.parts[1]):
        return _pattern(statement.parts[0], name)
    return None


def parameter_of(function: Node, name: str) -> int | None:
    """Return the position of a lambda's parameter, a destructured one included; None where it has none."""
    if not function.labels:
        return 0 if name == "it" and not function.negated else None
    for position, label in enumerate(function.labels):
        if label == name or (label is not None and label[:1] == "(" and name in label[1:-1].split(",")):
            return position
    return None
