"""Local variables and parameters of Kotlin code."""

from __future__ import annotations

from collections.abc import Iterator

from rca.languages.locals.local import Local
from rca.languages.locals.token_scopes import TokenScopes

_IN_LAMBDA_HEAD = frozenset((",", ":", ".", "<", ">", "?", "(", ")", "*", "@", "&", "["))
_LISTS = ("(", "[")


class KotlinLocals:
    """Locals declared by `val`, `var`, `for`, `catch`, lambdas, signatures and setters."""

    def __init__(self, row: TokenScopes) -> None:
        self._row = row

    def found(self) -> Iterator[Local]:
        """Return the locals, unordered."""
        for at, token in enumerate(self._row.tokens):
            if token.text in ("val", "var") and token.is_word:
                yield from self._variable(at)
            elif token.text == "for" and token.is_word and self._row.mark(at + 1) == "(":
                yield from self._row.named(
                    self._head_names(at + 2, "in"), self._row.end_of_statement(at + 1), "local"
                )
            elif token.text == "catch" and self._row.mark(at + 1) == "(":
                yield from self._row.named(
                    self._head_names(at + 2, ":"), self._row.end_of_statement(at + 1), "local"
                )
            elif token.text == "{" and not token.is_word:
                yield from self._lambda(at)
            elif token.text == "(" and not token.is_word and self._row.word(at - 1) == "context":
                yield from self._parameters(at, self._row.end_of_declared(at - 1))
            elif token.text == "(" and not token.is_word and self._is_signature(at):
                yield from self._parameters(at, self._row.end_of_declaration(at))
            elif token.text == "set" and self._row.mark(at + 1) == "(" and self._row.mark(at + 3) == ")":
                yield from self._row.named([at + 2], self._row.end_of_statement(at + 1), "parameter")

    def _variable(self, at: int) -> Iterator[Local]:
        names = self._first_names(at + 1)
        around = self._row.around[at]
        if around is not None and self._row.word(around - 1) == "when":
            until = self._row.end_of_statement(around)
        elif around is not None and self._row.mark(self._row.pairs.get(around, around) + 1) == "=":
            until = self._row.end_of(self._row.around[around])  # (val a, val b = c) = d
        elif around is not None and self._row.mark(around - 1) in ("(", "{", ","):
            return  # of a loop or a lambda, which name it
        else:
            until = self._end_of_block(around)
        for name in names:
            yield self._row.local(name, until, "local")

    def _end_of_block(self, opening: int | None) -> int:
        """Return the end of a block's scope; after `do { … }` it includes the condition."""
        closing = self._row.pairs.get(opening) if opening is not None else None
        if closing is not None and opening is not None and self._row.word(opening - 1) == "do":
            condition = closing + 2
            if self._row.word(closing + 1) == "while" and self._row.mark(condition) == "(":
                return self._row.end_of(condition)
        return self._row.end_of(opening)

    def _first_names(self, at: int) -> list[int]:
        """Return the name after `val`, or the names of a destructuring."""
        if self._row.mark(at) == "<":
            at = self._row.after_angles(at)
        if self._row.mark(at) in _LISTS:
            return self._list_names(at)
        return [at] if self._row.is_word(at) else []

    def _list_names(self, opening: int) -> list[int]:
        """Return the names of a list in brackets: the first word of each part, but `val` and `var`."""
        first = [
            at + 1 + (self._row.word(at + 1) in ("val", "var"))
            for at in self._row.inside(opening)
            if self._around_or_self(at, opening) and (at == opening or self._row.mark(at) == ",")
        ]
        return [at for at in first if self._row.is_word(at)]

    def _around_or_self(self, at: int, opening: int) -> bool:
        return at == opening or self._row.around[at] == opening

    def _head_names(self, at: int, until: str) -> list[int]:
        if self._row.mark(at) in _LISTS:
            return self._list_names(at)
        while self._row.is_word(at) and self._row.is_word(at + 1) and self._row.word(at + 1) != until:
            at += 1
        return [at] if self._row.is_word(at) else []

    def _lambda(self, opening: int) -> Iterator[Local]:
        before = opening - 1
        if self._row.mark(before) == ")" and (start := self._row.pairs.get(before)) is not None:
            before = start - 1
        if self._row.word(before) == "when":
            return
        names: list[int] = []
        at, angles, expecting = opening + 1, 0, True
        while at < len(self._row.tokens) and self._row.mark(at) != "->":
            mark = self._row.mark(at)
            if self._row.is_word(at):
                if expecting and angles == 0:
                    names.append(at)
                expecting = False
            elif mark not in _IN_LAMBDA_HEAD:
                return
            elif mark in _LISTS and expecting:
                names.extend(self._list_names(at))
                at, expecting = self._row.pairs.get(at, len(self._row.tokens)), False
            elif mark == "(":
                at = self._row.pairs.get(at, len(self._row.tokens))
            else:
                angles += (mark == "<") - (mark == ">")
                expecting = mark == "," and angles == 0
            at += 1
        if at < len(self._row.tokens) and self._row.around[at] == opening:
            yield from self._row.named(names, self._row.end_of(opening), "parameter")

    def _is_signature(self, opening: int) -> bool:
        """Return whether a parenthesis opens the parameters of a function, class or constructor."""
        before = opening - 1
        if self._row.mark(before) == ">":
            before = self._row.before_type_arguments(before)
        for steps in range(12):
            word = self._row.word(before)
            if word in ("fun", "constructor"):
                return True
            if word == "class":
                return steps > 0
            if not (self._row.is_word(before) or self._row.mark(before) in (".", ">", "?", "?.", ")")):
                return False
            if self._row.mark(before) == ">":
                before = self._row.before_type_arguments(before) + 1
            elif self._row.mark(before) == ")":
                before = self._row.pairs.get(before, 0)
            before -= 1
        return False

    def _parameters(self, opening: int, until: int) -> Iterator[Local]:
        names = [
            at
            for at in self._row.inside(opening)
            if self._row.around[at] == opening and self._row.is_word(at) and self._row.mark(at + 1) == ":"
        ]
        for name in names:
            if self._row.word(name - 1) not in ("val", "var"):
                yield self._row.local(name, until, "parameter")
