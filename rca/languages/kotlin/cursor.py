"""Token cursor of the Kotlin parser: position, error recovery, depth limit.

Code is read once, from left to right, and what is read goes straight into the facts. A reader takes what
it understands and leaves the rest to the reader around it; each loop that finds no progress skips a
token. Where a file's braces do not balance, indentation decides which block a brace or a declaration
belongs to: there, and only there, a declaration at the start of a line that stands no further right than
the line that opened the block says that the block's brace is missing.
"""

from __future__ import annotations

import re
from typing import Final

from rca.languages.facts import NONE
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.header import header
from rca.languages.kotlin.lexer import NAMES, TEXTS, lex
from rca.languages.token_cursor import TokenCursor
from rca.languages.token_tables import kinds_in

_MOST_LOOKED: Final = 600
"""Tokens that are looked over for a closing parenthesis where it is only a guess that there is one."""

_INDENT: Final = re.compile(r"[ \t]*")
_OPENERS: Final = kinds_in((t.LPAR, t.LBRACE, t.LBRACKET, t.TEXT_OPEN))
_CLOSERS: Final = kinds_in((t.RPAR, t.RBRACE, t.RBRACKET, t.TEXT_CLOSE))

Casts = tuple[int, int, dict[str, int], dict[str, int]]
"""First token and end of a condition, and the types that names have where it holds, and where it fails."""


class Cursor(TokenCursor):
    """A place in a file's tokens. `at` is the index of the next token.

    `breaks` tells where a line ends before a token; inside parentheses line ends mean nothing, and
    `breaks` is all zeros there, while `lines` keeps the truth.
    """

    texts = TEXTS
    openers = _OPENERS
    closers = _CLOSERS
    after_all = t.END

    def __init__(self, text: str) -> None:
        super().__init__(text)
        read = lex(text, header(self))
        self.kinds = read.kinds
        self.pieces = read.pieces
        self.starts = read.starts
        self.text_ends = read.ends
        self.lines = read.breaks
        self.breaks = read.breaks
        self.flat = bytes(len(read.breaks))
        self.last = NONE
        """First token of the statement that was read last in the block read last, or NONE."""
        self.casts: Casts | None = None
        self.target = NONE
        """Call site of `a[i] = b` that waits for what is assigned, or NONE."""
        self.assigned = NONE
        """What `a = {…}` assigns to, where that was read last, or NONE."""
        self.wanted = (NONE, NONE)
        """Token of a lambda or reference that is no argument, and an expression of the type it must have."""
        self.by_class = False
        """Whether a brace opens a class's body: `class A : B by c() {`."""
        self.undeclared = 0
        """Token up to which there are modifiers that no declaration follows."""
        count = read.kinds.count
        self.unbalanced = count(t.LBRACE) != count(t.RBRACE)
        self.unclosed = (
            self.unbalanced or count(t.LPAR) != count(t.RPAR) or count(t.LBRACKET) != count(t.RBRACKET)
        )

    def name(self, index: int) -> str:
        """Return the name that a token stands for."""
        return NAMES[self.pieces[index]]

    def end_of(self, index: int) -> int:
        """Return the offset where a token ends; that of its start where there is none."""
        start = self.starts[index]
        kind = self.kinds[index]
        if kind in (t.TEXT_CLOSE, t.STRING) and start in self.text_ends:
            return self.text_ends[start]
        return start + len(TEXTS[self.pieces[index]])

    def takes_type(self, index: int) -> bool:
        """Return whether a lambda or callable reference starts at a token: both need an expected type."""
        kind = self.kinds[index]
        return kind == t.LBRACE or kind == t.COLONCOLON or self.kinds[index + 1] == t.COLONCOLON

    def closing(self, index: int) -> int:
        """Return the index after what closes the bracket at `index`, or -1 where a brace comes first."""
        kinds, at, depth = self.kinds, index + 1, 0
        stop = at + _MOST_LOOKED
        while at < stop:
            kind = kinds[at]
            if kind in (t.RPAR, t.RBRACKET):
                if depth == 0:
                    return at + 1
                depth -= 1
            elif kind in (t.LPAR, t.LBRACKET):
                depth += 1
            elif kind in (t.LBRACE, t.RBRACE, t.END):
                return -1
            at += 1
        return -1

    def closing_any(self, index: int) -> int:
        """Return the index after what closes the bracket at `index`, whatever is in it."""
        at = self.at
        self.at = index + 1
        self.skip_inside()
        end = self.at + (self.kinds[self.at] in (t.RPAR, t.RBRACKET))
        self.at = at
        return end

    def indent(self, index: int) -> int:
        """Return the indentation of the line on which a token starts."""
        start = self.line_starts[self.line_at(self.starts[index]) - 1]
        found = _INDENT.match(self.text, start)
        return 0 if found is None else found.end() - start

    def ends_block(self, opener: int) -> bool:
        """Return whether a block ends before the next token, in a file with unbalanced braces."""
        at = self.at
        if not self.lines[at] or self.kinds[at] == t.END:
            return False
        here, around = self.indent(at), self.indent(opener)
        if here > around:
            if self.kinds[at] == t.RBRACE:
                self.error(at)  # one too many: it closes nothing that is open here
                self.at += 1
                return self.ends_block(opener) if self.kinds[self.at] != t.RBRACE else False
            return False
        if self.kinds[at] == t.RBRACE:
            return here < around
        return here < around or self.declaration_at(at) >= 0

    def close_brace(self) -> None:
        """Take a block's closing brace, or record that it is missing."""
        if self.kinds[self.at] == t.RBRACE:
            self.at += 1
        else:
            self.error(self.at)

    # What the readers of single constructs need of each other; `reader.Kotlin` is all of them.

    def expression(self, least: int = 2) -> int:
        """Read an expression whose operators bind at least as strongly as `least`; return its value."""
        raise NotImplementedError

    def statement(self) -> int:
        """Read a statement or a declaration; return its value."""
        raise NotImplementedError

    def declaration_at(self, index: int) -> int:
        """Return the index of the keyword of the declaration that starts at a token, or -1."""
        raise NotImplementedError
