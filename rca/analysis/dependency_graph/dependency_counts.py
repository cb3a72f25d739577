"""Uses of declarations, counted as dependencies between files, classes or modules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from models.navigation import Declared, Dependency, Share, UseKind, UsePlace
from rca.analysis.dependency_graph.query_target import declared
from rca.index.index_view import IndexView
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import Modules

_MOST_PLACES = 5

Key = tuple[str, int] | str
"""A declaration by file and index, or a name outside of the project (or a file) by itself."""


@dataclass
class DependencyEdge:
    """One end of a dependency, with the uses that constitute it."""

    symbol: Symbol | None
    name: str
    external: bool
    depth: int
    via: str | None
    why: Counter[UseKind] = field(default_factory=Counter)
    places: dict[tuple[str, int, str], UsePlace] = field(default_factory=dict)
    certain: bool = False
    cyclic: bool = False


class DependencyCounter:
    """Dependencies collected so far, nearest first."""

    def __init__(self) -> None:
        self.tied: dict[Key, DependencyEdge] = {}

    def add(
        self, key: Key, made: DependencyEdge, kind: UseKind, place: UsePlace, *, certain: bool = True
    ) -> bool:
        """Count a use, unless its depth exceeds that of the first; return whether the key is new."""
        known = self.tied.get(key)
        one = self.tied.setdefault(key, made)
        if one.depth == made.depth:
            one.why[kind] += 1
            one.certain = one.certain or certain
            one.places.setdefault((place.file_path, place.line, place.uses), place)
        return known is None

    def dependencies(self, modules: Modules) -> tuple[Dependency, ...]:
        """Return the dependencies by depth, the project's first, most used first."""
        ordered = sorted(
            self.tied.values(), key=lambda one: (one.depth, one.external, -one.why.total(), one.name)
        )
        return tuple(_dependency(one, modules) for one in ordered)


def shares(found: Iterable[Dependency], names: Iterable[str]) -> tuple[Share, ...]:
    """Sum dependencies by name, largest first."""
    declarations: Counter[tuple[str, bool]] = Counter()
    uses: Counter[tuple[str, bool]] = Counter()
    for one, name in zip(found, names, strict=True):
        declarations[name, one.external] += 1
        uses[name, one.external] += one.uses
    return tuple(
        Share(name=name, external=external, declarations=count, uses=uses[name, external])
        for (name, external), count in sorted(
            declarations.items(), key=lambda item: (item[0][1], -uses[item[0]], item[0][0])
        )
    )


def _dependency(one: DependencyEdge, modules: Modules) -> Dependency:
    described = (
        Declared(name=one.name.rpartition(".")[2], qualified_name=one.name, kind="external")
        if one.symbol is None and one.external
        else Declared(
            name=one.name.rpartition("/")[2], qualified_name=one.name, kind="file",
            file_path=one.name, module=modules.of(one.name),
        )
        if one.symbol is None
        else declared(one.symbol, modules)
    )  # fmt: skip
    places = sorted(one.places.values(), key=lambda place: (place.file_path, place.line))
    return Dependency(
        **described.model_dump(by_alias=False),
        external=one.external,
        depth=one.depth,
        why=tuple(kind for kind, _ in one.why.most_common()),
        uses=one.why.total(),
        places=tuple(places[:_MOST_PLACES]),
        via=one.via,
        cyclic=one.cyclic,
        certain=one.certain,
    )


def package_of(one: Dependency, index: IndexView) -> str:
    """Return the package of a dependency; for external names it is derived from naming conventions."""
    if one.file_path is not None:
        return index.listed[one.file_path].package
    parts = one.qualified_name.split(".")
    first = next((place for place, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    return ".".join(parts[:first])
