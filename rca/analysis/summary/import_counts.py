"""Import counts: how many files import a class, a measure of use that needs no call resolution."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nsmallest
from typing import TypeVar

from models.summaries import Count, Used
from rca.analysis.dependency_graph.query_target import declared
from rca.analysis.doc_comments import first_sentence
from rca.caching.memo_key import MemoKey
from rca.index.index_view import IndexView
from rca.index.storage.file_list import ListedFiles
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules, is_test

T = TypeVar("T")

Importers = Mapping[str, Sequence[str]]
"""By what is imported the files that import it."""

_CODE = ("kotlin", "java")
_EVERYWHERE = ("kotlin.", "java.", "javax.")
_PACKAGE_PARTS = 3
_BATCH = 16


def importers(index: IndexView, deadline: Deadline) -> tuple[Importers, bool]:
    """Return the importers of each name, and whether all files were read before the deadline.

    Progress is cached: the next call continues from there.
    """
    reading = index.memoize(_READING, lambda: _Reading(index.listed))
    with reading.lock:
        whole = reading.go_on(index, deadline)
        return dict(reading.found), whole


class _Reading:
    """Imports read so far."""

    def __init__(self, listed: ListedFiles) -> None:
        self.lock = threading.RLock()
        self.found: dict[str, list[str]] = {}
        self._left = [path for path, one in reversed(list(listed.items())) if one.language in _CODE]

    def go_on(self, index: IndexView, deadline: Deadline) -> bool:
        """Read further files; return whether all are read."""
        while self._left:
            if len(self._left) % _BATCH == 0 and deadline.expired:
                return False
            path = self._left.pop()
            facts = index.facts(path)
            names = [f"{row.path}.*" if row.star else row.path for row in facts.imports] if facts else ()
            for name in dict.fromkeys(names):
                self.found.setdefault(name, []).append(path)
        return True


_READING = MemoKey[_Reading]("importers")
_MOST_FIRST = MemoKey[dict[int, list[tuple[str, int]]]]("imports, most first")
_OUTSIDE_PACKAGES = MemoKey[dict[int, Counter[str]]]("packages from outside")


def most_imported(
    snapshot: Snapshot, modules: Modules, found: Importers, most: int, module: str | None = None
) -> tuple[Used, ...]:
    """Return the classes that most files import; of a module, only imports from other modules count."""
    index = snapshot.index
    ordered = (
        _once(index, _MOST_FIRST, found, lambda: _most_first(found, modules, None))
        if module is None
        else _most_first(found, modules, module)
    )
    shown: list[Used] = []
    for name, count in ordered:
        simple = name.rpartition(".")[2]
        places = index.places(simple, "class")
        if not any(
            (module is None or modules.of(path) == module) and name.startswith(package)
            for path, package in places
        ):
            continue
        symbol = _declaring(index, name, modules, module)
        if symbol is not None:
            shown.append(_used(snapshot, symbol, modules, count))
        if len(shown) == most:
            break
    return tuple(shown)


def _once(index: IndexView, key: MemoKey[dict[int, T]], found: Importers, work_out: Callable[[], T]) -> T:
    """Return a value computed from imports, cached while the number of files read is the same."""
    read = sum(map(len, found.values()))
    kept = index.memoize(key, dict)
    known = kept.get(read)
    if known is None:
        known = work_out()
        kept.clear()
        kept[read] = known
    return known


def _most_first(found: Importers, modules: Modules, module: str | None) -> list[tuple[str, int]]:
    counts: Counter[str] = Counter()
    for name, paths in found.items():
        if name.endswith(".*"):
            continue
        outside = len(paths) if module is None else sum(modules.of(path) != module for path in paths)
        if outside:
            counts[name] = outside
    return sorted(counts.items(), key=_by_count)


def _declaring(index: IndexView, name: str, modules: Modules, module: str | None) -> Symbol | None:
    return next(
        (
            one
            for one in index.find_classes(name)
            if one.qualified_name == name
            and not is_test(one.path)
            and (module is None or modules.of(one.path) == module)
        ),
        None,
    )


def _used(snapshot: Snapshot, symbol: Symbol, modules: Modules, count: int) -> Used:
    text = snapshot.text(symbol.path) or ""
    return Used(
        **declared(symbol, modules).model_dump(by_alias=False),
        imported_by=count,
        summary=first_sentence(text, symbol.declaration.start),
    )


def outside_packages(index: IndexView, found: Importers, most: int) -> tuple[Count, ...]:
    """Return external packages, shortened, by the number of files that import them."""
    packages = _once(index, _OUTSIDE_PACKAGES, found, lambda: _outside_packages(index, found))
    return counts(packages, most)


def _outside_packages(index: IndexView, found: Importers) -> Counter[str]:
    own = {".".join(package.split(".")[:_PACKAGE_PARTS]) for package in index.packages if package}
    files: dict[str, set[str]] = {}
    for name, paths in found.items():
        parts = name.split(".")
        lower = [part for part in parts if part[:1].islower()]
        package = ".".join(lower[:_PACKAGE_PARTS])
        if package and package not in own and not f"{package}.".startswith(_EVERYWHERE):
            files.setdefault(package, set()).update(paths)
    return Counter({package: len(paths) for package, paths in files.items()})


def counts(counted: Counter[str] | Iterable[str], most: int | None = None) -> tuple[Count, ...]:
    """Return counts in descending order, equal ones by name."""
    pairs = (counted if isinstance(counted, Counter) else Counter(counted)).items()
    first = sorted(pairs, key=_by_count) if most is None else nsmallest(most, pairs, key=_by_count)
    return tuple(Count(name=name, count=count) for name, count in first)


def _by_count(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]
