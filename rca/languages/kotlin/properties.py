"""Kotlin properties and local variables."""

from __future__ import annotations

from rca.languages.builder import Builder, Node
from rca.languages.facts import NONE
from rca.languages.kotlin.functions import function_body
from rca.languages.kotlin.types import is_type, parameter_list, type_parameters
from rca.languages.kotlin.words import modifiers, unquoted


def property_declaration(b: Builder, node: Node) -> int:
    """Read a property or a local variable."""
    if b.local:
        return _local(b, node)
    parent, lambdas = b.owner, b.lambdas
    index = b.open()
    name_node, receiver, text = None, None, None
    own_type_parameters: tuple[str, ...] = ()
    value = NONE
    with b.inside(index, local=True):
        for child in node.children:
            if child.type == "variable_declaration":
                name_node, text = child.children[0], _declared_type(b, child)
            elif child.type == "receiver_type":
                receiver = b.source(child)
            elif child.type == "type_parameters":
                own_type_parameters = type_parameters(b, child)
            elif child.type == "property_delegate":
                value = _delegate(b, child)
            elif child.type in ("getter", "setter"):
                got = _accessor(b, child)
                value = got if child.type == "getter" and value == NONE else value
            elif child.is_named and child.type not in _NOT_A_VALUE:
                value = b.read(child)
    b.close(
        index,
        node,
        "property",
        unquoted(b.source(name_node)) if name_node else "",
        parent=parent,
        at=name_node,
        receiver=receiver,
        type_text=text,
        type_parameters=own_type_parameters,
        modifiers=modifiers(b, node),
        value=value,
        lambdas=lambdas,
    )
    return NONE


def stray_accessor(b: Builder, node: Node) -> int:
    """Read a getter or setter that the grammar left beside its property."""
    index = NONE if b.local else b.last_property()
    if index == NONE:
        with b.scope():
            _accessor(b, node)
        return NONE
    with b.inside(index, local=True):
        value = _accessor(b, node)
    b.extend(index, node, value if node.type == "getter" else NONE)
    return NONE


_NOT_A_VALUE = frozenset(
    ("modifiers", "binding_pattern_kind", "type_constraints", "variable_declaration", "receiver_type")
)


def _local(b: Builder, node: Node) -> int:
    names: list[tuple[str, str | None]] = []
    destructured: Node | None = None
    value = NONE
    for child in node.children:
        if child.type == "variable_declaration":
            names.append((unquoted(b.source(child.children[0])), _declared_type(b, child)))
        elif child.type == "multi_variable_declaration":
            destructured = child
        elif child.type == "property_delegate":
            value = _delegate(b, child)
        elif child.type in ("getter", "setter"):
            stray_accessor(b, child)
        elif child.is_named and child.type not in _NOT_A_VALUE:
            value = b.read(child)
    for name, text in names:
        b.bind(name, b.type_of(text) if text else value)
    if destructured is not None:
        destructure(b, destructured, value)
    return NONE


def destructure(b: Builder, node: Node, value: int) -> None:
    """Bind the parts of `(a, b)`, and record the calls of `component1`, `component2`, …."""
    parts = [child for child in node.children if child.type == "variable_declaration"]
    for position, child in enumerate(parts, start=1):
        if not child.children:
            continue
        name, text = unquoted(b.source(child.children[0])), _declared_type(b, child)
        if name == "_":
            continue
        b.call(child, f"component{position}", "operator", receiver=value)
        b.bind(name, b.type_of(text) if text else b.express("component", "", position, (value,)))


def _delegate(b: Builder, node: Node) -> int:
    value = NONE
    for child in node.children:
        if child.is_named:
            value = b.read(child)
    b.call(node, "getValue", "delegate", receiver=value)
    return b.express("delegate", "", NONE, (value,))


def _accessor(b: Builder, node: Node) -> int:
    value = NONE
    with b.scope():
        for child in node.children:
            if child.type in ("parameter_with_optional_type", "simple_identifier"):
                b.bind(unquoted(b.source(child.children[0] if child.children else child)), NONE)
            elif child.type == "function_value_parameters":
                parameter_list(b, child)
            elif child.type == "function_body":
                value = function_body(b, child)
    return value


def _declared_type(b: Builder, node: Node) -> str | None:
    return next((b.source(child) for child in node.children if is_type(child)), None)
