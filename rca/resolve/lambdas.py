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


def call_taking_lambda(resolver: Resolver, path: str, index: int) -> int | None:
    """Return the call site that takes a lambda, None where none does."""
    facts = resolver.names.facts(path)
    given = facts.expressions[index].inputs[0]
    if given == NONE or facts.expressions[given].form != "call":
        return None
    return facts.expressions[given].number


def lambda_context(resolver: Resolver, path: str, index: int) -> LambdaContext:
    """Return what a lambda is given by the call that takes it, or by the type that it must have."""
    known = resolver.lambda_contexts.get((path, index))
    if known is not None:
        return known
    return resolver.memo.get(
        resolver.lambda_contexts, (path, index), _UNKNOWN, lambda: _find_context(resolver, path, index)
    )


def _find_context(resolver: Resolver, path: str, index: int) -> LambdaContext:
    facts = resolver.names.facts(path)
    wanted = facts.expressions[index].inputs[0]
    if wanted == NONE:
        return _PLAIN
    call = call_taking_lambda(resolver, path, index)
    if call is None:
        return _of_type(resolver, resolver.type_of(path, wanted), java=facts.language == "java")
    resolution = resolver.meaning(path, call)
    if resolution is None or not resolution.certain:
        return _UNKNOWN
    site = facts.calls[call]
    position = facts.expressions[index].name
    for target in resolution.targets:
        return _from_target(resolver, path, site, index, position, target, resolution.receiver)
    return _without_declaration(resolver, position, site, resolution)


def _without_declaration(
    resolver: Resolver, position: str, site: CallSite, resolution: Resolution
) -> LambdaContext:
    """Return the context in a call of a function value, or of an interface as the constructor of one."""
    called = resolution.receiver
    if called is not None and called.name == FUNCTION:
        place = len(site.arguments) - 1 if position == "-1" else int(position) if position.isdigit() else -1
        return _of_type(resolver, called.inputs[place] if 0 <= place < len(called.inputs) else None)
    if resolution.evidence == "constructor" and resolution.result is not None:
        return _of_type(resolver, resolution.result)
    return _UNKNOWN


def _from_target(
    resolver: Resolver,
    path: str,
    site: CallSite,
    index: int,
    position: str,
    target: Symbol,
    receiver: Type | None,
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
    wanted = resolver.names.read(target.path, target.index, parameter.type)
    if wanted is None:
        return _UNKNOWN
    bound = resolver.bindings(path, site, target, receiver, skip=index)
    return _of_type(resolver, wanted.substituted(bound), java=resolver.is_java(path))


def _of_type(resolver: Resolver, wanted: Type | None, *, java: bool = False) -> LambdaContext:
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
    method = resolver.members.single_method(wanted.name, java=java)
    if method is None:
        return LambdaContext(None, (), certain=bool(resolver.names.all_classes(wanted.name)))
    types = interface_arguments(resolver, wanted, method)
    shown = [
        None if one.type is None else resolver.names.read(method.path, method.index, one.type)
        for one in method.declaration.parameters
    ]
    parameters = tuple(None if one is None else bound_of(one.substituted(types)) for one in shown)
    receiver_text = method.declaration.receiver
    receiver = resolver.names.read(method.path, method.index, receiver_text) if receiver_text else None
    return LambdaContext(receiver, parameters, certain=True)


def interface_arguments(resolver: Resolver, wanted: Type, method: Symbol) -> dict[str, Type | None]:
    """Return what the type parameters of a method's interface stand for in a type."""
    owner = method.owner
    for line, _ in resolver.members.lineage(wanted):
        if owner is not None and line.name == owner.type_name:
            return resolver.members.substitution(line)
    return {}
