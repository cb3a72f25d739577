"""Kotlin calls: arguments and trailing lambdas."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from rca.languages.facts import NONE
from rca.languages.facts_builder import Row
from rca.languages.kotlin.lexer import NAMES
from rca.languages.kotlin.token_kinds import (
    ASSIGN,
    AT,
    COMMA,
    END,
    LAST_NAME,
    LBRACE,
    LITERAL_TYPES,
    LITERALS,
    LPAR,
    RBRACE,
    RBRACKET,
    RPAR,
    SEMICOLON,
    TIMES,
)
from rca.languages.kotlin.type_syntax import Types

_PENDING: Final[Row] = ("", "call", 0, 0, NONE, NONE, False, (), (), False, (), ())
_CLOSERS: Final = frozenset((RBRACE, SEMICOLON, END, RPAR, RBRACKET))


class Calls(Types):
    """Reads what follows a callee."""

    def call(
        self, start: int, name: str, receiver: int | None, form: str, types: tuple[str, ...] = ()
    ) -> int:
        """Read the arguments and lambdas of a call; `at` is at its parenthesis or brace.

        `start` is the offset of the call site, `types` its type arguments. Returns the call's value.
        """
        calls = self.calls
        index = len(calls)
        calls.append(_PENDING)
        value = len(self.expressions)
        self.expressions.append(("call", name, index, ()))
        kinds = self.kinds
        arguments: list[int] = []
        labels: list[str | None] = []
        in_parentheses = kinds[self.at] == LPAR
        if in_parentheses:
            self.arguments(value, arguments, labels, RPAR)
        trailing = False
        at = self.at
        kind = kinds[at]
        # After arguments a lambda may stand on the line below.
        if kind == LBRACE or ((kind == AT or kind <= LAST_NAME) and not self.breaks[at]):
            while not self.by_class and (place := self.lambda_at(self.at)) >= 0:
                if self.breaks[self.at] and not (in_parentheses and place == self.at):
                    break
                self.at = place
                arguments.append(self.lambda_(value, "-1"))
                trailing = True
        while labels and labels[-1] is None:
            labels.pop()
        calls[index] = (
            name,
            form,
            bisect_right(self.line_starts, start),
            start,
            self.owner,
            NONE if receiver is None else receiver,
            receiver is not None,
            tuple(arguments),
            tuple(labels),
            trailing,
            self.lambdas,
            types,
        )
        return value

    def call_of_local(self, start: int, name: str, held: int, types: tuple[str, ...]) -> int:
        """Read a call of a local's name: its `invoke`, or a function of the same name.

        Which of both is decided once the local's type is known.
        """
        calls = self.calls
        index = len(calls)
        calls.append(_PENDING)
        value = self.call(start, name, None, "call", types)
        row = calls[index + 1]
        calls[index] = ("invoke", "operator", *row[2:5], held, True, *row[7:])
        return value

    def arguments(self, call: int, values: list[int], labels: list[str | None], closer: int) -> None:
        """Read arguments up to the closing bracket; `at` is at the opening one."""
        kinds, pieces = self.kinds, self.pieces
        breaks, by_class = self.breaks, self.by_class
        self.breaks, self.by_class = self.flat, False
        at = self.at + 1
        while True:
            kind = kinds[at]
            if kind == closer:
                at += 1
                break
            after = kinds[at + 1]
            label: str | None = None
            if after == ASSIGN and kind <= LAST_NAME:
                label = NAMES[pieces[at]]
                at += 2
                kind, after = kinds[at], kinds[at + 1]
            if (after == COMMA or after == closer) and (kind <= LAST_NAME or LITERALS[kind]):
                # An argument of one token, as most are.
                if kind <= LAST_NAME:
                    name = NAMES[pieces[at]]
                    value = self.locals.get(name)
                    if value is None:
                        value = self.read_name(at, name)
                    elif self.traced:
                        self.note_value(at, value)
                else:
                    value = self.express("type", LITERAL_TYPES[kind], self.owner)
                at += 1
            else:
                spread = kind == TIMES
                if spread:
                    at += 1
                elif kind == AT:
                    at = self.annotation_end(at)
                self.at = at
                value = self.argument(call, label or str(len(values)), 2)
                if self.at == at and kinds[at] != COMMA:
                    # Nothing that is an expression: a closer of something else ends the list.
                    self.error(at)
                    kind = kinds[at]
                    if kind in _CLOSERS or (self.unclosed and self.lines[at]):
                        break
                    at += 1
                    continue
                at = self.at
                if spread:
                    value = self.express("spread", "", NONE, (value,))
            values.append(value)
            labels.append(label)
            kind = kinds[at]
            if kind == COMMA:
                at += 1
            elif kind != closer:
                self.error(at)
                if kind in _CLOSERS or (self.unclosed and self.lines[at]):
                    break
        self.at = at
        self.breaks, self.by_class = breaks, by_class

    def argument(self, call: int, position: str, least: int) -> int:
        """Read an argument; a sole lambda gets its call and position as context."""
        start = self.at
        kind = self.kinds[start]
        if kind != LBRACE and (kind > LAST_NAME or self.kinds[start + 1] != AT):
            return self.expression(least)
        place = self.lambda_at(start)
        if place < 0:
            return self.expression(least)
        self.at = place
        index = self.lambda_(call, position)
        after = self.at
        value = self.binary(self.postfix(index, start), start, least)
        if self.at != after:
            _, _, count, (_, result) = self.expressions[index]
            self.fill(index, "", count, NONE, result)
        return value

    def values(self) -> tuple[tuple[int, ...], tuple[str | None, ...]]:
        """Read the arguments of a constructor call whose value is not used."""
        values: list[int] = []
        labels: list[str | None] = []
        self.arguments(NONE, values, labels, RPAR)
        while labels and labels[-1] is None:
            labels.pop()
        return tuple(values), tuple(labels)

    def lambda_at(self, index: int) -> int:
        """Return the index of the brace of the lambda that starts at a token, or -1.

        A label or annotations may come first.
        """
        kinds = self.kinds
        while True:
            kind = kinds[index]
            if kind == LBRACE:
                return index
            if kind == AT:
                index = self.annotation_end(index)
            elif kind <= LAST_NAME and kinds[index + 1] == AT and self.touches(index):
                index += 2
            else:
                return -1

    def lambda_(self, call: int, position: str) -> int:
        """Read a lambda; return its expression."""
        raise NotImplementedError

    def read_name(self, index: int, name: str) -> int:
        """Record the use of a name that no local has; return its value."""
        raise NotImplementedError

    def postfix(self, value: int, start: int) -> int:
        """Read what follows an operand."""
        raise NotImplementedError

    def binary(self, value: int, start: int, least: int) -> int:
        """Read the operators after an operand."""
        raise NotImplementedError
