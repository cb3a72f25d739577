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


def call_by_scope(resolver: Resolver, path: str, site: CallSite) -> Resolution | None:
    """Find what a name means by imports, the package and what is imported by default."""
    for place, group in enumerate(resolver.scopes.of(path, site.name)):
        found = call_by_full_name(resolver, path, site, group)
        if found is not None:
            if place == 1 and found.evidence == "import":
                return Resolution(found.targets, "same_package", result=found.result)
            return found
        if place == 0 and group:
            if resolver.is_java(path):
                return resolver.java_facade(path, site, group[0].rpartition(".")[0]) or EXTERNAL
            return EXTERNAL
    return None


def call_by_full_name(
    resolver: Resolver, path: str, site: CallSite, group: tuple[str, ...]
) -> Resolution | None:
    """Find a top-level function, a member of an imported object, or a class, by full names."""
    if not group:
        return None
    named = resolver.named_declarations.get(group)
    if named is None:
        named = resolver.named_declarations[group] = _name(resolver, group)
    if named is _NOTHING:
        return None
    candidates = [
        one
        for one in named.tops
        if (one.symbol.declaration.receiver is None or site.form == "reference")
        and ("private" not in one.symbol.declaration.modifiers or one.symbol.path == path)
    ]
    candidates.extend(named.members)
    found = _beside_constructors(resolver, path, site, named.classes, candidates)
    if found is not None:
        return found
    if site.form in ("call", "reference"):
        for qualified in named.classes:
            made = resolver.constructor_of_class(path, site, qualified)
            if made is not None:
                return made
    return resolver.call_of_property(path, site, candidates, None)


def _name(resolver: Resolver, group: Sequence[str]) -> NamedDeclarations:
    """Return what some full names are the names of."""
    tops = tuple(
        Member(one, NOWHERE, 0) for qualified in group for one in resolver.names.top_level(qualified)
    )
    members = tuple(one for qualified in group for one in _of_object(resolver, qualified))
    classes = tuple(qualified for qualified in group if resolver.names.all_classes(qualified))
    return NamedDeclarations(tops, members, classes) if tops or members or classes else _NOTHING


def _beside_constructors(
    resolver: Resolver, path: str, site: CallSite, group: Sequence[str], candidates: Sequence[Member]
) -> Resolution | None:
    """Choose among functions, and the constructors of a class that has the same full name."""
    found = resolver.resolve_among(path, site, candidates, "import", None)
    if found is None or site.form != "call" or not site.name[:1].isupper():
        return found
    made = [
        Member(one, Type(qualified), 0)
        for qualified in group
        for one in resolver.members.constructors(qualified)
        if "implicit" not in one.declaration.modifiers
    ]
    chosen = resolver.choose_candidates(path, site, [*candidates, *made]) if made else []
    constructors = [one for one in chosen if one.symbol.declaration.kind == "constructor"]
    if not constructors:
        return found
    receiver = constructors[0].owner
    return Resolution(symbols_of(constructors), "constructor", receiver=receiver)


def _of_object(resolver: Resolver, qualified: str) -> Iterable[Member]:
    """Return the members of an object, companion or Java class that an import may name."""
    owner, _, simple = qualified.rpartition(".")
    if not owner or not resolver.names.all_classes(owner):
        return ()
    return [one for one in resolver.members.find_static(Type(owner), simple) if one.symbol.is_callable]


class NamedDeclarations(NamedTuple):
    """What full names of one level of scope are the names of; `classes` are the names of classes."""

    tops: tuple[Member, ...]
    members: tuple[Member, ...]
    classes: tuple[str, ...]


_NOTHING = NamedDeclarations((), (), ())
