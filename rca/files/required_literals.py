"""Required literals: text that every match of an expression contains, to skip other files."""

from __future__ import annotations

import codecs
import re

_TOKEN = re.compile(
    r"\\[bBAz]|[$^]|(?P<other>\\[dDwWsStrfav]|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|[.+()])"
    r"|(?P<repeated>\{\d+(?:,\d*)?\}|[*?])|\\(?P<escaped>\W)|(?P<plain>[^|{\[\\])",
    re.DOTALL,
)
"""What stands for no sign, for one of several or any number, for the one before any number, for itself."""
_OTHER_CASES = frozenset("kKsS")
"""Letters that a sign which is no ASCII matches where case is ignored."""

_WORD = re.compile(r"\w+", re.ASCII)
_SHORTEST, _LETTERS = 4, 4


def required_literal(pattern: str, *, is_regex: bool, ignore_case: bool) -> str:
    """Return the longest literal known to occur in each match, ignoring case; empty if there is none.

    Expressions are those of RE2. Unknown syntax contributes no literal.
    """
    runs = _runs(pattern) if is_regex else [pattern]
    if ignore_case or "(?" in pattern:
        runs = [piece for run in runs for piece in _same_in_all_cases(run)]
    return max(runs, key=len, default="")


def byte_hints(text: str) -> tuple[bytes, ...]:
    """Return byte strings, at least one of which occurs in every file containing `text`, in any encoding.

    Empty means no pre-filter. In UTF-16 each letter is a word by itself, except the first and the last, which
    may be adjacent to bytes of other characters, and the byte order mark.
    """
    word = max(_WORD.findall(text), key=len, default="")
    if len(word) < _SHORTEST:
        return ()
    letters = list(dict.fromkeys(word[1:-1].encode()))[:_LETTERS]
    apart = b"".join(b" %c" % letter for letter in letters) + b" "
    return (text.encode(), apart, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def _same_in_all_cases(run: str) -> list[str]:
    return "".join(
        sign if sign.isascii() and sign not in _OTHER_CASES else "\0" for sign in run
    ).split("\0")  # fmt: skip


def _runs(pattern: str) -> list[str]:
    """Return the literal texts of every match: those outside of groups, sets and alternatives."""
    runs = [""]
    at = depth = 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None:  # a choice, or what is not understood
            return []
        at = token.end()
        kind = token.lastgroup
        if kind == "repeated":
            runs[-1] = runs[-1][:-1]
        if kind in {"repeated", "other"}:
            depth += {"(": 1, ")": -1}.get(token[0], 0)
            runs.append("")
        elif kind in {"plain", "escaped"} and depth == 0:
            runs[-1] += token[kind]
    return runs
