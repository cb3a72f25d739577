"""Which of several functions of a name a call means, by its arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rca.index.resolve.members import Member, Members
from rca.index.resolve.names import Names
from rca.index.resolve.types import FUNCTION, Type
from rca.languages.facts import CallSite, Parameter

_SETTERS = ("read", "write")


class _Rated(NamedTuple):
    member: Member
    exact: int
    vague: int
    defaults: int


def takes(parameters: Sequence[Parameter], site: CallSite) -> bool:
    """Tell whether the number and names of a call's arguments fit; a reference fits everything."""
    if site.form == "reference":
        return True
    count = len(site.arguments)
    variable = any(parameter.vararg for parameter in parameters)
    needed = sum(1 for parameter in parameters if not parameter.default and not parameter.vararg)
    if count < needed or (count > len(parameters) and not variable):
        return False
    names = {parameter.name for parameter in parameters}
    return all(label is None or label in names for label in site.labels)


def parameter_at(parameters: Sequence[Parameter], site: CallSite, position: int) -> Parameter | None:
    """Give the parameter that takes an argument."""
    label = site.labels[position] if position < len(site.labels) else None
    if label is not None:
        return next((one for one in parameters if one.name == label), None)
    if site.trailing and position == len(site.arguments) - 1 and parameters:
        return parameters[-1]
    if position < len(parameters):
        found = parameters[position]
        earlier = next((one for one in parameters[: position + 1] if one.vararg), None)
        return earlier or found
    return next((one for one in parameters if one.vararg), None)


class Overloads:
    """Chooses among candidates."""

    def __init__(self, names: Names, members: Members) -> None:
        self._names = names
        self._members = members

    def choose(
        self, candidates: Sequence[Member], site: CallSite, type_of: Callable[[int], Type | None]
    ) -> list[Member]:
        """Give the candidates that the call may mean: one where its arguments decide, none where none fits.

        `type_of` gives the type of an expression of the calling file. Overrides of one function count
        as the nearest one only.
        """
        fitting = [one for one in candidates if self._form_fits(one, site)]
        if not fitting or (len(fitting) == 1 and not site.arguments):
            return fitting
        fitting = _nearest(fitting)
        if len(fitting) == 1 and not site.arguments:
            return fitting
        given = [type_of(argument) for argument in site.arguments] if site.form != "reference" else []
        rated = [rating for one in fitting if (rating := self._rate(one, site, given)) is not None]
        if not rated:
            return []
        best = max((rating.exact, -rating.vague, -rating.defaults) for rating in rated)
        chosen = [one for one in rated if (one.exact, -one.vague, -one.defaults) == best]
        return [rating.member for rating in chosen]

    def _form_fits(self, candidate: Member, site: CallSite) -> bool:
        row = candidate.symbol.declaration
        if site.form in _SETTERS:
            return row.kind in ("property", "enum_entry", "object")
        if site.form == "reference":
            return row.kind in ("function", "property", "constructor")
        return row.kind in ("function", "constructor") and takes(row.parameters, site)

    def _rate(self, candidate: Member, site: CallSite, given: Sequence[Type | None]) -> _Rated | None:
        row, symbol = candidate.symbol.declaration, candidate.symbol
        exact = vague = 0
        types = self._members.substitution(candidate.owner)
        for position, value in enumerate(given):
            parameter = parameter_at(row.parameters, site, position)
            if parameter is None or parameter.type is None:
                continue
            wanted = self._names.read(symbol.path, symbol.index, parameter.type)
            wanted = None if wanted is None else wanted.substituted(types)
            if wanted is None or value is None:
                vague += 1
                continue
            fits = self._members.fits(value, wanted)
            if fits is False and not (parameter.vararg and value.simple == "Array"):
                return None
            if value.name == wanted.name and value.name != FUNCTION:
                exact += 1
            elif wanted.name == FUNCTION and value.name == FUNCTION:
                expected, actual = len(wanted.arguments) - 1, len(value.arguments) - 1
                if actual and expected != actual:
                    return None
                exact += 1
            elif fits is None or wanted.variable:
                vague += 1
        unused = len(row.parameters) - len(given)
        return _Rated(candidate, exact, vague, max(0, unused))


def _nearest(candidates: Sequence[Member]) -> list[Member]:
    """Leave out what a nearer class overrides."""
    found: dict[tuple[object, ...], Member] = {}
    kept: list[Member] = []
    for one in sorted(candidates, key=lambda member: member.depth):
        row = one.symbol.declaration
        shape = (row.kind, len(row.parameters), tuple(_simple(p.type) for p in row.parameters), row.receiver)
        nearer = found.get(shape)
        if nearer is None or nearer.depth == one.depth:
            found.setdefault(shape, one)
            kept.append(one)
    return kept


def _simple(text: str | None) -> str:
    return (text or "").split("<", maxsplit=1)[0].rpartition(".")[2].rstrip("?")
