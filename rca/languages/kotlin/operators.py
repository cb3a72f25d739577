"""Kotlin operators and assignments: calls by convention."""

from __future__ import annotations

from rca.languages.builder import Builder, Node, parts
from rca.languages.facts import NONE

_OPERATORS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "div",
    "%": "rem",
    "..": "rangeTo",
    "..<": "rangeUntil",
}
_ASSIGNING = {
    "+=": "plusAssign",
    "-=": "minusAssign",
    "*=": "timesAssign",
    "/=": "divAssign",
    "%=": "remAssign",
}
_CHAINED = frozenset(("additive_expression", "multiplicative_expression", "range_expression"))
_PREFIX = {"-": "unaryMinus", "+": "unaryPlus", "!": "not", "++": "inc", "--": "dec"}


def index(b: Builder, node: Node) -> int:
    """Read `a[i]`."""
    receiver = b.read(node.children[0])
    arguments = tuple(b.read(child) for child in node.children[-1].children if child.is_named)
    site = b.call(node, "get", "operator", receiver=receiver, arguments=arguments)
    return b.express("call", "get", site)


def assignment(b: Builder, node: Node) -> int:
    """Read `a = b`, `a[i] = b`, `a += b`."""
    operands = parts(node)
    left, sign, right = operands[0], operands[1].type, operands[-1]
    target = left
    while (
        target.type in ("directly_assignable_expression", "parenthesized_expression")
        and len(target.children) == 1
    ):
        target = target.children[0]
    suffix = target.children[-1] if target.children else target
    value = b.read(right)
    if suffix.type == "indexing_suffix":
        receiver = b.read(target.children[0])
        keys = tuple(b.read(child) for child in suffix.children if child.is_named)
        b.call(target, "set", "operator", receiver=receiver, arguments=(*keys, value))
        if sign in _ASSIGNING:
            b.call(target, "get", "operator", receiver=receiver, arguments=keys)
        return NONE
    if sign in _ASSIGNING:
        before = b.read(target) if target is not left or not _is_member(left) else _member_value(b, left)
        word = _ASSIGNING[sign]
        b.call(node, word, "operator", receiver=before, arguments=(value,))
        b.call(node, word.removesuffix("Assign"), "operator", receiver=before, arguments=(value,))
        return NONE
    _write(b, target)
    return NONE


def _is_member(node: Node) -> bool:
    return bool(node.children) and node.children[-1].type == "navigation_suffix"


def _member_value(b: Builder, node: Node) -> int:
    receiver = b.read(node.children[0])
    selected = node.children[-1].children[-1]
    text = b.source(selected).strip("`")
    b.call(selected, text, "read", receiver=receiver)
    return b.express("member", text, b.owner, (receiver,))


def _write(b: Builder, target: Node) -> None:
    if _is_member(target):
        receiver = b.read(target.children[0])
        selected = target.children[-1].children[-1]
        b.call(selected, b.source(selected).strip("`"), "write", receiver=receiver)
    elif target.type == "simple_identifier":
        text = b.source(target).strip("`")
        if b.find_local(text) is None:
            b.call(target, text, "write")
    else:
        b.read(target)


def binary(b: Builder, node: Node) -> int:
    """Read `a + b + c` without recursion: generated code chains thousands."""
    chain: list[tuple[Node, str, Node]] = []
    left = node
    while left.type in _CHAINED:
        operands = parts(left)
        if len(operands) != 3:
            return parenthesized(b, left)
        chain.append((left, operands[1].type, operands[2]))
        left = operands[0]
    value = b.read(left)
    for whole, sign, right_node in reversed(chain):
        right = b.read(right_node)
        word = _OPERATORS.get(sign)
        if word is None:
            continue
        site = b.call(whole, word, "operator", receiver=value, arguments=(right,))
        value = b.express("operator", word, site, (value, right))
    return value


def comparison(b: Builder, node: Node) -> int:
    """Read `a < b`: `compareTo` by convention."""
    left = b.read(node.children[0])
    right = b.read(node.children[-1])
    b.call(node, "compareTo", "operator", receiver=left, arguments=(right,))
    return b.type_of("kotlin.Boolean")


def equality(b: Builder, node: Node) -> int:
    """Read `a == b`; `equals` is declared by everything, so it is no call site worth keeping."""
    b.read(node.children[0])
    b.read(node.children[-1])
    return b.type_of("kotlin.Boolean")


def check(b: Builder, node: Node) -> int:
    """Read `a in b`, `a is T`."""
    left = b.read(node.children[0])
    operands = parts(node)
    sign, right = operands[1].type if len(operands) > 1 else "", operands[-1]
    if sign in ("in", "!in"):
        b.call(node, "contains", "operator", receiver=b.read(right), arguments=(left,))
    return b.type_of("kotlin.Boolean")


def prefix(b: Builder, node: Node) -> int:
    """Read `-a`, `!a`, `++a`, and annotated or labelled expressions."""
    value = b.read(node.children[-1])
    word = _PREFIX.get(node.children[0].type)
    if word is not None and node.children[0].type != "!":
        site = b.call(node, word, "operator", receiver=value)
        return b.express("operator", word, site, (value,))
    if word == "not":
        b.call(node, word, "operator", receiver=value)
    return b.type_of("kotlin.Boolean") if word else value


def postfix(b: Builder, node: Node) -> int:
    """Read `a!!`, `a++`."""
    value = b.read(node.children[0])
    word = {"++": "inc", "--": "dec"}.get(node.children[-1].type)
    if word is not None:
        b.call(node, word, "operator", receiver=value)
    return value


def cast(b: Builder, node: Node) -> int:
    """Read `a as T`."""
    b.read(node.children[0])
    return b.type_of(b.source(node.children[-1]).removesuffix("?"))


def parenthesized(b: Builder, node: Node) -> int:
    """Read `(a)`."""
    value = NONE
    for child in node.named_children:
        value = b.read(child)
    return value
