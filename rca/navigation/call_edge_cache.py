"""LRU cache of resolved call sites, by declaration and file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rca.caching.lru_cache import LruCache
from rca.index.xref_protocols import Edge
from rca.languages.facts import CallSite, Facts
from rca.resolve.symbol import Symbol

_MOST_FILES = 60_000
"""Files looked at, summed over all declarations that were asked about; one takes some hundred bytes."""


@dataclass(slots=True)
class TargetEdges:
    """What is known of one declaration's callers.

    `paths` are the files whose names say that they may call it, None before they are asked for;
    `changed` those whose text changed since then; `unsure` counts by file the names of call sites that
    could mean it and too many others.
    """

    paths: dict[str, None] | None = None
    changed: set[str] = field(default_factory=set)
    edges: dict[str, tuple[Edge, ...]] = field(default_factory=dict)
    unsure: dict[str, Counter[str]] = field(default_factory=dict)


class CallEdgeCache:
    """Edges by declaration; those asked for least lately go first."""

    def __init__(self) -> None:
        self._targets: LruCache[tuple[str, int], TargetEdges] = LruCache(_MOST_FILES, keeps_newest=True)

    def of(self, target: Symbol) -> TargetEdges:
        """Return what is known of a declaration's callers, to be added to."""
        return self._targets.get_or_put((target.path, target.index), TargetEdges, 0)

    def keep(
        self, target: Symbol, kept: TargetEdges, path: str, edges: tuple[Edge, ...], unsure: Counter[str]
    ) -> None:
        """Add what was found in a file to what is known of a declaration."""
        kept.edges[path] = edges
        if unsure:
            kept.unsure[path] = unsure
        self._targets.resize((target.path, target.index), len(kept.edges))

    def unsure(self, target: Symbol) -> Counter[str]:
        """Count the names of call sites that could mean a declaration and too many others."""
        known = self._targets.get((target.path, target.index))
        return Counter() if known is None else sum(known.unsure.values(), Counter())

    def forget(self, path: str) -> None:
        """Drop what was found in a file whose text changed; it may call anything now."""
        for key, kept in self._targets.items():
            if kept.edges.pop(path, None) is not None:
                self._targets.resize(key, len(kept.edges))
            kept.unsure.pop(path, None)
            kept.changed.add(path)


def caller_of(path: str, facts: Facts, site: CallSite) -> Symbol | None:
    """Return the declaration that a call counts for: the named function around it.

    Local functions belong to the function around them; an initialiser counts for its property or class.
    """
    chain = facts.enclosing(site.owner)
    for place, index in enumerate(chain):
        row = facts.declarations[index]
        if row.is_class:
            continue
        outer = chain[place + 1] if place + 1 < len(chain) else None
        if row.kind == "function" and outer is not None and not facts.declarations[outer].is_class:
            continue
        return Symbol(path, facts, index)
    return Symbol(path, facts, chain[0]) if chain else None


def shown(path: str, caller: Symbol | None) -> str:
    """Name the code that calls: a class by its construction, what is outside of all by its file."""
    if caller is None:
        return path.rpartition("/")[2]
    name, is_java = caller.display_name, caller.facts.language == "java"
    around = caller.owner
    if caller.declaration.kind == "enum_entry" and is_java and around is not None:
        name = around.display_name
    if caller.declaration.is_class:
        return f"{name}.{name if is_java else '<init>'}"
    if caller.declaration.kind in ("property", "initializer") and is_java:  # run by the constructor
        owner = name.rpartition(".")[0]
        return f"{owner}.{owner}"
    return name
