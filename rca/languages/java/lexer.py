"""Java lexer, almost entirely one regular expression.

A piece is a token with the white space and comments after it; the pieces of a file make up its text, so
offsets are sums of lengths. What kind a piece is of is looked up in a table that fills as files are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from rca.languages.java import token_kinds as t

_SPACE: Final = r"(?:[\s\ufeff]++|//[^\n\r]*+|/\*(?>[^*]+|\*(?!/))*+(?:\*/|\Z))*+"
_TEXT_BLOCK: Final = r'"""(?>[^"\\]+|\\.|"(?!""))*+(?:"""|\Z)'
_NUMBER: Final = (
    r"0[xX][\da-fA-F_.]*+(?:[pP][+-]?\d++)?[lLfFdD]?|0[bB][01_]++[lL]?"
    r"|(?:\d[\d_]*+(?:\.[\d_]*+)?|\.\d[\d_]*+)(?:[eE][+-]?\d[\d_]*+)?[lLfFdD]?"
)
_TOKEN: Final = (
    rf"(?>[^\W\d][\w$]*+|\$[\w$]*+|[(){{}}\[\],;@?~]|\.(?!\d|\.\.)|=(?:=)?|{_TEXT_BLOCK}"
    rf'|"(?>[^"\\\n\r]+|\\.)*+"?|{_NUMBER}|\.\.\.|::?|->|--|-=?|\+\+|[+*%^!]=?|/(?![/*])=?|<(?:<=?|=)?|>=?'
    r"|&&|&=?|\|\||\|=?|'(?>[^'\\\n\r]|\\u+[\da-fA-F]{4}|\\[0-7]{1,3}|\\.)++'|.)"
)
_PIECE: Final = re.compile(_TOKEN + _SPACE, re.DOTALL)
_ALONE: Final = re.compile(_TOKEN, re.DOTALL)
_LEADING: Final = re.compile(_SPACE)
_EXPONENT: Final = re.compile(r"[.eEpP]")
_KEPT_LENGTH: Final = 40
_MOST_KEPT: Final = 60_000


@dataclass(frozen=True, slots=True)
class Tokens:
    """A file's tokens, side by side; four of kind `END` follow the last, so that a reader may look ahead."""

    kinds: bytes
    pieces: list[str]
    starts: list[int]


class _Kinds(dict[str, int]):
    """The kind of each piece seen."""

    def __missing__(self, piece: str) -> int:
        kind = _kind_of(TEXTS[piece])
        if len(piece) < _KEPT_LENGTH:
            self[piece] = kind
        return kind


class _Texts(dict[str, str]):
    """The text of each piece seen, without what follows the token."""

    def __missing__(self, piece: str) -> str:
        word = _ALONE.match(piece)
        text = piece if word is None else word[0]
        if len(piece) < _KEPT_LENGTH:
            self[piece] = text
        return text


KINDS: Final = _Kinds()
TEXTS: Final = _Texts()


def lex(text: str) -> Tokens:
    """Split a text into tokens."""
    if len(KINDS) > _MOST_KEPT or len(TEXTS) > _MOST_KEPT:
        KINDS.clear()
        TEXTS.clear()
    leading = _LEADING.match(text)
    start = 0 if leading is None else leading.end()
    pieces = _PIECE.findall(text, start)
    kinds = bytes(map(KINDS.__getitem__, pieces))
    starts = list(accumulate(map(len, pieces), initial=start))
    starts += [starts[-1]] * 4
    return Tokens(kinds + bytes((t.END,) * 4), [*pieces, "", "", "", ""], starts)


def _kind_of(word: str) -> int:
    known = t.WORDS.get(word) or t.SIGNS.get(word)
    if known is not None:
        return known
    first = word[0]
    if first == '"':
        return t.STRING if len(word) > 1 and word[-1] == '"' else t.OTHER
    if first.isdigit() or (first == "." and len(word) > 1):
        return _kind_of_number(word)
    if first == "'":
        return t.CHAR if len(word) > 1 else t.OTHER
    return t.NAME if first in "_$" or first.isalpha() else t.OTHER


def _kind_of_number(word: str) -> int:
    last = word[-1]
    if last in "lL":
        return t.LONG
    if word[1:2] in ("x", "X") and not _EXPONENT.search(word, 2):
        return t.INT
    if last in "fF":
        return t.FLOAT
    return (
        t.DOUBLE
        if last in "dD" or (_EXPONENT.search(word) and word[1:2] not in ("x", "X", "b", "B"))
        else t.INT
    )
