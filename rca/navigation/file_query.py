"""File search by exports, tags or path."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

from rca.caching.memo_key import MemoKey
from rca.index.index_view import IndexView
from rca.languages.registry import LANGUAGES

_LAST = "\U0010ffff"

_TAGGED = MemoKey[Sequence[str]]("files with a tag or of a language")


def exporting(index: IndexView, name: str) -> Sequence[str]:
    """Return the files with a top-level declaration of a name, simple or with its package."""
    package, _, simple = name.strip().rpartition(".")
    places = index.places(simple, "export")
    return sorted(path for path, own in places if not package or own == package)


def tagged(index: IndexView, tag: str) -> Sequence[str]:
    """Return the files with a tag, or of a language; case, `-` and `_` in its name do not matter."""
    wanted = _plain(tag)
    languages = {one for one in LANGUAGES if _plain(one) == wanted}
    names = {name for name in index.tag_names if _plain(name) == wanted}
    parts: list[Collection[str]] = [index.listed.by_language.get(one, ()) for one in languages]
    parts.extend(index.tagged(name) for name in names or {tag} - languages)
    first, *others = parts
    return sorted(set(first).union(*others)) if others else list(first)


def beginning(index: IndexView, prefix: str) -> Sequence[str]:
    """Return the files whose path begins with a text."""
    paths = all_files(index)
    start = prefix.strip().replace("\\", "/").removeprefix("./").removeprefix("/")
    return paths[bisect_left(paths, start) : bisect_left(paths, start + _LAST)]


def all_files(index: IndexView) -> Sequence[str]:
    """Return every file of the index."""
    return index.listed.paths


QUERIES: dict[str, Callable[[IndexView, str], Sequence[str]]] = {
    "exports": exporting,
    "tag": lambda index, tag: index.memoize(_TAGGED.of(_plain(tag)), lambda: tagged(index, tag)),
    "pathPrefix": beginning,
    "listAll": lambda index, _: all_files(index),
}


def _plain(tag: str) -> str:
    return tag.strip().casefold().replace("-", "").replace("_", "").replace(" ", "")
