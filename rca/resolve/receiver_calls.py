"""What a call means that goes to a value or a class named before it (`a.f()`, `A.f()`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from models.code import Evidence
from rca.languages.facts import NONE, CallSite
from rca.resolve.members import Member, symbols_of
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.symbol import Symbol
from rca.resolve.synthetic_members import implied_result
from rca.resolve.types import ANY, FUNCTION, Type, as_function

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_READS = ("read", "write")


def convention_result(resolver: Resolver, path: str, owner: int, seen: Type, name: str) -> Type | None:
    """Return what an operator function of a value gives that the language calls itself (`iterator`)."""
    site = CallSite(name, "operator", 0, 0, owner, NONE, True, (), (), False, ())
    found = call_on_type(resolver, path, site, seen)
    return resolver.result_type(path, site, found) if found is not None and found.certain else None


def call_with_receiver(resolver: Resolver, path: str, site: CallSite) -> Resolution:
    """Return what a call on a value or a class means; candidates by name where its type is not known."""
    seen = resolver.type_of(path, site.receiver)
    if seen is not None and site.form == "delegate" and site.name != "provideDelegate":
        providing = site._replace(name="provideDelegate")
        provided = call_on_type(resolver, path, providing, seen)
        if provided is not None and provided.certain:
            seen = resolver.result_type(path, providing, provided) or seen
    if seen is not None:
        return call_on_type(resolver, path, site, seen) or EXTERNAL
    text = resolver.dotted_name(path, site.receiver)
    found = resolver.call_by_full_name(path, site, (f"{text}.{site.name}",)) if text else None
    if found is None and text and resolver.is_java(path):
        found = resolver.java_facade(path, site, resolver.names.qualify(path, site.owner, text))
    return found or resolver.candidates_by_name(path, site)


def call_on_type(resolver: Resolver, path: str, site: CallSite, seen: Type) -> Resolution | None:
    """Return what a call on a value (or class) of a type means; None where nothing is known to fit."""
    if seen.static:
        return _on_class(resolver, path, site, seen)
    if site.name == "invoke":
        seen = as_function(seen)
    if seen.name == FUNCTION:
        if site.name == "invoke" and resolver.function_takes(path, site, seen):
            return Resolution((), "receiver_type", receiver=seen, result=seen.result)
        return call_of_extension(resolver, path, site, seen)
    if seen.variable:
        for bound in seen.arguments or (ANY,):
            found = _on_value(resolver, path, site, bound or ANY, seen)
            if found is not None:
                return found
        return None
    return _on_value(resolver, path, site, seen)


def _on_value(
    resolver: Resolver, path: str, site: CallSite, seen: Type, given: Type | None = None
) -> Resolution | None:
    candidates = resolver.members.find(seen, site.name)
    java = resolver.is_java(path)
    if java and site.form not in _READS:
        candidates += resolver.members.find_on_platform(seen, site.name)
    return (
        resolve_among(resolver, path, site, candidates, "receiver_type", seen)
        or call_of_property(resolver, path, site, candidates, seen)
        or call_of_extension(resolver, path, site, given or seen)
        or resolver.inner_constructor(path, site, seen)
        or resolver.java_accessor(path, site, seen)
        or _on_platform(resolver, path, site, seen, java)
        or implied_result(resolver.names, resolver.members, site, seen)
        or sole_candidate(resolver, path, site, candidates, seen)
    )


def _on_platform(resolver: Resolver, path: str, site: CallSite, seen: Type, java: bool) -> Resolution | None:
    if java:
        return None
    candidates = resolver.members.find_on_platform(seen, site.name)
    return resolve_among(resolver, path, site, candidates, "receiver_type", seen)


def sole_candidate(
    resolver: Resolver, path: str, site: CallSite, candidates: Sequence[Member], seen: Type
) -> Resolution | None:
    """Take the one member that the number of arguments allows, though their types seem not to fit.

    The code compiles, so that the fault is with what is known of the types.
    """
    fitting = resolver.fitting_candidates(path, site, candidates)
    if len(fitting) != 1:
        return None
    return Resolution(symbols_of(fitting), _evidence(site, "receiver_type"), receiver=seen)


def _on_class(resolver: Resolver, path: str, site: CallSite, seen: Type) -> Resolution | None:
    if site.form == "reference":
        found = _on_value(resolver, path, site, seen._replace(static=False))
        companion = resolver.members.companion_of(seen.name)
        other = None if companion is None else _on_value(resolver, path, site, companion)
        if found is not None and other is not None and found.targets != other.targets:
            return replace(found, targets=tuple(dict.fromkeys((*found.targets, *other.targets))))
        if found is not None:
            return found
    nested = resolver.constructor_of_class(path, site, f"{seen.name}.{site.name}")
    if nested is not None:
        return nested
    members = resolver.members.find_static(seen, site.name)
    companion = resolver.members.companion_of(seen.name)
    found = resolve_among(resolver, path, site, members, "receiver_type", companion)
    if found is None and resolver.is_java(path):
        found = resolver.java_static(path, site, seen, members)
    if found is not None:
        return found
    return implied_result(resolver.names, resolver.members, site, seen) or (
        None if companion is None else _on_value(resolver, path, site, companion)
    )


def call_of_extension(resolver: Resolver, path: str, site: CallSite, seen: Type) -> Resolution | None:
    """Return what a call on a value means as an extension of its type, nearest scope first."""
    if resolver.is_java(path):
        return None
    for group in resolver.extension_levels(path, site, seen):
        found = resolve_among(resolver, path, site, group, "receiver_type", seen) or call_of_property(
            resolver, path, site, group, seen
        )
        if found is not None:
            return found
    return None


def call_of_property(
    resolver: Resolver, path: str, site: CallSite, candidates: Iterable[Member], seen: Type | None
) -> Resolution | None:
    """Find what `a.name(…)` calls where `name` is a property: an `invoke`, or a function value."""
    if site.form != "call":
        return None
    for member in candidates:
        if member.symbol.declaration.kind not in ("property", "object", "enum_entry"):
            continue
        read = site._replace(form="read", arguments=(), labels=(), trailing=False)
        held = resolver.result_type(path, read, Resolution((member.symbol,), "receiver_type", receiver=seen))
        if held is None:
            if _begins(path, site, member.symbol):
                continue
            return EXTERNAL
        return call_on_type(resolver, path, site._replace(name="invoke", form="operator"), held)
    return None


def resolve_among(
    resolver: Resolver,
    path: str,
    site: CallSite,
    candidates: Sequence[Member],
    evidence: Evidence,
    receiver: Type | None,
) -> Resolution | None:
    """Return those of the candidates that the arguments allow, the most specific ones; None: none is."""
    chosen = resolver.choose_candidates(path, site, candidates)
    if not chosen:
        return None
    return Resolution(symbols_of(chosen), _evidence(site, evidence), receiver=receiver)


def _begins(path: str, site: CallSite, held: Symbol) -> bool:
    """Return whether a call is part of what a property starts with, which then cannot be what is called."""
    return held.path == path and site.owner == held.index and held.declaration.type is None


def _evidence(site: CallSite, found: Evidence) -> Evidence:
    return "callable_reference" if site.form == "reference" else found
