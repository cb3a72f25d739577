"""Kotlin declarations: classes, functions, properties, and the bodies between them."""

from __future__ import annotations

from dataclasses import dataclass

from rca.languages.builder import Builder, Node
from rca.languages.facts import NONE, Import, Parameter
from rca.languages.kotlin.types import TYPE_NODES, is_type, parameter_list, type_parameters

_FILE_FACADES = frozenset(("JvmName",))


def package_header(b: Builder, node: Node) -> int:
    """Read `package a.b`."""
    for child in node.children:
        if child.type == "identifier":
            b.package = _path(b, child)
    return NONE


def import_header(b: Builder, node: Node) -> int:
    """Read one import."""
    path, alias, star = "", None, False
    for child in node.children:
        if child.type == "identifier":
            path = _path(b, child)
        elif child.type == "wildcard_import":
            star = True
        elif child.type == "import_alias":
            alias = _unquoted(b.source(child.children[-1]))
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


def class_declaration(b: Builder, node: Node) -> int:
    """Read a class, interface, enum or annotation class."""
    kind, name_node, body = "class", None, None
    parameters: tuple[str, ...] = ()
    modifiers = _modifiers(b, node)
    for child in node.children:
        if child.type in ("enum", "interface"):
            kind = child.type
        elif child.type == "type_identifier" and name_node is None:
            name_node = child
        elif child.type in ("class_body", "enum_class_body"):
            body = child
        elif child.type == "type_parameters":
            parameters = type_parameters(b, child)
    if "annotation" in modifiers:
        kind = "annotation"
    _class(b, node, _Header(kind, name_node, body, modifiers, parameters))
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
    _class(b, node, _Header(kind, name_node, body, _modifiers(b, node)))
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
    name = _unquoted(b.source(name_node)) if name_node else "Companion" if kind == "companion" else ""
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
        b.supertype_names[index] = _simple(_specifier_type(b, specifiers[0]))
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
            b.call(child, _simple(text), "new", arguments=tuple(values))
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
            parameters.append(Parameter(name, text, default, _has_modifier(b, child, "vararg")))
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
                        modifiers=_modifiers(b, child),
                    )
    b.close(
        index,
        node,
        "constructor",
        class_name,
        parent=parent,
        parameters=tuple(parameters),
        modifiers=_modifiers(b, node),
    )
    # Plain parameters are seen by initialisers of the class.
    b.scopes[-1].update(names)


def _class_parameter(b: Builder, node: Node) -> tuple[str, str | None, bool]:
    name, text, default = "", None, False
    for child in node.children:
        if child.type == "simple_identifier" and not name:
            name = _unquoted(b.source(child))
        elif is_type(child) and text is None:
            text = b.source(child)
        elif child.type == "=":
            default = True
        elif default and child.is_named:
            b.read(child)
    return name, text, default


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
            value = _function_body(b, body)
    b.close(
        index,
        node,
        "function",
        _unquoted(b.source(name_node)) if name_node else "",
        parent=parent,
        at=name_node,
        header_end=body.start_byte if body is not None else None,
        receiver=receiver,
        type_text=result or (None if value != NONE or body is None else _block_type(body)),
        parameters=parameters,
        type_parameters=own_type_parameters,
        modifiers=_modifiers(b, node),
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
                _function_body(b, child)
    return b.express("lambda", "", 0, (NONE, NONE))


def _block_type(body: Node) -> str | None:
    return "kotlin.Unit" if body.children and body.children[0].type == "{" else None


def _function_body(b: Builder, node: Node) -> int:
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
        index, node, "constructor", name, parent=parent, parameters=parameters, modifiers=_modifiers(b, node)
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
        _unquoted(b.source(name_node)) if name_node else "",
        parent=parent,
        at=name_node,
        receiver=receiver,
        type_text=text,
        type_parameters=own_type_parameters,
        modifiers=_modifiers(b, node),
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
            names.append((_unquoted(b.source(child.children[0])), _declared_type(b, child)))
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
        name, text = _unquoted(b.source(child.children[0])), _declared_type(b, child)
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
                b.bind(_unquoted(b.source(child.children[0] if child.children else child)), NONE)
            elif child.type == "function_value_parameters":
                parameter_list(b, child)
            elif child.type == "function_body":
                value = _function_body(b, child)
    return value


def _declared_type(b: Builder, node: Node) -> str | None:
    return next((b.source(child) for child in node.children if is_type(child)), None)


def type_alias(b: Builder, node: Node) -> int:
    """Read `typealias A<T> = B<T>`."""
    index = b.open()
    name_node = next((child for child in node.children if child.type == "type_identifier"), None)
    target = next((b.source(child) for child in node.children if is_type(child)), None)
    own = next((type_parameters(b, child) for child in node.children if child.type == "type_parameters"), ())
    name = _unquoted(b.source(name_node)) if name_node else ""
    b.close(
        index, node, "typealias", name, parent=b.owner, at=name_node, type_text=target, type_parameters=own
    )
    return NONE


def _modifiers(b: Builder, node: Node) -> tuple[str, ...]:
    words: list[str] = []
    for child in node.children:
        if child.type in ("modifiers", "parameter_modifiers"):
            words.extend(
                b.source(part) if part.type != "annotation" else _annotation(b, part)
                for part in child.children
            )
        elif child.type in ("data", "fun") and node.type == "class_declaration":
            words.append(child.type)
    return tuple(words)


def _annotation(b: Builder, node: Node) -> str:
    return b.source(node).split("(")[0].split("<")[0].strip()


def _has_modifier(b: Builder, node: Node, word: str) -> bool:
    return word in _modifiers(b, node)


def _path(b: Builder, node: Node) -> str:
    parts = [_unquoted(b.source(child)) for child in node.children if child.type == "simple_identifier"]
    return ".".join(parts) or b.source(node)


def _unquoted(name: str) -> str:
    return name.strip("`")


def _simple(text: str) -> str:
    return text.split("<", maxsplit=1)[0].rsplit(".", maxsplit=1)[-1].strip("` ")
