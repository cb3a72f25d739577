"""Converts tree-sitter nodes of Java expressions to the syntax trees that Java and Kotlin share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rca.languages.syntax_trees.node import Node

if TYPE_CHECKING:
    import tree_sitter

_OPERATORS: Final = {"&&": "and", "||": "or"}
_LITERALS: Final = {"null_literal": "null", "string_literal": "string", "true": "true", "false": "false"}


def text_of(node: tree_sitter.Node | None) -> str:
    """Return the text of a node of the grammar, empty for none."""
    return "" if node is None or node.text is None else node.text.decode("utf-8", "replace")


class JavaExpressions:
    """Turns expressions of the grammar into ours, a method for each form."""

    def __init__(self, offset: Callable[[int], int]) -> None:
        self._offset = offset

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
            made.name, made.at = text_of(node), self._offset(node.start_byte)
        return made

    def identifier(self, node: tree_sitter.Node) -> Node:
        """Turn a name into `name`."""
        return self._name(self._make(node, "name"), node)

    def literal(self, node: tree_sitter.Node) -> Node:
        """Turn a literal into `literal`, named null, string, true, false or value."""
        return self._make(node, "literal", name=_LITERALS.get(node.type, "value"))

    def this(self, node: tree_sitter.Node) -> Node:
        """Turn `this` or `super`."""
        made = self._make(node, "this" if node.type == "this" else "super")
        made.at = made.start
        return made

    def inner(self, node: tree_sitter.Node) -> Node:
        """Turn a node that only wraps another."""
        inside = [one for one in node.named_children if "comment" not in one.type]
        return self.node(inside[0]) if inside else self._make(node, "other")

    def _parameters(self, node: tree_sitter.Node) -> list[str | None]:
        if node.type == "identifier":
            return [text_of(node)]
        found: list[str | None] = []
        for one in node.named_children:
            if one.type == "identifier":
                found.append(text_of(one))
            elif one.type in ("formal_parameter", "spread_parameter"):
                named = one.child_by_field_name("name")
                if named is None:
                    inner = next(
                        (part for part in one.named_children if part.type == "variable_declarator"), None
                    )
                    named = None if inner is None else inner.child_by_field_name("name")
                found.append(text_of(named))
        return found

    def lambda_(self, node: tree_sitter.Node) -> Node:
        """Turn a lambda; it is negated where it has no parameters, as Java has no `it`."""
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
        """Turn the call of a method or the constant of an enum."""
        made = self._make(node, "call", self._fields(node, "object"))
        made.received = bool(made.parts)
        self._name(made, node.child_by_field_name("name"))
        self._arguments(made, node)
        return made

    def new(self, node: tree_sitter.Node) -> Node:
        """Turn `new T(…)` into a call that constructs; with a body, into an object that holds the call."""
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
        """Turn the access to a field."""
        made = self._make(node, "member", self._fields(node, "object"))
        made.received = True
        return self._name(made, node.child_by_field_name("field"))

    def assign(self, node: tree_sitter.Node) -> Node:
        """Turn an assignment, named by its operator."""
        made = self._make(node, "assign", self._fields(node, "left", "right"))
        made.name = text_of(node.child_by_field_name("operator"))
        return made

    def binary(self, node: tree_sitter.Node) -> Node:
        """Turn an operator of two operands."""
        operator = text_of(node.child_by_field_name("operator"))
        made = self._make(node, _OPERATORS.get(operator, "binary"), self._fields(node, "left", "right"))
        made.name = operator
        return made

    def unary(self, node: tree_sitter.Node) -> Node:
        """Turn an operator of one operand."""
        operator = text_of(node.child_by_field_name("operator"))
        return self._make(
            node, "not" if operator == "!" else "binary", self._fields(node, "operand"), operator
        )

    def step(self, node: tree_sitter.Node) -> Node:
        """Turn `++` or `--`."""
        return self._make(node, "step", self._named(node))

    def cast(self, node: tree_sitter.Node) -> Node:
        """Turn a cast, named by its type."""
        return self._make(
            node, "cast", self._fields(node, "value"), text_of(node.child_by_field_name("type"))
        )

    def is_(self, node: tree_sitter.Node) -> Node:
        """Turn `instanceof`; a pattern is its label."""
        made = self._make(node, "is", self._fields(node, "left"))
        made.name = text_of(node.child_by_field_name("right"))
        named = node.child_by_field_name("name")
        if named is not None:
            made.labels = [text_of(named)]
        return made

    def index(self, node: tree_sitter.Node) -> Node:
        """Turn the access to an element of an array."""
        return self._make(node, "index", self._fields(node, "array", "index"))

    def reference(self, node: tree_sitter.Node) -> Node:
        """Turn a method reference."""
        children = node.named_children
        made = self._make(node, "reference", [self.node(children[0])] if children else [])
        made.received = bool(made.parts)
        last = children[-1] if len(children) > 1 else None
        return self._name(made, last)

    def node(self, node: tree_sitter.Node) -> Node:
        """Return our node for one of the grammar."""
        raise NotImplementedError

    def block(self, node: tree_sitter.Node) -> Node:
        """Turn a list of statements or members into a block."""
        raise NotImplementedError
