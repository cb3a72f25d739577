"""Calls without a receiver: locals, members of implicit receivers, names in scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.code import Evidence
from rca.languages.facts import CallSite
from rca.resolve.implicit_receivers import Receiver
from rca.resolve.members import Member
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.synthetic_members import implied_result
from rca.resolve.types import ANY, FUNCTION, NOWHERE, Type, bound_of

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


def call_of_local(resolver: Resolver, path: str, index: int, site: CallSite) -> Resolution | None:
    """Return what `f(…)` means where a local is named `f`; None where that cannot be called."""
    before = resolver.names.facts(path).calls[index - 1] if index else site
    if before.name != "invoke" or before.start != site.start or site.form != "call":
        return None
    held = resolver.type_of(path, before.receiver)
    if held is None:
        found = call_without_receiver(resolver, path, site)
        return found if found.certain and found.targets else resolver.candidates_by_name(path, before)
    found = resolver.meaning(path, index - 1) or EXTERNAL
    if found.targets or found.result is not None or held.name == FUNCTION:
        return found
    return None


def call_without_receiver(resolver: Resolver, path: str, site: CallSite) -> Resolution:
    """Return what a call means that names no receiver, from the innermost place outwards."""
    local = _local_function(resolver, path, site) or _local_class(resolver, path, site)
    if local is not None:
        return local
    uncertain = False
    for receiver in resolver.receivers(path, site.owner, site.lambdas):
        if receiver.type is None:
            uncertain = True
            continue
        found = _on_implicit(resolver, path, site, receiver)
        if found is not None:
            return found
    found = resolver.call_by_scope(path, site) or _inherited(resolver, path, site)
    if found is not None:
        return found
    if uncertain and site.form in ("call", "infix", "operator"):
        return resolver.candidates_by_name(path, site)
    return EXTERNAL


def _inherited(resolver: Resolver, path: str, site: CallSite) -> Resolution | None:
    """Take the one member of a class around that the number of arguments allows; see `_only_one`."""
    for receiver in resolver.receivers(path, site.owner, site.lambdas):
        if receiver.is_class and receiver.type is not None and not receiver.static:
            found = resolver.sole_candidate(
                path, site, resolver.members.find(receiver.type, site.name), receiver.type
            )
            if found is not None:
                return found
    return None


def _local_function(resolver: Resolver, path: str, site: CallSite) -> Resolution | None:
    facts = resolver.names.facts(path)
    if site.name not in facts.declared:
        return None
    for index in facts.enclosing(site.owner):
        if facts.declarations[index].is_class:
            continue
        local = [
            Member(symbol, NOWHERE, 0)
            for symbol in resolver.members.children(path, index, site.name)
            if symbol.declaration.kind == "function"
            and symbol.declaration.receiver is None
            and facts.is_in_scope(symbol.index, site.start)
        ]
        found = resolver.resolve_among(path, site, local, "same_scope", None) if local else None
        if found is not None:
            return found
    return None


def _local_class(resolver: Resolver, path: str, site: CallSite) -> Resolution | None:
    """Find the constructor of a class that a block around the call declares."""
    if site.name not in resolver.names.facts(path).in_blocks:
        return None
    qualified = resolver.names.local_class(path, site.owner, site.name, site.start, called=True)
    return None if qualified is None else resolver.constructor_of_class(path, site, qualified)


def _on_implicit(resolver: Resolver, path: str, site: CallSite, receiver: Receiver) -> Resolution | None:
    seen = receiver.type
    assert seen is not None
    evidence: Evidence = "same_scope" if receiver.is_class else "receiver_type"
    found = None
    if not receiver.static:
        found = _as_function_or_value(resolver, path, site, seen, evidence)
    if found is None and receiver.is_class:
        static = resolver.members.find_static(Type(seen.name), site.name)
        found = (
            resolver.resolve_among(path, site, static, evidence, None)
            or resolver.call_of_property(path, site, static, None)
            or resolver.nested_constructor(path, site, seen)
            or implied_result(resolver.names, resolver.members, site, Type(seen.name, static=True))
        )
    if found is None and not receiver.static:
        found = resolver.call_of_extension(path, site, seen) or resolver.java_accessor(path, site, seen)
    return found


def _as_function_or_value(
    resolver: Resolver, path: str, site: CallSite, seen: Type, evidence: Evidence
) -> Resolution | None:
    if seen.name == FUNCTION:
        return None
    shown = (bound_of(seen) or ANY) if seen.variable else seen
    candidates = [
        one
        for one in resolver.members.find(shown, site.name)
        if one.symbol.declaration.receiver is None or site.form == "reference"
    ]
    if not candidates and resolver.is_java(path):
        candidates = resolver.members.find_on_platform(shown, site.name)
    return resolver.resolve_among(path, site, candidates, evidence, shown) or resolver.call_of_property(
        path, site, candidates, shown
    )
