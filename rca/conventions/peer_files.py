"""Peer selection: the files that a file is compared with: its module, similar files, then a sample."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile
from typing import Final

from rca.caching.memo_key import MemoKey
from rca.conventions.code_file import CodeFile, simple, sources, spread
from rca.index.index_view import IndexView
from rca.index.tags.tags import Tag
from rca.workspace.build_modules import Modules, is_test

_NEAR: Final = 400
_ALIKE: Final = 120
_OTHERS: Final = 250
"""Files of the module, files a tag or supertype that the file has, and files of the rest, at most."""

_BASE_NAMES = MemoKey[frozenset[str]]("base names of files")

_SOURCES = MemoKey[dict[bool, tuple[list[str], list[str]]]]("sources, tests apart")


def candidates(file: CodeFile, tags: Sequence[Tag], index: IndexView, modules: Modules) -> Iterator[str]:
    """Return the paths to compare a file with, most relevant first; tests are compared with tests."""
    own = modules.of(file.path)
    fits, scattered = _sources(index, tests=is_test(file.path))
    near = sorted(
        (path for path in fits if modules.of(path) == own), key=lambda path: _distance(path, file.path)
    )
    known = frozenset(fits)
    chosen = {file.path}
    alike = ((one, _ALIKE) for one in _alike(file, tags, index))
    # One after the other: looking for its like takes time that the module's files may need.
    for group, most in chain([(near, _NEAR)], alike, [(scattered, _OTHERS)]):
        taken = list(islice((path for path in group if path not in chosen and path in known), most))
        chosen.update(taken)
        yield from taken


def _sources(index: IndexView, *, tests: bool) -> tuple[list[str], list[str]]:
    """Return all test files, or all others, sorted; and again in pseudo-random order."""

    def parted() -> dict[bool, tuple[list[str], list[str]]]:
        found: dict[bool, list[str]] = {True: [], False: []}
        for path in sources(index):
            found[is_test(path)].append(path)
        return {one: (paths, sorted(paths, key=spread)) for one, paths in found.items()}

    return index.memoize(_SOURCES, parted)[tests]


def base_names(index: IndexView) -> frozenset[str]:
    """Return the names of all files, without their folders."""
    return index.memoize(_BASE_NAMES, lambda: frozenset(path.rpartition("/")[2] for path in index.listed))


def _distance(path: str, other: str) -> tuple[int, str]:
    """Return how many folder levels two paths do not share."""
    one, two = path.split("/")[:-1], other.split("/")[:-1]
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
    return len(one) + len(two) - 2 * common, path


def _alike(file: CodeFile, tags: Sequence[Tag], index: IndexView) -> Iterator[Iterable[str]]:
    for tag in dict.fromkeys(one.tag for one in tags if one.name):
        yield index.tagged(tag)
    for _, row in file.classes:
        for base in row.supertypes:
            yield index.declaring(simple(base), "mentioned")
