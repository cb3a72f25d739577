"""Tokenizer of lexical search: whole identifiers and their parts, stemmed English words."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import lru_cache

from rca.text.identifiers import split_words

_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9_]*|\d+(?:\.\d+)+")
_LONGEST = 60

# Words that every question or every trace has; the masks of `template.mask` are among them.
_COMMON = frozenset(
    re.findall(
        r"\w+",
        """a an and are as at be but by can could do does for from had has have how i if in into is it its me
        my no not of on or our so than that the their them then there this to up was we were what when where
        which while why will with would you your after before because get gets got getting using use used
        some any all java kotlin com org androidx android caused exception error hex path text url uuid
        version lang util widget app application internal impl core ms class method line file null message
        prio tid daemon""",
    )
)


def words_of(text: str) -> Iterator[str]:
    """Return the words of a text in order, lower case and stemmed; `fooBarBaz` also as `foo bar baz`."""
    for match in _TOKEN.finditer(text):
        token = match.group()[:_LONGEST]
        yield from _words_of_token(token)


def telling_words(text: str, limit: int) -> dict[str, str]:
    """Return the first `limit` distinct significant words, each with its spelling in the text.

    A part of an identifier is spelled as the identifier.
    """
    found: dict[str, str] = {}
    for match in _TOKEN.finditer(text):
        token = match.group()[:_LONGEST]
        for word in _words_of_token(token):
            if word in _COMMON or len(word) < 2:
                continue
            found.setdefault(word, token)
            if len(found) == limit:
                return found
    return found


@lru_cache(maxsize=65_536)
def _words_of_token(token: str) -> tuple[str, ...]:
    lower = token.lower()
    if token[0].isdigit():
        return (token.replace(".", "d"),)
    parts = split_words(token)
    if len(parts) <= 1:
        return (lower,) if lower in _COMMON else (stem(lower),)
    whole = lower.replace("_", "")
    return (whole, *(stem(part.lower()) for part in parts if len(part) > 1))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem of an English word in lower case."""
    stemmed = getattr(_stemmers, "stem", None)
    if stemmed is None:
        import snowballstemmer  # type: ignore[import-untyped] # it ships no types

        stemmed = _stemmers.stem = snowballstemmer.stemmer("english").stemWord
    return str(stemmed(word))


_stemmers = threading.local()
"""One a thread: where snowballstemmer finds PyStemmer, it gives its stemmers, which threads may not share."""
