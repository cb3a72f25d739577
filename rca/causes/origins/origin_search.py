"""Searches where a value comes from: backward from an expression, nearest origins first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import islice
from typing import Final

from models.tools.trace_value_origin import OriginKind
from rca.causes.origins import expression_forms, local_values
from rca.causes.origins.origin import RANKS, Origin, OriginAnswer, Place, Trail
from rca.causes.origins.project_uses import ProjectUses
from rca.causes.origins.syntax_file import SyntaxFile, SyntaxFiles
from rca.causes.origins.value_sources import ValueSource, value_sources
from rca.index.index_view import IndexView
from rca.languages.syntax_trees.node import Node
from rca.navigation.hierarchy import Hierarchy
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_MOST_NODES: Final = 1500
_MOST_ORIGINS: Final = 100
_MOST_OVERRIDES: Final = 12

Texts = Callable[[str], str | None]
"""Gives a file's text by its wire path, unsaved text first; None where it cannot be read."""
CallLine = tuple[str, int]
"""File and line of a call, as a stack trace's frame names it."""


class OriginSearch:
    """One search. What the forms of expressions do is in the modules that `expression_forms` names.

    Args:
        nulls: whether only null is asked for, or any value.
        max_depth: steps from the question after which a trail ends.
        frames: lines of a trace; a function called from one of them is taken to be called from there alone.
    """

    def __init__(
        self,
        view: IndexView,
        resolver: Resolver,
        texts: Texts,
        deadline: Deadline,
        *,
        nulls: bool,
        max_depth: int,
        frames: Sequence[CallLine] = (),
    ) -> None:
        self.view, self.resolver, self.deadline = view, resolver, deadline
        self.nulls = nulls
        self.frames = frozenset(frames)
        self.sources = value_sources()
        self.hierarchy = Hierarchy(resolver)
        self.uses = ProjectUses(view, resolver, deadline)
        self._texts = texts
        self._trees = resolver.table(SyntaxFiles)
        self._max_depth = max_depth
        self._files: dict[str, SyntaxFile | None] = {}
        self._waiting: deque[tuple[SyntaxFile, Node, Trail]] = deque()
        self._seen: set[Hashable] = set()
        self._origins: dict[tuple[Place, OriginKind], Origin] = {}
        self._reasons: dict[str, None] = {}
        self._overriding: dict[Symbol, tuple[Symbol, ...]] = {}

    def run(self, file: SyntaxFile, node: Node, name: str = "") -> OriginAnswer:
        """Return the origins of an expression, or of what a declared `name` holds."""
        self._files[file.path] = file
        local_values.begin_search(self, file, node, name)
        visited = 0
        while self._waiting:
            if self.deadline.expired:
                self.lacks("the time limit ended the search")
                break
            if visited >= _MOST_NODES or len(self._origins) >= _MOST_ORIGINS:
                self.lacks(f"the search ended after {visited} expressions")
                break
            visited += 1
            expression_forms.follow_value(self, *self._waiting.popleft())
        for reason in self.uses.reasons:
            self.lacks(reason)
        ordered = sorted(
            self._origins.values(), key=lambda one: (RANKS.get(one.kind, 1), len(one.steps), one.place)
        )
        return OriginAnswer(tuple(ordered), self.nulls, tuple(self._reasons))

    def file(self, path: str) -> SyntaxFile | None:
        """Return a file's trees, None where its text cannot be read or is not source code of ours."""
        if path not in self._files:
            facts = self.resolver.names.facts(path)
            text = self._texts(path) if facts.language in ("kotlin", "java") else None
            self._files[path] = None if text is None else self._trees.of(path, text, facts)
        return self._files[path]

    def visit(self, file: SyntaxFile, node: Node, trail: Trail) -> None:
        """Put an expression on the list of those to follow."""
        if trail.depth > self._max_depth:
            self.lacks(f"trails longer than {self._max_depth} steps are cut")
            return
        key = (file.path, node.start, node.end, node.kind, trail.context())
        if self.is_new(key):
            self._waiting.append((file, node, trail))

    def is_new(self, key: Hashable) -> bool:
        """Return whether something has not been followed yet, and remember it."""
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def add(
        self, kind: OriginKind, file: SyntaxFile, node: Node, trail: Trail, note: str | None = None
    ) -> None:
        """Record an origin; the first trail to it is kept."""
        place = Place(file.path, node.start, node.end)
        self._origins.setdefault((place, kind), Origin(kind, place, trail.steps(), note))

    def lacks(self, reason: str) -> None:
        """Record why the answer may lack something."""
        self._reasons.setdefault(reason)

    def targets(self, file: SyntaxFile, node: Node) -> tuple[Symbol, ...]:
        """Return the declarations that a name, member or call means, libraries included."""
        return self._meanings(file, file.sites_of(node))

    def overriding(self, target: Symbol) -> tuple[Symbol, ...]:
        """Return the members that override a member, the first ones where there are many."""
        known = self._overriding.get(target)
        if known is None:
            found = tuple(islice(self.hierarchy.overriding(target, self.deadline), _MOST_OVERRIDES + 1))
            if len(found) > _MOST_OVERRIDES:
                self.lacks(
                    f"{target.display_name} has more than {_MOST_OVERRIDES} overrides: not all were followed"
                )
            known = self._overriding[target] = found[:_MOST_OVERRIDES]
        return known

    def inherited_source(self, file: SyntaxFile, node: Node) -> ValueSource | None:
        """Return what the table says of a member without a receiver, by what its class extends."""
        for index in file.facts.enclosing(file.source.owner(node.start)):
            if file.facts.declarations[index].is_class:
                supertypes = (one.name for one in self.hierarchy.above(Symbol(file.path, file.facts, index)))
                found = self.sources.inherited(supertypes, node.name)
                if found is not None:
                    return found
        return None

    def invoked(self, file: SyntaxFile, node: Node) -> tuple[Symbol, ...]:
        """Return the `invoke` operators that a call of a value means."""
        sites = (
            index
            for index in file.facts.called.get("invoke", ())
            if file.facts.calls[index].start == node.start
        )
        return self._meanings(file, sites)

    def component(self, file: SyntaxFile, start: int, end: int, position: int) -> tuple[Symbol, ...]:
        """Return the `componentN` functions that a destructuring in a range of the text calls."""
        sites = (
            index
            for index in file.facts.called.get(f"component{position + 1}", ())
            if start <= file.facts.calls[index].start < end
        )
        return self._meanings(file, sites)

    def _meanings(self, file: SyntaxFile, sites: Iterable[int]) -> tuple[Symbol, ...]:
        found: dict[Symbol, None] = {}
        for index in sites:
            resolution = self.resolver.meaning(file.path, index)
            if resolution is not None and (resolution.certain or len(resolution.targets) == 1):
                found.update(dict.fromkeys(resolution.targets))
        return tuple(found)
