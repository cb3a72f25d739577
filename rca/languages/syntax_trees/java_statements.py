"""Converts tree-sitter nodes of Java statements and members to the trees that Java and Kotlin share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.languages.syntax_trees.java_expressions import JavaExpressions, text_of
from rca.languages.syntax_trees.node import Node

if TYPE_CHECKING:
    import tree_sitter


class JavaStatements(JavaExpressions):
    """Turns statements and members of the grammar into ours, a method for each form."""

    def block(self, node: tree_sitter.Node) -> Node:
        """Turn a list of statements or members into a block."""
        made = self._make(node, "block")
        for one in node.named_children:
            if "comment" not in one.type:
                made.parts.extend(self.statement(one))
        return made

    def statement(self, node: tree_sitter.Node) -> list[Node]:
        """Return the statements of one of the grammar: a declaration may be of several variables."""
        if node.type in ("local_variable_declaration", "field_declaration", "constant_declaration"):
            return [
                self.variable(one, text_of(node.child_by_field_name("type")))
                for one in node.children_by_field_name("declarator")
            ]
        if node.type == "explicit_constructor_invocation":
            called = node.child_by_field_name("constructor")
            made = self._make(node, "call", name=text_of(called))
            made.at = made.start if called is None else self._offset(called.start_byte)
            self._arguments(made, node)
            return [made]
        return [self.node(node)]

    def variable(self, node: tree_sitter.Node, written: str) -> Node:
        """Turn one variable of a declaration, whose type is written as given."""
        made = self._make(node, "declare", self._fields(node, "value"))
        made.type = written
        return self._name(made, node.child_by_field_name("name"))

    def field(self, node: tree_sitter.Node) -> Node:
        """Turn the declaration of fields or locals; several variables become a block."""
        made = self.statement(node)
        return made[0] if len(made) == 1 else self._make(node, "block", made)

    def resource(self, node: tree_sitter.Node) -> Node:
        """Turn a resource of `try`: a declaration, or the name of a variable."""
        if node.child_by_field_name("name") is None:
            return self.inner(node)
        return self.variable(node, text_of(node.child_by_field_name("type")))

    def function(self, node: tree_sitter.Node) -> Node:
        """Turn a method, a constructor or a static initializer."""
        made = self._make(node, "function")
        self._name(made, node.child_by_field_name("name"))
        made.type = text_of(node.child_by_field_name("type"))
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

    def initializer(self, node: tree_sitter.Node) -> Node:
        """Turn a block; one between members is a function."""
        if node.parent is not None and node.parent.type in ("class_body", "static_initializer"):
            made = self._make(node, "function", [self.block(node)], name="init")
            made.received = True
            return made
        return self.block(node)

    def branch(self, node: tree_sitter.Node) -> Node:
        """Turn a branch of a statement into a block."""
        if node.type == "block":
            return self.block(node)
        return self._make(node, "block", self.statement(node))

    def if_(self, node: tree_sitter.Node) -> Node:
        """Turn `if` or a conditional expression."""
        made = self._make(node, "if", self._fields(node, "condition"))
        for name in ("consequence", "alternative"):
            branch = node.child_by_field_name(name)
            if branch is not None:
                is_value = node.type == "ternary_expression"
                made.parts.append(self.node(branch) if is_value else self.branch(branch))
        return made

    def loop(self, node: tree_sitter.Node) -> Node:
        """Turn a loop; `for (a; b; c)` becomes a block of `a` and a `while` that ends with `c`."""
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
        """Turn `switch` into `when`, a group of statements into an entry."""
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
                    if text_of(one).startswith("default"):
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
        """Turn `try`; its resources become the first statements of the body."""
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
        """Turn `return`, `throw`, `yield`, `break` or `continue`."""
        kind = node.type.partition("_")[0]
        values = [] if kind in ("break", "continue") else self._named(node)
        return self._make(node, kind, values[:1])

    def assert_(self, node: tree_sitter.Node) -> Node:
        """Turn `assert` into a call of that name."""
        values = self._named(node)
        made = self._make(node, "call", values, name="assert")
        made.labels = [None] * len(values)
        return made
