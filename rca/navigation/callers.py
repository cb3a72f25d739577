"""Callers of a function, resolved on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from rca.index.index_view import IndexView
from rca.index.xref_protocols import CallerAnswer, Edge
from rca.languages.facts import CallSite, Facts
from rca.navigation.call_edge_cache import CallEdgeCache, TargetEdges, caller_of, shown
from rca.navigation.call_graph import Call, Node, doubts_of, walk
from rca.navigation.use_matching import Matching, is_only_read, is_super
from rca.resolve.common_names import could_match, shape_of
from rca.resolve.receiver_filter import ReceiverFilter
from rca.resolve.resolution import Resolution
from rca.resolve.resolver import Resolver
from rca.resolve.site_filter import SiteFilter
from rca.resolve.symbol import Symbol
from rca.resolve.visibility import is_visible, module_of
from rca.scheduling.deadline import Deadline

UNRESOLVED_CONFIDENCE = 0.1
"""How sure a site is that may mean a declaration by its name, where the receiver's type is not known."""
_MOST_FILES_WITH_DOUBTS = 60


class _Look(NamedTuple):
    """A declaration, the names by which sites may speak of it, and what tells those that do not."""

    target: Symbol
    names: set[str]
    rejection: SiteFilter
    apart: ReceiverFilter


def find_callers(
    view: IndexView,
    targets: Sequence[Symbol],
    max_depth: int,
    deadline: Deadline,
    most: int | None = None,
) -> CallerAnswer:
    """Return who calls functions, up to a depth, by links where they tell; see `walk`."""
    answer = _linked_callers(view, targets, max_depth, deadline, most)
    if answer is None:
        with view.resolver(deadline) as resolver:
            answer = Callers(resolver).find(targets, max_depth, deadline, most)
    lacking = [] if view.ready else ["the index is still being checked against the disk"]
    if view.state.reading_libraries:
        lacking.append("the project's libraries are still being read")
    if not lacking:
        return answer
    return CallerAnswer(answer.callers, complete=False, reasons=(*lacking, *answer.reasons))


def find_linked_callers(view: IndexView, target: Symbol, deadline: Deadline) -> CallerAnswer | None:
    """Return who calls a declaration directly, None where that would have to be worked out first."""
    return _linked_callers(view, (target,), 1, deadline, None)


def _linked_callers(
    view: IndexView, targets: Sequence[Symbol], max_depth: int, deadline: Deadline, most: int | None
) -> CallerAnswer | None:
    """Read from links who calls functions; None where links do not tell."""
    if view.state.links is None:
        return None
    if any(one.owner is not None and one.declaration.kind == "constructor" for one in targets):
        with view.resolver() as resolver:
            targets = Callers(resolver).with_other_source_sets(targets)
    return view.state.links.find(view, targets, max_depth, deadline, most)


class Callers:
    """Walks from functions to their callers. What it works out is kept with the resolver."""

    def __init__(self, resolver: Resolver) -> None:
        self._files = resolver.files
        self._resolver = resolver
        self._edges = resolver.table(CallEdgeCache)
        self.matching = Matching(resolver)

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
        constructors = self._resolver.members.constructors(name)
        if {one for one in constructors if one.path == owner.path} != set(targets):
            return tuple(targets)
        halves = {
            one.path
            for one in self._resolver.names.classes(name)
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
        """Return what `uses` left out because it could mean too many declarations."""
        return tuple(doubts_of(self._edges.unsure(target)))

    def unresolved(self, target: Symbol, deadline: Deadline, most: int) -> list[Edge]:
        """Return call sites that may mean a declaration and could not be resolved, likeliest files first.

        Those count for no declaration. A file that names the target's class comes first, then the target's
        own module; only the first files of that order are looked at.
        """
        look = self._looking_for(target)
        owner = target.owner
        naming = set() if owner is None else set(self._files.declaring(owner.name, "mentioned"))
        module = module_of(target.path)
        paths = {path for name in look.names for path in self._files.declaring(name, "called")}
        ranked = sorted(paths, key=lambda one: (one not in naming, module_of(one) != module, one))
        found: list[Edge] = []
        for path in ranked[:_MOST_FILES_WITH_DOUBTS]:
            if deadline.expired or len(found) >= most:
                break
            facts = self._resolver.names.facts(path)
            for index, site in self._sites(path, look):
                resolution = self._resolver.resolve(path, index)
                if resolution is not None and self._is_unresolved(target, path, site, resolution):
                    caller = caller_of(path, facts, site)
                    found.append(Edge(caller, path, site, "name_only", UNRESOLVED_CONFIDENCE))
        return found[:most]

    def _is_unresolved(self, target: Symbol, path: str, site: CallSite, resolution: Resolution) -> bool:
        """Return whether a site that means no declaration for sure may mean the target."""
        if resolution.certain or not is_visible(target, path):
            return False
        if resolution.too_many_candidates:
            facts = self._resolver.names.facts(path)
            return could_match(site.name, shape_of(facts, site), target)
        weight = self.matching.weigh_for(target, site, resolution, is_super=False)
        return weight is not None and weight.unsure

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
        """Yield the edges of each file, in path order; each file is examined once for all targets."""
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
        rejection = SiteFilter(target, self._resolver.dotted_name)
        names = self.matching.spellings(target)
        return _Look(target, names, rejection, ReceiverFilter(target, self._resolver))

    def _edges_in(self, kept: TargetEdges, path: str, look: _Look) -> tuple[Edge, ...]:
        edges = kept.edges.get(path)
        if edges is None:
            unsure: Counter[str] = Counter()
            edges = tuple(self._in_file(path, look, unsure))
            self._edges.keep(look.target, kept, path, edges, unsure)
        return edges

    def _in_file(self, path: str, look: _Look, unsure: Counter[str]) -> Iterator[Edge]:
        """Return the call sites of a file that mean the target."""
        facts = self._resolver.names.facts(path)
        for index, _ in self._sites(path, look):
            edge = self._edge(look.target, path, facts, index, unsure)
            if edge is not None:
                yield edge

    def _sites(self, path: str, look: _Look) -> Iterator[tuple[int, CallSite]]:
        """Return the call sites of a file that speak of the target by name and are not ruled out."""
        target, names, rejection, apart = look
        facts = self._resolver.names.facts(path)
        if rejection.of_file(path, facts):
            return
        aliases = {row.alias for row in facts.imports if row.alias and row.path.rpartition(".")[2] in names}
        for index in sorted(place for name in names | aliases for place in facts.called.get(name, ())):
            site = facts.calls[index]
            if is_only_read(target, site):
                continue
            if not rejection.of_site(path, facts, site) and not apart.is_site(path, facts, site):
                yield index, site

    def _edge(self, target: Symbol, path: str, facts: Facts, index: int, unsure: Counter[str]) -> Edge | None:
        site = facts.calls[index]
        resolution = self._resolver.resolve(path, index)
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
