"""Who calls a function, and who calls them, worked out when asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from rca.index.followed_files import FollowedFiles, Revision
from rca.languages.facts import Facts
from rca.navigation.call_edge_cache import CallEdgeCache, Edge, TargetEdges, caller_of, shown
from rca.navigation.call_graph import CALLERS_PAGE, Call, CallerAnswer, Node, doubts_of, walk
from rca.navigation.use_matching import Matching, confidence_of, is_only_read, is_super
from rca.resolve.common_names import could_match, shape_of
from rca.resolve.receiver_filter import ReceiverFilter
from rca.resolve.resolver import Resolver
from rca.resolve.site_filter import SiteFilter
from rca.resolve.symbol import Symbol
from rca.resolve.visibility import is_visible
from rca.scheduling.deadline import Deadline

__all__ = ["CALLERS_PAGE", "CallerAnswer", "Callers", "caller_of", "confidence_of"]

_MOST_SEEN = 500
"""Files of the project: some 50 MB with all that is worked out about them."""


class _Look(NamedTuple):
    """A declaration, the names by which sites may speak of it, and what tells those that do not."""

    target: Symbol
    names: set[str]
    rejection: SiteFilter
    apart: ReceiverFilter


class Callers:
    """Walks from functions to their callers. What it works out holds as long as the surface stays."""

    def __init__(self, files: FollowedFiles) -> None:
        self._files = files
        self._calls = self.calls = Resolver(files)
        self._edges = CallEdgeCache()
        self.matching = Matching(self._calls, files)
        self._users = 0
        self._is_over = False

    @contextmanager
    def lease(self) -> Iterator[Callers]:
        """Keep it whole until the end, though it is let go of meanwhile."""
        self._users += 1
        try:
            yield self
        finally:
            self._users -= 1
            self._take_apart()

    def dispose(self) -> None:
        """Free what it keeps as soon as nobody uses it.

        Its parts know each other: the interpreter would find that out only when it looks for such circles.
        """
        self._is_over = True
        self._take_apart()

    def _take_apart(self) -> None:
        if self._is_over and not self._users:
            parts = [one for one in vars(self._calls).values() if hasattr(one, "__dict__")]
            for part in (self._calls, *parts):
                vars(part).clear()

    @property
    def is_full(self) -> bool:
        """Return whether it keeps so much that the next question is better answered by a new one."""
        return self._files.seen > _MOST_SEEN

    def follow(self, revision: Revision) -> None:
        """Turn to another revision with the same surface, forgetting what speaks of texts that differ."""
        for path in self._files.follow(revision):
            self._calls.forget(path)
            self._edges.forget(path)

    def find(
        self, targets: Sequence[Symbol], max_depth: int, deadline: Deadline, most: int | None = None
    ) -> CallerAnswer:
        """Return the callers of functions up to a depth; see `walk`."""
        nodes = [_node(one) for one in self.with_other_source_sets(targets)]
        return walk(self, nodes, max_depth, deadline, most).of(targets)

    def with_other_source_sets(self, targets: Sequence[Symbol]) -> tuple[Symbol, ...]:
        """Add the constructors that an `actual class` has beside those of the `expect class`, or the reverse.

        Only where all constructors of a class are asked for: it is the class then that is meant.
        """
        owner = targets[0].owner if targets else None
        if owner is None or {"expect", "actual"}.isdisjoint(owner.declaration.modifiers):
            return tuple(targets)
        if any(one.declaration.kind != "constructor" or one.owner != owner for one in targets):
            return tuple(targets)
        name = owner.type_name
        constructors = self._calls.members.constructors(name)
        if {one for one in constructors if one.path == owner.path} != set(targets):
            return tuple(targets)
        halves = {
            one.path
            for one in self._calls.names.classes(name)
            if not {"expect", "actual"}.isdisjoint(one.declaration.modifiers)
        }
        if owner.path not in halves:
            return tuple(targets)
        others = (one for one in constructors if one.path in halves and one.path != owner.path)
        return tuple(dict.fromkeys((*targets, *others)))

    def uses(
        self, target: Symbol, deadline: Deadline, within: Container[str] | None = None
    ) -> Iterator[Edge]:
        """Return every call site that means a declaration, several of one line too, until the deadline.

        `within` names the files to look at, all where it is None.
        """
        for _, edges in self._by_file(target, deadline, within):
            yield from edges

    def doubts(self, target: Symbol) -> tuple[str, ...]:
        """Return what `uses` left out of a declaration's uses, as it could mean too many others."""
        return tuple(doubts_of(self._edges.unsure(target)))

    def calls_of(self, callee: Node, deadline: Deadline) -> list[Call]:
        """Return the call sites that mean a declaration, one of each line and caller."""
        assert callee.symbol is not None
        edges: dict[tuple[str, int, Symbol | None], Edge] = {}
        for path, found in self._by_file(callee.symbol, deadline, None):
            for edge in found:
                edges.setdefault((path, edge.site.line, edge.caller), edge)
        return [
            Call(
                shown(edge.path, edge.caller),
                edge.path,
                edge.site.line,
                None if edge.caller is None else _node(edge.caller),
                edge.evidence,
                edge.confidence,
            )
            for edge in edges.values()
        ]

    def unsure_of(self, callee: Node) -> Counter[str]:
        """Count by name the call sites that could mean a declaration and too many others."""
        assert callee.symbol is not None
        return self._edges.unsure(callee.symbol)

    def in_files(
        self, target: Symbol, paths: Iterable[str], deadline: Deadline
    ) -> Iterator[tuple[tuple[Edge, ...], Counter[str]]]:
        """Return the call sites of some files that mean a declaration, and those that it is unsure of."""
        kept = self._edges.of(target)
        look = self._looking_for(target)
        for path in paths:
            if deadline.expired:
                return
            yield self._edges_in(kept, path, look), kept.unsure.get(path, Counter())

    def _by_file(
        self, target: Symbol, deadline: Deadline, within: Container[str] | None
    ) -> Iterator[tuple[str, tuple[Edge, ...]]]:
        """Give the edges of each file, in the order of paths, each file looked at once for all questions."""
        kept = self._edges.of(target)
        look = self._looking_for(target)
        names = look.names
        if kept.paths is None:
            kept.paths = dict.fromkeys(
                sorted({path for name in names for path in self._files.declaring(name, "called")})
            )
        elif kept.changed:
            kept.paths = dict.fromkeys(sorted({*kept.paths, *kept.changed}))
        kept.changed.clear()
        for path in tuple(kept.paths):
            if deadline.expired:
                return
            if within is not None and path not in within:
                continue
            edges = self._edges_in(kept, path, look)
            if edges:
                yield path, edges

    def _looking_for(self, target: Symbol) -> _Look:
        rejection = SiteFilter(target, self._calls.inference.dotted)
        return _Look(target, self.matching.spellings(target), rejection, ReceiverFilter(target, self._calls))

    def _edges_in(self, kept: TargetEdges, path: str, look: _Look) -> tuple[Edge, ...]:
        edges = kept.edges.get(path)
        if edges is None:
            unsure: Counter[str] = Counter()
            edges = tuple(self._in_file(path, look, unsure))
            self._edges.keep(look.target, kept, path, edges, unsure)
        return edges

    def _in_file(self, path: str, look: _Look, unsure: Counter[str]) -> Iterator[Edge]:
        """Look at the call sites of a file whose name could mean the target."""
        target, names, rejection, apart = look
        facts = self._calls.names.facts(path)
        if rejection.of_file(path, facts):
            return
        aliases = {row.alias for row in facts.imports if row.alias and row.path.rpartition(".")[2] in names}
        for index in sorted(place for name in names | aliases for place in facts.called.get(name, ())):
            site = facts.calls[index]
            if is_only_read(target, site):
                continue
            if not rejection.of_site(path, facts, site) and not apart.is_site(path, facts, site):
                edge = self._edge(target, path, facts, index, unsure)
                if edge is not None:
                    yield edge

    def _edge(self, target: Symbol, path: str, facts: Facts, index: int, unsure: Counter[str]) -> Edge | None:
        site = facts.calls[index]
        resolution = self._calls.resolve(path, index)
        if resolution is None or not (resolution.targets or resolution.too_many_candidates):
            return None
        weight = self.matching.weigh_for(target, site, resolution, is_super=is_super(facts, site))
        if weight is None and resolution.too_many_candidates and is_visible(target, path):
            unsure[site.name] += could_match(site.name, shape_of(facts, site), target)
        if weight is None:
            return None
        if weight.unsure:
            unsure[site.name] += 1
            return None
        return Edge(caller_of(path, facts, site), path, site, weight.evidence, weight.confidence)


def _node(symbol: Symbol) -> Node:
    return Node((symbol.path, symbol.index), symbol.display_name, symbol.declaration.name_line, symbol)
