"""Types of lambda parameters and receivers, from the call that takes the lambda."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite
from rca.resolve.arguments import parameter_at
from rca.resolve.resolution import Resolution
from rca.resolve.symbol import Symbol
from rca.resolve.types import FUNCTION, Type, bound_of

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


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

    def __init__(self, calls: Resolver) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members
        self._known: dict[tuple[str, int], LambdaContext] = {}

    def call_of(self, path: str, index: int) -> int | None:
        """Return the call site that takes a lambda, None where none does."""
        facts = self._names.facts(path)
        given = facts.expressions[index].inputs[0]
        if given == NONE or facts.expressions[given].form != "call":
            return None
        return facts.expressions[given].number

    def context(self, path: str, index: int) -> LambdaContext:
        """Return what a lambda is given by the call that takes it, or by the type that it must have."""
        known = self._known.get((path, index))
        if known is not None:
            return known
        return self._calls.memo.get(
            self._known, (path, index), _UNKNOWN, lambda: self._find_context(path, index)
        )

    def _find_context(self, path: str, index: int) -> LambdaContext:
        facts = self._names.facts(path)
        wanted = facts.expressions[index].inputs[0]
        if wanted == NONE:
            return _PLAIN
        call = self.call_of(path, index)
        if call is None:
            return self._of_type(self._calls.inference.of(path, wanted), java=facts.language == "java")
        resolution = self._calls.meaning(path, call)
        if resolution is None or not resolution.certain:
            return _UNKNOWN
        site = facts.calls[call]
        position = facts.expressions[index].name
        for target in resolution.targets:
            return self._from_target(path, site, index, position, target, resolution.receiver)
        return self._without_declaration(position, site, resolution)

    def _without_declaration(self, position: str, site: CallSite, resolution: Resolution) -> LambdaContext:
        """Return the context in a call of a function value, or of an interface as the constructor of one."""
        called = resolution.receiver
        if called is not None and called.name == FUNCTION:
            place = (
                len(site.arguments) - 1 if position == "-1" else int(position) if position.isdigit() else -1
            )
            return self._of_type(called.inputs[place] if 0 <= place < len(called.inputs) else None)
        if resolution.evidence == "constructor" and resolution.result is not None:
            return self._of_type(resolution.result)
        return _UNKNOWN

    def _from_target(  # noqa: PLR0913, PLR0917 - one lambda of one call
        self, path: str, site: CallSite, index: int, position: str, target: Symbol, receiver: Type | None
    ) -> LambdaContext:
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
        if wanted is None:
            return _UNKNOWN
        bound = self._calls.results.bindings(path, site, target, receiver, skip=index)
        return self._of_type(wanted.substituted(bound), java=self._calls.is_java(path))

    def _of_type(self, wanted: Type | None, *, java: bool = False) -> LambdaContext:
        """Return what a lambda is given that must have a type: a function's, or an interface's."""
        if wanted is None:
            return _UNKNOWN
        if wanted.name == FUNCTION:
            receiver = bound_of(wanted.receiver)
            return LambdaContext(
                receiver,
                tuple(map(bound_of, wanted.arguments[:-1])),
                certain=wanted.receiver is None or receiver is not None,
            )
        method = self._members.single_method(wanted.name, java=java)
        if method is None:
            return LambdaContext(None, (), certain=bool(self._names.all_classes(wanted.name)))
        types = self.interface_arguments(wanted, method)
        shown = [
            None if one.type is None else self._names.read(method.path, method.index, one.type)
            for one in method.declaration.parameters
        ]
        parameters = tuple(None if one is None else bound_of(one.substituted(types)) for one in shown)
        receiver_text = method.declaration.receiver
        receiver = self._names.read(method.path, method.index, receiver_text) if receiver_text else None
        return LambdaContext(receiver, parameters, certain=True)

    def interface_arguments(self, wanted: Type, method: Symbol) -> dict[str, Type | None]:
        """Return what the type parameters of a method's interface stand for in a type."""
        owner = method.owner
        for line, _ in self._members.lineage(wanted):
            if owner is not None and line.name == owner.type_name:
                return self._members.substitution(line)
        return {}
