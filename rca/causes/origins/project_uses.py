"""Calls of functions and writes of properties in the whole project."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rca.index.index_view import IndexView
from rca.languages.facts import CallSite
from rca.navigation.callers import Callers
from rca.navigation.hierarchy import accessor_names
from rca.navigation.use_matching import is_super
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_MOST_FILES: Final = 300
"""A property of a name that more files use is followed in its own file alone."""
_MOST_USES: Final = 60


class Use(NamedTuple):
    """A call site that means a declaration."""

    path: str
    site: CallSite


class ProjectUses:
    """Finds calls and writes; `reasons` says what was not looked at."""

    def __init__(self, view: IndexView, resolver: Resolver, deadline: Deadline) -> None:
        self._view, self._resolver, self._deadline = view, resolver, deadline
        self._callers = Callers(resolver)
        self._calls: dict[Symbol, tuple[Use, ...]] = {}
        self._writes: dict[Symbol, tuple[Use, ...]] = {}
        self.reasons: dict[str, None] = {}

    def calls_of(self, target: Symbol) -> tuple[Use, ...]:
        """Return the call sites that mean a function or constructor."""
        known = self._calls.get(target)
        if known is None:
            known = self._calls[target] = tuple(self._find_calls(target))
        return known

    def _find_calls(self, target: Symbol) -> Iterator[Use]:
        links = self._view.state.links
        linked = None if links is None else links.uses(self._view, target, self._deadline)
        edges = self._callers.uses(target, self._deadline) if linked is None else iter(linked.edges)
        for number, edge in enumerate(edges):
            if number >= _MOST_USES:
                self.reasons.setdefault(
                    f"{target.display_name} has more than {_MOST_USES} calls: not all were followed"
                )
                return
            yield Use(edge.path, edge.site)

    def writes_of(self, target: Symbol) -> tuple[Use, ...]:
        """Return the call sites that write a property, by assignment or by a setter."""
        known = self._writes.get(target)
        if known is None:
            known = self._writes[target] = tuple(self._find_writes(target))
        return known

    def _find_writes(self, target: Symbol) -> Iterator[Use]:
        names = {target.name}
        if target.facts.language == "kotlin":
            names.update(name for name, parameters in accessor_names(target.name) if parameters)
        paths = dict.fromkeys((target.path,))
        if "private" not in target.declaration.modifiers:
            files = self._resolver.files
            others = dict.fromkeys(path for name in sorted(names) for path in files.declaring(name, "called"))
            if len(others) > _MOST_FILES:
                self.reasons.setdefault(
                    f"{len(others)} files use the name {target.name}: only its own was searched for writes"
                )
            else:
                paths.update(others)
        for path in paths:
            if self._deadline.expired:
                return
            yield from self._writes_in(path, target, names)

    def _writes_in(self, path: str, target: Symbol, names: set[str]) -> Iterator[Use]:
        facts = self._resolver.names.facts(path)
        for name in names:
            for index in facts.called.get(name, ()):
                site = facts.calls[index]
                is_write = site.form == "write" if name == target.name else site.form in ("call", "reference")
                if is_write and self._means(path, index, site, target):
                    yield Use(path, site)

    def _means(self, path: str, index: int, site: CallSite, target: Symbol) -> bool:
        resolution = self._resolver.resolve(path, index)
        if resolution is None or not resolution.targets:
            return False
        facts = self._resolver.names.facts(path)
        weight = self._callers.matching.weigh_for(target, site, resolution, is_super=is_super(facts, site))
        return weight is not None and not weight.unsure
