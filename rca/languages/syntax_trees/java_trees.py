"""Turns Java code, as its grammar reads it, into the syntax trees that Kotlin's reader makes too."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rca.languages.syntax_trees.node import Node, link_parents
from rca.text.line_index import ByteOffsets

if TYPE_CHECKING:
    import tree_sitter

_MEMBERS: Final = frozenset(
    (
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "field_declaration",
        "constant_declaration",
        "static_initializer",
        "enum_constant",
    )
)
_OPERATORS: Final = {"&&": "and", "||": "or"}
_LITERALS: Final = {"null_literal": "null", "string_literal": "string", "true": "true", "false": "false"}
_DEEPEST: Final = 200


class JavaFile:
    """A Java text and its parse; members are turned into trees when asked for."""

    def __init__(self, text: str) -> None:
        encoded = text.encode("utf-8", "surrogatepass")
        self._encoded = encoded
        self._offsets = ByteOffsets(text, encoded)
        self._ascii = len(text) == len(encoded)
        self._root = _parser().parse(encoded).root_node
        self._text = text
        self._trees: dict[int, Node] = {}

    def member_at(self, offset: int) -> Node | None:
        """Return the tree of the outermost member around an offset; None outside of members."""
        byte = offset if self._ascii else len(self._text[:offset].encode("utf-8", "surrogatepass"))
        node: tree_sitter.Node | None = self._root.descendant_for_byte_range(byte, byte)
        member = None
        while node is not None:
            if node.type in _MEMBERS or (
                node.type == "block" and node.parent is not None and node.parent.type == "class_body"
            ):
                member = node
            node = node.parent
        if member is None:
            return None
        known = self._trees.get(member.start_byte)
        if known is None:
            reader = _Reader(self._offset)
            known = self._trees[member.start_byte] = link_parents(reader.node(member))
        return known

    def _offset(self, byte: int) -> int:
        return byte if self._ascii else self._offsets.character(byte)


@lru_cache(maxsize=1)
def _parser() -> tree_sitter.Parser:
    # Imported here: startup must not pay for a grammar that a request may never use.
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    return Parser(get_language("java"))


def _word(node: tree_sitter.Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode("utf-8", "replace")


class _Reader:
    """Turns nodes of the grammar into ours."""

    def __init__(self, offset: Callable[[int], int]) -> None:
        self._offset = offset
        self._depth = 0

    def node(self, node: tree_sitter.Node) -> Node:
        """Return our node for one of the grammar."""
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                return self._make(node, "other")
            read = _FORMS.get(node.type)
            return self._make(node, "other", self._named(node)) if read is None else read(self, node)
        finally:
            self._depth -= 1

    def _make(
        self, node: tree_sitter.Node, kind: str, parts: list[Node] | None = None, name: str = ""
    ) -> Node:
        start, end = self._offset(node.start_byte), self._offset(node.end_byte)
        return Node(kind, start, end, name, parts=parts or [])

    def _named(self, node: tree_sitter.Node) -> list[Node]:
        return [self.node(one) for one in node.named_children if "comment" not in one.type]

    def _fields(self, node: tree_sitter.Node, *names: str) -> list[Node]:
        found = (node.child_by_field_name(name) for name in names)
        return [self.node(one) for one in found if one is not None]

    def _name(self, made: Node, node: tree_sitter.Node | None) -> Node:
        if node is not None:
            made.name, made.at = _word(node), self._offset(node.start_byte)
        return made

    def identifier(self, node: tree_sitter.Node) -> Node:
        return self._name(self._make(node, "name"), node)

    def literal(self, node: tree_sitter.Node) -> Node:
        return self._make(node, "literal", name=_LITERALS.get(node.type, "value"))

    def this(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "this" if node.type == "this" else "super")
        made.at = made.start
        return made

    def inner(self, node: tree_sitter.Node) -> Node:
        """Turn a node that only wraps another."""
        inside = [one for one in node.named_children if "comment" not in one.type]
        return self.node(inside[0]) if inside else self._make(node, "other")

    def block(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "block")
        for one in node.named_children:
            if "comment" not in one.type:
                made.parts.extend(self.statement(one))
        return made

    def statement(self, node: tree_sitter.Node) -> list[Node]:
        """Return the statements of one of the grammar: a declaration may be of several variables."""
        if node.type in ("local_variable_declaration", "field_declaration", "constant_declaration"):
            return [
                self.variable(one, _word(node.child_by_field_name("type")))
                for one in node.children_by_field_name("declarator")
            ]
        if node.type == "explicit_constructor_invocation":
            called = node.child_by_field_name("constructor")
            made = self._make(node, "call", name=_word(called))
            made.at = made.start if called is None else self._offset(called.start_byte)
            self._arguments(made, node)
            return [made]
        return [self.node(node)]

    def variable(self, node: tree_sitter.Node, written: str) -> Node:
        made = self._make(node, "declare", self._fields(node, "value"))
        made.type = written
        return self._name(made, node.child_by_field_name("name"))

    def field(self, node: tree_sitter.Node) -> Node:
        """Turn the declaration of fields or locals; several variables become a block."""
        made = self.statement(node)
        return made[0] if len(made) == 1 else self._make(node, "block", made)

    def resource(self, node: tree_sitter.Node) -> Node:
        if node.child_by_field_name("name") is None:
            return self.inner(node)
        return self.variable(node, _word(node.child_by_field_name("type")))

    def function(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "function")
        self._name(made, node.child_by_field_name("name"))
        made.type = _word(node.child_by_field_name("type"))
        parameters = node.child_by_field_name("parameters")
        if parameters is not None:
            made.labels = self._parameters(parameters)
        body = node.child_by_field_name("body")
        if body is None and node.type == "static_initializer":
            body = next((one for one in node.named_children if one.type == "block"), None)
        if body is not None:
            made.parts.append(self.block(body))
            made.received = True
        return made

    def _parameters(self, node: tree_sitter.Node) -> list[str | None]:
        if node.type == "identifier":
            return [_word(node)]
        found: list[str | None] = []
        for one in node.named_children:
            if one.type == "identifier":
                found.append(_word(one))
            elif one.type in ("formal_parameter", "spread_parameter"):
                named = one.child_by_field_name("name")
                if named is None:
                    inner = next(
                        (part for part in one.named_children if part.type == "variable_declarator"), None
                    )
                    named = None if inner is None else inner.child_by_field_name("name")
                found.append(_word(named))
        return found

    def initializer(self, node: tree_sitter.Node) -> Node:
        """Turn a block; one between members is a function."""
        if node.parent is not None and node.parent.type in ("class_body", "static_initializer"):
            made = self._make(node, "function", [self.block(node)], name="init")
            made.received = True
            return made
        return self.block(node)

    def lambda_(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "lambda", self._fields(node, "body"))
        parameters = node.child_by_field_name("parameters")
        if parameters is not None:
            made.labels = self._parameters(parameters)
        made.negated = not made.labels  # nothing is called `it`
        return made

    def _arguments(self, made: Node, node: tree_sitter.Node) -> None:
        arguments = node.child_by_field_name("arguments")
        if arguments is not None:
            values = self._named(arguments)
            made.parts.extend(values)
            made.labels = [None] * len(values)

    def call(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "call", self._fields(node, "object"))
        made.received = bool(made.parts)
        self._name(made, node.child_by_field_name("name"))
        self._arguments(made, node)
        return made

    def new(self, node: tree_sitter.Node) -> Node:
        written = node.child_by_field_name("type")
        body = next((one for one in node.named_children if one.type == "class_body"), None)
        made = self._make(node, "call")
        made.constructs = True
        while written is not None and written.type in ("generic_type", "scoped_type_identifier"):
            inside = [
                one for one in written.named_children if "identifier" in one.type or "generic" in one.type
            ]
            written = inside[-1] if inside else None
        self._name(made, written)
        self._arguments(made, node)
        if body is None:
            return made
        arguments = node.child_by_field_name("arguments")
        made.end = self._offset((body if arguments is None else arguments).end_byte)
        return self._make(node, "object", [made, *self.block(body).parts])

    def member(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "member", self._fields(node, "object"))
        made.received = True
        return self._name(made, node.child_by_field_name("field"))

    def assign(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "assign", self._fields(node, "left", "right"))
        made.name = _word(node.child_by_field_name("operator"))
        return made

    def binary(self, node: tree_sitter.Node) -> Node:
        operator = _word(node.child_by_field_name("operator"))
        made = self._make(node, _OPERATORS.get(operator, "binary"), self._fields(node, "left", "right"))
        made.name = operator
        return made

    def unary(self, node: tree_sitter.Node) -> Node:
        operator = _word(node.child_by_field_name("operator"))
        return self._make(
            node, "not" if operator == "!" else "binary", self._fields(node, "operand"), operator
        )

    def step(self, node: tree_sitter.Node) -> Node:
        return self._make(node, "step", self._named(node))

    def cast(self, node: tree_sitter.Node) -> Node:
        return self._make(node, "cast", self._fields(node, "value"), _word(node.child_by_field_name("type")))

    def is_(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "is", self._fields(node, "left"))
        made.name = _word(node.child_by_field_name("right"))
        named = node.child_by_field_name("name")
        if named is not None:
            made.labels = [_word(named)]
        return made

    def index(self, node: tree_sitter.Node) -> Node:
        return self._make(node, "index", self._fields(node, "array", "index"))

    def branch(self, node: tree_sitter.Node) -> Node:
        """Turn a branch of a statement into a block."""
        if node.type == "block":
            return self.block(node)
        return self._make(node, "block", self.statement(node))

    def if_(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "if", self._fields(node, "condition"))
        for name in ("consequence", "alternative"):
            branch = node.child_by_field_name(name)
            if branch is not None:
                is_value = node.type == "ternary_expression"
                made.parts.append(self.node(branch) if is_value else self.branch(branch))
        return made

    def loop(self, node: tree_sitter.Node) -> Node:
        body = node.child_by_field_name("body")
        blocks = [] if body is None else [self.branch(body)]
        if node.type == "enhanced_for_statement":
            made = self._make(node, "for", [*self._fields(node, "value"), *blocks])
            return self._name(made, node.child_by_field_name("name"))
        if node.type == "do_statement":
            return self._make(node, "do", [*blocks, *self._fields(node, "condition")])
        conditions = self._fields(node, "condition") or [self._make(node, "literal", name="true")]
        if node.type == "while_statement":
            return self._make(node, "while", [*conditions, *blocks])
        for one in node.children_by_field_name("update"):
            for block in blocks:
                block.parts.append(self.node(one))
        loop = self._make(node, "while", [conditions[0], *blocks])
        before = [part for one in node.children_by_field_name("init") for part in self.statement(one)]
        return self._make(node, "block", [*before, loop])

    def switch(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "when", self._fields(node, "condition"))
        made.received = bool(made.parts)
        body = node.child_by_field_name("body")
        for group in [] if body is None else body.named_children:
            if "comment" in group.type:
                continue
            entry = self._make(group, "entry")
            block = self._make(group, "block")
            for one in group.named_children:
                if one.type == "switch_label":
                    if _word(one).startswith("default"):
                        entry.name = "else"
                    entry.parts.extend(self._named(one))
                elif "comment" not in one.type:
                    block.parts.extend(self.statement(one))
            if block.parts and block.parts[-1].kind == "break" and not block.parts[-1].name:
                block.parts.pop()  # it leaves the switch, and nothing around it
            entry.parts.append(block)
            made.parts.append(entry)
        return made

    def try_(self, node: tree_sitter.Node) -> Node:
        made = self._make(node, "try")
        body = node.child_by_field_name("body")
        block = self._make(node, "block") if body is None else self.block(body)
        resources = node.child_by_field_name("resources")
        if resources is not None:
            block.parts[:0] = self._named(resources)
        made.parts.append(block)
        for one in node.named_children:
            if one.type == "catch_clause":
                clause = self._make(one, "catch")
                parameter = next(
                    (part for part in one.named_children if part.type == "catch_formal_parameter"), None
                )
                if parameter is not None:
                    self._name(clause, parameter.child_by_field_name("name"))
                clause.parts = self._fields(one, "body")
                made.parts.append(clause)
            elif one.type == "finally_clause":
                made.parts.append(self._make(one, "finally", self._named(one)))
        return made

    def jump(self, node: tree_sitter.Node) -> Node:
        kind = node.type.partition("_")[0]
        values = [] if kind in ("break", "continue") else self._named(node)
        return self._make(node, kind, values[:1])

    def assert_(self, node: tree_sitter.Node) -> Node:
        values = self._named(node)
        made = self._make(node, "call", values, name="assert")
        made.labels = [None] * len(values)
        return made

    def reference(self, node: tree_sitter.Node) -> Node:
        children = node.named_children
        made = self._make(node, "reference", [self.node(children[0])] if children else [])
        made.received = bool(made.parts)
        last = children[-1] if len(children) > 1 else None
        return self._name(made, last)


_Form = Callable[[_Reader, "tree_sitter.Node"], Node]
_FORMS: Final[dict[str, _Form]] = {
    "identifier": _Reader.identifier,
    "type_identifier": _Reader.identifier,
    **dict.fromkeys(
        (
            *("null_literal", "string_literal", "true", "false", "character_literal", "class_literal"),
            *("decimal_integer_literal", "hex_integer_literal", "octal_integer_literal"),
            *("binary_integer_literal", "decimal_floating_point_literal", "hex_floating_point_literal"),
        ),
        _Reader.literal,
    ),
    "this": _Reader.this,
    "super": _Reader.this,
    **dict.fromkeys(("parenthesized_expression", "expression_statement", "labeled_statement"), _Reader.inner),
    "labeled_statement": lambda reader, node: reader.node(node.named_children[-1]),
    "block": _Reader.initializer,
    "constructor_body": _Reader.block,
    "class_body": _Reader.block,
    **dict.fromkeys(
        ("local_variable_declaration", "field_declaration", "constant_declaration"), _Reader.field
    ),
    "resource": _Reader.resource,
    **dict.fromkeys(
        (
            *("method_declaration", "constructor_declaration", "compact_constructor_declaration"),
            "static_initializer",
        ),
        _Reader.function,
    ),
    "lambda_expression": _Reader.lambda_,
    "method_invocation": _Reader.call,
    "object_creation_expression": _Reader.new,
    "enum_constant": _Reader.call,
    "field_access": _Reader.member,
    "assignment_expression": _Reader.assign,
    "binary_expression": _Reader.binary,
    "unary_expression": _Reader.unary,
    "update_expression": _Reader.step,
    "cast_expression": _Reader.cast,
    "instanceof_expression": _Reader.is_,
    "array_access": _Reader.index,
    "if_statement": _Reader.if_,
    "ternary_expression": _Reader.if_,
    **dict.fromkeys(
        ("enhanced_for_statement", "for_statement", "while_statement", "do_statement"), _Reader.loop
    ),
    "switch_expression": _Reader.switch,
    "switch_statement": _Reader.switch,
    **dict.fromkeys(("try_statement", "try_with_resources_statement"), _Reader.try_),
    **dict.fromkeys(
        ("return_statement", "throw_statement", "break_statement", "continue_statement", "yield_statement"),
        _Reader.jump,
    ),
    "synchronized_statement": lambda reader, node: reader._make(node, "block", reader._named(node)),  # noqa: SLF001 - its own table
    "assert_statement": _Reader.assert_,
    "method_reference": _Reader.reference,
}
