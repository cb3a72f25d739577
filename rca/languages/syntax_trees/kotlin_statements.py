"""Reads Kotlin statements and control flow into syntax trees: blocks, lambdas, `if`, `when`, `try`, loops."""

from __future__ import annotations

from typing import Final

from rca.languages.kotlin import token_kinds as t
from rca.languages.syntax_trees.kotlin_declarations import KotlinDeclarations
from rca.languages.syntax_trees.node import Node

_ENDS: Final = frozenset((t.RBRACE, t.END, t.TEXT_MIDDLE, t.TEXT_CLOSE))


class KotlinStatements(KotlinDeclarations):
    """Reads statements."""

    def statements(self) -> list[Node]:
        """Read statements up to what ends the block."""
        found: list[Node] = []
        while self.kinds[self.at] not in _ENDS:
            before = self.at
            if not self.take(t.SEMICOLON):
                found.append(self.statement())
            if self.at == before:
                self.skip_balanced()
        return found

    def statement(self) -> Node:
        """Read a statement or a local declaration."""
        self.depth += 1
        try:
            if self.depth > 60:
                return self.other()
            declared = self.declaration()
            if declared is not None:
                return declared
            first = self.expression()
            kind = self.kinds[self.at]
            if kind in (t.ASSIGN, t.OPERATE_ASSIGN) and not self.breaks_here():
                at = self.at
                self.at += 1
                value = self.expression()
                return self._node("assign", first, [first, value], name=self.word(at))
            return first
        finally:
            self.depth -= 1

    def block(self) -> Node:
        """Read `{ … }`."""
        first = self.at
        flat, self.flat = self.flat, 0
        by_class, self.by_class = self.by_class, False
        self.at += 1
        parts = self.statements()
        self.take(t.RBRACE)
        self.flat, self.by_class = flat, by_class
        return self._node("block", first, parts)

    def lambda_(self) -> Node:
        """Read a lambda."""
        first = self.at
        flat, self.flat = self.flat, 0
        by_class, self.by_class = self.by_class, False
        self.at += 1
        labels = self._lambda_parameters()
        inner = self.at
        body = Node("block", self.offset(inner), 0, parts=self.statements())
        body.end = self.last_end()
        self.take(t.RBRACE)
        self.flat, self.by_class = flat, by_class
        found = self._node("lambda", first, [body])
        found.labels = labels
        return found

    def _lambda_parameters(self) -> list[str | None]:
        """Read `a, (b, c): T ->`, where that stands here."""
        first = self.at
        labels: list[str | None] = []
        while True:
            kind = self.kinds[self.at]
            if kind == t.AT:
                self.skip_annotation()
            if kind <= t.LAST_NAME:
                labels.append(self.name_at(self.at))
                self.at += 1
            elif kind in (t.LPAR, t.LBRACKET):
                labels.append(f"({','.join(name or '_' for name in self._destructured())})")
            elif kind != t.ARROW:
                break
            if self.take(t.COLON):
                self.read_type()
            if self.take(t.ARROW):
                return labels
            if not self.take(t.COMMA):
                break
        self.at = first
        return []

    def construct(self, kind: int) -> Node:
        """Read an `if`, `when`, `try`, loop, object or function as an expression."""
        first = self.at
        if kind == t.IF:
            return self._if()
        if kind == t.WHEN:
            return self._when()
        if kind == t.TRY:
            return self._try()
        if kind == t.FOR:
            return self._for()
        if kind in (t.WHILE, t.DO):
            return self._while(kind)
        if kind == t.FUN:
            return self._function()
        if kind == t.OBJECT:
            return self._object(first)
        if t.DECLARES[kind]:  # an expression is missing before a declaration
            return Node("other", self.offset(first), self.offset(first))
        return self.other()

    def _object(self, first: int) -> Node:
        self.at += 1
        parts: list[Node] = []
        if self.take(t.COLON):
            by_class, self.by_class = self.by_class, True
            while self.kinds[self.at] not in (t.LBRACE, t.END, t.RBRACE, t.RPAR):
                parts.append(self.expression())
                self.take(t.COMMA)
                if self.take(t.BY):
                    parts.append(self.expression())
            self.by_class = by_class
        if self.kinds[self.at] == t.LBRACE:
            parts += self.block().parts
        return self._node("object", first, parts)

    def _condition(self) -> Node:
        return self._parenthesized() if self.kinds[self.at] == t.LPAR else self.other()

    def _branch(self) -> Node:
        """Read a block, or a single statement as one."""
        if self.kinds[self.at] == t.LBRACE:
            return self.block()
        if self.kinds[self.at] == t.SEMICOLON or self.kinds[self.at] in _ENDS:
            return Node("block", self.last_end(), self.last_end())
        found = self.statement()
        return Node("block", found.start, found.end, parts=[found])

    def _if(self) -> Node:
        first = self.at
        self.at += 1
        parts = [self._condition(), self._branch()]
        before = self.at
        self.take(t.SEMICOLON)
        if self.take(t.ELSE):
            parts.append(self._branch())
        else:
            self.at = before
        return self._node("if", first, parts)

    def _when(self) -> Node:
        first = self.at
        self.at += 1
        parts: list[Node] = []
        received = self.kinds[self.at] == t.LPAR
        if received:
            parts.append(self._subject())
        if self.kinds[self.at] == t.LBRACE:
            flat, self.flat = self.flat, 0
            by_class, self.by_class = self.by_class, False
            self.at += 1
            while self.kinds[self.at] not in _ENDS:
                before = self.at
                if not self.take(t.SEMICOLON):
                    parts.append(self._entry())
                if self.at == before:
                    self.skip_balanced()
            self.take(t.RBRACE)
            self.flat, self.by_class = flat, by_class
        found = self._node("when", first, parts)
        found.received = received
        return found

    def _subject(self) -> Node:
        at = self.at
        self.at += 1
        self.skip_annotations()
        if self.kinds[self.at] not in (t.VAL, t.VAR):
            self.at = at
            return self._parenthesized()
        self.flat += 1
        found = self._property()
        while self.kinds[self.at] not in (t.RPAR, t.END, t.RBRACE):
            self.other()
        self.take(t.RPAR)
        self.flat -= 1
        return found

    def _entry(self) -> Node:
        first = self.at
        conditions: list[Node] = []
        name = ""
        while self.kinds[self.at] not in (t.ARROW, t.END, t.RBRACE):
            start, kind = self.at, self.kinds[self.at]
            if kind == t.ELSE:
                name = "else"
                self.at += 1
            elif kind in (t.IS, t.NOT_IS):
                self.at += 1
                written = self.read_type()
                conditions.append(self._node("is", start, [], name=written, negated=kind == t.NOT_IS))
            elif kind in (t.IN, t.NOT_IN):
                self.at += 1
                conditions.append(self._node("in", start, [self.expression()], negated=kind == t.NOT_IN))
            else:
                conditions.append(self.expression())
            self.take(t.COMMA)
            if self.at == start:
                self.skip_balanced()
        self.take(t.ARROW)
        return self._node("entry", first, [*conditions, self._branch()], name=name)

    def _try(self) -> Node:
        first = self.at
        self.at += 1
        parts = [self.block()] if self.kinds[self.at] == t.LBRACE else []
        while self.kinds[self.at] == t.CATCH:
            start = self.at
            self.at += 1
            variable = Node("catch", self.offset(start), 0)
            if self.take(t.LPAR):
                self.skip_annotations()
                variable.name, variable.at = self.name_at(self.at), self.offset(self.at)
                while self.kinds[self.at] not in (t.RPAR, t.END, t.LBRACE):
                    self.at += 1
                self.take(t.RPAR)
            if self.kinds[self.at] == t.LBRACE:
                variable.parts.append(self.block())
            variable.end = self.last_end()
            parts.append(variable)
        if self.kinds[self.at] == t.FINALLY and self.kinds[self.at + 1] == t.LBRACE:
            start = self.at
            self.at += 1
            parts.append(self._node("finally", start, [self.block()]))
        return self._node("try", first, parts)

    def _for(self) -> Node:
        first = self.at
        self.at += 1
        found = Node("for", self.offset(first), 0)
        if self.take(t.LPAR):
            self.flat += 1
            self.skip_annotations()
            if self.kinds[self.at] == t.LPAR:
                found.labels = self._destructured()
            elif self.kinds[self.at] <= t.LAST_NAME:
                found.name, found.at = self.name_at(self.at), self.offset(self.at)
                self.at += 1
            if self.take(t.COLON):
                self.read_type()
            if self.take(t.IN):
                found.parts.append(self.expression())
            while self.kinds[self.at] not in (t.RPAR, t.END, t.RBRACE):
                self.other()
            self.take(t.RPAR)
            self.flat -= 1
        found.parts.append(self._branch())
        found.end = self.last_end()
        return found

    def _while(self, kind: int) -> Node:
        first = self.at
        self.at += 1
        if kind == t.WHILE:
            return self._node("while", first, [self._condition(), self._branch()])
        parts = [self._branch()]
        if self.take(t.WHILE):
            parts.append(self._condition())
        return self._node("do", first, parts)
