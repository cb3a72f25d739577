"""Pre-filter: rejects call sites whose receiver type is unrelated to the member's class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.languages.facts import CallSite, Facts
from rca.resolve.symbol import Symbol
from rca.resolve.types import FUNCTION, Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


class ReceiverFilter:
    """Looks at the sites of a member's name.

    A call finds a member in the class that it goes to, in the classes above that, and in their
    companions; one that a subclass overrides is found through a base of the subclass. What goes to any
    other class means something else, or nothing that is known.
    """

    def __init__(self, target: Symbol, resolver: Resolver) -> None:
        self._resolver = resolver
        self._name = target.name
        self._class: str | None = None
        self._above: frozenset[str] = frozenset()
        self._known: dict[tuple[str, bool], bool] = {}
        owner, row = target.owner, target.declaration
        if owner is None or row.receiver is not None or row.kind not in ("function", "property"):
            return
        if resolver.names.holds_invokes:
            return  # then a call may go to what such a property holds
        here = resolver.instance_type(owner)
        self._class = here.name
        self._above = frozenset(line.name for line, _ in resolver.members.lineage(here))

    def is_site(self, path: str, facts: Facts, site: CallSite) -> bool:
        """Return whether a site goes to types that have nothing to do with the member's class."""
        if self._class is None or facts.names_only or site.form == "new" or site.name != self._name:
            return False
        if site.form == "delegate":
            return False  # what a delegate provides may be of the class
        if site.has_receiver:
            seen = self._resolver.type_of(path, site.receiver)
            return (
                seen is not None and not seen.variable and self._is_apart(seen, with_companions=seen.static)
            )
        return not self._is_imported(facts) and all(
            one.type is not None and not one.type.variable and self._is_apart(one.type, with_companions=True)
            for one in self._resolver.receivers(path, site.owner, site.lambdas)
        )

    def _is_imported(self, facts: Facts) -> bool:
        for row in facts.imports:
            if row.star:
                owner = row.path
            elif self._name in (row.alias, row.path.rpartition(".")[2]):
                owner = row.path.rpartition(".")[0]
            else:
                continue
            if not self._is_apart(Type(owner), with_companions=True):
                return True
        return False

    def _is_apart(self, seen: Type, *, with_companions: bool) -> bool:
        if seen.name == FUNCTION:
            return True
        key = (seen.name, with_companions)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = seen.name not in self._above and not self._reaches(*key)
        return known

    def _reaches(self, name: str, with_companions: bool) -> bool:
        members, names = self._resolver.members, self._resolver.names
        for line, _ in members.lineage(Type(name)):
            if line.name == self._class:
                return True
            if with_companions:
                for symbol in names.all_classes(line.name):
                    for companion in members.companions(symbol):
                        held = members.lineage(Type(companion.type_name))
                        if any(one.name == self._class for one, _ in held):
                            return True
        return False
