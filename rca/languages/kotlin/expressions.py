"""Kotlin expressions: call sites, and what is locally known of the values between them."""

from __future__ import annotations

from rca.languages.builder import Builder, Node, parts
from rca.languages.facts import NONE
from rca.languages.kotlin.declarations import destructure
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
_OPERATORS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "div",
    "%": "rem",
    "..": "rangeTo",
    "..<": "rangeUntil",
}
_ASSIGNING = {
    "+=": "plusAssign",
    "-=": "minusAssign",
    "*=": "timesAssign",
    "/=": "divAssign",
    "%=": "remAssign",
}
_CHAINED = frozenset(("additive_expression", "multiplicative_expression", "range_expression"))
_PREFIX = {"-": "unaryMinus", "+": "unaryPlus", "!": "not", "++": "inc", "--": "dec"}
_LEAVES = frozenset(("return", "throw", "return@", "continue", "break", "continue@", "break@"))


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


def index(b: Builder, node: Node) -> int:
    """Read `a[i]`."""
    receiver = b.read(node.children[0])
    arguments = tuple(b.read(child) for child in node.children[-1].children if child.is_named)
    site = b.call(node, "get", "operator", receiver=receiver, arguments=arguments)
    return b.express("call", "get", site)


def assignment(b: Builder, node: Node) -> int:
    """Read `a = b`, `a[i] = b`, `a += b`."""
    operands = parts(node)
    left, sign, right = operands[0], operands[1].type, operands[-1]
    target = left
    while (
        target.type in ("directly_assignable_expression", "parenthesized_expression")
        and len(target.children) == 1
    ):
        target = target.children[0]
    suffix = target.children[-1] if target.children else target
    value = b.read(right)
    if suffix.type == "indexing_suffix":
        receiver = b.read(target.children[0])
        keys = tuple(b.read(child) for child in suffix.children if child.is_named)
        b.call(target, "set", "operator", receiver=receiver, arguments=(*keys, value))
        if sign in _ASSIGNING:
            b.call(target, "get", "operator", receiver=receiver, arguments=keys)
        return NONE
    if sign in _ASSIGNING:
        before = b.read(target) if target is not left or not _is_member(left) else _member_value(b, left)
        word = _ASSIGNING[sign]
        b.call(node, word, "operator", receiver=before, arguments=(value,))
        b.call(node, word.removesuffix("Assign"), "operator", receiver=before, arguments=(value,))
        return NONE
    _write(b, target)
    return NONE


def _is_member(node: Node) -> bool:
    return bool(node.children) and node.children[-1].type == "navigation_suffix"


def _member_value(b: Builder, node: Node) -> int:
    receiver = b.read(node.children[0])
    selected = node.children[-1].children[-1]
    text = b.source(selected).strip("`")
    b.call(selected, text, "read", receiver=receiver)
    return b.express("member", text, b.owner, (receiver,))


def _write(b: Builder, target: Node) -> None:
    if _is_member(target):
        receiver = b.read(target.children[0])
        selected = target.children[-1].children[-1]
        b.call(selected, b.source(selected).strip("`"), "write", receiver=receiver)
    elif target.type == "simple_identifier":
        text = b.source(target).strip("`")
        if b.find_local(text) is None:
            b.call(target, text, "write")
    else:
        b.read(target)


def binary(b: Builder, node: Node) -> int:
    """Read `a + b + c` without recursion: generated code chains thousands."""
    chain: list[tuple[Node, str, Node]] = []
    left = node
    while left.type in _CHAINED:
        operands = parts(left)
        if len(operands) != 3:
            return parenthesized(b, left)
        chain.append((left, operands[1].type, operands[2]))
        left = operands[0]
    value = b.read(left)
    for whole, sign, right_node in reversed(chain):
        right = b.read(right_node)
        word = _OPERATORS.get(sign)
        if word is None:
            continue
        site = b.call(whole, word, "operator", receiver=value, arguments=(right,))
        value = b.express("operator", word, site, (value, right))
    return value


def comparison(b: Builder, node: Node) -> int:
    """Read `a < b`: `compareTo` by convention."""
    left = b.read(node.children[0])
    right = b.read(node.children[-1])
    b.call(node, "compareTo", "operator", receiver=left, arguments=(right,))
    return b.type_of("kotlin.Boolean")


def equality(b: Builder, node: Node) -> int:
    """Read `a == b`; `equals` is declared by everything, so it is no call site worth keeping."""
    b.read(node.children[0])
    b.read(node.children[-1])
    return b.type_of("kotlin.Boolean")


def check(b: Builder, node: Node) -> int:
    """Read `a in b`, `a is T`."""
    left = b.read(node.children[0])
    operands = parts(node)
    sign, right = operands[1].type if len(operands) > 1 else "", operands[-1]
    if sign in ("in", "!in"):
        b.call(node, "contains", "operator", receiver=b.read(right), arguments=(left,))
    return b.type_of("kotlin.Boolean")


def prefix(b: Builder, node: Node) -> int:
    """Read `-a`, `!a`, `++a`, and annotated or labelled expressions."""
    value = b.read(node.children[-1])
    word = _PREFIX.get(node.children[0].type)
    if word is not None and node.children[0].type != "!":
        site = b.call(node, word, "operator", receiver=value)
        return b.express("operator", word, site, (value,))
    if word == "not":
        b.call(node, word, "operator", receiver=value)
    return b.type_of("kotlin.Boolean") if word else value


def postfix(b: Builder, node: Node) -> int:
    """Read `a!!`, `a++`."""
    value = b.read(node.children[0])
    word = {"++": "inc", "--": "dec"}.get(node.children[-1].type)
    if word is not None:
        b.call(node, word, "operator", receiver=value)
    return value


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


def cast(b: Builder, node: Node) -> int:
    """Read `a as T`."""
    b.read(node.children[0])
    return b.type_of(b.source(node.children[-1]).removesuffix("?"))


def elvis(b: Builder, node: Node) -> int:
    """Read `a ?: b`."""
    left, right = b.read(node.children[0]), b.read(node.children[-1])
    return _either(b, [left] if node.children[-1].type == "jump_expression" else [left, right])


def parenthesized(b: Builder, node: Node) -> int:
    """Read `(a)`."""
    value = NONE
    for child in node.named_children:
        value = b.read(child)
    return value


def statements(b: Builder, node: Node) -> int:
    """Read a block's statements; its value is that of the last."""
    value = NONE
    for child in node.named_children:
        value = b.read(child)
    return value


def branch(b: Builder, node: Node) -> int:
    """Read a block or a single statement with locals of its own."""
    with b.scope():
        value = NONE
        for child in node.named_children:
            value = b.read(child)
        return value


def if_(b: Builder, node: Node) -> int:
    """Read `if`: a checked type holds in the branch, and after it where the other branch leaves."""
    values = {"yes": NONE, "no": NONE}
    condition: Node | None = None
    bodies: dict[str, Node] = {}
    place = "yes"
    for child in node.children:
        if child.type == "else":
            place = "no"
        elif child.type == "control_structure_body":
            bodies[place] = child
        elif child.is_named and condition is None:
            condition = child
    if condition is not None:
        b.read(condition)
    holds, fails = _casts(b, condition)
    for place, casts in (("yes", holds), ("no", fails)):
        if place in bodies:
            with b.scope(dict(casts)):
                values[place] = b.read(bodies[place])
    if fails and "yes" in bodies and "no" not in bodies and _leaves(bodies["yes"]):
        for local, value in fails.items():
            b.bind(local, value)
    if "no" not in bodies:
        return NONE
    return _either(b, [values[place] for place in bodies if not _leaves(bodies[place])])


def while_(b: Builder, node: Node) -> int:
    """Read a loop with a condition."""
    holds: dict[str, int] = {}
    for child in node.children:
        if child.type == "control_structure_body":
            with b.scope(dict(holds)):
                b.read(child)
        elif child.is_named:
            b.read(child)
            holds = _casts(b, child)[0]
    return NONE


def conjunction(b: Builder, node: Node) -> int:
    """Read `a && b`: types checked on the left hold on the right."""
    b.read(node.children[0])
    with b.scope(_casts(b, node.children[0])[0]):
        b.read(node.children[-1])
    return b.type_of("kotlin.Boolean")


def disjunction(b: Builder, node: Node) -> int:
    """Read `a || b`: types denied on the left hold on the right."""
    b.read(node.children[0])
    with b.scope(_casts(b, node.children[0])[1]):
        b.read(node.children[-1])
    return b.type_of("kotlin.Boolean")


def _casts(b: Builder, condition: Node | None) -> tuple[dict[str, int], dict[str, int]]:
    """Give the types that names have where a condition holds, and where it fails."""
    if condition is None:
        return {}, {}
    node = condition
    while node.type == "parenthesized_expression" and len(node.children) == 3:
        node = node.children[1]
    if node.type == "conjunction_expression":
        left, right = _casts(b, node.children[0])[0], _casts(b, node.children[-1])[0]
        return {**left, **right}, {}
    if node.type == "disjunction_expression":
        left, right = _casts(b, node.children[0])[1], _casts(b, node.children[-1])[1]
        return {}, {**left, **right}
    if node.type == "prefix_expression" and node.children[0].type == "!":
        holds, fails = _casts(b, node.children[-1])
        return fails, holds
    if node.type == "check_expression" and len(node.children) >= 3 and is_type(node.children[-1]):
        subject, sign = node.children[0], node.children[1].type
        if subject.type == "simple_identifier":
            found = {b.source(subject): b.type_of(b.source(node.children[-1]))}
            return (found, {}) if sign == "is" else ({}, found)
    return {}, {}


def _leaves(body: Node) -> bool:
    node = body
    while node.children and node.type in ("control_structure_body", "statements", "block"):
        named = [child for child in node.children if child.is_named]
        if not named:
            return False
        node = named[-1]
    return node.type == "jump_expression" and node.children[0].type in _LEAVES


def when(b: Builder, node: Node) -> int:
    """Read `when`: in each branch the subject has the type that the branch checks."""
    subject, bound = "", NONE
    values: list[int] = []
    with b.scope():
        for child in node.children:
            if child.type == "when_subject":
                subject, bound = _when_subject(b, child)
            elif child.type == "when_entry":
                entry = _when_entry(b, child, subject, bound)
                if entry is not None:
                    values.append(entry)
    return _either(b, values)


def _when_subject(b: Builder, node: Node) -> tuple[str, int]:
    named = [child for child in node.children if child.is_named and child.type != "annotation"]
    if not named:
        return "", NONE
    value = b.read(named[-1])
    declared = next((child for child in named if child.type == "variable_declaration"), None)
    if declared is not None:
        text = b.source(declared.children[0])
        b.bind(text, value)
        return text, value
    return (b.source(named[-1]) if named[-1].type == "simple_identifier" else ""), value


def _when_entry(b: Builder, node: Node, subject: str, bound: int) -> int | None:
    casts: dict[str, int] = {}
    conditions = [child for child in node.children if child.type == "when_condition"]
    for condition in conditions:
        inner = condition.children[0] if condition.children else condition
        if inner.type == "type_test":
            if subject and len(conditions) == 1 and inner.children[0].type == "is":
                casts[subject] = b.type_of(b.source(inner.children[-1]))
        elif inner.type == "range_test":
            b.call(inner, "contains", "operator", receiver=b.read(inner.children[-1]), arguments=(bound,))
        else:
            b.read(condition)
            if len(conditions) == 1:
                casts.update(_casts(b, inner)[0])
    body = next((child for child in node.children if child.type == "control_structure_body"), None)
    if body is None:
        return None
    with b.scope(casts):
        value = b.read(body)
    return None if _leaves(body) else value


def for_(b: Builder, node: Node) -> int:
    """Read `for`: the loop's variable is an element of what is iterated."""
    variable: Node | None = None
    with b.scope():
        for child in node.children:
            if child.type in ("variable_declaration", "multi_variable_declaration"):
                variable = child
            elif child.type == "control_structure_body":
                b.read(child)
            elif child.is_named and child.type != "annotation":
                iterated = b.read(child)
                b.call(child, "iterator", "operator", receiver=iterated)
                element = b.express("element", "", NONE, (iterated,))
                if variable is not None and variable.type == "multi_variable_declaration":
                    destructure(b, variable, element)
                elif variable is not None and variable.children:
                    declared = next((b.source(part) for part in variable.children if is_type(part)), None)
                    value = b.type_of(declared) if declared else element
                    b.bind(b.source(variable.children[0]).strip("`"), value)
    return NONE


def try_(b: Builder, node: Node) -> int:
    """Read `try`, its value and its handlers."""
    values: list[int] = []
    for child in node.children:
        if child.type == "statements":
            with b.scope():
                values.append(b.read(child))
        elif child.is_named:
            value = b.read(child)
            if child.type == "catch_block":
                values.append(value)
    return _either(b, values)


def catch(b: Builder, node: Node) -> int:
    """Read `catch (e: T) { … }`."""
    value, text = NONE, ""
    with b.scope():
        for child in node.children:
            if child.type == "simple_identifier":
                text = b.source(child)
            elif is_type(child):
                b.bind(text, b.type_of(b.source(child)))
            elif child.type == "statements":
                value = b.read(child)
    return value


def jump(b: Builder, node: Node) -> int:
    """Read `return a`, `throw a`, `break`; what is given back is no value of the place itself."""
    for child in node.children:
        if child.is_named and child.type != "label":
            b.read(child)
    return NONE


def interpolated_name(b: Builder, node: Node) -> int:
    """Read `$name` in a string."""
    return name(b, node)


def collection(b: Builder, node: Node) -> int:
    """Read what is inside, without a value."""
    for child in node.named_children:
        b.read(child)
    return NONE


def _either(b: Builder, values: list[int]) -> int:
    known = tuple(dict.fromkeys(value for value in values if value != NONE))
    if not known:
        return NONE
    return known[0] if len(known) == 1 else b.express("either", "", NONE, known)


def annotated_lambda(b: Builder, node: Node) -> int:
    """Read a lambda with annotations or a label before it."""
    return b.read(node.children[-1])
