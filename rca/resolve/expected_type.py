"""Expected types: what an enclosing call, declaration or lambda requires of an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite, Facts
from rca.resolve.arguments import parameter_at
from rca.resolve.resolution import Resolution
from rca.resolve.symbol import Symbol
from rca.resolve.types import FUNCTION, Type, as_function

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_DEEPEST = 6


class ExpressionHolders:
    """What holds each expression of a file that is a reference, or may give one."""

    def __init__(self, facts: Facts) -> None:
        self.arguments: dict[int, tuple[int, int]] = {}
        """Expression → call site that takes it, and the position among its arguments."""
        self.values: dict[int, int] = {}
        """Expression → declaration that has it as its value."""
        self.parts: dict[int, int] = {}
        """Expression → alternatives, or a lambda, that it is a result of."""
        self.calls: dict[int, int] = {}
        """Call site → its expression."""
        for index, node in enumerate(facts.expressions):
            if node.form == "call":
                self.calls[node.number] = index
            elif node.form == "either":
                self.parts.update(dict.fromkeys(node.inputs, index))
            elif node.form == "lambda" and len(node.inputs) > 1:
                self.parts[node.inputs[1]] = index
        for index, site in enumerate(facts.calls):
            for position, argument in enumerate(site.arguments):
                if argument != NONE:
                    self.arguments.setdefault(argument, (index, position))
        for index, row in enumerate(facts.declarations):
            if row.value != NONE:
                self.values.setdefault(row.value, index)


def expected_function(resolver: Resolver, path: str, index: int) -> Type | None:
    """Return the expected function type of a call site's value, or that of its interface."""
    facts = resolver.names.facts(path)
    value = _of_file(resolver, path, facts).calls.get(index, NONE)
    asked = expected_type(resolver, path, value) if value != NONE else None
    return None if asked is None else _as_function(resolver, asked, java=facts.language == "java")


def expected_type(  # noqa: PLR0911 - one case a line
    resolver: Resolver, path: str, index: int, depth: int = 0
) -> Type | None:
    """Return the type that the place of an expression asks for, None where it is not known."""
    if depth > _DEEPEST:
        return None
    facts = resolver.names.facts(path)
    node = facts.expressions[index]
    if node.form == "call" and node.inputs:
        return resolver.type_of(path, node.inputs[0])
    if node.form == "lambda" and node.inputs[0] != NONE and not node.name:
        return resolver.type_of(path, node.inputs[0])
    holders = _of_file(resolver, path, facts)
    taken = holders.arguments.get(index)
    if taken is not None:
        return _of_argument(resolver, path, index, *taken, depth)
    around = holders.parts.get(index)
    if around is not None:
        asked = expected_type(resolver, path, around, depth + 1)
        if facts.expressions[around].form != "lambda" or asked is None:
            return asked
        function = _as_function(resolver, asked)
        return None if function is None else function.result
    return _of_declaration(resolver, path, facts, index, holders)


def _of_file(resolver: Resolver, path: str, facts: Facts) -> ExpressionHolders:
    known = resolver.holders.get(path)
    if known is None or known[0] is not facts:
        known = resolver.holders[path] = facts, ExpressionHolders(facts)
    return known[1]


def _of_declaration(
    resolver: Resolver, path: str, facts: Facts, index: int, holders: ExpressionHolders
) -> Type | None:
    """Return the type of the property or function that a value is of, or that it is returned from."""
    held = holders.values.get(index)
    node = facts.expressions[index]
    if held is None and node.form == "call":
        site = facts.calls[node.number]
        held = site.owner if site.owner != NONE and not site.lambdas else None
    if held is None:
        return None
    text = facts.declarations[held].type
    return resolver.names.read(path, held, text) if text else None


def _of_argument(
    resolver: Resolver, path: str, index: int, call: int, position: int, depth: int
) -> Type | None:
    site = resolver.names.facts(path).calls[call]
    meant = resolver.meaning(path, call)
    if meant is None or not meant.certain or meant.families > 1:
        return None
    if not meant.targets:
        return _of_function_value(site, position, meant)
    target = meant.targets[0]
    parameter = parameter_at(target.declaration.parameters, site, position)
    if parameter is None or parameter.type is None:
        return None
    wanted = resolver.names.read(target.path, target.index, parameter.type)
    if wanted is None:
        return None
    bound = resolver.bindings(path, site, target, meant.receiver, skip=index)
    asked = wanted.substituted(bound)
    if not wanted.variable:
        return asked
    # What nothing in the call tells may be told by where its own value goes: `listOf(::f)`.
    outer = _of_file(resolver, path, resolver.names.facts(path)).calls.get(call, NONE)
    given = expected_type(resolver, path, outer, depth + 1) if outer != NONE else None
    return _from_result(resolver, target, wanted, given) or asked


def _from_result(resolver: Resolver, target: Symbol, wanted: Type, given: Type | None) -> Type | None:
    """Return what a type parameter stands for where a function's result must have a type."""
    if given is None:
        return None
    owner = target.owner
    if target.declaration.kind == "constructor" and owner is not None:
        result: Type | None = resolver.instance_type(owner)
    else:
        result = resolver.result_of(target)
    found: dict[str, Type | None] = {}
    for line, _ in resolver.members.lineage(result) if result is not None else ():
        if line.name == given.name or line.variable:
            resolver.generics.match(line, given, (wanted.name,), found)
    return found.get(wanted.name)


def _as_function(resolver: Resolver, asked: Type, *, java: bool = False) -> Type | None:
    asked = as_function(asked)
    if asked.name == FUNCTION:
        return asked
    method = resolver.members.single_method(asked.name, java=java)
    if method is None:
        return None
    types = resolver.interface_arguments(asked, method)
    inputs = [
        None if one.type is None else resolver.names.read(method.path, method.index, one.type)
        for one in method.declaration.parameters
    ]
    result = resolver.result_of(method)
    return Type(FUNCTION, (*inputs, result)).substituted(types)


def _of_function_value(site: CallSite, position: int, meant: Resolution) -> Type | None:
    """Return what a function value is given at a position, or what makes an interface of a function."""
    called = None if meant.receiver is None else as_function(meant.receiver)
    inputs = called.inputs if called is not None and called.name == FUNCTION else ()
    if not inputs and meant.evidence == "constructor":
        return meant.result
    place = position + len(inputs) - len(site.arguments)
    return inputs[place] if 0 <= place < len(inputs) else None
