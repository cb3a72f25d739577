"""Java calls: arguments and lambdas, with the context that determines a lambda's type."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from rca.languages.facts import NONE
from rca.languages.facts_builder import Row
from rca.languages.java import token_kinds as t
from rca.languages.java.cursor import Cursor
from rca.languages.java.lexer import TEXTS
from rca.languages.java.token_kinds import COMMA, LPAR, NAME, RPAR

_PENDING: Final[Row] = ("", "call", 0, 0, NONE, NONE, False, (), (), False, (), ())


class Calls(Cursor):
    """Reads calls."""

    def read_name(self, index: int, name: str) -> int:
        """Record the use of a name that no local has; return its value."""
        start = self.starts[index]
        owner = self.owner
        line = bisect_right(self.line_starts, start)
        self.calls.append((name, "read", line, start, owner, NONE, False, (), (), False, self.lambdas, ()))
        return self.express("name", name, owner, self.lambdas)

    def call(self, place: int, name: str, receiver: int | None, types: tuple[str, ...] = ()) -> int:
        """Read a call's arguments; `at` is at its parenthesis. Returns the call's value."""
        calls, expressions = self.calls, self.expressions
        index, value = len(calls), len(expressions)
        calls.append(_PENDING)
        expressions.append(("call", name, index, ()))
        if self.kinds[self.at + 1] == RPAR:
            self.at += 2
            arguments: list[int] = []
        else:
            arguments = self.arguments(value)
        start = self.starts[place]
        calls[index] = (
            name,
            "call",
            bisect_right(self.line_starts, start),
            start,
            self.owner,
            NONE if receiver is None else receiver,
            receiver is not None,
            tuple(arguments),
            (),
            False,
            self.lambdas,
            types,
        )
        return value

    def arguments(self, call: int) -> list[int]:
        """Read arguments from `(` on; lambdas among them get their call as context."""
        kinds = self.kinds
        values: list[int] = []
        at = self.at + 1
        while True:
            kind = kinds[at]
            if kind == RPAR:
                self.at = at + 1
                return values
            after = kinds[at + 1]
            if kind == NAME and (after == COMMA or after == RPAR):
                name = TEXTS[self.pieces[at]]
                held = self.locals.get(name)
                if held is not None and self.traced:
                    self.note_value(at, held)
                values.append(self.read_name(at, name) if held is None else held)
                at += 1
            else:
                self.at = at
                values.append(self.argument(call, str(len(values)), kind, after))
                if self.at == at and kinds[at] != COMMA:
                    self.error(at)
                    return values
                at = self.at
            if kinds[at] == COMMA:
                at += 1
            elif kinds[at] != RPAR:
                self.at = at
                self.error(at)
                return values

    def typed_expression(self, text: str) -> int:
        """Read an expression of an expected type, which a lambda needs."""
        at = self.at
        kind = self.kinds[at]
        if text not in ("", "var") and (
            (kind == NAME and self.kinds[at + 1] == t.ARROW) or (kind == LPAR and self.is_lambda(at))
        ):
            return self.lambda_(self.type_of(text), "")
        return self.expression()

    def argument(self, call: int, position: str, kind: int, after: int) -> int:
        """Read an argument."""
        if (kind == NAME and after == t.ARROW) or (kind == LPAR and self.is_lambda(self.at)):
            return self.lambda_(call, position)
        return self.expression()

    def is_lambda(self, start: int) -> bool:
        """Return whether the parenthesis at a token opens a lambda's parameters."""
        kinds = self.kinds
        first, after = kinds[start + 1], kinds[start + 2]
        if first == RPAR:
            return after == t.ARROW
        if first == NAME and after == RPAR:
            return kinds[start + 3] == t.ARROW
        if first == NAME and after == COMMA:
            return True
        if first == t.MODIFIER or first == t.AT:
            return True
        if first == NAME or first == t.PRIMITIVE:
            end = self.type_end(start + 1)
            if end > 0 and kinds[end] == t.ELLIPSIS:
                end += 1
            return end > 0 and kinds[end] == NAME and kinds[end + 1] in (COMMA, RPAR)
        return False

    def lambda_(self, call: int, position: str) -> int:
        """Read a lambda; return its expression."""
        kinds = self.kinds
        index = self.reserve()
        mark = len(self.undo)
        count = 0
        if kinds[self.at] == NAME:
            self.declare_local(self.at, self.express("parameter", "", 0, (index,)))
            self.at += 1
            count = 1
        else:
            count = self._lambda_parameters(index)
        result = NONE
        self.depth += 1
        around, self.result = self.result, ""
        if self.expect(t.ARROW) and not self.too_deep():
            result = self.block() if kinds[self.at] == t.LBRACE else self.expression()
        self.result = around
        self.depth -= 1
        self.forget(mark)
        self.fill(index, position, count, call, result)
        return index

    def _lambda_parameters(self, index: int) -> int:
        kinds = self.kinds
        self.at += 1
        count = 0
        while kinds[self.at] not in (RPAR, t.END):
            at = self.at
            while kinds[at] == t.MODIFIER or kinds[at] == t.AT:
                at = self.annotation_end(at) if kinds[at] == t.AT else at + 1
            end = self.type_end(at)
            text = ""
            if end > 0 and kinds[end] == t.ELLIPSIS:
                text, at = f"{self.between(at, end)}[]", end + 1
            elif end > 0 and kinds[end] == NAME:
                text, at = self.between(at, end), end
            if kinds[at] != NAME:
                self.error(at)
                break
            typed = text not in ("", "var")
            value = self.type_of(text) if typed else self.express("parameter", "", count, (index,))
            self.declare_local(at, value)
            count += 1
            self.at = at + 1
            if kinds[self.at] == COMMA:
                self.at += 1
        self.expect(RPAR)
        return count

    def expression(self) -> int:
        """Read an expression, assignments included."""
        raise NotImplementedError

    def block(self) -> int:
        """Read `{ … }`."""
        raise NotImplementedError
