"""Uses that do not spell the declaration's name: `componentN`, `copy`, named arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rca.index.position_lookup import SourceFile
from rca.languages.facts import CallSite
from rca.languages.locals.local import Local
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type
from rca.scheduling.deadline import Deadline

_COMPONENT = re.compile(r"component([1-9]\d*)$")

Paths = Callable[[Iterable[str]], Iterable[str]]
"""Returns those of some files that are looked at."""
Place = tuple[SourceFile, tuple[int, int], CallSite]
"""A use: its file, where it lies, and the call that it belongs to."""


def is_data_class(symbol: Symbol | None) -> bool:
    """Return whether a class has functions that the compiler makes of its primary constructor."""
    return symbol is not None and "data" in symbol.declaration.modifiers


def implied_target(resolver: Resolver, site: CallSite, held: Type | None) -> Symbol | None:
    """Return what a call of `copy` or `componentN` on a data class stands for: constructor or property."""
    for owner in () if held is None else resolver.names.classes(held.name):
        primary = primary_constructor(owner) if is_data_class(owner) else None
        if primary is None:
            continue
        if site.name == "copy":
            return primary
        number = _COMPONENT.match(site.name)
        parameters = primary.declaration.parameters
        if number is not None and int(number[1]) <= len(parameters):
            name = parameters[int(number[1]) - 1].name
            for one in resolver.members.children(owner.path, owner.index, name):
                if one.declaration.kind == "property":
                    return one
    return None


class ImpliedUses:
    """Finds the uses of a property or parameter that are written otherwise than by reading its name."""

    def __init__(self, resolver: Resolver, file: Callable[[str], SourceFile | None]) -> None:
        self._files = resolver.files
        self._resolver = resolver
        self._file = file

    def of_property(self, target: Symbol, paths: Paths, deadline: Deadline) -> Iterator[Place]:
        """Return where a data class's property is taken apart, and where calls name it as an argument."""
        owner = target.owner
        primary = None if owner is None else primary_constructor(owner)
        if (
            primary is None
            or not primary.declaration.start <= target.declaration.start < primary.declaration.end
        ):
            return
        names = [one.name for one in primary.declaration.parameters]
        if is_data_class(owner) and target.name in names:
            component = f"component{names.index(target.name) + 1}"
            for path, index, site in self._sites(component, paths, deadline):
                file = self._file(path) if self._implied(path, index, site) == target else None
                if file is not None:
                    yield file, file.span(site), site
            yield from self._named(target.name, "copy", primary, paths, deadline)
        yield from self._named(target.name, primary.name, primary, paths, deadline)

    def of_parameter(self, target: Local, paths: Paths, deadline: Deadline) -> Iterator[Place]:
        """Return where calls name a parameter of a function or constructor as an argument."""
        file = self._file(target.path)
        if file is None or file.facts.language != "kotlin" or target.kind != "parameter":
            return
        for index in file.facts.enclosing(file.owner(target.start)):
            row = file.facts.declarations[index]
            takes = any(one.name == target.name for one in row.parameters)
            if takes and row.start <= target.start < row.header_end:
                function = Symbol(file.path, file.facts, index)
                yield from self._named(target.name, row.name, function, paths, deadline)
                return

    def _named(
        self, label: str, called: str, function: Symbol, paths: Paths, deadline: Deadline
    ) -> Iterator[Place]:
        for path, index, site in self._sites(called, paths, deadline):
            if label not in site.labels:
                continue
            resolution = self._resolver.resolve(path, index)
            targets = () if resolution is None else resolution.targets
            if function not in targets and self._implied(path, index, site) != function:
                continue
            file = self._file(path)
            place = None if file is None else _place_of_argument(file, site, label)
            if file is not None and place is not None:
                yield file, (place, place + len(label)), site

    def _sites(self, name: str, paths: Paths, deadline: Deadline) -> Iterator[tuple[str, int, CallSite]]:
        """Return the call sites of a name; no text is read for them."""
        for path in paths(self._files.declaring(name, "called")):
            facts = self._resolver.names.facts(path)
            for index in facts.called.get(name, ()):
                if deadline.expired:
                    return
                yield path, index, facts.calls[index]

    def _implied(self, path: str, index: int, site: CallSite) -> Symbol | None:
        resolution = self._resolver.meaning(path, index)
        if resolution is None or resolution.targets or resolution.result is None or not site.has_receiver:
            return None
        return implied_target(self._resolver, site, self._resolver.type_of(path, site.receiver))


def _place_of_argument(file: SourceFile, site: CallSite, name: str) -> int | None:
    for token in file.locals.words(name, site.start, len(file.text)):
        function = file.locals.call_around(token.start)
        if function is not None and function.start in (site.start, site.start + 1):
            return token.start
    return None


def primary_constructor(owner: Symbol) -> Symbol | None:
    """Return the constructor in a class's header, None where there is none."""
    for index, row in enumerate(owner.facts.declarations):
        if row.parent == owner.index and row.kind == "constructor":
            inside = row.start < owner.declaration.header_end
            return Symbol(owner.path, owner.facts, index) if inside else None
    return None
