"""Kotlin lexer, almost entirely one regular expression.

A piece is a token with the white space and comments after it; the pieces of a file make up its text, so
offsets are sums of lengths. What a piece is (its kind, and whether a line ends after it) is looked up in
a table that fills as files are read. Nothing here counts nesting: strings with code in them are cut
apart afterwards, by `templates`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from rca.languages.kotlin import token_kinds as t

_COMMENT: Final = r"/\*(?>[^*/]+|\*(?!/)|/(?!\*)|/\*(?>[^*/]+|\*(?!/)|/(?!\*))*+\*/)*+\*/"
_SPACE: Final = rf"[\s\ufeff]*+(?:(?=/)(?:[\s\ufeff]++|//[^\n\r]*+|{_COMMENT})*+|)"
"""After most tokens stands no comment: then one look at the next character is enough."""
_CODE: Final = r'\$\{(?>[^{}"\'`/]+|"(?!")(?>[^"\\\n$]+|\\.)*+"|""(?!")|\{[^{}"\'`/]*+\})*+\}'
"""Code in a string, as deep as nearly all of it is; what is deeper is cut by `templates`."""

_LINE_STRING: Final = rf'"(?!"")(?>[^"\\$\n\r]+|\\.|{_CODE}|\$(?!\{{))*+"'
_RAW_STRING: Final = rf'"""(?>[^"$]+|"(?!"")|{_CODE}|\$(?!\{{))*+"""+'
_NUMBER: Final = (
    r"0[xX][\da-fA-F_]++[uU]?L?|0[bB][01_]++[uU]?L?"
    r"|(?:\d[\d_]*+(?:\.\d[\d_]*+)?|\.\d[\d_]*+)(?:[eE][+-]?\d[\d_]*+)?(?:[fF]|[uU]?L?)"
)
_TOKEN: Final = (
    rf"(?>[a-zA-Z_]\w*+|[(){{}}\[\],;@]|\.(?!\.|\d)|{_RAW_STRING}|{_LINE_STRING}|=(?:==?)?|::?|{_NUMBER}|\.\.<?"
    r"|->|--|-=?|\?(?:\.|:(?!:))?|\+\+|[+*%]=?|/(?![/*])=?|!(?:==?|!|i[ns]\b)?|[<>]=?|&&?|\|\|?|`[^`\n\r]+`"
    r"|[^\W\d]\w*+|'(?>[^'\\\n\r]|\\u[\da-fA-F]{4}|\\.)+'|/\*|\$++(?:\"(?:\"\")?)?|.)"
)
PIECE: Final = re.compile(_TOKEN + _SPACE, re.DOTALL)
_ALONE: Final = re.compile(_TOKEN, re.DOTALL)
SPACE: Final = re.compile(_SPACE)

_LINE_AFTER: Final = 0x80
_KIND: Final = bytes(code & 0x7F for code in range(256))
_BREAK: Final = bytes(code >> 7 for code in range(256))
_KEPT_LENGTH: Final = 40
_MOST_KEPT: Final = 60_000
_EXPONENT: Final = re.compile(r"[.eE]")


@dataclass(frozen=True, slots=True)
class Tokens:
    """A file's tokens, side by side. `breaks` is 1 where a line ends before the token.

    Four tokens of kind `END` follow the last, so that a reader may look ahead without asking. `ends` has
    the offsets where the last pieces of strings with code end, by where they start.
    """

    kinds: bytes
    breaks: bytes
    pieces: list[str]
    starts: list[int]
    ends: dict[int, int]


class _Codes(dict[str, int]):
    """The kind of each piece seen, and whether a line ends after it."""

    def __missing__(self, piece: str) -> int:
        word = _ALONE.match(piece)
        assert word is not None
        after = piece[word.end() :]
        code = _kind_of(word[0]) | (_LINE_AFTER if "\n" in after or "\r" in after else 0)
        if len(piece) < _KEPT_LENGTH:
            self[piece] = code
            TEXTS[piece] = word[0]
        return code


class _Texts(dict[str, str]):
    """The text of each piece seen, without what follows the token."""

    def __missing__(self, piece: str) -> str:
        word = _ALONE.match(piece)
        text = piece if word is None else word[0]
        if len(piece) < _KEPT_LENGTH:
            self[piece] = text
        return text


class _Names(dict[str, str]):
    """The name that each piece seen stands for, without backticks."""

    def __missing__(self, piece: str) -> str:
        name = TEXTS[piece].strip("`")
        if len(piece) < _KEPT_LENGTH:
            self[piece] = name
        return name


CODES: Final = _Codes()
TEXTS: Final = _Texts()
NAMES: Final = _Names()


def lex(text: str, start: int) -> Tokens:
    """Split a text into tokens, from an offset without white space."""
    if len(CODES) > _MOST_KEPT or len(NAMES) > _MOST_KEPT:
        CODES.clear()
        TEXTS.clear()
        NAMES.clear()
    pieces = PIECE.findall(text, start)
    codes = bytes(map(CODES.__getitem__, pieces))
    kinds, breaks = codes.translate(_KIND), codes.translate(_BREAK)
    ends: dict[int, int] = {}
    if t.TEMPLATE in kinds or t.BAD_QUOTE in kinds or t.BAD_COMMENT in kinds:
        from rca.languages.kotlin.string_templates import cut

        pieces, codes, ends = cut(text, start, pieces, codes)
        kinds, breaks = codes.translate(_KIND), codes.translate(_BREAK)
    starts = list(accumulate(map(len, pieces), initial=start))
    starts += [starts[-1]] * 4
    pieces += ("", "", "", "")
    return Tokens(kinds + bytes((t.END,) * 4), b"\1" + breaks + b"\1\1\1\1", pieces, starts, ends)


def _kind_of(word: str) -> int:
    known = t.WORDS.get(word) or t.SIGNS.get(word)
    if known is not None:
        return known
    first = word[0]
    if first in '"$':
        return _kind_of_string(word)
    if first.isdigit() or (first == "." and len(word) > 1):
        return _kind_of_number(word)
    if word == "/*":
        return t.BAD_COMMENT
    if first in "'`" and len(word) > 1:
        return t.CHAR if first == "'" else t.NAME
    return t.NAME if first == "_" or first.isalpha() else t.OTHER


def _kind_of_string(word: str) -> int:
    if word == '"' or word[0] == "$":
        return t.BAD_QUOTE if word[-1] == '"' else t.OTHER
    return t.TEMPLATE if _CODE_IN.search(word) else t.STRING


_CODE_IN: Final = re.compile(r"\$(?:\{|[^\W\d]|`)")


def _kind_of_number(word: str) -> int:
    last = word[-1]
    if word[1:2] in ("x", "X", "b", "B"):
        return t.UINT if "u" in word or "U" in word else t.LONG if last == "L" else t.INT
    if last in "fF":
        return t.FLOAT
    if "u" in word or "U" in word:
        return t.UINT
    if last == "L":
        return t.LONG
    return t.DOUBLE if _EXPONENT.search(word) else t.INT
