"""Qualified names: top-level declarations, imported members of objects, classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rca.languages.facts import CallSite
from rca.resolve.members import Member, symbols_of
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.types import NOWHERE, Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


class QualifiedNames:
    """Calls by full names; what the names stand for is kept until a file changes."""

    def __init__(self, calls: Resolver) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members
        self._known: dict[tuple[str, ...], _Named] = {}

    def forget(self) -> None:
        """Drop what is kept."""
        self._known.clear()

    def in_scope(self, path: str, site: CallSite) -> Resolution | None:
        """Find what a name means by imports, the package and what is imported by default."""
        for place, group in enumerate(self._calls.scopes.of(path, site.name)):
            found = self.named(path, site, group)
            if found is not None:
                if place == 1 and found.evidence == "import":
                    return Resolution(found.targets, "same_package", result=found.result)
                return found
            if place == 0 and group:
                if self._calls.is_java(path):
                    return self._calls.from_java.facade(path, site, group[0].rpartition(".")[0]) or EXTERNAL
                return EXTERNAL
        return None

    def named(self, path: str, site: CallSite, group: tuple[str, ...]) -> Resolution | None:
        """Find a top-level function, a member of an imported object, or a class, by full names."""
        if not group:
            return None
        named = self._known.get(group)
        if named is None:
            named = self._known[group] = self._name(group)
        if named is _NOTHING:
            return None
        candidates = [
            one
            for one in named.tops
            if (one.symbol.declaration.receiver is None or site.form == "reference")
            and ("private" not in one.symbol.declaration.modifiers or one.symbol.path == path)
        ]
        candidates.extend(named.members)
        found = self._beside_constructors(path, site, named.classes, candidates)
        if found is not None:
            return found
        if site.form in ("call", "reference"):
            for qualified in named.classes:
                made = self._calls.constructions.of_class(path, site, qualified)
                if made is not None:
                    return made
        return self._calls.invoked(path, site, candidates, None)

    def _name(self, group: Sequence[str]) -> _Named:
        """Return what some full names are the names of."""
        tops = tuple(
            Member(one, NOWHERE, 0) for qualified in group for one in self._names.top_level(qualified)
        )
        members = tuple(one for qualified in group for one in self._of_object(qualified))
        classes = tuple(qualified for qualified in group if self._names.all_classes(qualified))
        return _Named(tops, members, classes) if tops or members or classes else _NOTHING

    def _beside_constructors(
        self, path: str, site: CallSite, group: Sequence[str], candidates: Sequence[Member]
    ) -> Resolution | None:
        """Choose among functions, and the constructors of a class that has the same full name."""
        found = self._calls.chosen(path, site, candidates, "import", None)
        if found is None or site.form != "call" or not site.name[:1].isupper():
            return found
        made = [
            Member(one, Type(qualified), 0)
            for qualified in group
            for one in self._members.constructors(qualified)
            if "implicit" not in one.declaration.modifiers
        ]
        chosen = self._calls.choice.choose(path, site, [*candidates, *made]) if made else []
        constructors = [one for one in chosen if one.symbol.declaration.kind == "constructor"]
        if not constructors:
            return found
        receiver = constructors[0].owner
        return Resolution(symbols_of(constructors), "constructor", receiver=receiver)

    def _of_object(self, qualified: str) -> Iterable[Member]:
        """Return the members of an object, companion or Java class that an import may name."""
        owner, _, simple = qualified.rpartition(".")
        if not owner or not self._names.all_classes(owner):
            return ()
        return [one for one in self._members.find_static(Type(owner), simple) if one.symbol.is_callable]


class _Named(NamedTuple):
    """What full names of one level of scope are the names of; `classes` are the names of classes."""

    tops: tuple[Member, ...]
    members: tuple[Member, ...]
    classes: tuple[str, ...]


_NOTHING = _Named((), (), ())
