"""What lambdas are given by the calls that take them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rca.index.resolve import library
from rca.index.resolve.overloads import parameter_at
from rca.index.resolve.types import FUNCTION, Type
from rca.languages.facts import NONE

if TYPE_CHECKING:
    from rca.index.resolve.calls import Calls


@dataclass(frozen=True)
class LambdaContext:
    """What a lambda is given: the type of `this` in it and of its parameters.

    `certain` is False where the call that takes it is not understood: `this` may then be anything.
    """

    receiver: Type | None
    parameters: tuple[Type | None, ...]
    certain: bool


_PLAIN = LambdaContext(None, (), certain=True)
_UNKNOWN = LambdaContext(None, (), certain=False)


class Lambdas:
    """Contexts of lambdas, worked out when asked and kept."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members
        self._known: dict[tuple[str, int], LambdaContext] = {}

    def call_of(self, path: str, index: int) -> int | None:
        """Give the call site that takes a lambda, None where none does."""
        facts = self._names.facts(path)
        call = facts.expressions[index].inputs[0]
        return None if call == NONE else facts.expressions[call].number

    def context(self, path: str, index: int) -> LambdaContext:
        """Give what a lambda is given by the call that takes it."""
        key = (path, index)
        known = self._known.get(key)
        if known is None:
            self._known[key] = _UNKNOWN
            known = self._known[key] = self._find_context(path, index)
        return known

    def _find_context(self, path: str, index: int) -> LambdaContext:  # noqa: PLR0911 - one case a line
        call = self.call_of(path, index)
        if call is None:
            return _PLAIN
        facts = self._names.facts(path)
        site = facts.calls[call]
        resolution = self._calls.resolve(path, call)
        if resolution is not None and resolution.targets:
            return self._from_target(path, call, index) if resolution.certain else _UNKNOWN
        receiver = self._calls.inference.of(path, site.receiver) if site.has_receiver else None
        shape = library.LAMBDAS.get(site.name)
        if shape == "this_receiver":
            return LambdaContext(receiver, (), certain=receiver is not None or not site.has_receiver)
        if shape == "this_argument":
            given = self._calls.inference.of(path, site.arguments[0]) if site.arguments else None
            return LambdaContext(given, (), certain=given is not None)
        if shape == "it_receiver":
            return LambdaContext(None, (receiver,), certain=True)
        if shape in ("it_element", "second_element"):
            element = self._calls.inference.element(receiver)
            if receiver is not None and receiver.simple in library.MAPS:
                element = self._calls.inference.entry(receiver)
            parameters = (element,) if shape == "it_element" else (Type("kotlin.Int"), element)
            return LambdaContext(None, parameters, certain=True)
        if site.has_receiver and receiver is not None and not self._members.is_project(receiver):
            return LambdaContext(None, (), certain=receiver.simple in library.SUPERTYPES)
        return _UNKNOWN

    def _from_target(self, path: str, call: int, index: int) -> LambdaContext:
        facts = self._names.facts(path)
        site = facts.calls[call]
        resolution = self._calls.resolve(path, call)
        assert resolution is not None
        target = resolution.targets[0]
        position = facts.expressions[index].name
        parameters = target.declaration.parameters
        if position == "-1":
            parameter = parameters[-1] if parameters else None
        elif position.isdigit():
            parameter = parameter_at(parameters, site, int(position))
        else:
            parameter = next((one for one in parameters if one.name == position), None)
        if parameter is None or parameter.type is None:
            return _UNKNOWN
        wanted = self._names.read(target.path, target.index, parameter.type)
        wanted = (
            None
            if wanted is None
            else wanted.substituted(self._calls.results.bindings(path, call, target, skip=index))
        )
        if wanted is None:
            return _UNKNOWN
        if wanted.name != FUNCTION:
            return self._from_interface(wanted)
        shown = tuple(_known(one) for one in wanted.arguments[:-1])
        receiver = _known(wanted.receiver)
        return LambdaContext(receiver, shown, certain=wanted.receiver is None or receiver is not None)

    def _from_interface(self, wanted: Type) -> LambdaContext:
        """Give what a lambda is given that stands for an interface with one method."""
        for symbol in self._names.classes(wanted.name):
            for index, row in enumerate(symbol.facts.declarations):
                if row.parent == symbol.index and row.kind == "function" and row.value == NONE:
                    shown = tuple(
                        self._names.read(symbol.path, index, one.type) if one.type else None
                        for one in row.parameters
                    )
                    return LambdaContext(None, shown, certain=True)
        return LambdaContext(None, (), certain=True)


def _known(found: Type | None) -> Type | None:
    """Leave out a type parameter of which nothing is known; one with a bound is seen as its bound."""
    if found is not None and found.variable:
        return found.arguments[0] if found.arguments else None
    return found
