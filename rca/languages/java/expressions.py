"""Java expressions: names, chains, operators, casts, patterns."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from rca.languages.facts import NONE
from rca.languages.java import token_kinds as t
from rca.languages.java.calls import Calls
from rca.languages.java.lexer import TEXTS
from rca.languages.java.token_kinds import COMMA, DOT, LPAR, NAME, RPAR
from rca.languages.token_cursor import DEEPEST

_NO_VALUE: Final = frozenset((t.CLASS, t.THIS, t.SUPER))


class Expressions(Calls):
    """Parses expressions; each method returns the index of the value, or NONE."""

    def expression(self) -> int:
        """Read an expression, assignments included."""
        start = self.at
        self.depth += 1
        value = NONE
        if self.depth <= DEEPEST or not self.too_deep():
            value = self._assigned(start)
        self.depth -= 1
        return value

    def _assigned(self, start: int) -> int:
        kinds = self.kinds
        first = kinds[start]
        if first == NAME and kinds[start + 1] in (t.ASSIGN, t.OPERATE_ASSIGN):
            name = self.name(start)
            self.at = start + 2
            value = self.expression()
            if name not in self.locals:
                self.site(self.starts[start], name, "write")
            else:
                self.note_value(start, self.locals[name])
            return value
        value = self.operand()
        if t.RANKS[kinds[self.at]]:
            value = self.binary(value, 1)
        kind = kinds[self.at]
        if kind == t.QUESTION:
            self.at += 1
            left = self.expression()
            right = self.expression() if self.expect(t.COLON) else NONE
            return self.either([left, right])
        if kind == t.ASSIGN or kind == t.OPERATE_ASSIGN:
            place = self.starts[self.at - 1]
            self.at += 1
            last = self.calls[-1] if self.calls else None
            if last is not None and last[1] == "read" and last[3] == place:  # the field that is assigned
                self.calls[-1] = (last[0], "write", *last[2:])
            return self.expression()
        return value

    def either(self, values: list[int]) -> int:
        """Return the value of alternatives."""
        known = tuple(dict.fromkeys(value for value in values if value != NONE))
        if not known:
            return NONE
        return known[0] if len(known) == 1 else self.express("either", "", NONE, known)

    def binary(self, value: int, least: int) -> int:
        """Read the operators after an operand that bind at least as strongly as `least`."""
        kinds = self.kinds
        while True:
            at = self.at
            kind = kinds[at]
            rank = t.RANKS[kind]
            if rank < least or rank == 0:
                return value
            if kind == t.GREATER and self.touches(at) and kinds[at + 1] in (t.GREATER, t.COMPARE):
                if self._shift(at, least):
                    continue
                return value
            self.at = at + 1
            if kind == t.INSTANCEOF:
                self.pattern()
                value = self.type_of("boolean")
                continue
            self.depth += 1
            right = NONE
            if self.depth <= DEEPEST or not self.too_deep():
                right = self.operand()
                if t.RANKS[kinds[self.at]] > rank:
                    right = self.binary(right, rank + 1)
            self.depth -= 1
            if t.TRUTHS[kind]:
                value = self.type_of("boolean")
            elif t.ARITHMETIC[kind]:
                value = self.express("operator", TEXTS[self.pieces[at]], NONE, (value, right))

    def _shift(self, at: int, least: int) -> bool:
        """Read the right side of `>>` or `>>>`, each sign a token; False where it assigns."""
        end = at
        while self.kinds[end] == t.GREATER and self.touches(end) and self.kinds[end + 1] == t.GREATER:
            end += 1
        if self.kinds[end + 1] == t.COMPARE and self.touches(end):  # `>>=`
            self.at = end + 2
            self.expression()
            return False
        if least > t.SHIFT_RANK:
            return False
        self.at = end + 1
        right = self.operand()
        if t.RANKS[self.kinds[self.at]] > t.SHIFT_RANK:
            self.binary(right, t.SHIFT_RANK + 1)
        return True

    def pattern(self) -> None:
        """Read a type or pattern after `instanceof` or `case`, and bind its names."""
        kinds = self.kinds
        while kinds[self.at] == t.MODIFIER or kinds[self.at] == t.AT:
            self.at = self.annotation_end(self.at) if kinds[self.at] == t.AT else self.at + 1
        first = self.at
        end = self.type_end(first)
        if end < 0:
            self.error(first)
            return
        self.at = end
        text = self.plain_type(first, end)
        if kinds[end] == LPAR:
            self.at = end + 1
            while kinds[self.at] not in (RPAR, t.END):
                before = self.at
                self.pattern()
                if kinds[self.at] == COMMA:
                    self.at += 1
                elif kinds[self.at] != RPAR or self.at == before:
                    break
            self.expect(RPAR)
        if kinds[self.at] == NAME and self.name(self.at) != "when":
            self.declare_local(self.at, self.type_of(text) if text != "var" else NONE)
            self.at += 1

    def operand(self) -> int:
        """Read an operand with its prefixes and what follows it."""
        start = self.at
        kind = self.kinds[start]
        if kind == NAME:
            after = self.kinds[start + 1]
            name = TEXTS[self.pieces[start]]
            if after == LPAR:
                self.at = start + 1
                value = self.call(start, name, None)
            elif after == t.ARROW:
                return self.lambda_(NONE, "")
            elif (after == t.LESS or after == t.LBRACKET) and (end := self._type_before(start)) > 0:
                value = self.type_of(self.between(start, end))
                self.at = end
            elif after == DOT and self.kinds[start + 2] in _NO_VALUE:  # `A.class`, `A.this`
                self.at = start + 1
                value = NONE
            else:
                self.at = start + 1
                held = self.locals.get(name)
                if held is not None and self.traced:
                    self.note_value(start, held)
                value = self.read_name(start, name) if held is None else held
        elif t.LITERALS[kind]:
            self.at = start + 1
            text = "kotlin.Nothing" if kind == t.NULL else t.LITERAL_TYPES[kind]
            value = self.express("type", text, self.owner)
        elif t.PREFIXES[kind]:
            self.at = start + 1
            self.depth += 1
            value = NONE if self.too_deep() else self.operand()
            self.depth -= 1
            return self.type_of("boolean") if kind == t.NOT else value
        else:
            value = self._primary(start, kind)
        if t.POSTFIX[self.kinds[self.at]]:
            return self.postfix(value, start)
        return value

    def _type_before(self, start: int) -> int:
        """Return the index after a type that stands before `::` or `.class`, or -1."""
        end = self.type_end(start)
        if end < 0 or self.kinds[end] == t.COLONCOLON:
            return end
        return end if self.kinds[end] == DOT and self.kinds[end + 1] == t.CLASS else -1

    def _primary(self, start: int, kind: int) -> int:
        kinds = self.kinds
        if kind == LPAR:
            return self._parenthesis(start)
        if kind == t.NEW:
            return self.creation(start, start)
        if kind == t.THIS or kind == t.SUPER:
            self.at = start + 1
            if kinds[start + 1] == LPAR:
                names = self.class_names if kind == t.THIS else self.supertype_names
                values = self.arguments(NONE)
                self.site(self.starts[start], names.get(self.class_around, ""), "new", None, tuple(values))
                return NONE
            return self.express("this" if kind == t.THIS else "super", "", self.owner)
        if kind == t.SWITCH:
            return self.switch()
        if kind == t.PRIMITIVE:
            end = self.type_end(start)
            self.at = end
            return self.type_of(self.between(start, end))
        if kind == t.AT:
            self.at = self.annotation_end(start)
            return self.operand()
        self.error(start)
        return NONE

    def _parenthesis(self, start: int) -> int:
        kinds = self.kinds
        if self.is_lambda(start):
            return self.lambda_(NONE, "")
        end = self.type_end(start + 1)
        while end > 0 and kinds[end] == t.AMPERSAND:
            end = self.type_end(end + 1)
        if end > 0 and kinds[end] == RPAR:
            after = kinds[end + 1]
            signed = after in (t.PLUS, t.MINUS, t.STEP) and kinds[end - 1] in (t.PRIMITIVE, t.RBRACKET)
            if t.CAST[after] or signed:
                self.at = end + 1
                if after == LPAR and self.is_lambda(end + 1):
                    self.lambda_(NONE, "")
                else:
                    self.depth += 1
                    if not self.too_deep():
                        self.operand()
                    self.depth -= 1
                return self.type_of(self.plain_type(start + 1, end).split("&", maxsplit=1)[0].strip())
        self.at = start + 1
        value = self.expression()
        self.expect(RPAR)
        return value

    def postfix(self, value: int, start: int) -> int:
        """Read what follows an operand: members, calls, indexes, `::`, `++`."""
        kinds, pieces, starts = self.kinds, self.pieces, self.starts
        while True:
            at = self.at
            kind = kinds[at]
            if kind == DOT:
                after = kinds[at + 1]
                place = at + 1
                types: tuple[str, ...] = ()
                if after == t.LESS:
                    end = self.type_arguments_end(place)
                    if end > 0:
                        types, place = self.type_arguments(place, end), end
                    after = kinds[place]
                if after == NAME:
                    name = TEXTS[pieces[place]]
                    self.at = place + 1
                    if kinds[place + 1] == LPAR:
                        value = self.call(place, name, value, types)
                        continue
                    offset = starts[place]
                    line = bisect_right(self.line_starts, offset)
                    self.calls.append(
                        (name, "read", line, offset, self.owner, value, True, (), (), False, self.lambdas, ())
                    )
                    value = self.express("member", name, self.owner, (value,))
                elif after == t.CLASS:
                    self.at = place + 1
                    value = self.type_of(f"java.lang.Class<{self.between(start, at)}>")
                elif after == t.NEW:
                    value = self.creation(start, place)
                elif after == t.THIS or after == t.SUPER:
                    self.at = place + 1
                    form = "this" if after == t.THIS else "super"
                    value = self.express(form, self.between(start, at), self.owner)
                else:
                    self.error(at + 1)
                    self.at = at + 1
                    return NONE
            elif kind == t.LBRACKET:
                self.at = at + 1
                if kinds[at + 1] != t.RBRACKET:
                    self.expression()
                self.expect(t.RBRACKET)
                value = self.express("element", "", NONE, (value,))
            elif kind == t.COLONCOLON:
                value = self._reference(value, start)
            elif kind == t.STEP:
                self.at = at + 1
            else:
                return value

    def _reference(self, receiver: int, start: int) -> int:
        colons = self.at
        place = colons + 1
        if self.kinds[place] == t.LESS:
            end = self.type_arguments_end(place)
            place = end if end > 0 else place
        self.at = place + 1
        if self.kinds[place] == t.NEW:
            text = self.between(start, colons)
            simple = text.split("<")[0].rsplit(".", maxsplit=1)[-1]
            self.site(self.starts[start], simple, "new", self.type_of(text))
        elif self.kinds[place] == NAME:
            name = self.name(place)
            site = self.site(self.starts[place], name, "reference", receiver)
            self.expressions.append(("call", name, site, ()))
            return len(self.expressions) - 1
        else:
            self.at = place
            self.error(place)
        return NONE

    def creation(self, start: int, keyword: int) -> int:
        """Read `new A(…) { … }` or `new A[n]`; `start` is the first token of the whole."""
        raise NotImplementedError

    def switch(self) -> int:
        """Read `switch`."""
        raise NotImplementedError
