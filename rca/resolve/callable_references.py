"""Resolution of callable references: overloads chosen by the expected type."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rca.languages.facts import CallSite
from rca.resolve.expected_type import expected_function
from rca.resolve.resolution import Resolution
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_UNIT = "kotlin.Unit"


class _Fitting(NamedTuple):
    """A function whose reference fits; `adapted` where some of its parameters are left to their defaults."""

    target: Symbol
    inputs: tuple[Type | None, ...]
    adapted: bool


def narrow_reference(
    resolver: Resolver, path: str, index: int, site: CallSite, found: Resolution
) -> Resolution:
    """Leave out what the type that is asked for does not allow; all stays where none is known to fit."""
    asked = expected_function(resolver, path, index)
    if asked is None:
        return found
    fitting = [one for target in found.targets if (one := _fit(resolver, path, site, target, asked))]
    if any(not one.adapted for one in fitting):
        fitting = [one for one in fitting if not one.adapted]
    best = [one for one in fitting if all(_at_least(resolver, one, other) for other in fitting)]
    chosen = tuple(one.target for one in best or fitting)
    return replace(found, targets=chosen) if chosen else found


def _fit(resolver: Resolver, path: str, site: CallSite, target: Symbol, asked: Type) -> _Fitting | None:
    given = resolver.reference_type(path, site, target)
    inputs, wanted = given.inputs if given.receiver else given.arguments[:-1], asked.inputs
    adapted = len(inputs) != len(wanted)
    if adapted:
        left = target.declaration.parameters[len(wanted) - len(inputs) :]
        if len(inputs) < len(wanted) or not all(one.default or one.vararg for one in left):
            return None
    fits = resolver.subtypes.fits
    if any(fits(one, other) is False for one, other in zip(wanted, inputs, strict=False)):
        return None
    result = asked.result
    if result is not None and result.name != _UNIT and fits(given.result, result) is False:
        return None
    return _Fitting(target, inputs, adapted)


def _at_least(resolver: Resolver, one: _Fitting, other: _Fitting) -> bool:
    """Return whether a function is at least as specific as another."""
    return all(
        mine is None or yours is None or resolver.subtypes.fits(mine, yours) is not False
        for mine, yours in zip(one.inputs, other.inputs, strict=False)
    )
