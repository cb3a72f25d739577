"""Token cursor shared by the Kotlin and Java parsers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rca.languages.facts_builder import Collector, Span

DEEPEST: Final = 60
"""Nested code below this is left unread: Python's own stack is the limit, and no person writes it."""


class TokenCursor(Collector):
    """A place in a file's tokens. `at` is the index of the next token.

    A piece is a token with what stands after it, up to the next; `texts` gives a piece's token alone.
    `openers` and `closers` tell brackets by their kind, `after_all` is the kind that ends a file.
    """

    texts: ClassVar[Mapping[str, str]]
    openers: ClassVar[bytes]
    closers: ClassVar[bytes]
    after_all: ClassVar[int]

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.kinds = b""
        self.pieces: list[str] = []
        self.starts: list[int] = []
        self.at = 0
        self.depth = 0
        self.errors: list[int] = []
        """Tokens that were not understood."""

    def end_of(self, index: int) -> int:
        """Return the offset where a token ends."""
        return self.starts[index] + len(self.texts[self.pieces[index]])

    def offset_here(self) -> int:
        """Return the offset of the next token."""
        return self.starts[self.at]

    def name(self, index: int) -> str:
        """Return the name that a token stands for."""
        raise NotImplementedError

    def declare_local(self, named: int, value: int) -> None:
        """Bind the local whose name is at a token, with its value."""
        self.note_value(named, value)
        self.bind(self.name(named), value)

    def note_value(self, named: int, value: int) -> None:
        """Record the value of the local, `this` or `super` at a token."""
        if self.traced:
            self.local_values.append((self.starts[named], value))

    def note_sign(self, sign: int, site: int) -> None:
        """Record the call site that the operator at a token stands for."""
        if self.traced:
            self.signs.append((self.starts[sign], site))

    def between(self, first: int, after: int) -> str:
        """Return the text from a token to the one before `after`."""
        return self.text[self.starts[first] : self.end_of(after - 1)] if after > first else ""

    def touches(self, index: int) -> bool:
        """Return whether a token and the next are adjacent."""
        piece = self.pieces[index]
        return len(piece) == len(self.texts[piece])

    def error(self, index: int) -> None:
        """Record a syntax error at a token."""
        if not self.errors or self.errors[-1] != index:
            self.errors.append(index)

    def expect(self, kind: int) -> bool:
        """Take a token of a kind; otherwise record an error and return False."""
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        self.error(self.at)
        return False

    def too_deep(self) -> bool:
        """Return whether the nesting limit is exceeded; if so, skip what is inside."""
        if self.depth <= DEEPEST:
            return False
        start = self.at
        self.problems.append(f"line {self.line_at(self.starts[start])}: nested too deep to be read")
        self.skip_inside()
        return True

    def skip_inside(self) -> None:
        """Skip to the bracket that closes the current one."""
        kinds, at, depth = self.kinds, self.at, 0
        while kinds[at] != self.after_all:
            kind = kinds[at]
            if self.openers[kind]:
                depth += 1
            elif self.closers[kind]:
                if depth == 0:
                    break
                depth -= 1
            at += 1
        self.at = at

    def span(self, first: int, named: int | None = None, header_end: int | None = None) -> Span:
        """Return the position of a declaration that ends before the next token.

        `first` and `named` are tokens, `header_end` is an offset.
        """
        start = self.starts[first]
        end = max(self.end_of(self.at - 1), start) if self.at > first else start
        name_start = start if named is None else min(self.starts[named], end)
        return start, end, name_start, end if header_end is None else min(header_end, end)

    def name_span(self, named: int) -> Span:
        """Return the position of a declaration without source text: its class's name."""
        start, end = self.starts[named], self.end_of(named)
        return start, end, start, end
