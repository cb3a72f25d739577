"""Kotlin loops, jumps, `try`, and operands that begin with a keyword or operator."""

from __future__ import annotations

from rca.languages.facts import NONE
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.conditionals import Conditionals
from rca.languages.kotlin.token_kinds import (
    ASSIGN,
    AT,
    IF,
    LAST_NAME,
    LBRACE,
    LPAR,
    RBRACE,
    RPAR,
    SEMICOLON,
)


class ControlFlow(Conditionals):
    """Parses what begins with a keyword or an operator."""

    def primary(self, kind: int) -> int:
        """Read an operand that is no name, literal or prefix."""
        at = self.at
        if kind == t.TEXT_OPEN:
            return self._template()
        if kind == LPAR:
            return self._parenthesized()
        if kind == t.THIS:
            self.at = at + 1
            value = self.express("this", self._label(at), self.owner, self.lambdas)
            self.note_value(at, value)
            return value
        if kind == IF:
            return self.if_()
        if kind == t.WHEN:
            return self.when_()
        if t.LEAVES[kind]:
            return self._jump(kind)
        if kind == LBRACE:
            return self.lambda_(self.wanted[1] if self.wanted[0] == at else NONE, "")
        if kind == t.NULL:
            self.at = at + 1
            return self.type_of("kotlin.Nothing")
        if kind == t.OBJECT:
            return self.object_literal()
        if kind == t.TRY:
            return self._try()
        if kind == t.SUPER:
            return self._super()
        if kind == t.COLONCOLON:
            return self.free_reference()
        if kind == t.FUN:
            return self.anonymous_function()
        if kind == AT:
            self.at = self.annotation_end(at)
            return self._deeper()
        if kind == t.LBRACKET:
            self.arguments(NONE, [], [], t.RBRACKET)
            return NONE
        if kind == t.MODIFIER or kind in (t.FOR, t.WHILE, t.DO):
            return self.statement()
        self.error(at)
        return NONE

    def _deeper(self) -> int:
        self.depth += 1
        value = NONE if self.too_deep() else self.operand()
        self.depth -= 1
        return value

    def _label(self, index: int) -> str:
        """Read `@label` right after a token; empty where there is none."""
        at = self.at
        if self.kinds[at] != AT or self.kinds[at + 1] > LAST_NAME:
            return ""
        if not (self.touches(index) and self.touches(at)):
            return ""
        self.at = at + 2
        return self.name(at + 1)

    def _template(self) -> int:
        """Read the code in a string."""
        kinds = self.kinds
        breaks, by_class = self.breaks, self.by_class
        self.breaks, self.by_class = self.lines, False
        opener = self.at
        mark = len(self.undo)
        while kinds[self.at] == t.TEXT_OPEN or kinds[self.at] == t.TEXT_MIDDLE:
            at = self.at = self.at + 1
            after = kinds[at + 1]
            if kinds[at] <= LAST_NAME and (after == t.TEXT_MIDDLE or after == t.TEXT_CLOSE):
                name = self.name(at)
                if name in self.locals:
                    self.note_value(at, self.locals[name])
                else:
                    self.read_name(at, name)
                self.at = at + 1
                continue
            self.statements(opener)
            if kinds[self.at] == RBRACE:
                self.error(self.at)
                self.at += 1
        self.forget(mark)
        if kinds[self.at] == t.TEXT_CLOSE:
            self.at += 1
        else:
            self.error(self.at)
        self.breaks, self.by_class = breaks, by_class
        return self.type_of("kotlin.String")

    def _parenthesized(self) -> int:
        start = self.at
        breaks, by_class = self.breaks, self.by_class
        self.breaks, self.by_class = self.flat, False
        self.at = start + 1
        value = self.expression()
        self.breaks, self.by_class = breaks, by_class
        casts = self.casts
        inner = casts is not None and casts[0] == start + 1 and casts[1] == self.at
        if self.kinds[self.at] == ASSIGN and not self.breaks[self.at]:  # an assignment where none may stand
            self.at += 1
            self.expression()
        self.expect(RPAR)
        if inner and casts is not None:
            self.casts = (start, self.at, casts[2], casts[3])
        return value

    def _super(self) -> int:
        at = self.at
        self.at = at + 1
        text = ""
        if self.kinds[at + 1] == t.LESS:
            end = self.type_arguments_end(at + 1)
            if end > 0:
                text = self.between(at + 2, end - 1)
                self.at = end
        label = self._label(self.at - 1)
        value = self.express("super", text or label, self.owner)
        self.note_value(at, value)
        return value

    def _jump(self, kind: int) -> int:
        """Read `return a`, `throw a`, `break`; the returned value is not the expression's value."""
        at = self.at
        self.at = at + 1
        self._label(at)
        if kind == t.RETURN or kind == t.THROW:
            at = self.at
            if t.STARTS[self.kinds[at]] and (not self.breaks[at] or kind == t.THROW):
                self.expression()
        return NONE

    def for_(self) -> int:
        """Read `for`: the loop's variable is an element of what is iterated."""
        kinds = self.kinds
        self.at += 1
        mark = len(self.undo)
        if self.expect(LPAR):
            breaks, by_class = self.breaks, self.by_class
            self.breaks, self.by_class = self.flat, False
            while kinds[self.at] == AT:
                self.at = self.annotation_end(self.at)
            if kinds[self.at] in (t.VAL, t.VAR):
                self.at += 1
            variable = self.at
            declared: str | None = None
            if kinds[variable] in (LPAR, t.LBRACKET):
                self.skip_destructured()
            elif kinds[variable] <= LAST_NAME:
                self.at += 1
                if kinds[self.at] == t.COLON:
                    self.at += 1
                    declared = self.type_text()
            sign = self.at
            if self.expect(t.IN):
                start = self.at
                iterated = self.expression()
                self.note_sign(sign, self.site(self.starts[start], "iterator", "operator", iterated))
                element = self.express("element", "", NONE, (iterated,))
                end = self.at
                if kinds[variable] in (LPAR, t.LBRACKET):
                    self.at = variable
                    self.destructure(element)
                    self.at = end
                elif kinds[variable] <= LAST_NAME:
                    self.declare_local(variable, self.type_of(declared) if declared else element)
            self.breaks, self.by_class = breaks, by_class
            self.expect(RPAR)
        self.branch({})
        self.forget(mark)
        self.last = NONE
        return NONE

    def skip_destructured(self) -> None:
        """Skip `(a, b)` of a loop: the value that it destructures follows."""
        self.at = max(self.closing(self.at), self.at)

    def while_(self) -> int:
        """Read a loop with a condition before it."""
        self.at += 1
        holds, _ = self.condition()
        self.branch(holds)
        self.last = NONE
        return NONE

    def do_(self) -> int:
        """Read a loop with a condition after it, which sees the body's locals."""
        kinds = self.kinds
        self.at += 1
        mark = len(self.undo)
        if kinds[self.at] == LBRACE:
            opener = self.at
            breaks, self.breaks = self.breaks, self.lines
            self.at += 1
            self.depth += 1
            if not self.too_deep():
                self.statements(opener)
            self.depth -= 1
            self.close_brace()
            self.breaks = breaks
        elif kinds[self.at] != t.WHILE:
            self.branch({})
        if kinds[self.at] == SEMICOLON and kinds[self.at + 1] == t.WHILE:
            self.at += 1
        if self.expect(t.WHILE):
            self.condition()
        self.forget(mark)
        self.last = NONE
        return NONE

    def _try(self) -> int:
        """Read `try`, its value and its handlers."""
        kinds = self.kinds
        self.at += 1
        values: list[int] = []
        if kinds[self.at] == LBRACE:
            values.append(self.block())
        else:
            self.error(self.at)
        while kinds[self.at] == t.CATCH and kinds[self.at + 1] == LPAR:
            self.at += 2
            mark = len(self.undo)
            while kinds[self.at] == AT:
                self.at = self.annotation_end(self.at)
            if kinds[self.at] <= LAST_NAME:
                named = self.at
                self.at += 1
                if self.expect(t.COLON):
                    text = self.type_text()
                    self.declare_local(named, NONE if text is None else self.type_of(text))
            if kinds[self.at] == t.COMMA:
                self.at += 1
            self.expect(RPAR)
            if kinds[self.at] == LBRACE:
                values.append(self.block())
            self.forget(mark)
        if kinds[self.at] == t.FINALLY and kinds[self.at + 1] == LBRACE:
            self.at += 1
            self.block()
        self.last = NONE
        return self.either(values)

    def object_literal(self) -> int:
        """Read `object : Type { … }`."""
        raise NotImplementedError

    def anonymous_function(self) -> int:
        """Read `fun(x: Int): Int { … }`."""
        raise NotImplementedError
