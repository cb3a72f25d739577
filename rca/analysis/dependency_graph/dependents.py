"""What depends on a file, class, function, module or package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from models.code import Caller, Evidence
from models.navigation import Dependency, UseKind, UsePlace
from rca.analysis.dependency_graph.dependencies import snapshot_reasons
from rca.analysis.dependency_graph.dependency_counts import DependencyCounter, DependencyEdge, Key
from rca.analysis.dependency_graph.query_target import QueryTarget, unit_of
from rca.analysis.xml_mentions import mentions_of
from rca.index.xref_protocols import Edge
from rca.languages.facts import NONE
from rca.navigation.callers import Callers, find_linked_callers
from rca.navigation.outgoing_uses import FORMS, Use, Uses
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules

_MOST_DOUBTS = 3

_Reach = Literal["names", "calls nearby", "all calls"]
_REACHES: tuple[_Reach, ...] = get_args(_Reach)
"""What a walk looks at; calls nearby are those in files that name the class."""


@dataclass(frozen=True)
class DependentAnswer:
    """Dependents by depth; `reasons` say what may be missing."""

    dependents: tuple[Dependency, ...]
    reasons: tuple[str, ...]


def find_dependents(
    snapshot: Snapshot, modules: Modules, subject: QueryTarget, depth: int, deadline: Deadline
) -> DependentAnswer:
    """Return what uses a target, and what uses that, up to a depth.

    Uses of its classes come first, then calls of members in the same files, then all other calls, so that a
    time limit cuts the least important. With xrefs one pass is enough.
    """
    with snapshot.index.resolver(deadline) as resolver:
        tallies: list[DependencyCounter] = []
        for reach in _REACHES:
            search = _Search(snapshot, subject, resolver, deadline, reach)
            search.run(depth)
            tallies.append(search.tally)
            if not search.skipped or deadline.expired:
                break
    reasons = [*snapshot_reasons(snapshot, subject), *shortened(search.doubts)]
    if deadline.expired:
        reasons.append("the time limit ended the search; ask for a smaller depth or part")
        for earlier in tallies:
            for key, one in earlier.tied.items():
                search.tally.tied.setdefault(key, one)
    return DependentAnswer(search.tally.dependencies(modules), tuple(reasons))


def shortened(doubts: Iterable[str]) -> tuple[str, ...]:
    """Return the first reasons, and how many more there are."""
    found = tuple(dict.fromkeys(doubts))
    more = len(found) - _MOST_DOUBTS
    return (*found[:_MOST_DOUBTS], f"and {more} more names in the same way") if more > 0 else found


class _Search:
    """One search; `skipped` says whether calls were left out that a wider search would examine."""

    def __init__(
        self, snapshot: Snapshot, subject: QueryTarget, resolver: Resolver, deadline: Deadline, reach: _Reach
    ) -> None:
        self._reach = reach
        self.skipped = False
        self._snapshot = snapshot
        self._index = snapshot.index
        self._subject = subject
        self._callers = Callers(resolver)
        self._uses = Uses(resolver)
        self._watch = deadline
        self._members = subject.kind in ("function", "property")
        self.tally = DependencyCounter()
        self.doubts: list[str] = []

    def run(self, depth: int) -> None:
        """Walk breadth first."""
        level: list[tuple[QueryTarget, DependencyEdge | None]] = [(self._subject, None)]
        for step in range(1, depth + 1):
            found: list[DependencyEdge] = []
            for target, source in level:
                for use, name in self._of(target, direct=source is None):
                    new = self._count(use, name, target, step, source)
                    found.extend([new] if new is not None else [])
                if self._watch.expired:
                    return
            level = [
                (QueryTarget("class", one.name, symbols=(one.symbol,)), one)
                for one in found
                if one.symbol is not None
            ]

    def _of(self, target: QueryTarget, *, direct: bool) -> Iterator[tuple[Use, str]]:
        """Return the uses of a target, each with the name of the used declaration."""
        declared = tuple(target.declarations(self._index))
        spelled = self._spellings(declared, target)
        near = {path for name in spelled for path in self._index.declaring(name, "mentioned")}
        yield from self._naming(near, spelled, target, [one for one in declared if one.name in spelled])
        for symbol in declared:
            if symbol.declaration.is_class and symbol.name and not self._watch.expired:
                for path, line, _ in mentions_of(self._snapshot, symbol):
                    use = Use(path, NONE, line, "resource", symbol.name, symbol, None)
                    yield use, symbol.display_name
        for symbol in declared:
            row = symbol.declaration
            if self._watch.expired:
                return
            if symbol.is_callable and "private" not in row.modifiers and not symbol.is_local_function:
                yield from ((use, symbol.display_name) for use in self._calls(symbol, near, direct=direct))

    def _calls(self, symbol: Symbol, near: set[str], *, direct: bool) -> Iterator[Use]:
        """Return what calls a function or reads a property, by xrefs where they exist."""
        linked = find_linked_callers(self._index, symbol, self._watch)
        if linked is not None:
            if direct:
                self.doubts.extend(linked.reasons)
            for caller in linked.callers:
                if is_sure(caller.evidence, caller.file_path):
                    yield self._use_of_caller(caller, symbol)
            return
        if self._reach == "names" and symbol.owner is not None and not self._members:
            self.skipped = True
            return
        # What is top-level is imported by name or lies in the package: few call sites need resolving.
        within = near if self._reach != "all calls" and symbol.owner is not None else None
        self.skipped = self.skipped or within is not None
        for edge in self._callers.uses(symbol, self._watch, within):
            if is_sure(edge.evidence, edge.path):
                yield _use_of(edge, symbol)
        if direct:
            self.doubts.extend(self._callers.doubts(symbol))

    def _use_of_caller(self, caller: Caller, target: Symbol) -> Use:
        path, line = caller.file_path, caller.line
        facts = self._index.facts(path)
        rows = () if facts is None else facts.declarations
        around = [at for at, row in enumerate(rows) if row.line <= line <= row.end_line]
        owner = min(around, key=lambda at: (rows[at].end - rows[at].start, -at), default=NONE)
        kind = _kind(target, "reference" if caller.evidence == "callable_reference" else "")
        return Use(path, owner, line, kind, target.name, target, None, caller.evidence != "unique_name")

    def _spellings(self, declared: Iterable[Symbol], target: QueryTarget) -> frozenset[str]:
        """Return the names by which a file may refer to the classes, or to the members of one class."""
        owners = (one.owner for one in target.symbols if one.is_callable)
        classes = [one for one in declared if one.declaration.is_class or one.declaration.kind == "typealias"]
        named = [one for one in (*classes, *owners) if one is not None]
        return frozenset(
            spelling
            for one in named
            if one.name and one.declaration.kind != "companion"
            for spelling in (one.name, *self._index.aliases_of(one.name))
        )

    def _naming(
        self, paths: Iterable[str], spelled: frozenset[str], target: QueryTarget, named: Iterable[Symbol]
    ) -> Iterator[tuple[Use, str]]:
        """Return the places that name classes as types, or in imports without another use."""
        visible = frozenset(self._outermost(target)) | spelled
        qualified = [one.qualified_name.encode() for one in named]
        for path in sorted(paths):
            if self._watch.expired:
                return
            others = False
            if not self._may_see(path, visible, qualified):
                continue
            for use in self._uses.named(path, spelled=spelled):
                if use.target is not None and target.holds(use.target):
                    others = True
                    yield use, use.target.display_name
            for use in () if others else self._uses.imported(path, spelled):
                if use.target is not None and target.holds(use.target):
                    yield use, use.target.display_name

    def _outermost(self, target: QueryTarget) -> Iterator[str]:
        """Return the names through which files reach the target's classes: packages, outermost classes."""
        for path in target.code:
            facts = self._index.facts(path)
            if facts is not None:
                yield facts.package
                yield from (row.name for row in facts.declarations if row.parent == NONE)

    def _may_see(self, path: str, visible: frozenset[str], qualified: Iterable[bytes]) -> bool:
        """Return whether a file that contains a class's name may mean that class; scripts see all classes."""
        facts = self._index.facts(path)
        if facts is None or facts.package in visible or facts.names_only or path.endswith(".kts"):
            return facts is not None
        if any(_last(row.path) in visible or (row.star and row.path in visible) for row in facts.imports):
            return True
        content = self._snapshot.content(path) or b""
        return any(name in content for name in qualified)

    def _count(
        self, use: Use, name: str, target: QueryTarget, depth: int, source: DependencyEdge | None
    ) -> DependencyEdge | None:
        facts = self._index.facts(use.path)
        if facts is None:
            return None
        holder = None if use.owner == NONE else Symbol(use.path, facts, use.owner)
        unit = None if holder is None else unit_of(holder, members=self._members)
        if unit is not None and (target.holds(unit) or self._subject.holds(unit)):
            if source is not None and self._subject.holds(unit) and not target.holds(unit):
                source.cyclic = True
            return None
        if unit is None and use.path in self._subject.code:
            return None
        key: Key = use.path if unit is None else (unit.path, unit.index)
        inside = use.path.rpartition("/")[2] if holder is None else holder.display_name
        made = DependencyEdge(
            unit, use.path if unit is None else unit.qualified_name,
            external=False, depth=depth, via=None if source is None else source.name,
        )  # fmt: skip
        place = UsePlace(file_path=use.path, line=use.line, kind=use.kind, uses=name, inside=inside)
        return made if self.tally.add(key, made, use.kind, place, certain=use.certain) else None


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def is_sure(evidence: Evidence, path: str) -> bool:
    """Return whether a call site counts; in scripts a unique name proves nothing: most calls go to Gradle."""
    if evidence == "unique_name":
        return not path.endswith(".kts")
    return evidence not in ("override_family", "name_only")


def _kind(target: Symbol, form: str) -> UseKind:
    """Return the kind of dependency that a call site makes."""
    if target.declaration.kind == "constructor" and form != "reference":
        return "construct"
    return FORMS.get(form, "property" if not form and target.declaration.kind == "property" else "call")


def _use_of(edge: Edge, target: Symbol) -> Use:
    site = edge.site
    kind = _kind(target, site.form)
    return Use(
        edge.path, site.owner, site.line, kind, site.name, target, None, edge.evidence != "unique_name"
    )
