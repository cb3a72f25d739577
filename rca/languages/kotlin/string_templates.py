"""Splits string templates into their text and the tokens of their code.

The lexer's expression takes a string as one piece as long as its code nests no deeper than usual. Here
such a piece becomes an opening (`"a ${`), the code's own pieces, middles (`} b $`) and a close (`} c"`).
What the expression could not match (deeper code, several dollars, an open quote or comment) is measured
token by token, and so is the file from there on. A quote that is never closed ends with its line.
"""

from __future__ import annotations

import re
from typing import Final

from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.lexer import CODES, PIECE, SPACE

_DEEPEST: Final = 12
"""Strings inside the code of strings; deeper ones are text."""

_MOST_FAILURES: Final = 8
"""Strings whose code never ends; after that no file is searched to its end for one more."""

_LINE_AFTER: Final = 0x80
_SPECIAL: Final = re.compile(
    b"[%s]"
    % re.escape(
        bytes(kind | line for kind in (t.TEMPLATE, t.BAD_QUOTE, t.BAD_COMMENT) for line in (0, _LINE_AFTER))
    )
)
_OPENS: Final = re.compile(r'(\$*)("""|")')
_IN_LINE: Final = re.compile(r'\\.|\$+(?:\{|(?=[^\W\d]|`))|["\n\r]', re.DOTALL)
_IN_RAW: Final = re.compile(r'"""+|\$+(?:\{|(?=[^\W\d]|`))')
_NAME: Final = re.compile(r"[^\W\d]\w*+|`[^`\n\r]+`|`")
_LINE: Final = re.compile(r"[^\n\r]*")
_COMMENT_EDGE: Final = re.compile(r"/\*|\*/")


def cut(text: str, start: int, pieces: list[str], codes: bytes) -> tuple[list[str], bytes, dict[int, int]]:
    """Split the templates among pieces; return all pieces, their codes, and where strings end."""
    scissors = _TemplateSplitter(text)
    offset, number = start, 0
    while True:
        found = _SPECIAL.search(codes, number)
        stop = len(pieces) if found is None else found.start()
        plain = pieces[number:stop]
        scissors.pieces += plain
        scissors.codes += codes[number:stop]
        if found is None:
            break
        offset += sum(map(len, plain))
        whole = codes[stop] & 0x7F == t.TEMPLATE
        end = scissors.special(offset, codes[stop], 0)
        if not whole or end != offset + len(pieces[stop]):
            while end < len(text):
                end = scissors.piece(end, 0)
            break
        offset, number = end, stop + 1
    return scissors.pieces, bytes(scissors.codes), scissors.ends


class _TemplateSplitter:
    """Pieces and codes while they are built."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[str] = []
        self.codes = bytearray()
        self.ends: dict[int, int] = {}
        self._failures = 0

    def piece(self, start: int, depth: int) -> int:
        """Add the piece at an offset, split where necessary; return its end."""
        found = PIECE.match(self.text, start)
        assert found is not None  # any character is a token
        code = CODES[found[0]]
        if t.TEMPLATE <= code & 0x7F <= t.BAD_COMMENT:
            return self.special(start, code, depth)
        self._add(start, found.end(), code)
        return found.end()

    def special(self, start: int, code: int, depth: int) -> int:
        """Add a string or a comment that the lexer could not close; return its end."""
        if code & 0x7F == t.BAD_COMMENT:
            return self._comment(start)
        return self._string(start, depth)

    def _add(self, start: int, end: int, code: int) -> None:
        self.pieces.append(self.text[start:end])
        self.codes.append(code)

    def _close(self, start: int, end: int, kind: int) -> int:
        """Add a token and the space after it; return the end of that."""
        self.ends[start] = end
        found = SPACE.match(self.text, end)
        after = end if found is None else found.end()
        line = "\n" in self.text[end:after] or "\r" in self.text[end:after]
        self._add(start, after, kind | (_LINE_AFTER if line else 0))
        return after

    def _string(self, start: int, depth: int) -> int:
        opened = _OPENS.match(self.text, start)
        if opened is None:
            return self._close(start, start + 1, t.OTHER)
        dollars, raw = max(1, len(opened[1])), len(opened[2]) == 3
        pattern = _IN_RAW if raw else _IN_LINE
        segment, at, kind = start, opened.end(), t.TEXT_OPEN
        while True:
            found = pattern.search(self.text, at)
            if found is None or found[0] in ("\n", "\r"):
                line = _LINE.match(self.text, at)
                assert line is not None
                end = line.end()
                break
            mark, at = found[0], found.end()
            if mark[0] == '"':
                end = at
                break
            if mark[0] == "\\" or len(mark.rstrip("{")) < dollars:
                continue
            after = self._code(segment, at, kind, depth) if mark[-1] == "{" else self._name(segment, at, kind)
            if after >= 0:
                segment, at, kind = after, after, t.TEXT_MIDDLE
        return self._close(segment, end, t.STRING if kind == t.TEXT_OPEN else t.TEXT_CLOSE)

    def _name(self, segment: int, start: int, kind: int) -> int:
        found = _NAME.match(self.text, start)
        if found is None or found[0] == "`":
            return -1
        self._add(segment, start, kind)
        self._add(start, found.end(), CODES[found[0]])
        return found.end()

    def _code(self, segment: int, start: int, kind: int, depth: int) -> int:
        """Add the code of `${…}` after the text before it; return the offset of `}`, or -1."""
        if depth >= _DEEPEST or self._failures >= _MOST_FAILURES:
            return -1
        kept = len(self.pieces)
        at = self._close(segment, start, kind)
        braces = 0
        while at < len(self.text):
            if self.text[at] == "}":
                if braces == 0:
                    return at
                braces -= 1
            elif self.text[at] == "{":
                braces += 1
            at = self.piece(at, depth + 1)
        self._failures += 1
        del self.pieces[kept:], self.codes[kept:]
        return -1

    def _comment(self, start: int) -> int:
        depth, at = 0, start
        while True:
            found = _COMMENT_EDGE.search(self.text, at)
            if found is None:
                line = _LINE.match(self.text, start)
                assert line is not None
                end = line.end()
                break
            at = found.end()
            depth += 1 if found[0] == "/*" else -1
            if depth == 0:
                end = at
                break
        if not self.pieces:
            return self._close(start, end, t.SEMICOLON)
        # A comment belongs to the piece before it.
        before = start - len(self.pieces.pop())
        code = self.codes.pop()
        after = self._close(before, end, code & 0x7F)
        self.codes[-1] |= code & _LINE_AFTER
        return after
