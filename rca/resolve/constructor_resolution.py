"""Constructor resolution: which constructor a call means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.languages.facts import CallSite
from rca.resolve.members import Member, symbols_of
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.types import Type
from rca.resolve.visibility import source_set_of

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_CALLS = ("call", "new", "reference")


def constructor_of_site(resolver: Resolver, path: str, site: CallSite) -> Resolution:
    """Constructors by call site and by class."""
    written = resolver.type_of(path, site.receiver) if site.has_receiver else None
    if written is not None:
        return constructor_of_class(resolver, path, site, f"{written.name}.{site.name}") or (
            constructor_of_class(resolver, path, site, written.name) or EXTERNAL
        )
    local = resolver.names.local_class(path, site.owner, site.name, site.start)
    if local is not None:
        return constructor_of_class(resolver, path, site, local) or EXTERNAL
    named = resolver.names.resolve(path, site.owner, Type(site.name))
    return EXTERNAL if named is None else constructor_of_class(resolver, path, site, named.name) or EXTERNAL


def constructor_of_class(resolver: Resolver, path: str, site: CallSite, qualified: str) -> Resolution | None:
    """Find the constructor of a class, or what a lambda makes of an interface."""
    if site.form not in _CALLS:
        return None
    symbols = resolver.names.all_classes(qualified)
    if not symbols:
        return None
    if symbols[0].declaration.kind == "typealias" or _is_platform_class(resolver, path, qualified):
        return _of_alias(resolver, path, site, qualified)
    candidates = [Member(one, Type(qualified), 0) for one in resolver.members.constructors(qualified)]
    chosen = resolver.choose_candidates(path, site, candidates)
    if not chosen:
        found = _of_interface(resolver, path, site, qualified) or _of_companion(
            resolver, path, site, qualified
        )
        chosen = resolver.fitting_candidates(path, site, candidates) or candidates[: len(candidates) == 1]
        if found is not None or not chosen:
            return found
    targets = symbols_of(chosen)
    return Resolution(targets, "constructor", receiver=Type(qualified))


def _of_alias(resolver: Resolver, path: str, site: CallSite, qualified: str) -> Resolution | None:
    for alias in resolver.names.all_classes(qualified):
        if alias.declaration.kind == "typealias":
            target = resolver.names.resolve(alias.path, alias.index, Type(alias.name))
            if target is None or target.name == qualified:
                return EXTERNAL
            return constructor_of_class(resolver, path, site, target.name) or EXTERNAL
    return None


def _of_interface(resolver: Resolver, path: str, site: CallSite, qualified: str) -> Resolution | None:
    if resolver.members.single_method(qualified) is None:
        return None
    types = tuple(resolver.names.read(path, site.owner, text) for text in site.type_arguments)
    return Resolution((), "constructor", result=Type(qualified, types))


def _of_companion(resolver: Resolver, path: str, site: CallSite, qualified: str) -> Resolution | None:
    """Find the `invoke` of a companion or object that a class's name calls."""
    value = resolver.class_value(qualified)
    if site.form != "call" or value is None:
        return None
    held = resolver.members.companion_of(qualified) if value.static else value
    if held is None:
        return None
    return resolver.call_on_type(path, site._replace(name="invoke", form="operator"), held)


def inner_constructor(resolver: Resolver, path: str, site: CallSite, seen: Type) -> Resolution | None:
    """Find the constructor of an inner class (`outer.Inner()`)."""
    if site.form != "call" or not site.name[:1].isupper():
        return None
    return nested_constructor(resolver, path, site, seen)


def nested_constructor(resolver: Resolver, path: str, site: CallSite, seen: Type) -> Resolution | None:
    """Find the constructor of a class nested in a class or in one of its supertypes."""
    if site.form not in _CALLS:
        return None
    for owner, _ in resolver.members.lineage(seen):
        found = constructor_of_class(resolver, path, site, f"{owner.name}.{site.name}")
        if found is not None:
            return found
    return None


def _is_platform_class(resolver: Resolver, path: str, qualified: str) -> bool:
    """Return whether a place sees the `actual typealias` of an `expect class`: it means what that names."""
    return any(
        one.declaration.kind == "typealias" and source_set_of(one.path) == source_set_of(path)
        for one in resolver.names.all_classes(qualified)
    )
