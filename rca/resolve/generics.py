"""Substitution of type parameters at a use."""

from __future__ import annotations

from collections.abc import Iterable

from rca.resolve.members import Members
from rca.resolve.subtypes import Subtypes
from rca.resolve.types import ANY, FUNCTION, Type, as_function

Bindings = dict[str, Type | None]


class Generics:
    """Matches types that name type parameters with types that are given."""

    def __init__(self, members: Members, subtypes: Subtypes) -> None:
        self._members = members
        self._subtypes = subtypes

    def match(self, wanted: Type | None, given: Type | None, names: Iterable[str], found: Bindings) -> None:
        """Add to `found` what `names` stand for, so that `given` is a `wanted`."""
        if wanted is None or given is None:
            return
        if given.static:
            given = self._members.companion_of(given.name)
            if given is None:
                return
        if wanted.variable:
            if wanted.name in names:
                self._bind(wanted.name, given, found)
            return
        if wanted.name == FUNCTION:
            given = as_function(given)
            if given.name == FUNCTION:
                self._match_functions(wanted, given, names, found)
            return
        if not wanted.arguments:
            return
        for line, _ in self._members.lineage(given):
            if line.name == wanted.name:
                for one, other in zip(wanted.arguments, line.arguments, strict=False):
                    self.match(one, other, names, found)
                return

    def _match_functions(self, wanted: Type, given: Type, names: Iterable[str], found: Bindings) -> None:
        mine, yours = wanted.inputs, given.inputs
        if len(mine) == len(yours):
            for one, other in zip(mine, yours, strict=True):
                self.match(one, other, names, found)
        self.match(wanted.result, given.result, names, found)

    def _bind(self, name: str, given: Type, found: Bindings) -> None:
        before = found.get(name)
        if before is None or before == given or self._subtypes.fits(before, given) is True:
            found[name] = given
        elif self._subtypes.fits(given, before) is False:
            found[name] = self._common(before, given)

    def _common(self, one: Type, other: Type) -> Type:
        """Return the nearest type that two values both have, the first one's where none is known."""
        for line, depth in self._members.lineage(one):
            if depth and line.name != ANY.name and self._subtypes.fits(other, line) is True:
                return line
        return one
