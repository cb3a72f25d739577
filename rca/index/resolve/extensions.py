"""Which extension functions a place sees, and to what they apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rca.index.resolve.members import Member
from rca.index.resolve.names import DEFAULT_IMPORTS
from rca.index.resolve.types import ANY, FUNCTION, Type, bound_of
from rca.index.symbol import Symbol
from rca.languages.facts import NONE, CallSite, Facts

if TYPE_CHECKING:
    from rca.index.resolve.calls import Calls

_FARTHEST = 60


class Extensions:
    """Extension functions and properties of one snapshot."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members
        self._subtypes = calls.subtypes
        self._levels: dict[tuple[str, str], tuple[tuple[Symbol, ...], ...]] = {}

    def levels(self, path: str, site: CallSite, seen: Type) -> Iterator[list[Member]]:
        """Give the extensions of a call's name that apply to a type, one list for each level of scope.

        Nearest level first: local ones, members of the receivers around the call, imported, of the same
        package, of starred and default imports, and last those that a receiver of unknown type may declare.
        The depth of each is how far its receiver type is from the type given.
        """
        inside = [one for one in self._names.extensions(site.name) if one.declaration.parent != NONE]
        for group in (*self._inner(path, site, inside), *self._outer(path, site.name)):
            found = [
                Member(symbol, Type(""), *applied)
                for symbol in group
                if (applied := self._applies(symbol, seen)) is not None
            ]
            if found:
                yield found

    def _inner(self, path: str, site: CallSite, candidates: Sequence[Symbol]) -> Iterator[list[Symbol]]:
        facts = self._names.facts(path)
        enclosing = facts.enclosing(site.owner)
        yield [
            one
            for one in candidates
            if one.path == path and one.owner is None and one.declaration.parent in enclosing
        ]
        yield from self._of_receivers(path, site, [one for one in candidates if one.owner is not None])

    def _of_receivers(
        self, path: str, site: CallSite, candidates: Sequence[Symbol]
    ) -> Iterator[list[Symbol]]:
        facts = self._names.facts(path)
        imported = {row.path for row in facts.imports if not row.star}
        starred = {row.path for row in facts.imports if row.star}
        for receiver in self._calls.receivers(path, site.owner, site.lambdas):
            if receiver.type is not None:
                group = _nearest(
                    member
                    for member in self._members.find(receiver.type, site.name)
                    if member.symbol.declaration.receiver is not None
                )
                if receiver.is_class:
                    group += [
                        member.symbol
                        for member in self._members.find_static(Type(receiver.type.name), site.name)
                        if member.symbol.declaration.receiver is not None
                    ]
                yield group
        yield [
            one
            for one in candidates
            if one.owner is not None
            and (f"{one.owner.qualified_name}.{one.name}" in imported or one.owner.qualified_name in starred)
        ]

    def _outer(self, path: str, name: str) -> tuple[tuple[Symbol, ...], ...]:
        key = (path, name)
        known = self._levels.get(key)
        if known is None:
            facts = self._names.facts(path)
            known = self._levels[key] = tuple(
                tuple(
                    symbol
                    for qualified in group
                    for symbol in self._names.top_level(qualified)
                    if symbol.declaration.receiver is not None
                    and ("private" not in symbol.declaration.modifiers or symbol.path == path)
                )
                for group in scopes(facts, name)
            )
        return known

    def _applies(self, symbol: Symbol, seen: Type) -> tuple[int, Type] | None:
        """Give how far an extension's receiver type is from a type, and what of that it applies to.

        None where it does not apply.
        """
        wanted = self._names.read(symbol.path, symbol.index, symbol.declaration.receiver or "")
        if wanted is None:
            return None
        if wanted.variable:
            limit = bound_of(wanted)
            fits = limit is None or self._subtypes.fits(seen, limit) is not False
            return (_FARTHEST - 10, seen) if fits else None
        if wanted.name == ANY.name:
            return _FARTHEST, seen
        if FUNCTION in (seen.name, wanted.name):
            alike = seen.suspended == wanted.suspended
            return (0, seen) if alike and self._subtypes.fits(seen, wanted) is True else None
        for owner, depth in self._members.lineage(seen):
            if owner.name == wanted.name:
                return (depth, owner) if self._subtypes.fits(owner, wanted) is not False else None
        return (
            (_FARTHEST + 10, seen)
            if self._subtypes.fits(seen, wanted) is None
            and (self._is_known(wanted) or not self._is_known(seen))
            else None
        )

    def _is_known(self, found: Type) -> bool:
        return bool(self._names.all_classes(found.name))

    def is_visible(self, path: str, site: CallSite, symbol: Symbol) -> bool:
        """Tell whether a call may name an extension: its file imports it, or a receiver declares it."""
        facts = self._names.facts(path)
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
            return symbol.path == path and row.parent in facts.enclosing(site.owner)
        if any(one.path == f"{owner.qualified_name}.{symbol.name}" for one in facts.imports):
            return True
        return any(
            receiver.type is None
            or any(line.name == owner.qualified_name for line, _ in self._members.lineage(receiver.type))
            for receiver in self._calls.receivers(path, site.owner, site.lambdas)
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


def scopes(facts: Facts, name: str) -> tuple[tuple[str, ...], ...]:
    """Give the full names that a top-level name may mean in a file, one tuple for each level of scope."""
    java = facts.language == "java"
    # Java names what another file declares through static imports only.
    imports = [row for row in facts.imports if row.static or not java]
    explicit = tuple(
        row.path for row in imports if not row.star and (row.alias or row.path.rpartition(".")[2]) == name
    )
    starred = tuple(f"{row.path}.{name}" for row in imports if row.star)
    if java:
        return explicit, (), starred
    own = f"{facts.package}.{name}" if facts.package else name
    return explicit, (own,), starred, tuple(f"{package}.{name}" for package in DEFAULT_IMPORTS)
