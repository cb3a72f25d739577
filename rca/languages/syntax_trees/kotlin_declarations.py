"""Reads Kotlin functions, properties, constructors and nested classes into syntax trees."""

from __future__ import annotations

from typing import Final

from rca.languages.kotlin import token_kinds as t
from rca.languages.syntax_trees.kotlin_expressions import KotlinExpressions
from rca.languages.syntax_trees.node import Node

_CLASSES: Final = frozenset((t.CLASS, t.INTERFACE, t.OBJECT, t.COMPANION))


class KotlinDeclarations(KotlinExpressions):
    """Reads declarations."""

    def declaration(self) -> Node | None:
        """Read a declaration, None where the next token begins none."""
        first = self.at
        self.skip_annotations()
        if self.kinds[self.at] == t.CONTEXT and self.kinds[self.at + 1] == t.LPAR:
            contexts = self._context_parameters()
            found = self.declaration()
            if found is None:
                self.at = first  # a call of a function of that name
            else:
                found.contexts.update(contexts)
            return found
        kind, after = self.kinds[self.at], self.kinds[self.at + 1]
        if kind == t.FUN and after != t.INTERFACE:
            return self._function()
        if kind in (t.VAL, t.VAR):
            return self._property()
        if kind == t.FUN or (kind in _CLASSES and (kind != t.OBJECT or after <= t.LAST_NAME)):
            return self._class(first)
        if kind == t.INIT and after == t.LBRACE:
            self.at += 1
            body = self.block()
            return self._body_of(Node("function", self.offset(first), body.end, "init"), body)
        if kind == t.CONSTRUCTOR and after == t.LPAR:
            return self._constructor()
        if kind == t.LPAR and first == 0 and self._is_parameter_list():
            return self._primary_constructor()
        if kind == t.TYPEALIAS:
            self.at += 2
            while self.kinds[self.at] != t.END and not self.breaks[self.at]:
                self.at += 1
            return self._node("other", first, [])
        self.at = first
        return None

    def _context_parameters(self) -> dict[str, Node]:
        """Read `context(a: A, b: B)`; return the parameters by their names."""
        self.at += 2
        found: dict[str, Node] = {}
        while self.kinds[self.at] not in (t.RPAR, t.END, t.RBRACE):
            before = self.at
            if self.kinds[self.at] <= t.LAST_NAME and self.kinds[self.at + 1] == t.COLON:
                name = self.name_at(self.at)
                self.at += 2
                written = self.read_type()
                found[name] = self._node("parameter", before, [], name=name, at=self.offset(before))
                found[name].type = written
            if not self.take(t.COMMA) and self.kinds[self.at] != t.RPAR:
                self.skip_balanced()
            if self.at == before:
                self.at += 1
        self.take(t.RPAR)
        return found

    def _is_parameter_list(self) -> bool:
        """Return whether the parameters of a primary constructor stand at the next token."""
        at = self.at
        self.skip_balanced()
        is_last = self.kinds[self.at] == t.END
        self.at = at
        return is_last

    @staticmethod
    def _body_of(function: Node, body: Node | None) -> Node:
        if body is not None:
            function.parts.append(body)
            function.received = True
        return function

    def _primary_constructor(self) -> Node:
        found = Node("function", self.offset(self.at), 0, "constructor", self.offset(self.at))
        self._parameters(found)
        found.end = self.last_end()
        return found

    def _constructor(self) -> Node:
        found = Node("function", self.offset(self.at), 0, "constructor", self.offset(self.at))
        self.at += 1
        self._parameters(found)
        body = Node("block", self.last_end(), self.last_end())
        if self.take(t.COLON) and self.kinds[self.at] in (t.THIS, t.SUPER):
            first = self.at
            self.at += 1
            items, labels, _ = self.arguments(t.RPAR) if self.kinds[self.at] == t.LPAR else ([], [], False)
            call = self._node("call", first, items, name=self.word(first), at=self.offset(first))
            call.labels = labels
            body.parts.append(call)
        if self.kinds[self.at] == t.LBRACE:
            body.parts += self.block().parts
        body.end = found.end = self.last_end()
        return self._body_of(found, body)

    def _function(self) -> Node:
        first = self.at
        self.at += 1
        if self.kinds[self.at] == t.LESS and self.type_arguments_end() > 0:
            self.at = self.type_arguments_end()
        named = self._function_name()
        name = "" if named < 0 else self.name_at(named)
        found = Node("function", self.offset(first), 0, name, -1 if named < 0 else self.offset(named))
        if self.kinds[self.at] == t.LPAR:
            self._parameters(found)
        if self.take(t.COLON):
            found.type = self.read_type()
        if self.kinds[self.at] == t.WHERE:
            self._skip_constraints()
        body = self._function_body()
        found.end = self.last_end()
        return self._body_of(found, body)

    def _function_name(self) -> int:
        """Go to the parameters of a function; return the token of its name, or -1 where it has none."""
        while True:
            kind = self.kinds[self.at]
            if kind == t.AT:
                self.skip_annotation()
            elif kind <= t.LAST_NAME:
                self.at += 1
                if self.kinds[self.at] == t.LPAR:
                    return self.at - 1
            elif kind == t.LESS and (end := self.type_arguments_end()) > 0:
                self.at = end
            elif kind in (t.DOT, t.SAFE, t.QUESTION):
                self.at += 1
            elif kind == t.LPAR:
                at = self.at
                self.skip_balanced()
                if self.kinds[self.at] not in (t.DOT, t.SAFE):
                    self.at = at
                    return -1
            else:
                return -1

    def _skip_constraints(self) -> None:
        while self.kinds[self.at] not in (t.LBRACE, t.ASSIGN, t.END):
            self.at += 1

    def _parameters(self, function: Node) -> None:
        """Read the parameters of a function, with their defaults."""
        self.at += 1
        self.flat += 1
        while self.kinds[self.at] not in (t.RPAR, t.END, t.RBRACE):
            before = self.at
            self.skip_annotations()
            if self.kinds[self.at] in (t.VAL, t.VAR):
                self.at += 1
            if self.kinds[self.at] <= t.LAST_NAME:
                name = self.name_at(self.at)
                function.labels.append(name)
                self.at += 1
                if self.take(t.COLON):
                    self.read_type()
                if self.take(t.ASSIGN):
                    value = self.expression()
                    function.parts.append(value)
                    function.defaults[name] = value
            if not self.take(t.COMMA) and self.kinds[self.at] != t.RPAR:
                self.skip_balanced()
            if self.at == before:
                self.at += 1
        self.take(t.RPAR)
        self.flat -= 1

    def _function_body(self) -> Node | None:
        if self.take(t.ASSIGN):
            flat, self.flat = self.flat, 0
            value = self.expression()
            self.flat = flat
            return value
        return self.block() if self.kinds[self.at] == t.LBRACE else None

    def _property(self) -> Node:
        first = self.at
        self.at += 1
        if self.kinds[self.at] == t.LESS and self.type_arguments_end() > 0:
            self.at = self.type_arguments_end()
        found = Node("declare", self.offset(first), 0)
        self.skip_annotations()
        if self.kinds[self.at] in (t.LPAR, t.LBRACKET):
            found.labels = self._destructured()
        else:
            self._variable(found)
        if self.take(t.COLON):
            found.type = self.read_type()
        if self.kinds[self.at] == t.WHERE:
            self._skip_constraints()
        if self.kinds[self.at] in (t.ASSIGN, t.BY):
            found.delegated = self.kinds[self.at] == t.BY
            self.at += 1
            found.parts.append(self.expression())
        found.end = self.last_end()
        self._accessors(found)
        return found

    def _variable(self, found: Node) -> None:
        """Read the name of a property, a receiver before it included."""
        while self.kinds[self.at] <= t.LAST_NAME:
            found.name, found.at = self.name_at(self.at), self.offset(self.at)
            self.at += 1
            if self.kinds[self.at] == t.LESS and self.type_arguments_end() > 0:
                self.at = self.type_arguments_end()
            self.at += self.kinds[self.at] == t.QUESTION
            if self.kinds[self.at] not in (t.DOT, t.SAFE):
                return
            self.at += 1

    def _destructured(self) -> list[str | None]:
        """Read `(a, b: T, _)`; return the names."""
        closer = t.RPAR if self.kinds[self.at] == t.LPAR else t.RBRACKET
        self.at += 1
        names: list[str | None] = []
        while self.kinds[self.at] not in (closer, t.END, t.RBRACE):
            before = self.at
            self.skip_annotations()
            self.at += self.kinds[self.at] in (t.VAL, t.VAR)
            if self.kinds[self.at] <= t.LAST_NAME:
                names.append(self.name_at(self.at))
                self.at += 1
                if self.take(t.COLON):
                    self.read_type()
            self.take(t.COMMA)
            if self.at == before:
                self.skip_balanced()
        self.take(closer)
        return names

    def _accessors(self, found: Node) -> None:
        """Read `get` and `set` after a property."""
        while True:
            before = self.at
            self.take(t.SEMICOLON)
            self.skip_annotations()
            kind = self.kinds[self.at]
            if kind not in (t.GET, t.SET) or self.kinds[self.at + 1] != t.LPAR:
                self.at = before
                return
            accessor = Node("function", self.offset(self.at), 0, self.word(self.at), self.offset(self.at))
            self.at += 1
            self._parameters(accessor)
            if self.take(t.COLON):
                self.read_type()
            self._body_of(accessor, self._function_body())
            accessor.end = found.end = self.last_end()
            found.parts.append(accessor)

    def _class(self, first: int) -> Node:
        """Read a class or object inside a body: its members, and nothing of its header."""
        named = self.at + 1
        while self.kinds[self.at] not in (t.LBRACE, t.END) and not (
            self.at > named and self.breaks[self.at] and self.kinds[self.at] not in (t.COLON, t.COMMA)
        ):
            if self.kinds[self.at] == t.LPAR:
                self.skip_balanced()
            else:
                self.at += 1
        found = Node("object", self.offset(first), 0, self.name_at(named), self.offset(named))
        if self.kinds[self.at] == t.LBRACE:
            found.parts = self.block().parts
        found.end = self.last_end()
        return found

    def block(self) -> Node:
        """Read `{ … }`."""
        raise NotImplementedError
