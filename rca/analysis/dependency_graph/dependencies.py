"""What a file, class, function, module or package depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.navigation import Dependency, UnusedImport, UseKind, UsePlace
from rca.analysis.dependency_graph.dependency_counts import DependencyCounter, DependencyEdge, Key
from rca.analysis.dependency_graph.query_target import QueryTarget, inside, unit_of
from rca.caching.cached_attribute import cached_attribute
from rca.languages.facts import NONE, Facts
from rca.navigation.outgoing_uses import Use, Uses
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules
from rca.workspace.used_imports import used_names

Code = Mapping[str, frozenset[int] | None]


@dataclass(frozen=True)
class DependencyAnswer:
    """Dependencies by depth; `reasons` say what may be missing."""

    dependencies: tuple[Dependency, ...]
    unused_imports: tuple[UnusedImport, ...]
    reasons: tuple[str, ...]


def find_dependencies(
    snapshot: Snapshot, modules: Modules, subject: QueryTarget, depth: int, deadline: Deadline
) -> DependencyAnswer:
    """Return what a target uses, up to a depth.

    What lies outside of the project is given where the subject itself uses it. When the deadline expires
    the answer holds what was found until then and says so.
    """
    with snapshot.index.resolver(deadline) as resolver:
        search = _Search(snapshot, subject, Uses(resolver), deadline)
        search.run(depth)
    reasons = list(snapshot_reasons(snapshot, subject))
    if deadline.expired:
        reasons.append("the time limit ended the search; ask for a smaller depth or part")
    if search.doubtful:
        reasons.append(
            f"{search.doubtful} calls with unknown receiver could mean several declarations and are left out"
        )
    return DependencyAnswer(search.tally.dependencies(modules), tuple(search.unused), tuple(reasons))


def snapshot_reasons(snapshot: Snapshot, subject: QueryTarget) -> tuple[str, ...]:
    """Return reasons why an answer from this snapshot may be incomplete."""
    reasons = []
    if not snapshot.index.ready:
        reasons.append("the index is still being checked against the disk")
    if subject.ambiguous:
        shown = ", ".join(subject.ambiguous[:5])
        reasons.append(f"'{subject.name}' may mean {shown}: the answer is about all of them; give filePath")
    return tuple(reasons)


class _Search:
    def __init__(self, snapshot: Snapshot, subject: QueryTarget, uses: Uses, deadline: Deadline) -> None:
        self._snapshot = snapshot
        self._index = snapshot.index
        self._subject = subject
        self._uses = uses
        self._watch = deadline
        self._members = subject.kind in ("function", "property")
        self.tally = DependencyCounter()
        self.unused: list[UnusedImport] = []
        self.doubtful = 0

    def run(self, depth: int) -> None:
        """Search breadth first; looks one step beyond the direct dependencies to detect cycles."""
        level: list[tuple[Code, DependencyEdge | None]] = [(self._subject.code, None)]
        for step in range(1, max(2, depth) + 1):
            found: list[DependencyEdge] = []
            for code, source in level:
                if self._watch.expired:
                    return
                for use in self._of(code, source):
                    new = self._count(use, step, source, kept=step <= depth)
                    found.extend([new] if new is not None else [])
            level = [
                ({one.symbol.path: inside(one.symbol)}, one)
                for one in found
                if one.symbol is not None and (step < depth or one.symbol.path in self._around)
            ]

    @cached_attribute
    def _around(self) -> frozenset[str]:
        """The files that may use the target, by its names."""
        found: set[str] = set()
        for symbol in self._subject.declarations(self._index):
            if symbol.declaration.is_class or symbol.declaration.parent == NONE or self._members:
                found.update(
                    self._index.declaring(
                        symbol.name, "mentioned" if symbol.declaration.is_class else "called"
                    )
                )
        return frozenset(found)

    def _of(self, code: Code, source: DependencyEdge | None) -> Iterator[Use]:
        for path, wanted in code.items():
            if source is None:
                yield from self._imported(path, wanted)
            yield from self._uses.named(path, wanted)
        for path, wanted in code.items():
            for use in self._uses.called(path, wanted, lambda: self._watch.expired):
                if use is not None:
                    yield use
                elif source is None:
                    self.doubtful += 1

    def _imported(self, path: str, wanted: frozenset[int] | None) -> Iterator[Use]:
        facts = self._index.facts(path)
        if facts is None or not facts.imports:
            return
        words = used_names(facts, self._snapshot.read(path).text, wanted)
        aliases = {row.line: row.alias for row in facts.imports}
        for use in self._uses.imported(path):
            if (aliases.get(use.line) or use.name) in words:
                yield use
            elif wanted is None:
                imported = use.external or (use.target.qualified_name if use.target is not None else use.name)
                unused = UnusedImport(file_path=path, line=use.line, imported=imported)
                if unused not in self.unused:
                    self.unused.append(unused)

    def _count(
        self, use: Use, depth: int, source: DependencyEdge | None, *, kept: bool
    ) -> DependencyEdge | None:
        facts = self._index.facts(use.path)
        if use.target is None:
            if source is None and use.external and facts is not None:
                name = _outside_unit(use.external)
                self._add(name, DependencyEdge(None, name, external=True, depth=depth, via=None), use, facts)
            return None
        if self._subject.holds(use.target):
            if source is not None:
                source.cyclic = True
            return None
        unit = unit_of(use.target, members=self._members)
        if not kept or facts is None or (source is not None and unit == source.symbol):
            return None
        via = None if source is None else source.name
        made = DependencyEdge(unit, unit.qualified_name, external=False, depth=depth, via=via)
        return made if self._add((unit.path, unit.index), made, use, facts) else None

    def _add(self, key: Key, made: DependencyEdge, use: Use, facts: Facts) -> bool:
        holder = (
            use.path.rpartition("/")[2]
            if use.owner == NONE
            else Symbol(use.path, facts, use.owner).display_name
        )
        kind: UseKind = use.kind
        place = UsePlace(file_path=use.path, line=use.line, kind=kind, uses=use.name, inside=holder)
        return self.tally.add(key, made, kind, place, certain=use.certain)


def _outside_unit(qualified: str) -> str:
    """Return the outermost class of an external name; a top-level function unchanged."""
    parts = qualified.split(".")
    first = next((place for place, part in enumerate(parts) if part[:1].isupper()), len(parts))
    return ".".join(parts[: first + 1])
