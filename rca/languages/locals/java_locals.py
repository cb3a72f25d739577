"""Local variables and parameters of Java code."""

from __future__ import annotations

from collections.abc import Iterator

from rca.languages.locals.local import Local
from rca.languages.locals.token_scopes import TokenScopes
from rca.languages.word_scanner import words

_NO_TYPE = words(
    "return throw new else instanceof case import package assert yield goto do in extends implements"
    " throws super this default break continue"
)
_AFTER_NAME = frozenset(("=", ";", ":", ",", ")"))


class JavaLocals:
    """Locals declared by declarations, patterns, lambdas and signatures."""

    def __init__(self, row: TokenScopes) -> None:
        self._row = row

    def found(self) -> Iterator[Local]:
        """Return the locals, unordered."""
        for at, token in enumerate(self._row.tokens):
            if not token.is_word:
                continue
            following = self._row.mark(at + 1)
            if following == "->" and not self._has_type(at):
                if self._row.mark(at - 1) in ("(", ",", "=", "->") or self._row.word(at - 1) == "return":
                    yield self._row.local(at, self._end_of_lambda(at + 1), "parameter")
            elif self._row.mark(at + 1) in (",", ")") and self._is_lambda(at):
                yield self._row.local(
                    at, self._end_of_lambda(self._row.pairs[self._row.around[at] or 0] + 1), "parameter"
                )
            elif self._has_type(at) and (keyword := self._pattern(at)) is not None:
                yield self._row.local(at, self._end_of_pattern(keyword), "local")
            elif following in _AFTER_NAME and self._has_type(at):
                yield from self._variable(at)

    def _variable(self, at: int) -> Iterator[Local]:
        around = self._row.around[at]
        if around is None or self._row.mark(around) != "(":
            yield self._row.local(at, self._row.end_of(around), "local")
        elif self._row.word(around - 1) in ("for", "catch", "try"):
            yield self._row.local(at, self._row.end_of_statement(around), "local")
        elif self._row.mark(self._row.pairs.get(around, 0) + 1) == "->":
            yield self._row.local(at, self._end_of_lambda(self._row.pairs[around] + 1), "parameter")
        else:
            yield self._row.local(at, self._row.end_of_declaration(around), "parameter")

    def _pattern(self, at: int) -> int | None:
        """Return the `case` or `instanceof` of the pattern around a name: `A a`, `B(A a, C(var c))`."""
        first = at
        while True:
            before = self._before_type(first)
            if self._row.word(before) in ("case", "instanceof"):
                return before
            opening = self._row.around[first]
            if opening is None or self._row.mark(opening) != "(":
                return None
            first = opening

    def _end_of_pattern(self, keyword: int) -> int:
        """Return the end of a pattern's scope: up to the next case; also after a condition."""
        around = self._row.around[keyword]
        if self._row.word(keyword) == "case":
            for at in range(keyword + 1, self._row.pairs.get(around or 0, keyword)):
                if self._row.around[at] == around and self._row.word(at) in ("case", "default"):
                    return self._row.tokens[at].start
            return self._row.end_of(around)
        while around is not None and self._row.mark(around) == "(":
            around = self._row.around[around]
        return self._row.end_of(around)

    def _is_lambda(self, at: int) -> bool:
        around = self._row.around[at]
        if around is None or self._row.mark(around) != "(" or self._row.mark(at - 1) not in ("(", ","):
            return False
        return self._row.mark(self._row.pairs.get(around, len(self._row.tokens)) + 1) == "->"

    def _end_of_lambda(self, arrow: int) -> int:
        if self._row.mark(arrow + 1) == "{":
            return self._row.end_of(arrow + 1)
        return self._row.end_of(self._row.around[arrow] if arrow < len(self._row.around) else None)

    def _has_type(self, at: int) -> bool:
        before = at - 1
        if self._row.mark(before) == "...":
            before -= 1
        while self._row.mark(before) == "]" and self._row.mark(before - 1) == "[":
            before -= 2
        if self._row.mark(before) == ">":
            before = self._row.before_type_arguments(before)
        return self._row.is_word(before) and self._row.word(before) not in _NO_TYPE and before < at

    def _before_type(self, at: int) -> int:
        """Return the token before the type that stands before a name."""
        before = at - 1
        if self._row.mark(before) == ">":
            before = self._row.before_type_arguments(before)
        while self._row.is_word(before) and self._row.mark(before - 1) == ".":
            before -= 2
        if self._row.is_word(before) and self._row.word(before) != "instanceof":
            before -= 1
        return before - 1 if self._row.word(before) == "final" else before
