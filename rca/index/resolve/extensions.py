"""Which extension functions a place sees, and to what they apply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.index.resolve.members import Members
from rca.index.resolve.types import FUNCTION, Type
from rca.index.symbol import Symbol
from rca.languages.facts import NONE, CallSite

if TYPE_CHECKING:
    from rca.index.resolve.calls import Calls


class Extensions:
    """Extension functions and properties of one snapshot."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members

    def find(self, path: str, site: CallSite, seen: Type) -> list[tuple[Symbol, int]]:
        """Give the extensions of a call's name that its place sees and that apply to a type.

        With each comes how far its receiver type is from the type given.
        """
        return [
            (symbol, distance)
            for symbol in self._names.extensions(site.name)
            if self.is_visible(path, site, symbol) and (distance := self._applies(symbol, seen)) is not None
        ]

    def _applies(self, symbol: Symbol, seen: Type) -> int | None:  # noqa: PLR0911 - one case a line
        """Give how far an extension's receiver type is from a type, None where it does not apply."""
        wanted = self._names.read(symbol.path, symbol.index, symbol.declaration.receiver or "")
        if wanted is None:
            return None
        if wanted.variable:
            limit = wanted.arguments[0] if wanted.arguments else None
            return 50 if limit is None or self._members.fits(seen, limit) is not False else None
        if wanted.simple == "Any":
            return 60
        if FUNCTION in (seen.name, wanted.name):
            return 0 if seen.name == wanted.name else None
        for owner, depth in self._members.lineage(seen):
            if owner.name == wanted.name or (
                owner.simple == wanted.simple and not self._members.is_project(wanted)
            ):
                if not _arguments_agree(owner, wanted, self._members):
                    return None
                return depth
        return None

    def is_visible(self, path: str, site: CallSite, symbol: Symbol) -> bool:
        """Tell whether a call may name an extension: its file imports it, or a receiver declares it."""
        facts = self._names.facts(path)
        row = symbol.declaration
        if "private" in row.modifiers and symbol.path != path:
            return False
        if row.parent == NONE:
            if symbol.facts.package == facts.package:
                return True
            full = f"{symbol.facts.package}.{symbol.name}"
            return any(
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


def _arguments_agree(given: Type, wanted: Type, members: Members) -> bool:
    return all(
        one is None or other is None or other.variable or members.fits(one, other) is not False
        for one, other in zip(given.arguments, wanted.arguments, strict=False)
    )
