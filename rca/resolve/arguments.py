"""Mapping of a call's arguments to a function's parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rca.languages.facts import CallSite, Parameter
from rca.resolve.types import Type


class Argument(NamedTuple):
    """An argument as the choice among overloads sees it.

    `lambda_parameters` is the number of parameters that a lambda names, None where it is no lambda;
    `literal` marks a number written in the source, `null` the word, `reference` a callable reference,
    `spread` an array that is given as the values in it.
    """

    type: Type | None
    lambda_parameters: int | None = None
    literal: bool = False
    reference: bool = False
    null: bool = False
    spread: bool = False


def takes(parameters: Sequence[Parameter], site: CallSite) -> bool:
    """Return whether the number and names of a call's arguments fit; a reference fits everything."""
    if site.form == "reference":
        return True
    if site.form == "delegate":  # given are the owner, the property and, to a setter, the value
        return len(parameters) == (3 if site.name == "setValue" else 2)
    count = len(site.arguments)
    if not parameters:
        return count == 0
    needed, variable = 0, False
    for parameter in parameters:
        if parameter.vararg:
            variable = True
        elif not parameter.default:
            needed += 1
    if count < needed or (count > len(parameters) and not variable):
        return False
    if site.labels and any(label is not None for label in site.labels):
        names = {parameter.name for parameter in parameters}
        if not all(label is None or label in names for label in site.labels):
            return False
    return needed == 0 or count >= len(parameters) or _required_are_given(parameters, site)


def _required_are_given(parameters: Sequence[Parameter], site: CallSite) -> bool:
    given = set()
    for position in range(len(site.arguments)):
        parameter = parameter_at(parameters, site, position)
        if parameter is None:
            return False
        given.add(parameter.name)
    return all(one.default or one.vararg or one.name in given for one in parameters)


def parameter_at(parameters: Sequence[Parameter], site: CallSite, position: int) -> Parameter | None:
    """Return the parameter that takes an argument."""
    label = site.labels[position] if position < len(site.labels) else None
    if label is not None:
        return next((one for one in parameters if one.name == label), None)
    if site.trailing and position == len(site.arguments) - 1 and parameters:
        return parameters[-1]
    for place, one in enumerate(parameters):
        if place == position or one.vararg:
            return one
    return None
