"""Kotlin names, calls, lambdas and literals: call sites, and what is locally known of the values between."""

from __future__ import annotations

from rca.languages.builder import Builder, Node, parts
from rca.languages.facts import NONE
from rca.languages.kotlin.operators import parenthesized
from rca.languages.kotlin.properties import destructure
from rca.languages.kotlin.types import is_type

_LITERALS = {
    "string_literal": "kotlin.String",
    "line_string_literal": "kotlin.String",
    "multi_line_string_literal": "kotlin.String",
    "integer_literal": "kotlin.Int",
    "hex_literal": "kotlin.Int",
    "bin_literal": "kotlin.Int",
    "long_literal": "kotlin.Long",
    "unsigned_literal": "kotlin.UInt",
    "character_literal": "kotlin.Char",
    "boolean_literal": "kotlin.Boolean",
}


def literal(b: Builder, node: Node) -> int:
    """Read a literal; code inside a string template is read too."""
    for child in node.named_children:
        b.read(child)
    if node.type == "real_literal":
        return b.type_of("kotlin.Float" if b.source(node)[-1] in "fF" else "kotlin.Double")
    return b.type_of(_LITERALS[node.type])


def name(b: Builder, node: Node) -> int:
    """Read an identifier: a local, or something that the whole project must be asked for."""
    text = b.source(node).strip("`")
    local = b.find_local(text)
    if local is not None:
        return local
    b.call(node, text, "read")
    return b.express("name", text, b.owner, b.lambdas)


def call(b: Builder, node: Node) -> int:
    """Read a call: its receiver, then its arguments, then its lambdas, which may need the call's type."""
    callee, suffix = node.children[0], node.children[-1]
    if suffix.type != "call_suffix":
        for child in node.children:
            b.read(child)
        return NONE
    at, text, receiver = callee, "invoke", None
    if callee.type == "simple_identifier":
        text = b.source(callee).strip("`")
        held = b.find_local(text)
        if held is not None:
            text, receiver = "invoke", held
    elif callee.type == "navigation_expression" and _selector(callee) is not None:
        selected = _selector(callee)
        assert selected is not None
        at, text = selected, b.source(selected).strip("`")
        receiver = b.read(callee.children[0])
    else:
        receiver = b.read(callee)
    form = "operator" if text == "invoke" and at is callee else "call"
    index = b.call(at, text, form, receiver=receiver)
    value = b.express("call", text, index)
    _arguments(b, suffix, index, value)
    return value


def _arguments(b: Builder, suffix: Node, index: int, value: int) -> None:
    arguments: list[int] = []
    labels: list[str | None] = []
    trailing: list[int] = []
    for group in suffix.children:
        if group.type == "value_arguments":
            for argument in group.children:
                if argument.type == "value_argument":
                    label, content = _argument(b, argument)
                    labels.append(label)
                    arguments.append(_argument_value(b, content, value, label or str(len(arguments))))
        elif group.type == "annotated_lambda":
            trailing.append(_argument_value(b, group, value, "-1"))
    b.complete_call(index, arguments, labels, trailing)


def _argument(b: Builder, node: Node) -> tuple[str | None, Node | None]:
    given = [child for child in parts(node) if child.type != "annotation"]
    if len(given) >= 3 and given[1].type == "=":
        return b.source(given[0]).strip("`"), given[2]
    return None, given[-1] if given else None


def _argument_value(b: Builder, node: Node | None, call_value: int, position: str) -> int:
    if node is None:
        return NONE
    if node.type == "annotated_lambda":
        node = node.children[-1]
    if node.type == "lambda_literal":
        return _lambda(b, node, call_value, position)
    return b.read(node)


def lambda_literal(b: Builder, node: Node) -> int:
    """Read a lambda that is no argument of a call."""
    return _lambda(b, node, NONE, "")


def _lambda(b: Builder, node: Node, call_value: int, position: str) -> int:
    index = b.reserve()
    names: dict[str, int] = {}
    before = b.lambdas
    b.lambdas = (index, *before)
    count, result = 0, NONE
    with b.scope(names):
        given = next((child for child in node.children if child.type == "lambda_parameters"), None)
        if given is None:
            names["it"] = b.express("parameter", "", 0, (index,))
        else:
            count = _lambda_parameters(b, given, index)
        for child in node.children:
            if child.type == "statements":
                result = b.read(child)
    b.lambdas = before
    b.fill(index, position, count, call_value, result)
    return index


def _lambda_parameters(b: Builder, node: Node, index: int) -> int:
    position = 0
    for child in node.children:
        if child.type == "variable_declaration":
            declared = next((b.source(part) for part in child.children if is_type(part)), None)
            value = b.type_of(declared) if declared else b.express("parameter", "", position, (index,))
            b.bind(b.source(child.children[0]).strip("`"), value)
            position += 1
        elif child.type == "multi_variable_declaration":
            destructure(b, child, b.express("parameter", "", position, (index,)))
            position += 1
    return position


def navigation(b: Builder, node: Node) -> int:
    """Read `a.b`, `a?.b`, `a::b`, `A::class`."""
    selected = _selector(node)
    suffix = node.children[-1]
    if suffix.children and suffix.children[0].type == "::":
        receiver = b.read(node.children[0])
        if selected is not None:
            b.call(selected, b.source(selected).strip("`"), "reference", receiver=receiver)
        return NONE
    receiver = b.read(node.children[0])
    if selected is None:
        for child in suffix.named_children:
            b.read(child)
        return NONE
    text = b.source(selected).strip("`")
    b.call(selected, text, "read", receiver=receiver)
    return b.express("member", text, b.owner, (receiver,))


def _selector(node: Node) -> Node | None:
    suffix = node.children[-1]
    if suffix.type != "navigation_suffix":
        return None
    last = suffix.children[-1]
    return last if last.type == "simple_identifier" else None


def callable_reference(b: Builder, node: Node) -> int:
    """Read `::f`, `Type::f`."""
    target = node.children[-1]
    if target.type != "simple_identifier":
        return NONE
    left = node.children[0]
    receiver: int | None = None
    if left.type != "::":
        text = b.source(left).strip("`")
        held = b.find_local(text)
        receiver = held if held is not None else b.express("name", text, b.owner, b.lambdas)
    b.call(target, b.source(target).strip("`"), "reference", receiver=receiver)
    return NONE


def this(b: Builder, node: Node) -> int:
    """Read `this` and `this@label`."""
    return b.express("this", _label(b, node), b.owner, b.lambdas)


def super_(b: Builder, node: Node) -> int:
    """Read `super` and `super<Type>`."""
    return b.express("super", _label(b, node), b.owner)


def _label(b: Builder, node: Node) -> str:
    text = b.source(node)
    if "<" in text:
        return text.partition("<")[2].partition(">")[0]
    return text.partition("@")[2].strip()


def infix(b: Builder, node: Node) -> int:
    """Read `a name b`."""
    operands = parts(node)
    if len(operands) != 3:
        return parenthesized(b, node)
    left_node, word, right_node = operands
    left = b.read(left_node)
    text = b.source(word).strip("`")
    site = b.call(word, text, "infix", receiver=left)
    value = b.express("call", text, site)
    right = _argument_value(b, right_node, value, "0")
    b.complete_call(site, [right], [None], [])
    return value


def interpolated_name(b: Builder, node: Node) -> int:
    """Read `$name` in a string."""
    return name(b, node)


def collection(b: Builder, node: Node) -> int:
    """Read what is inside, without a value."""
    for child in node.named_children:
        b.read(child)
    return NONE


def annotated_lambda(b: Builder, node: Node) -> int:
    """Read a lambda with annotations or a label before it."""
    return b.read(node.children[-1])
