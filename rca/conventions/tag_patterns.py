"""Patterns read from the index's tags, which know inheritance and manifests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from rca.conventions.code_file import Place
from rca.conventions.name_words import ending
from rca.index.index_view import IndexView
from rca.index.tags.tags import Tag
from rca.workspace.build_modules import is_test


class Tagged(NamedTuple):
    """A theme, and the pattern that a tag stands for in it."""

    theme: str
    name: str
    unit: Literal["classes", "functions"] = "classes"


TAGS: Final[dict[str, Tagged]] = {
    "viewmodel": Tagged("architecture", "MVVM view models"),
    "usecase": Tagged("architecture", "use cases"),
    "repository": Tagged("architecture", "repositories"),
    "datasource": Tagged("architecture", "data sources"),
    "mapper": Tagged("architecture", "mappers"),
    "controller": Tagged("architecture", "web controllers"),
    "activity": Tagged("user interface", "activities"),
    "fragment": Tagged("user interface", "fragments"),
    "view": Tagged("user interface", "views of its own"),
    "composable": Tagged("user interface", "composable functions", "functions"),
    "adapter": Tagged("user interface", "adapters of lists"),
    "service": Tagged("background work", "services"),
    "receiver": Tagged("background work", "broadcast receivers"),
    "worker": Tagged("background work", "workers"),
    "provider": Tagged("storage", "content providers"),
    "dao": Tagged("storage", "DAOs"),
    "entity": Tagged("storage", "entities"),
    "database": Tagged("storage", "databases"),
    "api": Tagged("networking", "functions of HTTP interfaces", "functions"),
    "module": Tagged("dependency injection", "modules"),
    "serializable": Tagged("serialization", "serializable classes"),
}


_MEANT: Final = {
    "provider": re.compile(r"(?:Content|File|Documents|Suggestions)Provider\b|manifest"),
    "adapter": re.compile(r"\bandroidx?\."),
}
"""What the evidence of a tag must show, where a name alone may mean other things."""


def means(one: Tag) -> bool:
    """Return whether a class's tag counts, by its evidence."""
    meant = _MEANT.get(one.tag)
    return bool(one.name) and (meant is None or meant.search(one.evidence) is not None)


def places(index: IndexView, tag: str, prefix: str) -> Iterator[Place]:
    """Return the tagged declarations in main sources below a folder."""
    for path, tags in index.tagged(tag).items():
        if (
            not path.startswith(prefix)
            or is_test(path)
            or index.listed[path].language not in ("kotlin", "java")
        ):
            continue
        for name, line in {one.name: one.line for one in tags if one.tag == tag and means(one)}.items():
            yield Place(path, line, name.rpartition(".")[2])


def name_ending(index: IndexView, tag: str, prefix: str) -> tuple[str, int, int] | None:
    """Return the most frequent name ending of tagged declarations, its count, and the total.

    Declarations tagged by their name alone do not count.
    """
    names = {
        (path, one.name)
        for path, tags in index.tagged(tag).items()
        if path.startswith(prefix) and not is_test(path)
        for one in tags
        if one.tag == tag and means(one) and not one.evidence.startswith("named ")
    }
    counts = Counter(ending(name.rpartition(".")[2]) for _, name in names)
    return (*counts.most_common(1)[0], len(names)) if counts else None
