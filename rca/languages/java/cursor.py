"""Where a Java reader stands in its tokens, how it skips, and where types end."""

from __future__ import annotations

from rca.languages.builder import Collector
from rca.languages.java import tokens as t
from rca.languages.java.lexer import TEXTS, lex

DEEPEST = 60
"""Nested code below this is left unread: Python's own stack is the limit, and no person writes it."""

_MOST_LOOKED = 400
"""Tokens looked over for the end of type arguments where it is only a guess that there are some."""

_OPENERS = t.kinds_in((t.LPAR, t.LBRACE, t.LBRACKET))
_CLOSERS = t.kinds_in((t.RPAR, t.RBRACE, t.RBRACKET))
_IN_TYPE_ARGUMENTS = t.kinds_in(
    (t.NAME, t.PRIMITIVE, t.DOT, t.COMMA, t.QUESTION, t.EXTENDS, t.SUPER, t.AMPERSAND, t.LBRACKET, t.RBRACKET)
)


class Cursor(Collector):
    """A place in a file's tokens. `at` is the index of the next token."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        read = lex(text)
        self.kinds = read.kinds
        self.pieces = read.pieces
        self.starts = read.starts
        self.at = 0
        self.depth = 0
        self.result = ""
        """Text of the type that the function being read gives, empty where that is not written."""
        self.errors: list[int] = []
        self.unclosed = read.kinds.count(t.LBRACE) > read.kinds.count(t.RBRACE)

    def name(self, index: int) -> str:
        """Give the text of a token."""
        return TEXTS[self.pieces[index]]

    def end_of(self, index: int) -> int:
        """Give the offset where a token ends."""
        return self.starts[index] + len(TEXTS[self.pieces[index]])

    def between(self, first: int, after: int) -> str:
        """Give the text from a token to the one before `after`."""
        return self.text[self.starts[first] : self.end_of(after - 1)] if after > first else ""

    def touches(self, index: int) -> bool:
        """Tell whether nothing stands between a token and the next."""
        piece = self.pieces[index]
        return len(piece) == len(TEXTS[piece])

    def error(self, index: int) -> None:
        """Note that a token was not understood."""
        if not self.errors or self.errors[-1] != index:
            self.errors.append(index)

    def expect(self, kind: int) -> bool:
        """Take a token of a kind; gives False, and notes it, where another stands."""
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        self.error(self.at)
        return False

    def too_deep(self) -> bool:
        """Tell whether code nests deeper than is read; if so, skip what is inside."""
        if self.depth <= DEEPEST:
            return False
        self.problems.append(f"line {self.line_at(self.starts[self.at])}: nested too deep to be read")
        self.skip_inside()
        return True

    def skip_inside(self) -> None:
        """Go on to the bracket that closes what is around here."""
        kinds, at, depth = self.kinds, self.at, 0
        while (kind := kinds[at]) != t.END:
            if _OPENERS[kind]:
                depth += 1
            elif _CLOSERS[kind]:
                if depth == 0:
                    break
                depth -= 1
            at += 1
        self.at = at

    def closing(self, index: int) -> int:
        """Give the index after what closes the bracket at `index`."""
        at, self.at = self.at, index + 1
        self.skip_inside()
        end, self.at = self.at, at
        return end + (self.kinds[end] != t.END)

    def type_end(self, index: int) -> int:
        """Give the index after the type that starts at a token, or -1 where none does."""
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
        """Give the texts of the type arguments between `<` at a token and the token after `>`."""
        found: list[str] = []
        at = index + 1
        while at < after - 1 and (end := self.type_end(at)) > at:
            found.append(self.between(at, end))
            at = end + (self.kinds[end] == t.COMMA)
        return tuple(found)

    def type_arguments_end(self, index: int) -> int:
        """Give the index after the `>` that closes `<` at a token, or -1 where it compares."""
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
        """Give the index after the annotation at a token."""
        kinds, at = self.kinds, index + 1
        while kinds[at] == t.NAME:
            at += 1
            if kinds[at] == t.DOT and kinds[at + 1] == t.NAME:
                at += 1
            else:
                break
        return self.closing(at) if kinds[at] == t.LPAR else at

    def plain_type(self, first: int, after: int) -> str:
        """Give the text of a type without the annotations before it."""
        while self.kinds[first] == t.AT and first < after:
            first = self.annotation_end(first)
        return self.between(first, after)
