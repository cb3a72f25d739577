"""Kotlin control flow: blocks, branches and loops, and the types that their conditions establish."""

from __future__ import annotations

from rca.languages.builder import Builder, Node
from rca.languages.facts import NONE
from rca.languages.kotlin.properties import destructure
from rca.languages.kotlin.types import is_type

_LEAVES = frozenset(("return", "throw", "return@", "continue", "break", "continue@", "break@"))


def elvis(b: Builder, node: Node) -> int:
    """Read `a ?: b`."""
    left, right = b.read(node.children[0]), b.read(node.children[-1])
    return _either(b, [left] if node.children[-1].type == "jump_expression" else [left, right])


def statements(b: Builder, node: Node) -> int:
    """Read a block's statements; its value is that of the last."""
    value = NONE
    for child in node.named_children:
        value = b.read(child)
    return value


def branch(b: Builder, node: Node) -> int:
    """Read a block or a single statement with locals of its own."""
    with b.scope():
        value = NONE
        for child in node.named_children:
            value = b.read(child)
        return value


def if_(b: Builder, node: Node) -> int:
    """Read `if`: a checked type holds in the branch, and after it where the other branch leaves."""
    values = {"yes": NONE, "no": NONE}
    condition: Node | None = None
    bodies: dict[str, Node] = {}
    place = "yes"
    for child in node.children:
        if child.type == "else":
            place = "no"
        elif child.type == "control_structure_body":
            bodies[place] = child
        elif child.is_named and condition is None:
            condition = child
    if condition is not None:
        b.read(condition)
    holds, fails = _casts(b, condition)
    for place, casts in (("yes", holds), ("no", fails)):
        if place in bodies:
            with b.scope(dict(casts)):
                values[place] = b.read(bodies[place])
    if fails and "yes" in bodies and "no" not in bodies and _leaves(bodies["yes"]):
        for local, value in fails.items():
            b.bind(local, value)
    if "no" not in bodies:
        return NONE
    return _either(b, [values[place] for place in bodies if not _leaves(bodies[place])])


def while_(b: Builder, node: Node) -> int:
    """Read a loop with a condition."""
    holds: dict[str, int] = {}
    for child in node.children:
        if child.type == "control_structure_body":
            with b.scope(dict(holds)):
                b.read(child)
        elif child.is_named:
            b.read(child)
            holds = _casts(b, child)[0]
    return NONE


def conjunction(b: Builder, node: Node) -> int:
    """Read `a && b`: types checked on the left hold on the right."""
    b.read(node.children[0])
    with b.scope(_casts(b, node.children[0])[0]):
        b.read(node.children[-1])
    return b.type_of("kotlin.Boolean")


def disjunction(b: Builder, node: Node) -> int:
    """Read `a || b`: types denied on the left hold on the right."""
    b.read(node.children[0])
    with b.scope(_casts(b, node.children[0])[1]):
        b.read(node.children[-1])
    return b.type_of("kotlin.Boolean")


def _casts(b: Builder, condition: Node | None) -> tuple[dict[str, int], dict[str, int]]:
    """Give the types that names have where a condition holds, and where it fails."""
    if condition is None:
        return {}, {}
    node = condition
    while node.type == "parenthesized_expression" and len(node.children) == 3:
        node = node.children[1]
    if node.type == "conjunction_expression":
        left, right = _casts(b, node.children[0])[0], _casts(b, node.children[-1])[0]
        return {**left, **right}, {}
    if node.type == "disjunction_expression":
        left, right = _casts(b, node.children[0])[1], _casts(b, node.children[-1])[1]
        return {}, {**left, **right}
    if node.type == "prefix_expression" and node.children[0].type == "!":
        holds, fails = _casts(b, node.children[-1])
        return fails, holds
    if node.type == "check_expression" and len(node.children) >= 3 and is_type(node.children[-1]):
        subject, sign = node.children[0], node.children[1].type
        if subject.type == "simple_identifier":
            found = {b.source(subject): b.type_of(b.source(node.children[-1]))}
            return (found, {}) if sign == "is" else ({}, found)
    return {}, {}


def _leaves(body: Node) -> bool:
    node = body
    while node.children and node.type in ("control_structure_body", "statements", "block"):
        named = [child for child in node.children if child.is_named]
        if not named:
            return False
        node = named[-1]
    return node.type == "jump_expression" and node.children[0].type in _LEAVES


def when(b: Builder, node: Node) -> int:
    """Read `when`: in each branch the subject has the type that the branch checks."""
    subject, bound = "", NONE
    values: list[int] = []
    with b.scope():
        for child in node.children:
            if child.type == "when_subject":
                subject, bound = _when_subject(b, child)
            elif child.type == "when_entry":
                entry = _when_entry(b, child, subject, bound)
                if entry is not None:
                    values.append(entry)
    return _either(b, values)


def _when_subject(b: Builder, node: Node) -> tuple[str, int]:
    named = [child for child in node.children if child.is_named and child.type != "annotation"]
    if not named:
        return "", NONE
    value = b.read(named[-1])
    declared = next((child for child in named if child.type == "variable_declaration"), None)
    if declared is not None:
        text = b.source(declared.children[0])
        b.bind(text, value)
        return text, value
    return (b.source(named[-1]) if named[-1].type == "simple_identifier" else ""), value


def _when_entry(b: Builder, node: Node, subject: str, bound: int) -> int | None:
    casts: dict[str, int] = {}
    conditions = [child for child in node.children if child.type == "when_condition"]
    for condition in conditions:
        inner = condition.children[0] if condition.children else condition
        if inner.type == "type_test":
            if subject and len(conditions) == 1 and inner.children[0].type == "is":
                casts[subject] = b.type_of(b.source(inner.children[-1]))
        elif inner.type == "range_test":
            b.call(inner, "contains", "operator", receiver=b.read(inner.children[-1]), arguments=(bound,))
        else:
            b.read(condition)
            if len(conditions) == 1:
                casts.update(_casts(b, inner)[0])
    body = next((child for child in node.children if child.type == "control_structure_body"), None)
    if body is None:
        return None
    with b.scope(casts):
        value = b.read(body)
    return None if _leaves(body) else value


def for_(b: Builder, node: Node) -> int:
    """Read `for`: the loop's variable is an element of what is iterated."""
    variable: Node | None = None
    with b.scope():
        for child in node.children:
            if child.type in ("variable_declaration", "multi_variable_declaration"):
                variable = child
            elif child.type == "control_structure_body":
                b.read(child)
            elif child.is_named and child.type != "annotation":
                iterated = b.read(child)
                b.call(child, "iterator", "operator", receiver=iterated)
                element = b.express("element", "", NONE, (iterated,))
                if variable is not None and variable.type == "multi_variable_declaration":
                    destructure(b, variable, element)
                elif variable is not None and variable.children:
                    declared = next((b.source(part) for part in variable.children if is_type(part)), None)
                    value = b.type_of(declared) if declared else element
                    b.bind(b.source(variable.children[0]).strip("`"), value)
    return NONE


def try_(b: Builder, node: Node) -> int:
    """Read `try`, its value and its handlers."""
    values: list[int] = []
    for child in node.children:
        if child.type == "statements":
            with b.scope():
                values.append(b.read(child))
        elif child.is_named:
            value = b.read(child)
            if child.type == "catch_block":
                values.append(value)
    return _either(b, values)


def catch(b: Builder, node: Node) -> int:
    """Read `catch (e: T) { … }`."""
    value, text = NONE, ""
    with b.scope():
        for child in node.children:
            if child.type == "simple_identifier":
                text = b.source(child)
            elif is_type(child):
                b.bind(text, b.type_of(b.source(child)))
            elif child.type == "statements":
                value = b.read(child)
    return value


def jump(b: Builder, node: Node) -> int:
    """Read `return a`, `throw a`, `break`; what is given back is no value of the place itself."""
    for child in node.children:
        if child.is_named and child.type != "label":
            b.read(child)
    return NONE


def _either(b: Builder, values: list[int]) -> int:
    known = tuple(dict.fromkeys(value for value in values if value != NONE))
    if not known:
        return NONE
    return known[0] if len(known) == 1 else b.express("either", "", NONE, known)
