"""Parses Java code by its tree-sitter grammar into the syntax trees that Java and Kotlin share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rca.languages.grammars import parser_of
from rca.languages.syntax_trees.java_statements import JavaStatements
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
_DEEPEST: Final = 200


class JavaFile:
    """A Java text and its parse; members are turned into trees when asked for."""

    def __init__(self, text: str) -> None:
        encoded = text.encode("utf-8", "surrogatepass")
        self._encoded = encoded
        self._offsets = ByteOffsets(text, encoded)
        self._ascii = len(text) == len(encoded)
        self._root = parser_of("java").parse(encoded).root_node
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
            reader = _JavaTrees(self._offset)
            known = self._trees[member.start_byte] = link_parents(reader.node(member))
        return known

    def _offset(self, byte: int) -> int:
        return byte if self._ascii else self._offsets.character(byte)


class _JavaTrees(JavaStatements):
    """Turns nodes of the grammar into ours."""

    def __init__(self, offset: Callable[[int], int]) -> None:
        super().__init__(offset)
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


_Form = Callable[[_JavaTrees, "tree_sitter.Node"], Node]
_FORMS: Final[dict[str, _Form]] = {
    "identifier": _JavaTrees.identifier,
    "type_identifier": _JavaTrees.identifier,
    **dict.fromkeys(
        (
            *("null_literal", "string_literal", "true", "false", "character_literal", "class_literal"),
            *("decimal_integer_literal", "hex_integer_literal", "octal_integer_literal"),
            *("binary_integer_literal", "decimal_floating_point_literal", "hex_floating_point_literal"),
        ),
        _JavaTrees.literal,
    ),
    "this": _JavaTrees.this,
    "super": _JavaTrees.this,
    **dict.fromkeys(("parenthesized_expression", "expression_statement"), _JavaTrees.inner),
    "labeled_statement": lambda reader, node: reader.node(node.named_children[-1]),  # after the label
    "block": _JavaTrees.initializer,
    "constructor_body": _JavaTrees.block,
    "class_body": _JavaTrees.block,
    **dict.fromkeys(
        ("local_variable_declaration", "field_declaration", "constant_declaration"), _JavaTrees.field
    ),
    "resource": _JavaTrees.resource,
    **dict.fromkeys(
        (
            *("method_declaration", "constructor_declaration", "compact_constructor_declaration"),
            "static_initializer",
        ),
        _JavaTrees.function,
    ),
    "lambda_expression": _JavaTrees.lambda_,
    "method_invocation": _JavaTrees.call,
    "object_creation_expression": _JavaTrees.new,
    "enum_constant": _JavaTrees.call,
    "field_access": _JavaTrees.member,
    "assignment_expression": _JavaTrees.assign,
    "binary_expression": _JavaTrees.binary,
    "unary_expression": _JavaTrees.unary,
    "update_expression": _JavaTrees.step,
    "cast_expression": _JavaTrees.cast,
    "instanceof_expression": _JavaTrees.is_,
    "array_access": _JavaTrees.index,
    "if_statement": _JavaTrees.if_,
    "ternary_expression": _JavaTrees.if_,
    **dict.fromkeys(
        ("enhanced_for_statement", "for_statement", "while_statement", "do_statement"), _JavaTrees.loop
    ),
    "switch_expression": _JavaTrees.switch,
    "switch_statement": _JavaTrees.switch,
    **dict.fromkeys(("try_statement", "try_with_resources_statement"), _JavaTrees.try_),
    **dict.fromkeys(
        ("return_statement", "throw_statement", "break_statement", "continue_statement", "yield_statement"),
        _JavaTrees.jump,
    ),
    "synchronized_statement": lambda reader, node: reader._make(node, "block", reader._named(node)),  # noqa: SLF001 - its own table
    "assert_statement": _JavaTrees.assert_,
    "method_reference": _JavaTrees.reference,
}
