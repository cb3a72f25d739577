"""Locals, parameters and type parameters of one text, and how far each is seen."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rca.languages.facts import Facts
from rca.languages.tokens import Token, tokens, words

LocalKind = Literal["local", "parameter", "type_parameter"]

_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())
_JAVA_NO_TYPE = words(
    "return throw new else instanceof case import package assert yield goto do in extends implements"
    " throws super this default break continue"
)
_AFTER_JAVA_NAME = frozenset(("=", ";", ":", ",", ")"))
_IN_LAMBDA_HEAD = frozenset((",", ":", ".", "<", ">", "?", "(", ")", "*", "@", "&", "["))
_SIGNATURES = ("function", "constructor")


@dataclass(frozen=True)
class Local:
    """A name that only a part of a file sees: from `since` up to `until`, offsets of its text."""

    path: str
    name: str
    start: int
    kind: LocalKind
    since: int
    until: int

    @property
    def end(self) -> int:
        """Offset after its name."""
        return self.start + len(self.name)


class Locals:
    """The locals of a text, found by its words and brackets: broken code is read as far as it goes."""

    def __init__(self, path: str, text: str, facts: Facts) -> None:
        self._path = path
        self._facts = facts
        self._text = text
        self._tokens = list(tokens(text, facts.language))
        self._starts = [token.start for token in self._tokens]
        self._pairs, self._around = _brackets(self._tokens)
        self._declared = {row.name_start for row in facts.declarations}
        self._by_name: dict[str, list[Local]] = {}
        found = self._java() if facts.language == "java" else self._kotlin()
        for local in (*found, *self._type_parameters()):
            if local.start not in self._declared and local.start - 1 not in self._declared:
                self._by_name.setdefault(local.name, []).append(local)

    def find(self, name: str, offset: int) -> Local | None:
        """Give the local that a name means at an offset: the innermost one, declared last."""
        fitting = [
            one
            for one in self._by_name.get(name, ())
            if one.start <= offset < one.end or one.since <= offset < one.until
        ]
        at_itself = [one for one in fitting if one.start <= offset < one.end]
        return max(at_itself or fitting, key=lambda one: (one.since, -one.until), default=None)

    def token_at(self, offset: int) -> int | None:
        """Give the index of the token that covers an offset."""
        place = bisect_left(self._starts, offset + 1) - 1
        if place >= 0 and self._tokens[place].start <= offset <= self._tokens[place].end:
            return place
        return None

    def is_word(self, name: str, offset: int) -> bool:
        """Tell whether a word of the code, and no part of a comment or string, starts at an offset."""
        at = bisect_left(self._starts, offset)
        return at < len(self._tokens) and self._tokens[at].start == offset and self._tokens[at].text == name

    def call_around(self, offset: int) -> Token | None:
        """Give the word whose argument list an argument's name stands in (`f(name = 1)`)."""
        at = self.token_at(offset)
        if at is None or self._mark(at + 1) != "=" or self._mark(at - 1) not in ("(", ","):
            return None
        opening = self._around[at]
        if opening is None or self._mark(opening) != "(":
            return None
        before = opening - 1
        if self._mark(before) == ">":
            before = self._before_type_arguments(before)
        return self._tokens[before] if before >= 0 and self._tokens[before].is_word else None

    def words(self, name: str, since: int, until: int) -> Iterator[Token]:
        """Give the places of a word in a part of the text."""
        first = bisect_left(self._starts, since)
        for token in self._tokens[first:]:
            if token.start >= until:
                return
            if token.is_word and token.text == name:
                yield token

    # --- Kotlin

    def _kotlin(self) -> Iterator[Local]:
        for at, token in enumerate(self._tokens):
            if token.text in ("val", "var") and token.is_word:
                yield from self._variable(at)
            elif token.text == "for" and token.is_word and self._mark(at + 1) == "(":
                yield from self._named(
                    self._head_names(at + 2, "in"), self._end_of_statement(at + 1), "local"
                )
            elif token.text == "catch" and self._mark(at + 1) == "(":
                yield from self._named(self._head_names(at + 2, ":"), self._end_of_statement(at + 1), "local")
            elif token.text == "{" and not token.is_word:
                yield from self._lambda(at)
            elif token.text == "(" and not token.is_word and self._is_signature(at):
                yield from self._parameters(at)
            elif token.text == "set" and self._mark(at + 1) == "(" and self._mark(at + 3) == ")":
                yield from self._named([at + 2], self._end_of_statement(at + 1), "parameter")

    def _variable(self, at: int) -> Iterator[Local]:
        names = self._first_names(at + 1)
        around = self._around[at]
        if around is not None and self._word(around - 1) == "when":
            until = self._end_of_statement(around)
        else:
            until = self._end_of(around)
        for name in names:
            yield self._local(name, until, "local")

    def _first_names(self, at: int) -> list[int]:
        """Give the name after `val`, or the names of a destructuring."""
        if self._mark(at) == "<":
            at = self._after_angles(at)
        if self._mark(at) == "(":
            return self._list_names(at)
        return [at] if self._is_word(at) else []

    def _list_names(self, opening: int) -> list[int]:
        """Give the names of a parenthesised list: the first word of each part."""
        return [
            at + 1
            for at in self._inside(opening)
            if self._around_or_self(at, opening)
            and (at == opening or self._mark(at) == ",")
            and self._is_word(at + 1)
        ]

    def _around_or_self(self, at: int, opening: int) -> bool:
        return at == opening or self._around[at] == opening

    def _head_names(self, at: int, until: str) -> list[int]:
        if self._mark(at) == "(":
            return self._list_names(at)
        while self._is_word(at) and self._is_word(at + 1) and self._word(at + 1) != until:
            at += 1
        return [at] if self._is_word(at) else []

    def _lambda(self, opening: int) -> Iterator[Local]:
        before = opening - 1
        if self._mark(before) == ")" and (start := self._pairs.get(before)) is not None:
            before = start - 1
        if self._word(before) == "when":
            return
        names: list[int] = []
        at, angles, expecting = opening + 1, 0, True
        while at < len(self._tokens) and self._mark(at) != "->":
            mark = self._mark(at)
            if self._is_word(at):
                if expecting and angles == 0:
                    names.append(at)
                expecting = False
            elif mark not in _IN_LAMBDA_HEAD:
                return
            elif mark == "(" and expecting:
                names.extend(self._list_names(at))
                at, expecting = self._pairs.get(at, len(self._tokens)), False
            elif mark == "(":
                at = self._pairs.get(at, len(self._tokens))
            else:
                angles += (mark == "<") - (mark == ">")
                expecting = mark == "," and angles == 0
            at += 1
        if at < len(self._tokens) and self._around[at] == opening:
            yield from self._named(names, self._end_of(opening), "parameter")

    def _is_signature(self, opening: int) -> bool:
        """Tell whether a parenthesis opens the parameters of a function, class or constructor."""
        before = opening - 1
        if self._mark(before) == ">":
            before = self._before_type_arguments(before)
        for steps in range(12):
            word = self._word(before)
            if word in ("fun", "constructor"):
                return True
            if word == "class":
                return steps > 0
            if not (self._is_word(before) or self._mark(before) in (".", ">", "?", "?.", ")")):
                return False
            if self._mark(before) == ">":
                before = self._before_type_arguments(before) + 1
            elif self._mark(before) == ")":
                before = self._pairs.get(before, 0)
            before -= 1
        return False

    def _parameters(self, opening: int) -> Iterator[Local]:
        names = [
            at
            for at in self._inside(opening)
            if self._around[at] == opening and self._is_word(at) and self._mark(at + 1) == ":"
        ]
        until = self._end_of_declaration(opening)
        for name in names:
            if self._word(name - 1) not in ("val", "var"):
                yield self._local(name, until, "parameter")

    def _end_of_declaration(self, at: int) -> int:
        """Give where the declaration ends whose header holds a token; of an anonymous function, its block."""
        start = self._tokens[at].start
        around = [
            row
            for row in self._facts.declarations
            if row.start <= start < row.end
            and row.name_start <= start <= row.header_end
            and (row.kind in _SIGNATURES or row.is_class)
        ]
        if not around:
            return self._end_of_statement(at)
        inner = min(around, key=lambda row: row.end - row.start)
        if inner.kind == "constructor" and inner.parent >= 0:
            owner = self._facts.declarations[inner.parent]
            if inner.header_end <= owner.header_end:  # a primary constructor: its class sees the names
                return owner.end
        return inner.end

    # --- Java

    def _java(self) -> Iterator[Local]:
        for at, token in enumerate(self._tokens):
            if not token.is_word:
                continue
            following = self._mark(at + 1)
            if following == "->":
                if self._mark(at - 1) in ("(", ",", "=", "->") or self._word(at - 1) == "return":
                    yield self._local(at, self._end_of_lambda(at + 1), "parameter")
            elif self._mark(at + 1) in (",", ")") and self._is_java_lambda(at):
                yield self._local(
                    at, self._end_of_lambda(self._pairs[self._around[at] or 0] + 1), "parameter"
                )
            elif self._word(self._before_type(at)) == "instanceof" and self._before_type(at) < at - 1:
                yield self._local(at, self._end_of(self._around[at]), "local", reach_out=True)
            elif following in _AFTER_JAVA_NAME and self._has_java_type(at):
                yield from self._java_variable(at)

    def _java_variable(self, at: int) -> Iterator[Local]:
        around = self._around[at]
        if around is None or self._mark(around) != "(":
            yield self._local(at, self._end_of(around), "local")
        elif self._word(around - 1) in ("for", "catch", "try"):
            yield self._local(at, self._end_of_statement(around), "local")
        elif self._mark(self._pairs.get(around, 0) + 1) == "->":
            yield self._local(at, self._end_of_lambda(self._pairs[around] + 1), "parameter")
        else:
            yield self._local(at, self._end_of_declaration(around), "parameter")

    def _is_java_lambda(self, at: int) -> bool:
        around = self._around[at]
        if around is None or self._mark(around) != "(" or self._mark(at - 1) not in ("(", ","):
            return False
        return self._mark(self._pairs.get(around, len(self._tokens)) + 1) == "->"

    def _end_of_lambda(self, arrow: int) -> int:
        if self._mark(arrow + 1) == "{":
            return self._end_of(arrow + 1)
        return self._end_of(self._around[arrow] if arrow < len(self._around) else None)

    def _has_java_type(self, at: int) -> bool:
        before = at - 1
        if self._mark(before) == "...":
            before -= 1
        while self._mark(before) == "]" and self._mark(before - 1) == "[":
            before -= 2
        if self._mark(before) == ">":
            before = self._before_type_arguments(before)
        return self._is_word(before) and self._word(before) not in _JAVA_NO_TYPE and before < at

    def _before_type(self, at: int) -> int:
        """Give the token before the type that stands before a name."""
        before = at - 1
        if self._mark(before) == ">":
            before = self._before_type_arguments(before)
        while self._is_word(before) and self._mark(before - 1) == ".":
            before -= 2
        if self._is_word(before) and self._word(before) != "instanceof":
            before -= 1
        return before - 1 if self._word(before) == "final" else before

    # --- both

    def _type_parameters(self) -> Iterator[Local]:
        for row in self._facts.declarations:
            for text in row.type_parameters:
                name = text.split(":", maxsplit=1)[0].split()[-1:] or [""]
                pattern = re.compile(
                    rf"[<,]\s*(?:@\w+\s+|reified\s+|in\s+|out\s+)*({re.escape(name[0])})(?!\w)"
                )
                match = pattern.search(self._text, row.start, row.header_end)
                if match is not None and name[0]:
                    yield Local(self._path, name[0], match.start(1), "type_parameter", row.start, row.end)

    def _named(self, names: list[int], until: int, kind: LocalKind) -> Iterator[Local]:
        for name in names:
            yield self._local(name, until, kind)

    def _local(self, at: int, until: int, kind: LocalKind, *, reach_out: bool = False) -> Local:
        token = self._tokens[at]
        if reach_out:  # a pattern's name is seen after the condition too
            around = self._around[at]
            until = max(until, self._end_of(self._around[around]) if around is not None else until)
        return Local(self._path, token.text, token.start, kind, token.end, until)

    def _end_of(self, opening: int | None) -> int:
        if opening is None:
            return len(self._text)
        closing = self._pairs.get(opening)
        return len(self._text) if closing is None else self._tokens[closing].start

    def _end_of_statement(self, opening: int) -> int:
        """Give the end of the block or line after a head in parentheses."""
        closing = self._pairs.get(opening)
        if closing is None or closing + 1 >= len(self._tokens):
            return len(self._text)
        at = closing + 1
        if self._mark(at) == "{":
            return self._end_of(at)
        if self._mark(at) in ("=", "->", ":"):
            at += 1
        line_end = self._text.find("\n", self._tokens[min(at, len(self._tokens) - 1)].end)
        while line_end >= 0 and at < len(self._tokens) and self._tokens[at].start < line_end:
            if self._tokens[at].text in _OPENING and at in self._pairs:
                at = self._pairs[at]
                line_end = self._text.find("\n", self._tokens[at].end)
            at += 1
        around = self._end_of(self._around[opening])
        return min(around, line_end) if line_end >= 0 else around

    def _before_type_arguments(self, closing: int) -> int:
        """Give the token before the `<` that a `>` closes; the `>` itself where none does."""
        depth = 0
        for at in range(closing, max(-1, closing - 80), -1):
            mark = self._mark(at)
            depth += (mark == ">") - (mark == "<")
            if depth == 0:
                return at - 1
            if mark in (";", "{", "}", "&&", "||", "="):
                break
        return closing

    def _after_angles(self, opening: int) -> int:
        depth = 0
        for at in range(opening, min(len(self._tokens), opening + 80)):
            mark = self._mark(at)
            depth += (mark == "<") - (mark == ">")
            if depth == 0:
                return at + 1
        return opening

    def _inside(self, opening: int) -> range:
        return range(opening, self._pairs.get(opening, opening))

    def _is_word(self, at: int) -> bool:
        return 0 <= at < len(self._tokens) and self._tokens[at].is_word

    def _word(self, at: int) -> str:
        return self._tokens[at].text if self._is_word(at) else ""

    def _mark(self, at: int) -> str:
        return self._tokens[at].text if 0 <= at < len(self._tokens) and not self._tokens[at].is_word else ""


def _brackets(row: list[Token]) -> tuple[dict[int, int], list[int | None]]:
    """Give which bracket closes which (both ways), and the opening bracket around each token."""
    pairs: dict[int, int] = {}
    around: list[int | None] = []
    opened: list[int] = []
    for at, token in enumerate(row):
        if token.is_word or (token.text not in _OPENING and token.text not in _CLOSING):
            around.append(opened[-1] if opened else None)
        elif token.text in _OPENING:
            around.append(opened[-1] if opened else None)
            opened.append(at)
        else:
            # What was left open inside ends here, as far as a bracket of this kind is open at all.
            fitting = [i for i, one in enumerate(opened) if _OPENING[row[one].text] == token.text]
            if fitting:
                opening = opened[fitting[-1]]
                del opened[fitting[-1] :]
                pairs[opening], pairs[at] = at, opening
            around.append(opened[-1] if opened else None)
    return pairs, around
