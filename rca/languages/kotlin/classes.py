"""Kotlin classes, interfaces, objects and enums, with their primary constructors and supertypes."""

from __future__ import annotations

from dataclasses import dataclass

from rca.languages.builder import Builder, Node
from rca.languages.facts import NONE, Parameter
from rca.languages.kotlin.types import is_type, type_parameters
from rca.languages.kotlin.words import has_modifier, modifiers, simple, unquoted


def class_declaration(b: Builder, node: Node) -> int:
    """Read a class, interface, enum or annotation class."""
    kind, name_node, body = "class", None, None
    parameters: tuple[str, ...] = ()
    words = modifiers(b, node)
    for child in node.children:
        if child.type in ("enum", "interface"):
            kind = child.type
        elif child.type == "type_identifier" and name_node is None:
            name_node = child
        elif child.type in ("class_body", "enum_class_body"):
            body = child
        elif child.type == "type_parameters":
            parameters = type_parameters(b, child)
    if "annotation" in words:
        kind = "annotation"
    _class(b, node, _Header(kind, name_node, body, words, parameters))
    return NONE


def object_declaration(b: Builder, node: Node) -> int:
    """Read an object or a companion object."""
    kind = "companion" if node.type == "companion_object" else "object"
    name_node, body = None, None
    for child in node.children:
        if child.type == "type_identifier":
            name_node = child
        elif child.type == "class_body":
            body = child
    _class(b, node, _Header(kind, name_node, body, modifiers(b, node)))
    return NONE


def object_literal(b: Builder, node: Node) -> int:
    """Read `object : Type { … }`."""
    body = next((child for child in node.children if child.type == "class_body"), None)
    index = _class(b, node, _Header("anonymous", None, body))
    return b.express("object", "", index)


def enum_entry(b: Builder, node: Node) -> int:
    """Read an enum's constant; its constructor call and its body belong to it."""
    name_node = next((child for child in node.children if child.type == "simple_identifier"), None)
    body = next((child for child in node.children if child.type == "class_body"), None)
    _class(b, node, _Header("enum_entry", name_node, body))
    return NONE


@dataclass(frozen=True)
class _Header:
    """The parts of a class's header."""

    kind: str
    name_node: Node | None
    body: Node | None
    modifiers: tuple[str, ...] = ()
    type_parameters: tuple[str, ...] = ()


def _class(b: Builder, node: Node, header: _Header) -> int:
    kind, name_node, body = header.kind, header.name_node, header.body
    parent, lambdas = b.owner, b.lambdas
    index = b.open()
    name = unquoted(b.source(name_node)) if name_node else "Companion" if kind == "companion" else ""
    specifiers = [
        child
        for child in node.children
        if child.type in ("delegation_specifier", "annotated_delegation_specifier")
    ]
    if not specifiers:
        group = next((child for child in node.children if child.type == "delegation_specifiers"), None)
        specifiers = [] if group is None else [child for child in group.children if child.is_named]
    b.class_names[index] = name
    if specifiers:
        b.supertype_names[index] = simple(_specifier_type(b, specifiers[0]))
    with b.inside(index, local=False):
        primary = next((child for child in node.children if child.type == "primary_constructor"), None)
        if primary is not None:
            _primary_constructor(b, primary, name, index)
        elif kind in ("class", "enum") and not _has_secondary(body):
            implicit = b.open()
            b.close(implicit, name_node or node, "constructor", name, parent=index, modifiers=("implicit",))
        if kind == "enum_entry":
            _entry_call(b, node, parent)
        supertypes = tuple(text for child in specifiers if (text := _supertype(b, child)))
        if body is None and specifiers:
            body = _swallowed_body(specifiers[-1])
        if body is not None:
            b.read(body)
    b.close(
        index,
        node,
        kind,
        name,
        parent=parent,
        at=name_node,
        header_end=body.start_byte if body is not None else None,
        type_parameters=header.type_parameters,
        supertypes=supertypes,
        modifiers=header.modifiers,
        lambdas=lambdas,
    )
    return index


def _specifier_type(b: Builder, node: Node) -> str:
    return b.source(node).removesuffix(")").split("(")[0].split(" by ")[0]


def _entry_call(b: Builder, node: Node, enum: int) -> None:
    arguments: list[int] = []
    for child in node.children:
        if child.type == "value_arguments":
            arguments = [b.read(argument) for argument in child.children if argument.type == "value_argument"]
    b.call(node, b.class_names.get(enum, ""), "new", arguments=tuple(arguments))


def _has_secondary(body: Node | None) -> bool:
    return body is not None and any(child.type == "secondary_constructor" for child in body.children)


def _supertype(b: Builder, node: Node) -> str:
    """Give a supertype's text; read its constructor call or delegate."""
    for child in node.children:
        if child.type == "constructor_invocation":
            kind = next((part for part in child.children if is_type(part)), None)
            text = b.source(kind) if kind else ""
            arguments = [part for part in child.children if part.type == "value_arguments"]
            values = [
                b.read(argument)
                for group in arguments
                for argument in group.children
                if argument.type == "value_argument"
            ]
            b.call(child, simple(text), "new", arguments=tuple(values))
            return text
        if child.type == "explicit_delegation":
            kind = next((part for part in child.children if is_type(part)), None)
            for part in child.children:
                if part is not kind and part.is_named:
                    _read_delegate(b, part)
            return b.source(kind) if kind else ""
        if is_type(child):
            return b.source(child)
    return ""


def _read_delegate(b: Builder, node: Node) -> None:
    # The grammar reads `class A : B by c() { … }` as a call with a trailing lambda: that is the body.
    if node.type == "call_expression" and _trailing_lambda(node) is not None:
        for child in node.children[:-1]:
            b.read(child)
    else:
        b.read(node)


def _swallowed_body(specifier: Node) -> Node | None:
    for child in specifier.children:
        if child.type == "explicit_delegation":
            return _trailing_lambda(child.children[-1])
    return None


def _trailing_lambda(node: Node) -> Node | None:
    if node.type != "call_expression" or not node.children:
        return None
    for part in node.children[-1].children:
        if part.type == "annotated_lambda":
            literal = part.children[-1]
            return next((child for child in literal.children if child.type == "statements"), None)
    return None


def _primary_constructor(b: Builder, node: Node, class_name: str, parent: int) -> None:
    index = b.open()
    parameters: list[Parameter] = []
    names: dict[str, int] = {}
    groups = [child for child in node.children if child.type == "class_parameters"] or [node]
    with b.inside(index, local=True):
        for child in (part for group in groups for part in group.children if part.type == "class_parameter"):
            name, text, default = _class_parameter(b, child)
            parameters.append(Parameter(name, text, default, has_modifier(b, child, "vararg")))
            if not any(part.type in ("binding_pattern_kind", "val", "var") for part in child.children):
                names[name] = b.express("type", text, parent) if text else NONE
            else:
                with b.inside(parent, local=False):
                    member = b.open()
                    at = next((part for part in child.children if part.type == "simple_identifier"), None)
                    b.close(
                        member,
                        child,
                        "property",
                        name,
                        parent=parent,
                        at=at,
                        type_text=text,
                        modifiers=modifiers(b, child),
                    )
    b.close(
        index,
        node,
        "constructor",
        class_name,
        parent=parent,
        parameters=tuple(parameters),
        modifiers=modifiers(b, node),
    )
    # Plain parameters are seen by initialisers of the class.
    b.scopes[-1].update(names)


def _class_parameter(b: Builder, node: Node) -> tuple[str, str | None, bool]:
    name, text, default = "", None, False
    for child in node.children:
        if child.type == "simple_identifier" and not name:
            name = unquoted(b.source(child))
        elif is_type(child) and text is None:
            text = b.source(child)
        elif child.type == "=":
            default = True
        elif default and child.is_named:
            b.read(child)
    return name, text, default
