"""Java declarations, and which function reads which node."""

from __future__ import annotations

from rca.languages.builder import Builder, Node, Reader
from rca.languages.facts import NONE, Facts, Import, Parameter
from rca.languages.java import expressions as expressed
from rca.languages.java.syntax import modifiers, parameters, parser, part, text_of, type_parameters
from rca.text.lines import ByteOffsets

_KINDS = {
    "class_declaration": "class",
    "record_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "annotation_type_declaration": "annotation",
}


def extract(text: str) -> Facts:
    """Give the facts of a Java file. Never fails on broken code."""
    encoded = text.encode("utf-8", "surrogatepass")
    root = parser().parse(encoded).root_node
    plain = len(text) == len(encoded)
    builder = Builder(text, None if plain else ByteOffsets(text, encoded).character, _READERS)
    builder.read(root)
    if root.has_error:
        builder.problems.append("syntax not understood in places")
    return builder.facts("java")


def package(b: Builder, node: Node) -> int:
    """Read `package a.b;`."""
    b.package = text_of(
        b, next((c for c in node.children if c.type in ("scoped_identifier", "identifier")), None)
    )
    return NONE


def import_(b: Builder, node: Node) -> int:
    """Read one import."""
    path, star, static = "", False, False
    for child in node.children:
        if child.type in ("scoped_identifier", "identifier"):
            path = b.source(child)
        star = star or child.type == "asterisk"
        static = static or child.type == "static"
    if path:
        b.imports.append(Import(path, None, star, static, b.line_of(node.start_byte)))
    return NONE


def class_(b: Builder, node: Node) -> int:
    """Read a class, record, interface, enum or annotation type."""
    kind, name_node, body = _KINDS[node.type], part(node, "name"), part(node, "body")
    parent, lambdas = b.owner, b.lambdas
    index = b.open()
    name = text_of(b, name_node)
    supertypes = _supertypes(b, node)
    b.class_names[index] = name
    if supertypes:
        b.supertype_names[index] = supertypes[0].split("<")[0].rsplit(".", maxsplit=1)[-1]
    with b.inside(index, local=False):
        _constructors(b, node, kind, index)
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
        type_parameters=type_parameters(b, node),
        supertypes=supertypes,
        modifiers=modifiers(b, node),
        lambdas=lambdas,
    )
    return NONE


def _constructors(b: Builder, node: Node, kind: str, index: int) -> None:
    """Record the constructor that a class has without writing it, and a record's components."""
    name_node, body = part(node, "name"), part(node, "body")
    if node.type == "record_declaration":
        written = b.open()
        with b.inside(written, local=True):
            components = parameters(b, part(node, "parameters"))
        b.close(
            written,
            name_node or node,
            "constructor",
            text_of(b, name_node),
            parent=index,
            parameters=components,
        )
        for component in components:
            accessor = b.open()
            b.close(
                accessor,
                name_node or node,
                "function",
                component.name,
                parent=index,
                type_text=component.type,
            )
    elif kind in ("class", "enum") and name_node is not None:
        members = body.children if body is not None else ()
        if not any(child.type == "constructor_declaration" for child in members):
            implicit = b.open()
            b.close(
                implicit,
                name_node,
                "constructor",
                text_of(b, name_node),
                parent=index,
                modifiers=("implicit",),
            )


def _supertypes(b: Builder, node: Node) -> tuple[str, ...]:
    found: list[str] = []
    for child in node.children:
        if child.type == "superclass":
            found.extend(b.source(one) for one in child.children if one.is_named)
        elif child.type in ("super_interfaces", "extends_interfaces"):
            for group in child.children:
                found.extend(b.source(one) for one in group.children if one.is_named)
    return tuple(found)


def method(b: Builder, node: Node) -> int:
    """Read a method or constructor."""
    parent, lambdas = b.owner, b.lambdas
    index = b.open()
    name_node, body = part(node, "name"), part(node, "body")
    given: tuple[Parameter, ...] = ()
    with b.inside(index, local=True):
        given = parameters(b, part(node, "parameters"))
        if body is not None:
            b.read(body)
    b.close(
        index,
        node,
        "constructor" if node.type != "method_declaration" else "function",
        text_of(b, name_node),
        parent=parent,
        at=name_node,
        header_end=body.start_byte if body is not None else None,
        type_text=text_of(b, part(node, "type")) or None,
        parameters=given,
        type_parameters=type_parameters(b, node),
        modifiers=modifiers(b, node),
        lambdas=lambdas,
    )
    return NONE


def field(b: Builder, node: Node) -> int:
    """Read fields."""
    text = text_of(b, part(node, "type"))
    for child in node.children:
        if child.type == "variable_declarator":
            index = b.open()
            value_node, name_node = part(child, "value"), part(child, "name")
            parent = b.owner
            value = NONE
            with b.inside(index, local=True):
                if value_node is not None:
                    value = b.read(value_node)
            b.close(
                index,
                child,
                "property",
                text_of(b, name_node),
                parent=parent,
                at=name_node,
                type_text=text,
                modifiers=modifiers(b, node),
                value=value,
            )
    return NONE


def enum_constant(b: Builder, node: Node) -> int:
    """Read an enum's constant with its constructor call and body."""
    owner = b.owner
    index = b.open()
    name_node, body, arguments = part(node, "name"), part(node, "body"), part(node, "arguments")
    with b.inside(index, local=False):
        values = expressed.argument_values(b, arguments)
        b.call(node, b.class_names.get(owner, ""), "new", arguments=values)
        if body is not None:
            b.read(body)
    b.close(index, node, "enum_entry", text_of(b, name_node), parent=owner, at=name_node)
    return NONE


def initializer(b: Builder, node: Node) -> int:
    """Read a static block, or a block among the members."""
    if b.local:
        return expressed.block(b, node)
    parent = b.owner
    index = b.open()
    with b.inside(index, local=True):
        for child in node.children:
            if child.is_named:
                b.read(child)
    b.close(index, node, "initializer", "init", parent=parent)
    return NONE


def object_creation(b: Builder, node: Node) -> int:
    """Read `new A(…)`, with or without a body."""
    kind, body = part(node, "type"), next((c for c in node.children if c.type == "class_body"), None)
    for child in node.children:
        if child.type not in ("argument_list", "class_body") and child is not kind and child.is_named:
            b.read(child)
    text = text_of(b, kind)
    values = expressed.argument_values(b, part(node, "arguments"))
    b.call(
        node,
        text.split("<")[0].rsplit(".", maxsplit=1)[-1],
        "new",
        arguments=values,
        receiver=b.type_of(text),
    )
    if body is None:
        return b.type_of(text)
    parent, lambdas = b.owner, b.lambdas
    index = b.open()
    with b.inside(index, local=False):
        b.read(body)
    b.close(index, node, "anonymous", "", parent=parent, supertypes=(text,), lambdas=lambdas)
    return b.express("object", "", index)


_READERS: dict[str, Reader] = {
    "package_declaration": package,
    "import_declaration": import_,
    **dict.fromkeys(_KINDS, class_),
    "method_declaration": method,
    "constructor_declaration": method,
    "compact_constructor_declaration": method,
    "field_declaration": field,
    "constant_declaration": field,
    "enum_constant": enum_constant,
    "static_initializer": initializer,
    "block": initializer,
    "object_creation_expression": object_creation,
    **expressed.READERS,
}
