"""Extension functions in scope at a place, and the types they apply to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite, Facts
from rca.resolve.members import Member
from rca.resolve.symbol import Symbol
from rca.resolve.types import ANY, FUNCTION, NOWHERE, Type, bound_of

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_FARTHEST = 60


def extension_levels(resolver: Resolver, path: str, site: CallSite, seen: Type) -> Iterator[list[Member]]:
    """Return the extensions of a call's name that apply to a type, one list for each level of scope.

    Nearest level first: local ones, members of the receivers around the call, imported, of the same
    package, of starred and default imports, and last those that a receiver of unknown type may declare.
    The depth of each is how far its receiver type is from the type given.
    """
    for group in (*_inner(resolver, path, site), *_outer(resolver, path, site.name)):
        found = [
            Member(symbol, NOWHERE, *applied)
            for symbol in group
            if (applied := _applies(resolver, symbol, seen)) is not None
        ]
        if found:
            yield found


def _inner(resolver: Resolver, path: str, site: CallSite) -> Iterator[Sequence[Symbol]]:
    facts = resolver.names.facts(path)
    name = site.name
    if name in facts.declared:
        yield [
            one
            for index in facts.enclosing(site.owner)
            if not facts.declarations[index].is_class
            for one in resolver.members.children(path, index, name)
            if one.declaration.receiver is not None
            and one.is_callable
            and facts.is_in_scope(one.index, site.start)
        ]
    for receiver in resolver.receivers(path, site.owner, site.lambdas):
        if receiver.type is not None:
            group = _nearest(
                member
                for member in resolver.members.find(receiver.type, name)
                if member.symbol.declaration.receiver is not None
            )
            if receiver.is_class:
                group += [
                    member.symbol
                    for member in resolver.members.find_static(Type(receiver.type.name), name)
                    if member.symbol.declaration.receiver is not None
                ]
            if group:
                yield group
    yield _of_imported(resolver, path, facts, name)


def _of_imported(resolver: Resolver, path: str, facts: Facts, name: str) -> tuple[Symbol, ...]:
    """Return the member extensions of objects that a file imports, by their own names or all of them."""
    key = (path, name)
    known = resolver.imported_extensions.get(key)
    if known is None:
        owners = dict.fromkeys(
            row.path if row.star else row.path.rpartition(".")[0]
            for row in facts.imports
            if row.star or row.path.rpartition(".")[2] == name
        )
        known = resolver.imported_extensions[key] = tuple(
            one
            for owner in owners
            for around in resolver.names.classes(owner)
            for one in resolver.members.children(around.path, around.index, name)
            if one.declaration.receiver is not None and one.is_callable
        )
    return known


def _outer(resolver: Resolver, path: str, name: str) -> tuple[tuple[Symbol, ...], ...]:
    key = (path, name)
    known = resolver.extension_scopes.get(key)
    if known is None:
        known = resolver.extension_scopes[key] = tuple(
            tuple(
                symbol
                for qualified in group
                for symbol in resolver.names.top_level(qualified)
                if symbol.declaration.receiver is not None
                and ("private" not in symbol.declaration.modifiers or symbol.path == path)
            )
            for group in resolver.scopes.of(path, name)
        )
    return known


def _applies(resolver: Resolver, symbol: Symbol, seen: Type) -> tuple[int, Type] | None:
    """Return how far an extension's receiver type is from a type, and what of that it applies to.

    None where it does not apply.
    """
    wanted = resolver.names.read(symbol.path, symbol.index, symbol.declaration.receiver or "")
    if wanted is None:
        return None
    if wanted.variable:
        limit = bound_of(wanted)
        fits = limit is None or resolver.subtypes.fits(seen, limit) is not False
        return (_FARTHEST - 10, seen) if fits else None
    if wanted.name == ANY.name:
        return _FARTHEST, seen
    if FUNCTION in (seen.name, wanted.name):
        alike = seen.suspended == wanted.suspended
        return (0, seen) if alike and resolver.subtypes.fits(seen, wanted) is True else None
    for owner, depth in resolver.members.lineage(seen):
        if owner.name == wanted.name:
            return (depth, owner) if resolver.subtypes.fits(owner, wanted) is not False else None
    return (
        (_FARTHEST + 10, seen)
        if resolver.subtypes.fits(seen, wanted) is None
        and (_is_known(resolver, wanted) or not _is_known(resolver, seen))
        else None
    )


def _is_known(resolver: Resolver, found: Type) -> bool:
    return bool(resolver.names.all_classes(found.name))


def is_extension_visible(resolver: Resolver, path: str, site: CallSite, symbol: Symbol) -> bool:
    """Return whether a call may name an extension: its file imports it, or a receiver declares it."""
    facts = resolver.names.facts(path)
    row = symbol.declaration
    if "private" in row.modifiers and symbol.path != path:
        return False
    if row.parent == NONE:
        full = f"{symbol.facts.package}.{symbol.name}"
        return symbol.facts.package == facts.package or any(
            one.path == full or (one.star and one.path == symbol.facts.package) for one in facts.imports
        )
    owner = symbol.owner
    if owner is None:  # local: seen only inside the function that holds it
        around = symbol.path == path and row.parent in facts.enclosing(site.owner)
        return around and facts.is_in_scope(symbol.index, site.start)
    if any(one.path == f"{owner.qualified_name}.{symbol.name}" for one in facts.imports):
        return True
    return any(
        receiver.type is None
        or any(line.name == owner.type_name for line, _ in resolver.members.lineage(receiver.type))
        for receiver in resolver.receivers(path, site.owner, site.lambdas)
    )


def _nearest(members: Iterable[Member]) -> list[Symbol]:
    """Leave out what a nearer class overrides."""
    found: dict[tuple[str | None, int], Member] = {}
    kept: list[Symbol] = []
    for one in members:
        row = one.symbol.declaration
        nearer = found.setdefault((row.receiver, len(row.parameters)), one)
        if nearer.depth == one.depth or "override" not in nearer.symbol.declaration.modifiers:
            kept.append(one.symbol)
    return kept
