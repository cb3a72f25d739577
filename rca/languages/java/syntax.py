"""Java text to a syntax tree, and how its nodes are looked into."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from rca.languages.builder import Builder, Node
from rca.languages.facts import NONE, Parameter

if TYPE_CHECKING:
    import tree_sitter


@lru_cache(maxsize=1)
def parser() -> tree_sitter.Parser:
    """Give the Java parser."""
    # Imported here: startup must not pay for a grammar that a request may never use.
    import tree_sitter_java
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_java.language()))


def part(node: Node, field: str) -> Node | None:
    """Give the child that a field names."""
    return cast("tree_sitter.Node", node).child_by_field_name(field)


def text_of(b: Builder, node: Node | None) -> str:
    """Give a node's text, empty where there is no node."""
    return "" if node is None else b.source(node)


def modifiers(b: Builder, node: Node) -> tuple[str, ...]:
    """Give modifiers and annotations, the latter without arguments."""
    for child in node.children:
        if child.type == "modifiers":
            return tuple(b.source(word).split("(")[0] for word in child.children)
    return ()


def type_parameters(b: Builder, node: Node) -> tuple[str, ...]:
    """Give type parameters as `T` or `T : Bound`."""
    group = part(node, "type_parameters")
    if group is None:
        return ()
    found = []
    for child in group.children:
        if child.type == "type_parameter":
            name, _, bound = b.source(child).partition(" extends ")
            found.append(f"{name.strip()} : {bound.split('&')[0].strip()}" if bound else name.strip())
    return tuple(found)


def parameters(b: Builder, node: Node | None) -> tuple[Parameter, ...]:
    """Read a method's parameters and bind their names."""
    found: list[Parameter] = []
    for child in node.children if node is not None else ():
        if child.type == "formal_parameter":
            name, text = text_of(b, part(child, "name")), text_of(b, part(child, "type"))
            found.append(Parameter(name, text, False, False))
            b.bind(name, b.type_of(text) if text else NONE)
        elif child.type == "spread_parameter":
            declarator = next((one for one in child.children if one.type == "variable_declarator"), None)
            kinds = [
                one
                for one in child.children
                if one.is_named and one.type not in ("modifiers", "variable_declarator")
            ]
            name, text = text_of(b, declarator), text_of(b, kinds[0] if kinds else None)
            found.append(Parameter(name, text, False, True))
            b.bind(name, b.type_of(f"{text}[]"))
    return tuple(found)
