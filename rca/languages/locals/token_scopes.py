"""Tokens of one text with matched brackets; tolerates broken code."""

from __future__ import annotations

from collections.abc import Iterator

from rca.languages.facts import Facts
from rca.languages.locals.local import Local, LocalKind
from rca.languages.word_scanner import Token, tokens

_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())
_SIGNATURES = ("function", "constructor")


class TokenScopes:
    """The tokens of a text by index, with their brackets.

    `pairs` maps an opening bracket to its closing one and back; `around` is the innermost opening bracket
    around a token.
    """

    def __init__(self, path: str, text: str, facts: Facts) -> None:
        self._path = path
        self._text = text
        self._facts = facts
        self.tokens = list(tokens(text, facts.language))
        self.pairs, self.around = _brackets(self.tokens)

    def named(self, names: list[int], until: int, kind: LocalKind) -> Iterator[Local]:
        """Return the names at some tokens."""
        for name in names:
            yield self.local(name, until, kind)

    def local(self, at: int, until: int, kind: LocalKind) -> Local:
        """Return the name at a token."""
        token = self.tokens[at]
        return Local(self._path, token.text, token.start, kind, token.end, until)

    def end_of_declaration(self, at: int) -> int:
        """Return the end of the declaration whose header contains a token; its block if anonymous."""
        start = self.tokens[at].start
        around = [
            row
            for row in self._facts.declarations
            if row.start <= start < row.end
            and row.name_start <= start <= row.header_end
            and (row.kind in _SIGNATURES or row.is_class)
        ]
        if not around:
            return self.end_of_statement(at)
        inner = min(around, key=lambda row: row.end - row.start)
        if inner.kind == "constructor" and inner.parent >= 0:
            owner = self._facts.declarations[inner.parent]
            if inner.header_end <= owner.header_end:  # a primary constructor: its class sees the names
                return owner.end
        return inner.end

    def end_of_declared(self, at: int) -> int:
        """Return the end of the function, property or class that begins at or around a token."""
        start = self.tokens[at].start
        ends = [row.end for row in self._facts.declarations if row.start <= start < row.end]
        return min(ends, default=len(self._text))

    def end_of(self, opening: int | None) -> int:
        """Return the end of the part that a bracket opens; without one, of the whole text."""
        if opening is None:
            return len(self._text)
        closing = self.pairs.get(opening)
        return len(self._text) if closing is None else self.tokens[closing].start

    def end_of_statement(self, opening: int) -> int:
        """Return the end of the block or line after a head in parentheses."""
        closing = self.pairs.get(opening)
        if closing is None or closing + 1 >= len(self.tokens):
            return len(self._text)
        at = closing + 1
        if self.mark(at) == "{":
            return self.end_of(at)
        if self.mark(at) in ("=", "->", ":"):
            at += 1
        line_end = self._text.find("\n", self.tokens[min(at, len(self.tokens) - 1)].end)
        while line_end >= 0 and at < len(self.tokens) and self.tokens[at].start < line_end:
            if self.tokens[at].text in _OPENING and at in self.pairs:
                at = self.pairs[at]
                line_end = self._text.find("\n", self.tokens[at].end)
            at += 1
        around = self.end_of(self.around[opening])
        return min(around, line_end) if line_end >= 0 else around

    def before_type_arguments(self, closing: int) -> int:
        """Return the token before the `<` that a `>` closes; the `>` itself where none does."""
        depth = 0
        for at in range(closing, max(-1, closing - 80), -1):
            mark = self.mark(at)
            depth += (mark == ">") - (mark == "<")
            if depth == 0:
                return at - 1
            if mark in (";", "{", "}", "&&", "||", "="):
                break
        return closing

    def after_angles(self, opening: int) -> int:
        """Return the token after the type arguments opened by a `<`; that token itself if they do not end."""
        depth = 0
        for at in range(opening, min(len(self.tokens), opening + 80)):
            mark = self.mark(at)
            depth += (mark == "<") - (mark == ">")
            if depth == 0:
                return at + 1
        return opening

    def inside(self, opening: int) -> range:
        """Return the tokens from a bracket up to the one that closes it."""
        return range(opening, self.pairs.get(opening, opening))

    def is_word(self, at: int) -> bool:
        """Return whether a token is a word."""
        return 0 <= at < len(self.tokens) and self.tokens[at].is_word

    def word(self, at: int) -> str:
        """Return a token that is a word; "" for any other."""
        return self.tokens[at].text if self.is_word(at) else ""

    def mark(self, at: int) -> str:
        """Return a punctuation token; "" for a word."""
        return self.tokens[at].text if 0 <= at < len(self.tokens) and not self.tokens[at].is_word else ""


def _brackets(row: list[Token]) -> tuple[dict[int, int], list[int | None]]:
    """Return which bracket closes which (both ways), and the opening bracket around each token."""
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
