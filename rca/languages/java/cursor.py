"""Token cursor of the Java parser: position, skipping, ends of types."""

from __future__ import annotations

from typing import Final

from rca.languages.java import token_kinds as t
from rca.languages.java.lexer import TEXTS, lex
from rca.languages.token_cursor import TokenCursor
from rca.languages.token_tables import kinds_in

_MOST_LOOKED: Final = 400
"""Tokens looked over for the end of type arguments where it is only a guess that there are some."""

_OPENERS: Final = kinds_in((t.LPAR, t.LBRACE, t.LBRACKET))
_CLOSERS: Final = kinds_in((t.RPAR, t.RBRACE, t.RBRACKET))
_IN_TYPE_ARGUMENTS: Final = kinds_in(
    (t.NAME, t.PRIMITIVE, t.DOT, t.COMMA, t.QUESTION, t.EXTENDS, t.SUPER, t.AMPERSAND, t.LBRACKET, t.RBRACKET)
)


class Cursor(TokenCursor):
    """A place in a file's tokens. `at` is the index of the next token."""

    texts = TEXTS
    openers = _OPENERS
    closers = _CLOSERS
    after_all = t.END

    def __init__(self, text: str) -> None:
        super().__init__(text)
        read = lex(text)
        self.kinds = read.kinds
        self.pieces = read.pieces
        self.starts = read.starts
        self.result = ""
        """Text of the type that the function being read gives, empty where that is not written."""
        self.unclosed = read.kinds.count(t.LBRACE) > read.kinds.count(t.RBRACE)

    def name(self, index: int) -> str:
        """Return the text of a token."""
        return TEXTS[self.pieces[index]]

    def closing(self, index: int) -> int:
        """Return the index after what closes the bracket at `index`."""
        at, self.at = self.at, index + 1
        self.skip_inside()
        end, self.at = self.at, at
        return end + (self.kinds[end] != t.END)

    def type_end(self, index: int) -> int:
        """Return the index after the type that starts at a token, or -1 where none does."""
        kinds, at = self.kinds, index
        while kinds[at] == t.AT and kinds[at + 1] == t.NAME:
            at = self.annotation_end(at)
        if kinds[at] == t.PRIMITIVE:
            at += 1
        elif kinds[at] == t.NAME:
            at += 1
            while True:
                kind = kinds[at]
                if kind == t.DOT and kinds[at + 1] == t.NAME:
                    at += 2
                elif kind == t.LESS:
                    end = self.type_arguments_end(at)
                    if end < 0:
                        return -1
                    at = end
                elif kind == t.DOT and kinds[at + 1] == t.AT:
                    at = self.annotation_end(at + 1) + 1
                else:
                    break
        else:
            return -1
        while kinds[at] == t.LBRACKET and kinds[at + 1] == t.RBRACKET:
            at += 2
        return at

    def type_arguments(self, index: int, after: int) -> tuple[str, ...]:
        """Return the texts of the type arguments between `<` at a token and the token after `>`."""
        found: list[str] = []
        at = index + 1
        while at < after - 1 and (end := self.type_end(at)) > at:
            found.append(self.between(at, end))
            at = end + (self.kinds[end] == t.COMMA)
        return tuple(found)

    def type_arguments_end(self, index: int) -> int:
        """Return the index after the `>` that closes `<` at a token, or -1 where it compares."""
        kinds, at, depth = self.kinds, index + 1, 1
        stop = at + _MOST_LOOKED
        while at < stop:
            kind = kinds[at]
            if kind == t.GREATER:
                depth -= 1
                if depth == 0:
                    return at + 1
            elif kind == t.LESS:
                depth += 1
            elif kind == t.AT:
                at = self.annotation_end(at)
                continue
            elif not _IN_TYPE_ARGUMENTS[kind]:
                return -1
            at += 1
        return -1

    def annotation_end(self, index: int) -> int:
        """Return the index after the annotation at a token."""
        kinds, at = self.kinds, index + 1
        while kinds[at] == t.NAME:
            at += 1
            if kinds[at] == t.DOT and kinds[at + 1] == t.NAME:
                at += 1
            else:
                break
        return self.closing(at) if kinds[at] == t.LPAR else at

    def plain_type(self, first: int, after: int) -> str:
        """Return the text of a type without the annotations before it."""
        while self.kinds[first] == t.AT and first < after:
            first = self.annotation_end(first)
        return self.between(first, after)
