"""The declared name that is most similar to an undeclared one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher, get_close_matches
from pathlib import PurePosixPath

from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.navigation.symbol_search import names_beginning
from rca.workspace.build_modules import is_test

_LEAST = 0.8
_SHORTEST = 4
_VALUE = re.compile(r"""<(\w[\w-]*)[^<>]*?\bname\s*=\s*"([\w.]+)\"""")
_FILE_KINDS = frozenset(
    ("anim", "animator", "color", "drawable", "font", "layout", "menu", "mipmap", "navigation", "raw", "xml")
)


def nearest_declaration(name: str, files: ProjectFiles) -> tuple[str, Span] | None:
    """Return the nearest name that the project declares with its place; None if none is near.

    A name that differs in case alone is the nearest of all; tests are looked at last.
    """
    if len(name) < _SHORTEST:
        return None
    index = files.snapshot.index
    names = set(names_beginning(index, name[0])) - {name}
    for near in _nearest(name, names):
        symbols = [
            symbol
            for path in sorted(
                {*index.declaring(near, "class"), *index.declaring(near, "callable")}, key=is_test
            )
            for symbol in index.symbols(path)
            if symbol.name == near and symbol.declaration.kind != "constructor"
        ]
        if symbols:
            return near, Span(
                symbols[0].path, symbols[0].declaration.name_line, symbols[0].declaration.name_line
            )
    return None


def nearest_resource(kind: str, name: str, files: ProjectFiles) -> tuple[str, Span] | None:
    """Return the nearest resource of a kind with its place; None if none is near."""
    found = dict(_resources(kind, files))
    for near in _nearest(name, found.keys() - {name}):
        return near, found[near]
    return None


def _resources(kind: str, files: ProjectFiles) -> Iterator[tuple[str, Span]]:
    if kind in _FILE_KINDS:
        for path in reversed(files.resources(kind)):
            yield PurePosixPath(path).stem, Span(path, 1, max(1, files.lines(path).count))
    for path in reversed(files.resources("values")):
        lines = files.lines(path)
        for match in _VALUE.finditer(lines.text):
            if match[1].endswith(kind) or kind in match[1]:
                line = lines.line_of(match.start())
                yield match[2], Span(path, line, line)


def _nearest(name: str, names: Iterable[str]) -> Iterator[str]:
    """Yield near names, the nearest first; names with the same words in another order count as near."""
    known = list(names)
    same = [one for one in known if one.lower() == name.lower()]
    close = get_close_matches(name, known, n=3, cutoff=_LEAST)
    close.sort(key=lambda one: -SequenceMatcher(None, name, one).ratio())
    yield from dict.fromkeys([*same, *close])
