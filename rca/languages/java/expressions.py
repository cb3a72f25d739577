"""Java expressions: call sites, and what is locally known of the values between them."""

from __future__ import annotations

from rca.languages.builder import Builder, Node, Reader, parts
from rca.languages.facts import NONE
from rca.languages.java.syntax import parameters, part, text_of

_LITERALS = {
    "string_literal": "java.lang.String",
    "decimal_integer_literal": "int",
    "hex_integer_literal": "int",
    "octal_integer_literal": "int",
    "binary_integer_literal": "int",
    "decimal_floating_point_literal": "double",
    "character_literal": "char",
    "true": "boolean",
    "false": "boolean",
}


def _nothing(_builder: Builder, _node: Node) -> int:
    return NONE


def literal(b: Builder, node: Node) -> int:
    """Read a literal."""
    text = _LITERALS[node.type]
    if text == "int" and b.source(node)[-1] in "lL":
        text = "long"
    return b.type_of(text)


def name(b: Builder, node: Node) -> int:
    """Read an identifier."""
    text = b.source(node)
    local = b.find_local(text)
    if local is not None:
        return local
    b.call(node, text, "read")
    return b.express("name", text, b.owner, b.lambdas)


def argument_values(b: Builder, node: Node | None) -> tuple[int, ...]:
    """Read arguments whose call needs no index."""
    if node is None:
        return ()
    return tuple(b.read(child) for child in node.children if child.is_named and "comment" not in child.type)


def invocation(b: Builder, node: Node) -> int:
    """Read `a.f(…)`, `f(…)`, `super.f(…)`."""
    target, at = part(node, "object"), part(node, "name")
    receiver = None if target is None else b.read(target)
    text = text_of(b, at)
    site = b.call(at or node, text, "call", receiver=receiver)
    value = b.express("call", text, site)
    arguments: list[int] = []
    given = part(node, "arguments")
    for child in given.children if given is not None else ():
        if child.type == "lambda_expression":
            arguments.append(_lambda(b, child, value, str(len(arguments))))
        elif child.is_named and "comment" not in child.type:
            arguments.append(b.read(child))
    b.complete_call(site, arguments, [None] * len(arguments), [])
    return value


def explicit_constructor(b: Builder, node: Node) -> int:
    """Read `this(…)` and `super(…)` in a constructor."""
    which = text_of(b, part(node, "constructor"))
    names = b.class_names if which == "this" else b.supertype_names
    values = argument_values(b, part(node, "arguments"))
    b.call(node, names.get(b.class_around, ""), "new", arguments=values)
    return NONE


def reference(b: Builder, node: Node) -> int:
    """Read `A::f`, `A::new`."""
    left, last = node.children[0], node.children[-1]
    receiver = b.read(left)
    if last.type == "new":
        simple = b.source(left).split("<")[0].rsplit(".", maxsplit=1)[-1]
        b.call(node, simple, "new", receiver=b.type_of(b.source(left)))
    else:
        b.call(last, b.source(last), "reference", receiver=receiver)
    return NONE


def lambda_(b: Builder, node: Node) -> int:
    """Read a lambda that is no argument of a call."""
    return _lambda(b, node, NONE, "")


def _lambda(b: Builder, node: Node, call_value: int, position: str) -> int:
    index = b.reserve()
    given, body = part(node, "parameters"), part(node, "body")
    count = 0
    with b.scope():
        if given is not None and given.type == "formal_parameters":
            count = len(parameters(b, given))
        elif given is not None:
            names = (
                [given]
                if given.type == "identifier"
                else [c for c in given.children if c.type == "identifier"]
            )
            for count, child in enumerate(names, start=1):
                b.bind(b.source(child), b.express("parameter", "", count - 1, (index,)))
        result = b.read(body) if body is not None else NONE
    b.fill(index, position, count, call_value, result)
    return index


def field_access(b: Builder, node: Node) -> int:
    """Read `a.b`."""
    target, selected = part(node, "object"), part(node, "field")
    receiver = NONE if target is None else b.read(target)
    if selected is None or selected.type != "identifier":
        return b.express("this", text_of(b, target), b.owner)
    text = b.source(selected)
    b.call(selected, text, "read", receiver=receiver)
    return b.express("member", text, b.owner, (receiver,))


def this(b: Builder, _node: Node) -> int:
    """Read `this`."""
    return b.express("this", "", b.owner)


def super_(b: Builder, _node: Node) -> int:
    """Read `super`."""
    return b.express("super", "", b.owner)


def cast(b: Builder, node: Node) -> int:
    """Read `(T) a`."""
    value = part(node, "value")
    if value is not None:
        b.read(value)
    return b.type_of(text_of(b, part(node, "type")))


def local(b: Builder, node: Node) -> int:
    """Read local variables."""
    text = text_of(b, part(node, "type"))
    for child in node.children:
        if child.type == "variable_declarator":
            value_node = part(child, "value")
            value = NONE if value_node is None else b.read(value_node)
            b.bind(text_of(b, part(child, "name")), value if text == "var" else b.type_of(text))
    return NONE


def resource(b: Builder, node: Node) -> int:
    """Read a resource of `try (…)`."""
    value_node, text = part(node, "value"), text_of(b, part(node, "type"))
    value = NONE if value_node is None else b.read(value_node)
    b.bind(text_of(b, part(node, "name")), value if text == "var" else b.type_of(text))
    return NONE


def block(b: Builder, node: Node) -> int:
    """Read statements with locals of their own."""
    with b.scope():
        for child in node.named_children:
            b.read(child)
    return NONE


def for_each(b: Builder, node: Node) -> int:
    """Read `for (T a : b)`."""
    iterated, body, text = part(node, "value"), part(node, "body"), text_of(b, part(node, "type"))
    value = NONE if iterated is None else b.read(iterated)
    with b.scope():
        element = b.express("element", "", NONE, (value,)) if text == "var" else b.type_of(text)
        b.bind(text_of(b, part(node, "name")), element)
        if body is not None:
            b.read(body)
    return NONE


def catch(b: Builder, node: Node) -> int:
    """Read a handler."""
    with b.scope():
        for child in node.children:
            if child.type == "catch_formal_parameter":
                kind = next((one for one in child.children if one.type == "catch_type"), None)
                text = text_of(b, kind).split("|")[0].strip()
                b.bind(text_of(b, part(child, "name")), b.type_of(text))
            elif child.is_named:
                b.read(child)
    return NONE


def instance_of(b: Builder, node: Node) -> int:
    """Read `a instanceof T t`."""
    left, right, bound = part(node, "left"), part(node, "right"), part(node, "name")
    if left is not None:
        b.read(left)
    if bound is not None:
        b.bind(b.source(bound), b.type_of(text_of(b, right)))
    return b.type_of("boolean")


def assignment(b: Builder, node: Node) -> int:
    """Read `a = b`."""
    left, right = part(node, "left"), part(node, "right")
    value = NONE if right is None else b.read(right)
    if left is not None and left.type == "field_access":
        target, selected = part(left, "object"), part(left, "field")
        receiver = NONE if target is None else b.read(target)
        b.call(selected or left, text_of(b, selected), "write", receiver=receiver)
    elif left is not None and left.type == "identifier":
        if b.find_local(b.source(left)) is None:
            b.call(left, b.source(left), "write")
    elif left is not None:
        b.read(left)
    return value


def binary(b: Builder, node: Node) -> int:
    """Read `a + b + c` without recursion: generated code chains thousands."""
    right_nodes: list[tuple[str, Node]] = []
    left = node
    while left.type == "binary_expression":
        operands = parts(left)
        if len(operands) != 3:
            return parenthesized(b, left)
        right_nodes.append((operands[1].type, operands[2]))
        left = operands[0]
    value = b.read(left)
    for sign, right_node in reversed(right_nodes):
        right = b.read(right_node)
        if sign not in ("+", "-", "*", "/", "%"):
            value = b.type_of("boolean") if sign in _TRUTHS else value
        else:
            value = b.express("operator", sign, NONE, (value, right))
    return value


_TRUTHS = frozenset(("==", "!=", "<", ">", "<=", ">=", "&&", "||"))


def parenthesized(b: Builder, node: Node) -> int:
    """Read `(a)`."""
    value = NONE
    for child in node.named_children:
        value = b.read(child)
    return value


def ternary(b: Builder, node: Node) -> int:
    """Read `a ? b : c`."""
    values = []
    for which in ("condition", "consequence", "alternative"):
        child = part(node, which)
        values.append(NONE if child is None else b.read(child))
    known = tuple(value for value in values[1:] if value != NONE)
    return b.express("either", "", NONE, known) if known else NONE


def array_access(b: Builder, node: Node) -> int:
    """Read `a[i]`."""
    target, position = part(node, "array"), part(node, "index")
    value = NONE if target is None else b.read(target)
    if position is not None:
        b.read(position)
    return b.express("element", "", NONE, (value,))


READERS: dict[str, Reader] = {
    **dict.fromkeys(_LITERALS, literal),
    "identifier": name,
    "method_invocation": invocation,
    "explicit_constructor_invocation": explicit_constructor,
    "method_reference": reference,
    "lambda_expression": lambda_,
    "field_access": field_access,
    "this": this,
    "super": super_,
    "cast_expression": cast,
    "local_variable_declaration": local,
    "resource": resource,
    "for_statement": block,
    "switch_block": block,
    "try_with_resources_statement": block,
    "enhanced_for_statement": for_each,
    "catch_clause": catch,
    "instanceof_expression": instance_of,
    "assignment_expression": assignment,
    "binary_expression": binary,
    "parenthesized_expression": parenthesized,
    "ternary_expression": ternary,
    "array_access": array_access,
    "modifiers": _nothing,
    "superclass": _nothing,
    "super_interfaces": _nothing,
    "extends_interfaces": _nothing,
    "type_parameters": _nothing,
    "type_arguments": _nothing,
    "scoped_identifier": _nothing,
    "labeled_statement": block,
    "break_statement": _nothing,
    "continue_statement": _nothing,
}
