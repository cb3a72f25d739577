"""Shortens repeated paths in a text: the whole path at the first mention, then the file's name alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable


def shorten_repeated_paths(text: str, paths: Iterable[str]) -> str:
    """Replace each of the paths by its file's name, except at its first mention.

    Two files of one name keep their whole paths: the name alone would not tell them apart.
    """
    distinct = dict.fromkeys(path for path in paths if "/" in path)
    names = Counter(_name(path) for path in distinct)
    own = sorted((path for path in distinct if names[_name(path)] == 1), key=len, reverse=True)
    if not own:
        return text
    named: set[str] = set()

    def shorten(match: re.Match[str]) -> str:
        path = match[0]
        if path in named:
            return _name(path)
        named.add(path)
        return path

    return re.sub(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, own))})(?![\w/-])", shorten, text)


def _name(path: str) -> str:
    return path.rpartition("/")[2]
