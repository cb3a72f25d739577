"""Builder inference: a receiver's type from what its lambda passes on: `flow { emit(1) }`."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite
from rca.resolve.arguments import parameter_at, takes
from rca.resolve.generics import Bindings
from rca.resolve.types import Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_MOST_ASKED = 12
"""Calls inside of one lambda that are looked at."""


def match_builder(
    resolver: Resolver, path: str, index: int, receiver: Type, names: frozenset[str], found: Bindings
) -> None:
    """Add to `found` what type parameters stand for in the receiver of a lambda."""
    for site in _calls_in(resolver, path, index)[:_MOST_ASKED]:
        members = resolver.members.find(receiver, site.name)
        for member in members:
            row = member.symbol.declaration
            if row.kind != "function" or row.receiver is not None or not takes(row.parameters, site):
                continue
            held = resolver.members.substitution(member.owner)
            for position, argument in enumerate(site.arguments):
                parameter = parameter_at(row.parameters, site, position)
                if argument == NONE or parameter is None or parameter.type is None:
                    continue
                wanted = resolver.names.read(member.symbol.path, member.symbol.index, parameter.type)
                wanted = None if wanted is None else wanted.substituted(held)
                if wanted is not None and wanted.mentions(names):
                    given = resolver.type_of(path, argument)
                    resolver.generics.match(wanted, given, names, found)
        if not receiver.mentions(names.difference(found)):
            return


def _calls_in(resolver: Resolver, path: str, index: int) -> list[CallSite]:
    """Return the calls with arguments and without a receiver inside of a lambda, in their order."""
    facts = resolver.names.facts(path)
    known = resolver.calls_in_lambdas.get(path)
    if known is None or known[0] is not facts:
        made: dict[int, list[CallSite]] = defaultdict(list)
        for site in facts.calls:
            if site.arguments and not site.has_receiver and site.form == "call":
                for one in site.lambdas:
                    made[one].append(site)
        known = resolver.calls_in_lambdas[path] = facts, made
    return known[1].get(index, [])
