"""The words that identifiers are made of: camel case, snake case, acronyms, digits."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\WA-Z_\d]+|\d+|[^\W\d_]+")
_BREAK = re.compile(r"[\W_]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def split_words(name: str) -> list[str]:
    """Return the words of a name, digits apart: `HTTPClient2_of` is `HTTP`, `Client`, `2`, `of`."""
    return _WORD.findall(name)


def split_humps(name: str) -> list[str]:
    """Return the words of a name, digits with the letters before them: `H2DbUtf8` is `H2`, `Db`, `Utf8`."""
    return [part for part in _BREAK.split(name) if part]
