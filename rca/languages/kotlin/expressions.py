"""Kotlin operands: names, member and call chains, indexing, callable references, prefixes."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from rca.languages.facts import NONE
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.lexer import NAMES
from rca.languages.kotlin.operators import Operators
from rca.languages.kotlin.token_kinds import (
    ASSIGN,
    COLONCOLON,
    DOT,
    LAST_NAME,
    LBRACE,
    LESS,
    LITERAL_TYPES,
    LITERALS,
    LPAR,
    POSTFIX,
    RANKS,
    SAFE,
    SUFFIXED,
)
from rca.languages.token_cursor import DEEPEST
from rca.languages.token_tables import kinds_in

_STEPS: Final = {"++": "inc", "--": "dec"}
_PREFIXES: Final = {"-": "unaryMinus", "+": "unaryPlus", "!": "not", "++": "inc", "--": "dec"}
_REQUIRING: Final = frozenset(("require", "check"))
"""Functions that give back only where their first argument holds."""
_PREFIX: Final = kinds_in((t.PLUS, t.MINUS, t.NOT, t.NOT_NULL, t.STEP))


class Expressions(Operators):
    """Reads expressions."""

    def expression(self, least: int = 2) -> int:
        """Read an expression whose operators bind at least as strongly as `least`; return its value."""
        start = self.at
        self.depth += 1
        value = NONE
        if self.depth <= DEEPEST or not self.too_deep():
            value = self.operand()
            if RANKS[self.kinds[self.at]] >= least:
                value = self.binary(value, start, least)
        self.depth -= 1
        return value

    def read_name(self, index: int, name: str) -> int:
        """Record the use of a name that no local has; return its value."""
        start = self.starts[index]
        owner, lambdas = self.owner, self.lambdas
        self.calls.append(
            (
                name,
                "read",
                bisect_right(self.line_starts, start),
                start,
                owner,
                NONE,
                False,
                (),
                (),
                False,
                lambdas,
                (),
            )
        )
        return self.express("name", name, owner, lambdas)

    def operand(self) -> int:
        """Read an operand with its prefixes and what follows it."""
        start = self.at
        kind = self.kinds[start]
        if kind <= LAST_NAME:
            name = NAMES[self.pieces[start]]
            self.at = start + 1
            after = self.kinds[start + 1]
            value = self.locals.get(name)
            if SUFFIXED[after] or self.kinds[start + 2] == t.AT:
                value = self._suffixed(start, name, value)
            elif value is None:
                value = self.read_name(start, name)
            elif self.traced:
                self.note_value(start, value)
        elif LITERALS[kind]:
            self.at = start + 1
            value = self.express("type", LITERAL_TYPES[kind], self.owner)
        elif _PREFIX[kind]:
            return self._prefixed()
        else:
            value = self.primary(kind)
        if POSTFIX[self.kinds[self.at]]:
            return self.postfix(value, start)
        return value

    def _suffixed(self, start: int, name: str, held: int | None) -> int:
        """Read a name followed by a call, label, reference or assignment; `at` is after it."""
        if held is not None and self.traced:
            self.note_value(start, held)
        at = start + 1
        kind = self.kinds[at]
        types: tuple[str, ...] = ()
        if kind == LESS:
            end = self.call_type_arguments(at)
            if end > 0:
                types = self.type_arguments(at, end)
                at = self.at = end
                kind = self.kinds[at]
                if kind == LPAR and self.breaks[at]:
                    kind = 0
        if (kind == LPAR and not self.breaks[at]) or (
            self.kinds[at] != LPAR and not (kind == t.AT and self.touches(start)) and self.trailing_at(at)
        ):
            if held is not None:
                return self.call_of_local(self.starts[start], name, held, types)
            value = self.call(self.starts[start], name, None, "call", types)
            if name in _REQUIRING:
                self._require(at + 1)
            return value
        if kind == COLONCOLON:
            if self.breaks[at] and not self.touches(start):
                return held if held is not None else self.read_name(start, name)
            return held if held is not None else self.express("name", name, self.owner, self.lambdas)
        if kind == t.QUESTION and self.kinds[at + 1] == COLONCOLON:
            return held if held is not None else self.express("name", name, self.owner, self.lambdas)
        if kind == t.AT and self.touches(start) and not self.breaks[at]:
            self.at = at + 1
            return self.expression()
        if kind == ASSIGN:
            if held is None:
                self.site(self.starts[start], name, "write")
            if self.takes_type(at + 1):
                target = self.express("name", name, self.owner, self.lambdas) if held is None else held
                self.assigned = target
            return NONE
        return held if held is not None else self.read_name(start, name)

    def _require(self, condition: int) -> None:
        """Bind the smart casts of `require(…)`, whose condition starts at a token."""
        casts = self.casts
        if casts is not None and casts[0] == condition and self.kinds[casts[1]] in (t.RPAR, t.COMMA):
            for name, value in casts[2].items():
                self.bind(name, value)

    def trailing_at(self, at: int) -> bool:
        """Return whether a trailing lambda stands at a token."""
        kinds = self.kinds
        if self.breaks[at] or self.by_class:
            return False
        return kinds[at] == LBRACE or (
            (kinds[at] == t.AT or kinds[at + 1] == t.AT) and self.lambda_at(at) >= 0
        )

    def call_type_arguments(self, index: int) -> int:
        """Return the index after the type arguments of a call at `<`, or -1 where `<` compares."""
        if self.breaks[index]:
            return -1
        end = self.type_arguments_end(index)
        if end < 0 or t.NO_TYPE_ARGUMENTS[self.kinds[end]]:
            return -1
        return end

    def postfix(self, value: int, start: int) -> int:
        """Read what follows an operand: members, calls, indexes, `!!`, `::`."""
        kinds, pieces, starts, breaks = self.kinds, self.pieces, self.starts, self.breaks
        at = self.at
        while True:
            kind = kinds[at]
            if kind == DOT or kind == SAFE:
                if kinds[at + 1] <= LAST_NAME:
                    place = at + 1
                    at += 2
                    name = NAMES[pieces[place]]
                    after = kinds[at]
                    types: tuple[str, ...] = ()
                    if after == LESS:
                        end = self.call_type_arguments(at)
                        if end > 0:
                            types = self.type_arguments(at, end)
                            at = end
                            after = kinds[at]
                    if (after == LPAR and not breaks[at]) or (
                        (after == LBRACE or after == t.AT or kinds[at + 1] == t.AT) and self.trailing_at(at)
                    ):
                        self.at = at
                        value = self.call(starts[place], name, value, "call", types)
                        at = self.at
                        continue
                    offset = starts[place]
                    row = (
                        name,
                        "read" if after != ASSIGN else "write",
                        bisect_right(self.line_starts, offset),
                    )
                    self.calls.append(
                        (*row, offset, self.owner, value, True, (), (), False, self.lambdas, ())
                    )
                    if after == ASSIGN:
                        self.at = at
                        if self.takes_type(at + 1):
                            self.assigned = self.express("member", name, self.owner, (value,))
                        return NONE
                    value = self.express("member", name, self.owner, (value,))
                    continue
                if kinds[at + 1] == LPAR:  # a.(f)()
                    self.at = at + 1
                    value = self.primary(LPAR)
                    at = self.at
                    continue
                self.error(at)
                self.at = at + 1
                return NONE
            if not POSTFIX[kind] or breaks[at]:
                break
            self.at = at
            if kind == LPAR or (kind == LBRACE and not self.by_class):
                value = self.call(starts[start], "invoke", value, "operator")
            elif kind == LESS:
                end = self.call_type_arguments(at)
                if end < 0 or not (kinds[end] == LPAR or kinds[end] == LBRACE):
                    break
                self.at = end
                value = self.call(starts[start], "invoke", value, "operator")
            elif kind == t.LBRACKET:
                value = self._index(value, start)
            elif kind == t.NOT_NULL:
                self.at = at + 1
            elif kind == t.STEP:
                self.at = at + 1
                word = _STEPS[self.text[starts[at] : starts[at] + 2]]
                self.note_sign(at, self.site(starts[start], word, "operator", value))
                self._store(value)
            elif kind == COLONCOLON or (kind == t.QUESTION and kinds[at + 1] == COLONCOLON):
                value = self._reference(value, start)
            else:
                break
            at = self.at
        self.at = at
        return value

    def _index(self, receiver: int, start: int) -> int:
        keys: list[int] = []
        sign = self.at
        self.arguments(NONE, keys, [], t.RBRACKET)
        kind = self.kinds[self.at]
        offset = self.starts[start]
        if kind == ASSIGN or kind == t.OPERATE_ASSIGN:
            self.target = self.site(offset, "set", "operator", receiver, tuple(keys))
            self.note_sign(sign, self.target)
            if kind == ASSIGN:
                return NONE
        site = self.site(offset, "get", "operator", receiver, tuple(keys))
        self.note_sign(sign, site)
        self.expressions.append(("call", "get", site, ()))
        return len(self.expressions) - 1

    def _store(self, value: int) -> None:
        """Record the `set` of `a[i]++`; `value` is what has been read."""
        form, name, site, _ = self.expressions[value] if value != NONE else ("", "", 0, ())
        if form == "call" and name == "get" and self.calls[site][1] == "operator":
            row = self.calls[site]
            self.site(row[3], "set", "operator", row[5], (*row[7], value))

    def _reference(self, receiver: int | None, start: int) -> int:
        """Read `::name` after a receiver that starts at a token, or alone; return the reference's value."""
        colons = self.at
        self.at += 1 + (self.kinds[colons] == t.QUESTION)
        at = self.at
        if self.kinds[at] <= LAST_NAME:
            self.at = at + 1
            name = self.name(at)
            site = self.site(self.starts[at], name, "reference", receiver)
            token, wanted = self.wanted
            self.expressions.append(("call", name, site, (wanted,) if token == start else ()))
            return len(self.expressions) - 1
        if self.kinds[at] == t.CLASS:
            self.at = at + 1
            form, name = self.expressions[receiver][:2] if receiver not in (None, NONE) else ("", "")
            if form in ("name", "member") and name[:1].isupper():
                return self.type_of(f"kotlin.reflect.KClass<{self.between(start, colons)}>")
        else:
            self.error(at)
        return NONE

    def free_reference(self) -> int:
        """Read `::name`."""
        return self._reference(None, self.at)

    def _prefixed(self) -> int:
        """Read `-a`, `!a`, `++a`."""
        start = self.at
        kind = self.kinds[start]
        self.at = start + 1
        self.depth += 1
        value = NONE
        if not self.too_deep():
            value = self.operand()
        self.depth -= 1
        if kind == t.NOT_NULL:  # two negations
            return self.type_of("kotlin.Boolean")
        offset = self.starts[start]
        word = _PREFIXES[self.text[offset : offset + (2 if kind == t.STEP else 1)]]
        site = self.site(offset, word, "operator", value)
        self.note_sign(start, site)
        if kind == t.NOT:
            casts = self.casts
            if casts is not None and casts[0] == start + 1 and casts[1] == self.at:
                self.casts = (start, self.at, casts[3], casts[2])
            return self.type_of("kotlin.Boolean")
        self.expressions.append(("operator", word, site, (value,)))
        return len(self.expressions) - 1

    def primary(self, kind: int) -> int:
        """Read an operand that is no name, literal or prefix."""
        raise NotImplementedError
