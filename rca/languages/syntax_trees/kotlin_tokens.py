"""Token reader of a piece of Kotlin, for the syntax trees of the data-flow analysis."""

from __future__ import annotations

from typing import Final

from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.lexer import NAMES, TEXTS, lex
from rca.languages.token_tables import kinds_in

_OPENERS: Final = kinds_in((t.LPAR, t.LBRACE, t.LBRACKET, t.TEXT_OPEN))
_CLOSERS: Final = kinds_in((t.RPAR, t.RBRACE, t.RBRACKET, t.TEXT_CLOSE))
_IN_TYPE_ARGUMENTS: Final = kinds_in(
    (
        *t.NAMES,
        *(
            t.COMMA,
            t.DOT,
            t.QUESTION,
            t.LESS,
            t.GREATER,
            t.LPAR,
            t.RPAR,
            t.ARROW,
            t.TIMES,
            t.IN,
            t.COLON,
            t.AT,
        ),
        t.SAFE,
    )
)
_AFTER_TYPE_ARGUMENTS: Final = kinds_in((t.LPAR, t.LBRACE, t.COLONCOLON, t.DOT, t.SAFE))


class KotlinTokens:
    """A place in the tokens of a text from `start` to `end`."""

    def __init__(self, text: str, start: int, end: int) -> None:
        read = lex(text[start:end], 0)
        self.text, self.base = text, start
        self.kinds, self.pieces, self.starts, self.breaks = read.kinds, read.pieces, read.starts, read.breaks
        self.at = 0
        self.flat = 0
        """How many parentheses are open here, in which the end of a line means nothing."""

    def offset(self, index: int) -> int:
        """Return where a token starts."""
        return self.base + self.starts[index]

    def last_end(self) -> int:
        """Return where the token before the next one ends."""
        index = max(0, self.at - 1)
        return self.base + self.starts[index] + len(TEXTS[self.pieces[index]])

    def word(self, index: int) -> str:
        """Return the text of a token."""
        return TEXTS[self.pieces[index]]

    def name_at(self, index: int) -> str:
        """Return the name that a token stands for."""
        return NAMES[self.pieces[index]]

    def breaks_here(self) -> bool:
        """Return whether a line that counts ends before the next token."""
        return not self.flat and bool(self.breaks[self.at])

    def take(self, kind: int) -> bool:
        """Take the next token if it is of a kind."""
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        return False

    def skip_balanced(self) -> None:
        """Skip the next token, and what it opens with its closing bracket."""
        depth = 0
        while self.kinds[self.at] != t.END:
            kind = self.kinds[self.at]
            self.at += 1
            depth += _OPENERS[kind] - _CLOSERS[kind]
            if depth <= 0:
                return

    def skip_annotations(self) -> None:
        """Skip annotations and modifiers before a declaration or an operand."""
        while True:
            kind = self.kinds[self.at]
            if kind == t.AT:
                self.skip_annotation()
            elif kind == t.MODIFIER and self.kinds[self.at + 1] in _FOLLOWS_MODIFIER:
                self.at += 1
            else:
                return

    def skip_annotation(self) -> None:
        """Skip one annotation: `@A`, `@get:A(1)`, `@[A B]`."""
        self.at += 1
        if self.kinds[self.at] == t.LBRACKET:
            self.skip_balanced()
            return
        self.at += 1
        if self.kinds[self.at] == t.COLON and self.kinds[self.at + 1] <= t.LAST_NAME:
            self.at += 2
        while self.kinds[self.at] == t.DOT:
            self.at += 2
        if self.kinds[self.at] == t.LESS and self.type_arguments_end() > 0:
            self.at = self.type_arguments_end()
        if self.kinds[self.at] == t.LPAR and self.breaks[self.at] == 0 and self._touches(self.at - 1):
            self.skip_balanced()

    def _touches(self, index: int) -> bool:
        return len(self.pieces[index]) == len(TEXTS[self.pieces[index]])

    def type_arguments_end(self) -> int:
        """Return the index after the type arguments that start at the next token, or -1."""
        at, depth = self.at, 0
        while _IN_TYPE_ARGUMENTS[self.kinds[at]]:
            kind = self.kinds[at]
            depth += (kind == t.LESS) - (kind == t.GREATER)
            at += 1
            if depth == 0:
                return at
        return -1

    def call_types_end(self) -> int:
        """Return the index after the type arguments of a call, or -1 where `<` compares."""
        end = self.type_arguments_end()
        return end if end > 0 and _AFTER_TYPE_ARGUMENTS[self.kinds[end]] else -1

    def read_type(self) -> str:
        """Read a type; return its text."""
        first = self.at
        self._type()
        if self.at == first:
            return ""
        return self.text[self.offset(first) : self.last_end()]

    def _type(self) -> None:
        while self.kinds[self.at] == t.AT or (
            self.kinds[self.at] == t.MODIFIER and self.kinds[self.at + 1] <= t.LPAR
        ):
            if self.kinds[self.at] == t.AT:
                self.skip_annotation()
            else:
                self.at += 1
        kind = self.kinds[self.at]
        if kind == t.LPAR:
            self.skip_balanced()
        elif kind <= t.LAST_NAME:
            self.at += 1
        else:
            return
        while True:
            kind = self.kinds[self.at]
            if kind == t.LESS and (end := self.type_arguments_end()) > 0:
                self.at = end
            elif kind == t.QUESTION and not self.breaks[self.at]:
                self.at += 1
            elif kind in (t.DOT, t.SAFE) and (
                self.kinds[self.at + 1] <= t.LAST_NAME or self.kinds[self.at + 1] == t.LPAR
            ):
                self.at += 1
                if self.kinds[self.at] == t.LPAR:
                    self.skip_balanced()
                else:
                    self.at += 1
            elif kind == t.AMPERSAND:
                self.at += 2
            elif kind == t.ARROW and self.kinds[self.at - 1] == t.RPAR:
                self.at += 1
                self._type()
                return
            else:
                return


_FOLLOWS_MODIFIER: Final = frozenset(
    (*t.NAMES, t.AT, t.VAL, t.VAR, t.FUN, t.CLASS, t.INTERFACE, t.OBJECT, t.TYPEALIAS)
)
