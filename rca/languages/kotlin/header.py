"""What stands at the head of a Kotlin file, and type aliases."""

from __future__ import annotations

from rca.languages.builder import Builder, Node
from rca.languages.facts import NONE, Import
from rca.languages.kotlin.types import is_type, type_parameters
from rca.languages.kotlin.words import dotted, unquoted

_FILE_FACADES = frozenset(("JvmName",))


def package_header(b: Builder, node: Node) -> int:
    """Read `package a.b`."""
    for child in node.children:
        if child.type == "identifier":
            b.package = dotted(b, child)
    return NONE


def import_header(b: Builder, node: Node) -> int:
    """Read one import."""
    path, alias, star = "", None, False
    for child in node.children:
        if child.type == "identifier":
            path = dotted(b, child)
        elif child.type == "wildcard_import":
            star = True
        elif child.type == "import_alias":
            alias = unquoted(b.source(child.children[-1]))
    if path:
        b.imports.append(Import(path, alias, star, False, b.line_of(node.start_byte)))
    return NONE


def file_annotation(b: Builder, node: Node) -> int:
    """Read `@file:JvmName("Name")`."""
    text = b.source(node)
    for name in _FILE_FACADES:
        _, found, rest = text.partition(f"{name}(")
        if found and rest.count('"') >= 2:
            b.facade = rest.split('"')[1]
    return NONE


def type_alias(b: Builder, node: Node) -> int:
    """Read `typealias A<T> = B<T>`."""
    index = b.open()
    name_node = next((child for child in node.children if child.type == "type_identifier"), None)
    target = next((b.source(child) for child in node.children if is_type(child)), None)
    own = next((type_parameters(b, child) for child in node.children if child.type == "type_parameters"), ())
    name = unquoted(b.source(name_node)) if name_node else ""
    b.close(
        index, node, "typealias", name, parent=b.owner, at=name_node, type_text=target, type_parameters=own
    )
    return NONE
