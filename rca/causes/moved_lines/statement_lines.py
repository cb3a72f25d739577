"""The lines of the statement around a line: a call of several lines is reported at any of them."""

from __future__ import annotations

from typing import Final

from rca.causes.source_tokens import SourceTokens

_MOST_LINES: Final = 20
_ENDS: Final = frozenset((";", "{", "}"))
_CONTINUED_LISTED: Final = """
= ( [ , . ?. ?: && || + - * / % -> : :: == != === !== < > <= >= += -= as is in !in !is by else new throw
return
"""
_CONTINUED: Final = frozenset(_CONTINUED_LISTED.split())
"""Words after which a line goes on below."""
_CONTINUING: Final = frozenset(
    (".", "?.", "?:", "&&", "||", ")", "]", ",", "as", "?", ":", "else", "->", "=", "{")
)
"""Words with which a line goes on from above."""


def statement_tokens(tokens: SourceTokens, line: int) -> range:
    """Return the tokens of the statement that a line is part of, lambdas and blocks left out."""
    there = tokens.in_lines(line, line)
    if not there:
        return there
    first, last = there[0], there[-1]
    while first > 0 and line - tokens.line_of(first - 1) <= _MOST_LINES and _go_on(tokens, first - 1):
        first -= 1
    most = len(tokens.words) - 1
    while last < most and tokens.line_of(last + 1) - line <= _MOST_LINES and _go_on(tokens, last):
        last += 1
    return range(first, last + 1)


def _go_on(tokens: SourceTokens, index: int) -> bool:
    """Return whether a token and the one after it belong to one statement."""
    word, following = tokens.word(index), tokens.word(index + 1)
    if word == "}" and following in (".", "?.", "?:", ")", ",", "!!"):
        return True
    if word in _ENDS:
        return False
    if following == "}":
        return False
    if not tokens.kotlin or tokens.line_of(index) == tokens.line_of(index + 1):
        return True
    around = tokens.around(index + 1)
    if around >= 0 and tokens.word(around) in ("(", "["):
        return True
    return word in _CONTINUED or following in _CONTINUING


def holds_no_code(tokens: SourceTokens, line: int) -> bool:
    """Return whether a line is blank or holds a comment, and is no part of a string of several lines."""
    if tokens.in_lines(line, line):
        return False
    start = tokens.lines.start_of(line)
    after = tokens.in_lines(1, line).stop
    if after == 0 or after >= len(tokens.words):
        return True
    if tokens.ends[after - 1] > start:
        return False
    around = tokens.around(after)
    return around < 0 or not tokens.is_string(around)


def holds_braces_alone(tokens: SourceTokens, line: int) -> bool:
    """Return whether a line has no words but those that open and close blocks."""
    words = {tokens.word(index) for index in tokens.in_lines(line, line)}
    return bool(words) and words <= {"{", "}", ";", "else", "try", "finally", "do"}
