"""Kotlin functions, secondary constructors and initialisers."""

from __future__ import annotations

from rca.languages.builder import Builder, Node
from rca.languages.facts import NONE, Parameter
from rca.languages.kotlin.types import TYPE_NODES, parameter_list, type_parameters
from rca.languages.kotlin.words import modifiers, unquoted


def function_declaration(b: Builder, node: Node) -> int:
    """Read a function."""
    parent, lambdas = b.owner, b.lambdas
    index = b.open()
    name_node, receiver, result, body = None, None, None, None
    own_type_parameters: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    value = NONE
    with b.inside(index, local=True):
        for child in node.children:
            kind = child.type
            if kind == "simple_identifier" and name_node is None:
                name_node = child
            elif kind == "receiver_type":
                receiver = b.source(child)
            elif kind == "type_parameters":
                own_type_parameters = type_parameters(b, child)
            elif kind == "function_value_parameters":
                parameters = parameter_list(b, child)
            elif kind in TYPE_NODES and name_node is not None:
                result = b.source(child)
            elif kind == "function_body":
                body = child
        if body is not None:
            value = function_body(b, body)
    b.close(
        index,
        node,
        "function",
        unquoted(b.source(name_node)) if name_node else "",
        parent=parent,
        at=name_node,
        header_end=body.start_byte if body is not None else None,
        receiver=receiver,
        type_text=result or (None if value != NONE or body is None else _block_type(body)),
        parameters=parameters,
        type_parameters=own_type_parameters,
        modifiers=modifiers(b, node),
        value=value,
        lambdas=lambdas,
    )
    return NONE


def anonymous_function(b: Builder, node: Node) -> int:
    """Read `fun(x: Int): Int { … }` as part of the function around it."""
    with b.scope():
        for child in node.children:
            if child.type == "function_value_parameters":
                parameter_list(b, child)
            elif child.type == "function_body":
                function_body(b, child)
    return b.express("lambda", "", 0, (NONE, NONE))


def _block_type(body: Node) -> str | None:
    return "kotlin.Unit" if body.children and body.children[0].type == "{" else None


def function_body(b: Builder, node: Node) -> int:
    """Read the body of a function or accessor; gives the value of one that is an expression."""
    if node.children and node.children[0].type == "=":
        return b.read(node.children[-1])
    for child in node.children:
        b.read(child)
    return NONE


def secondary_constructor(b: Builder, node: Node) -> int:
    """Read `constructor(…) : this(…) { … }`."""
    parent = b.owner
    index = b.open()
    parameters: tuple[Parameter, ...] = ()
    with b.inside(index, local=True):
        for child in node.children:
            if child.type == "function_value_parameters":
                parameters = parameter_list(b, child)
            elif child.type == "constructor_delegation_call":
                which = child.children[0].type
                values = [
                    b.read(argument)
                    for group in child.children
                    if group.type == "value_arguments"
                    for argument in group.children
                    if argument.type == "value_argument"
                ]
                names = b.class_names if which == "this" else b.supertype_names
                b.call(child, names.get(parent, ""), "new", arguments=tuple(values))
            elif child.is_named:
                b.read(child)
    name = b.class_names.get(parent, "")
    b.close(
        index, node, "constructor", name, parent=parent, parameters=parameters, modifiers=modifiers(b, node)
    )
    return NONE


def anonymous_initializer(b: Builder, node: Node) -> int:
    """Read `init { … }`."""
    parent = b.owner
    index = b.open()
    with b.inside(index, local=True):
        for child in node.children:
            if child.is_named:
                b.read(child)
    b.close(index, node, "initializer", "init", parent=parent)
    return NONE
