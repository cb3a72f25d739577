"""Kotlin statements, blocks, lambdas, assignments and jumps."""

from __future__ import annotations

from typing import Final

from rca.languages.facts import NONE
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.expressions import Expressions
from rca.languages.kotlin.token_kinds import (
    ASSIGN,
    END,
    ENDS,
    LAST_NAME,
    LBRACE,
    NAME,
    OPERATE_ASSIGN,
    RBRACE,
    SEMICOLON,
)
from rca.languages.token_cursor import DEEPEST
from rca.languages.token_tables import kinds_in

_ASSIGNING: Final = {"+": "plus", "-": "minus", "*": "times", "/": "div", "%": "rem"}
_DESTRUCTURED: Final = kinds_in(
    (
        *t.NAMES,
        *(t.COMMA, t.COLON, t.LESS, t.GREATER, t.QUESTION, t.DOT, t.LPAR, t.RPAR, t.TIMES, t.AT, t.ARROW),
        *(t.VAL, t.VAR, t.ASSIGN, t.IN),
    )
)


class Statements(Expressions):
    """Reads statements."""

    def statements(self, opener: int) -> int:
        """Read statements up to the brace that ends the block opened at a token; return the last value."""
        kinds, breaks = self.kinds, self.breaks
        value = last = NONE
        while True:
            at = self.at
            kind = kinds[at]
            if self.unbalanced and self.ends_block(opener):
                break
            if at != self.at:
                continue
            if ENDS[kind]:
                break
            if kind == SEMICOLON:
                self.at = at + 1
                continue
            last = at
            value = self.statement()
            at = self.at
            if at == last:
                self.error(at)
                self.at = at + 1
            elif not breaks[at]:
                kind = kinds[at]
                if kind != SEMICOLON and not ENDS[kind]:
                    self.error(at)
        self.last = last
        return value

    def statement(self) -> int:
        """Read a statement or a declaration; return its value."""
        start = self.at
        kind = self.kinds[start]
        if kind != NAME:
            if kind == t.MODIFIER or kind >= t.VAL or kind == t.CONTEXT or kind == t.COMPANION:
                if t.DECLARES[kind] or kind == t.AT or kind <= LAST_NAME:
                    place = self.declaration_at(start)
                    if place >= 0:
                        self.declare(start)
                        return NONE
                elif kind == t.FOR:
                    return self.for_()
                elif kind == t.WHILE:
                    return self.while_()
                elif kind == t.DO:
                    return self.do_()
                elif (kind == t.LPAR or kind == t.LBRACKET) and self._destructures_at(start):
                    self._destructuring(start)
                    return NONE
            if kind == t.AT and not self.target_of_annotation():
                return NONE
        elif self.kinds[start + 1] == t.AT and self.touches(start):
            self.at = start + 2
            self.depth += 1
            value = NONE if self.depth > DEEPEST and self.too_deep() else self.statement()
            self.depth -= 1
            return value
        value = self.expression()
        kind = self.kinds[self.at]
        if (kind == ASSIGN or kind == OPERATE_ASSIGN) and not self.breaks[self.at]:
            self._assignment(start, value, kind)
            return NONE
        return value

    def target_of_annotation(self) -> bool:
        """Skip annotations before a statement; return whether one follows."""
        kinds = self.kinds
        while kinds[self.at] == t.AT:
            self.at = self.annotation_end(self.at)
        if kinds[self.at] in (RBRACE, END):
            self.error(self.at)
            return False
        return True

    def _assignment(self, start: int, before: int, kind: int) -> None:
        """Read what is assigned; the target has been read."""
        target, self.target = self.target, NONE
        signed = self.at
        sign = self.text[self.starts[signed]]
        self.at += 1
        if kind == ASSIGN and self.assigned != NONE:
            self.wanted = self.at, self.assigned
            self.assigned = NONE
        value = self.expression()
        if target != NONE:
            row = self.calls[target]
            given = value if kind == ASSIGN else before
            self.calls[target] = (*row[:7], (*row[7], given), *row[8:])
        if kind == OPERATE_ASSIGN:
            word = _ASSIGNING[sign]
            offset = self.starts[start]
            self.note_sign(signed, self.site(offset, f"{word}Assign", "operator", before, (value,)))
            self.note_sign(signed, self.site(offset, word, "operator", before, (value,)))

    def block(self) -> int:
        """Read `{ … }`, its locals its own; return the last statement's value."""
        opener = self.at
        breaks, self.breaks = self.breaks, self.lines
        by_class, self.by_class = self.by_class, False
        mark = len(self.undo)
        self.at = opener + 1
        self.depth += 1
        value = NONE
        if not self.too_deep():
            value = self.statements(opener)
        self.depth -= 1
        self.forget(mark)
        self.close_brace()
        self.breaks, self.by_class = breaks, by_class
        return value

    def branch(self, casts: dict[str, int]) -> int:
        """Read a block or a single statement, in which the smart casts `casts` hold."""
        mark = len(self.undo)
        for name, value in casts.items():
            self.bind(name, value)
        start = self.at
        kind = self.kinds[start]
        if kind == LBRACE and not self._takes_parameters(start):
            value = self.block()
        elif kind == SEMICOLON:
            value = self.last = NONE
        else:
            self.depth += 1
            value = NONE if self.depth > DEEPEST and self.too_deep() else self.statement()
            self.depth -= 1
            self.last = start
        self.forget(mark)
        return value

    def leaves(self) -> bool:
        """Return whether the branch read last ends with a jump."""
        return self.last != NONE and bool(t.LEAVES[self.kinds[self.last]])

    def lambda_(self, call: int, position: str) -> int:
        """Read a lambda; return its expression."""
        opener = self.at
        index = self.reserve()
        before, breaks, by_class = self.lambdas, self.breaks, self.by_class
        self.lambdas = (index, *before)
        self.breaks, self.by_class = self.lines, False
        mark = len(self.undo)
        count = 0
        self.at = opener + 1
        if self._takes_parameters(opener):
            count = self._lambda_parameters(index)
        else:
            held = self.express("parameter", "", 0, (index,))
            self.note_value(opener, held)
            self.bind("it", held)
        self.depth += 1
        result = NONE
        if self.depth <= DEEPEST or not self.too_deep():
            result = self.statements(opener)
        self.depth -= 1
        self.forget(mark)
        self.close_brace()
        self.lambdas, self.breaks, self.by_class = before, breaks, by_class
        self.fill(index, position, count, call, result)
        return index

    def _takes_parameters(self, opener: int) -> bool:
        """Return whether a brace opens a lambda that names its parameters, not a block."""
        kinds = self.kinds
        kind, after = kinds[opener + 1], kinds[opener + 2]
        if kind <= LAST_NAME:
            return after == t.ARROW or after == t.COMMA or after == t.COLON
        return kind == t.ARROW or (
            (kind == t.LPAR or kind == t.AT or kind == t.LBRACKET) and self._has_parameters(opener + 1)
        )

    def _has_parameters(self, at: int) -> bool:
        """Return whether `(a, b), c ->` stands at a token."""
        kinds = self.kinds
        while kinds[at] == t.AT:
            at = self.annotation_end(at)
        if kinds[at] <= LAST_NAME:
            return kinds[at + 1] in (t.ARROW, t.COMMA, t.COLON)
        if kinds[at] not in (t.LPAR, t.LBRACKET):
            return False
        end, depth = at, 0
        while _DESTRUCTURED[kinds[end]] or kinds[end] in (t.LBRACKET, t.RBRACKET):
            kind = kinds[end]
            depth += (kind in (t.LPAR, t.LBRACKET)) - (kind in (t.RPAR, t.RBRACKET))
            end += 1
            if depth == 0:
                return kinds[end] in (t.ARROW, t.COMMA, t.COLON)
        return False

    def _lambda_parameters(self, index: int) -> int:
        kinds = self.kinds
        position = 0
        while kinds[self.at] != t.ARROW:
            at = self.at
            kind = kinds[at]
            if kind == t.AT:
                self.at = self.annotation_end(at)
            elif kind <= LAST_NAME:
                self.at = at + 1
                declared = self._declared_type()
                value = (
                    self.type_of(declared) if declared else self.express("parameter", "", position, (index,))
                )
                self.declare_local(at, value)
                position += 1
            elif kind == t.LPAR or kind == t.LBRACKET:
                self.destructure(self.express("parameter", "", position, (index,)))
                self._declared_type()
                position += 1
            elif kind == t.COMMA:
                self.at = at + 1
            else:
                self.error(at)
                return position
        self.at += 1
        return position

    def _declared_type(self) -> str | None:
        if self.kinds[self.at] != t.COLON:
            return None
        self.at += 1
        return self.type_text()

    def destructure(self, value: int) -> None:
        """Read `(a, b: T, _)` or `[a, b]`: bind its names, record the calls of `component1`, `component2`, ….

        In parentheses `val a` and `b = a` take the property of the name instead, of whatever place.
        """
        kinds = self.kinds
        positional = kinds[self.at] == t.LBRACKET
        full = False
        self.at += 1
        position = 0
        while True:
            at = self.at
            kind = kinds[at]
            if kind == t.AT:
                self.at = self.annotation_end(at)
            elif kind <= LAST_NAME:
                self.at = at + 1
                position += 1
                text = self._declared_type()
                source = at
                if kinds[self.at] == ASSIGN and kinds[self.at + 1] <= LAST_NAME:
                    source = self.at + 1
                    self.at += 2
                if source == at and self.name(at) == "_":
                    continue
                if not positional and (full or source != at):
                    held = self._property_of(value, source)
                else:
                    self.site(self.starts[at], f"component{position}", "operator", value)
                    held = self.express("component", "", position, (value,))
                self.declare_local(at, self.type_of(text) if text else held)
            elif kind in (t.COMMA, t.VAL, t.VAR):
                full = kind != t.COMMA
                self.at = at + 1
            elif kind == t.RPAR or kind == t.RBRACKET:
                self.at = at + 1
                return
            else:
                self.error(at)
                return

    def _property_of(self, value: int, at: int) -> int:
        """Record that the property named at a token is read of a value; return its value."""
        name = self.name(at)
        self.site(self.starts[at], name, "read", value)
        return self.express("member", name, self.owner, (value,))

    def _destructures_at(self, at: int) -> bool:
        """Return whether `(val a, …) =` or `[val a, …] =` stands at the bracket at a token."""
        kinds = self.kinds
        first = at + 1
        while kinds[first] == t.AT:
            first = self.annotation_end(first)
        if kinds[first] != t.VAL and kinds[first] != t.VAR:
            return False
        end = self.closing(at)
        return end > 0 and kinds[end] == ASSIGN

    def _destructuring(self, start: int) -> None:
        """Read `(val a, val b = c) = value`: the names are in scope after the value only."""
        self.at = self.closing(start) + 1
        value = self.expression()
        end, self.at = self.at, start
        self.destructure(value)
        self.at = end

    def declare(self, start: int) -> None:
        """Read the declaration that starts at a token."""
        raise NotImplementedError

    def for_(self) -> int:
        """Read a loop over elements."""
        raise NotImplementedError

    def while_(self) -> int:
        """Read a loop with a condition before it."""
        raise NotImplementedError

    def do_(self) -> int:
        """Read a loop with a condition after it."""
        raise NotImplementedError
