"""Implicit receivers of a place, innermost first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rca.languages.facts import Declaration
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_CONTEXT = "context("


class Receiver(NamedTuple):
    """An implicit receiver; `type` is None where it is not known.

    `is_class` tells the `this` of a class from that of a lambda or extension; of a class around one
    that has no instance of it, only what is `static` is in reach.
    """

    type: Type | None
    is_class: bool
    static: bool = False


class EnclosingLambdas(NamedTuple):
    """The lambdas around a declaration; what they are given may be asked for while it is worked out."""

    indexes: tuple[int, ...]


def receivers(resolver: Resolver, path: str, owner: int, lambdas: Sequence[int]) -> Iterator[Receiver]:
    """Return the implicit receivers of a place, nearest first."""
    if lambdas:
        yield from _of_lambdas(resolver, path, lambdas)
    table = resolver.declared_receivers.get(path)
    if table is None:
        table = resolver.declared_receivers[path] = {}
    around = table.get(owner)
    if around is None:
        around = table[owner] = tuple(_declared(resolver, path, owner))
    for one in around:
        if isinstance(one, Receiver):
            yield one
        else:
            yield from _of_lambdas(resolver, path, one.indexes)


def _declared(resolver: Resolver, path: str, owner: int) -> Iterator[Receiver | EnclosingLambdas]:
    """Return the receivers of the declarations around a place, and the lambdas between them."""
    facts = resolver.names.facts(path)
    static = False
    for index in facts.enclosing(owner):
        row = facts.declarations[index]
        if row.is_class:
            yield Receiver(instance_type(resolver, Symbol(path, facts, index)), is_class=True, static=static)
            static = static or not _holds_outer(row, facts.language)
        elif row.receiver is not None:
            yield Receiver(resolver.names.read(path, index, row.receiver), is_class=False)
        for word in row.modifiers:
            if word.startswith(_CONTEXT):
                text = word.removeprefix(_CONTEXT).removesuffix(")")
                yield Receiver(resolver.names.read(path, index, text), is_class=False)
        if row.lambdas:
            yield EnclosingLambdas(row.lambdas)


def _of_lambdas(resolver: Resolver, path: str, lambdas: Sequence[int]) -> Iterator[Receiver]:
    for index in lambdas:
        context = resolver.lambda_context(path, index)
        if context.receiver is not None or not context.certain:
            yield Receiver(context.receiver, is_class=False)


def instance_type(resolver: Resolver, symbol: Symbol) -> Type:
    """Return the type of `this` in a class."""
    names = resolver.names.parameters(symbol)
    name = symbol.type_name if symbol.name else resolver.names.anonymous(symbol)
    return Type(name, tuple(_variable(resolver, symbol, one) for one in names))


def _variable(resolver: Resolver, symbol: Symbol, name: str) -> Type:
    return resolver.names.read(symbol.path, symbol.index, name) or Type(name, variable=True)


def _holds_outer(row: Declaration, language: str) -> bool:
    """Return whether what is inside a class reaches the instance of the class around it."""
    if not row.name:
        return True
    if language == "java":
        return row.kind == "class" and "static" not in row.modifiers
    return "inner" in row.modifiers or row.kind == "enum_entry"
