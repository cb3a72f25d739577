"""Kotlin types and parameter lists, as text."""

from __future__ import annotations

from rca.languages.builder import Builder, Node
from rca.languages.facts import NONE, Parameter

TYPE_NODES = frozenset(
    (
        "user_type",
        "nullable_type",
        "non_nullable_type",
        "not_nullable_type",
        "function_type",
        "parenthesized_type",
        "dynamic_type",
        "type_reference",
    )
)


def is_type(node: Node) -> bool:
    """Tell whether a node is a type."""
    return node.type in TYPE_NODES


def type_parameters(b: Builder, node: Node) -> tuple[str, ...]:
    """Give type parameters as `T` or `T : Bound`."""
    found = []
    for child in node.children:
        if child.type == "type_parameter":
            name = next((part for part in child.children if part.type == "type_identifier"), None)
            bound = next((part for part in child.children if is_type(part)), None)
            if name is not None:
                found.append(b.source(name) + (f" : {b.source(bound)}" if bound is not None else ""))
    return tuple(found)


def parameter_list(b: Builder, node: Node) -> tuple[Parameter, ...]:
    """Read value parameters: bind their names, read their default values."""
    found: list[Parameter] = []
    vararg = False
    after_equals = False
    for child in node.children:
        if child.type == "parameter_modifiers":
            vararg = "vararg" in b.source(child).split()
        elif child.type == "parameter":
            name, text = _parameter(b, child)
            found.append(Parameter(name, text, False, vararg))
            shown = f"kotlin.Array<out {text}>" if vararg and text else text
            b.bind(name, b.type_of(shown) if shown else NONE)
            vararg = after_equals = False
        elif child.type == "=":
            after_equals = True
        elif after_equals and child.is_named:
            b.read(child)
            found[-1] = found[-1]._replace(default=True)
            after_equals = False
    return tuple(found)


def _parameter(b: Builder, node: Node) -> tuple[str, str | None]:
    name, start = "", None
    for child in node.children:
        if child.type == "simple_identifier" and not name:
            name = b.source(child).strip("`")
        elif child.type == ":":
            start = child.end_byte
    return name, b.between(start, node.end_byte) if start is not None else None
