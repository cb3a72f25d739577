"""Callers from xrefs; only files changed since are resolved again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from rca.index.xref_protocols import CallerAnswer, Edge, LinkedUses
from rca.languages.facts import Facts
from rca.navigation.call_edge_cache import caller_of, shown
from rca.navigation.call_graph import Call, Node, doubts_of, walk
from rca.navigation.callers import Callers
from rca.navigation.use_matching import FAMILY, Matching
from rca.resolve.common_names import could_match
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.resolve.visibility import is_visible, module_of
from rca.scheduling.deadline import Deadline
from rca.xrefs.declaration_keys import key_of_text, keys_of
from rca.xrefs.file_linker import function_of, module_seeing
from rca.xrefs.xref_rows import EVIDENCES, Function, codec
from rca.xrefs.xref_store import XrefStore


class View(Protocol):
    """What is asked of the snapshot."""

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a file."""

    def aliases_of(self, class_name: str) -> tuple[str, ...]:
        """Return the names of type aliases whose target names a class."""

    def resolver(self, deadline: Deadline | None = None) -> AbstractContextManager[Resolver]:
        """Return the resolver, for one thread at a time."""


class ChangedFiles(NamedTuple):
    """The files whose links do not hold for a snapshot, and those of them that call a name."""

    paths: Collection[str]
    calling: Mapping[str, Sequence[str]]


class _Place(NamedTuple):
    """A call site on its way into an answer, in the order of answers."""

    path: str
    site: int
    line: int
    caller: int
    call: Call


class XrefCallers:
    """The callers of one snapshot's functions. For one thread at a time."""

    def __init__(self, view: View, links: XrefStore, dirty: ChangedFiles) -> None:
        self._view = view
        self._links = links
        self._dirty = dirty
        self._keys: dict[str, list[int]] = {}
        self._groups: dict[int, tuple[list[tuple[str, int]], int]] = {}
        self._unsure: dict[Node, Counter[str]] = {}

    def find(
        self, targets: Sequence[Symbol], max_depth: int, deadline: Deadline, most: int | None = None
    ) -> CallerAnswer:
        """Return the callers of functions up to a depth; see `walk`."""
        nodes = [self._node(one) for one in targets]
        return walk(self, nodes, max_depth, deadline, most).of(targets)

    def calls_of(self, callee: Node, deadline: Deadline) -> list[Call]:
        """Return the call sites of a declaration, one of each line and caller, in the order of paths."""
        function = self._function(callee)
        found = list(self._own(callee))
        if function.bases:
            known = {(one.path, one.site) for one in found}
            found.extend(one for one in self._through_bases(function) if (one.path, one.site) not in known)
        unsure = self._doubts(callee, function)
        changed = self._changed_callers(callee, function) if self._dirty.paths else ()
        if changed:
            for edges, doubts in self._worked_out(callee, changed, deadline):
                found.extend(edges)
                unsure += doubts
        self._unsure[callee] = unsure
        found.sort(key=_order)
        calls: dict[tuple[str, int, int], Call] = {}
        for one in found:
            calls.setdefault((one.path, one.line, one.caller), one.call)
        return list(calls.values())

    def uses_of(self, target: Symbol, deadline: Deadline) -> LinkedUses:
        """Return every call site that means a declaration, in the order of paths, until the deadline."""
        callee = self._node(target)
        function = self._function(callee)
        places = {(one.path, one.site): one for one in self._own(callee)}
        for one in self._through_bases(function) if function.bases else ():
            places.setdefault((one.path, one.site), one)
        edges: list[Edge] = []
        for (path, site), place in sorted(places.items()):
            facts = None if deadline.expired else self._view.facts(path)
            if facts is not None:
                row = facts.calls[site]
                call = place.call
                edges.append(Edge(caller_of(path, facts, row), path, row, call.evidence, call.confidence))
        unsure = self._doubts(callee, function)
        changed = self._changed_callers(callee, function) if self._dirty.paths else ()
        for path in changed:
            with self._view.resolver(deadline) as resolver:
                for found, doubted in Callers(resolver).in_files(target, (path,), deadline):
                    edges.extend(found)
                    unsure += doubted
        return LinkedUses(tuple(edges), tuple(doubts_of(unsure)))

    def unsure_of(self, callee: Node) -> Counter[str]:
        """Count by name the call sites that could mean a declaration and too many others."""
        return self._unsure[callee]

    # --- what is read

    def _own(self, callee: Node) -> Iterator[_Place]:
        for path, packed in self._links.edges(_key(callee)):
            if path in self._dirty.paths:
                continue
            for row in codec().sites.decode(packed):
                evidence, confidence = EVIDENCES[row.evidence], row.confidence / 1000
                caller = Node(row.caller, "", 0) if row.caller else None
                call = Call(row.shown, path, row.line, caller, evidence, confidence)
                yield _Place(path, row.site, row.line, row.caller, call)

    def _through_bases(self, function: Function) -> Iterator[_Place]:
        """Return the calls of what a function overrides that may run it."""
        seen: set[tuple[str, int]] = set()
        lineage = {0, *function.lineage}
        for base in function.bases:
            for path, packed in self._links.edges(base):
                if path in self._dirty.paths or function.module not in (None, module_of(path)):
                    continue
                for row in codec().sites.decode(packed):
                    if not row.runs_overrides or row.receiver not in lineage or (path, row.site) in seen:
                        continue
                    if row.spelled and row.spelled not in function.names:
                        continue
                    seen.add((path, row.site))
                    caller = Node(row.caller, "", 0) if row.caller else None
                    call = Call(row.shown, path, row.line, caller, FAMILY.evidence, FAMILY.confidence)
                    yield _Place(path, row.site, row.line, row.caller, call)

    def _function(self, callee: Node) -> Function:
        """Return what is known of a declaration; name and line of the node are right from then on."""
        row = self._links.function(_key(callee))
        symbol = callee.symbol
        if row is not None and row[0] not in self._dirty.paths:
            known = codec().function.decode(row[1])
            if symbol is None:
                callee.name, callee.line = known.name, known.line
            return known
        if symbol is None:
            assert row is not None
            symbol = callee.symbol = self._symbol(row[0], _key(callee))
            callee.name, callee.line = symbol.display_name, symbol.declaration.name_line
        known = function_of(symbol)
        return known if symbol.path not in self._dirty.paths else self._with_bases(symbol, known)

    def _with_bases(self, symbol: Symbol, known: Function) -> Function:
        with self._view.resolver() as resolver:
            matching = Matching(resolver)
            bases = tuple({self._key_of(one) for one in matching.bases(symbol)})
            if not bases or symbol.owner is None:
                return known
            lineage = tuple(key_of_text(name) for name in matching.lineage(symbol.owner))
        return known._replace(bases=bases, lineage=lineage, module=module_seeing(symbol))

    def _doubts(self, callee: Node, function: Function) -> Counter[str]:
        if not self._dirty.paths:
            return Counter(dict(self._links.doubts_by_name(_key(callee)))) + self._crowded(callee, function)
        found = self._crowded(callee, function)
        for name, path, count in self._links.doubts(_key(callee)):
            if path not in self._dirty.paths:
                found[name] += count
        return found

    def _crowded(self, callee: Node, function: Function) -> Counter[str]:
        """Count the sites of a name that so many files declare that none was looked at."""
        found: Counter[str] = Counter()
        for group, name, shape in self._links.crowds(function.names):
            symbol = self._looked_at(callee)
            if not could_match(name, shape, symbol):
                continue
            everywhere = {"private", "internal"}.isdisjoint(symbol.declaration.modifiers)
            sites, total = self._sites_of(group)
            count = total if everywhere else sum(n for path, n in sites if is_visible(symbol, path))
            if count:
                found[name] += count
        return found

    def _sites_of(self, group: int) -> tuple[list[tuple[str, int]], int]:
        """Return the sites of a group by file, and how many there are."""
        known = self._groups.get(group)
        if known is None:
            rows = [row for row in self._links.doubts_in(group) if row[0] not in self._dirty.paths]
            known = self._groups[group] = rows, sum(count for _, count in rows)
        return known

    # --- what is worked out

    def _changed_callers(self, callee: Node, function: Function) -> list[str]:
        names = set(function.names)
        if "invoke" in names:  # values are called by their own names
            symbol = self._looked_at(callee)
            with self._view.resolver() as resolver:
                names = Matching(resolver).spellings(symbol)
        if function.class_name is not None:
            names.update(self._view.aliases_of(function.class_name))
        return sorted({path for name in names for path in self._dirty.calling.get(name, ())})

    def _worked_out(
        self, callee: Node, paths: Sequence[str], deadline: Deadline
    ) -> Iterator[tuple[list[_Place], Counter[str]]]:
        symbol = self._looked_at(callee)
        for path in paths:
            with self._view.resolver(deadline) as resolver:
                for edges, unsure in Callers(resolver).in_files(symbol, (path,), deadline):
                    yield [self._place(edge, number) for number, edge in enumerate(edges)], unsure

    def _looked_at(self, callee: Node) -> Symbol:
        """Return the declaration of a node itself."""
        if callee.symbol is None:
            row = self._links.function(_key(callee))
            assert row is not None
            callee.symbol = self._symbol(row[0], _key(callee))
        return callee.symbol

    def _place(self, edge: Edge, number: int) -> _Place:
        caller = None if edge.caller is None else self._node(edge.caller)
        name = shown(edge.path, edge.caller)
        call = Call(name, edge.path, edge.site.line, caller, edge.evidence, edge.confidence)
        return _Place(edge.path, number, edge.site.line, _key(caller) if caller else 0, call)

    def _node(self, symbol: Symbol) -> Node:
        return Node(self._key_of(symbol), symbol.display_name, symbol.declaration.name_line, symbol)

    def _key_of(self, symbol: Symbol) -> int:
        keys = self._keys.get(symbol.path)
        if keys is None:
            keys = self._keys[symbol.path] = keys_of(symbol.path, symbol.facts)
        return keys[symbol.index]

    def _symbol(self, path: str, key: int) -> Symbol:
        """Return the declaration of a key that stands in a file."""
        facts = self._view.facts(path)
        assert facts is not None
        keys = self._keys.get(path)
        if keys is None:
            keys = self._keys[path] = keys_of(path, facts)
        return Symbol(path, facts, keys.index(key))


def _key(node: Node) -> int:
    assert isinstance(node.ident, int)
    return node.ident


def _order(place: _Place) -> tuple[str, int]:
    return place.path, place.site
