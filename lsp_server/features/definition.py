"""`textDocument/definition`, `typeDefinition`, `implementation`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext
    from rca.resolve.symbol import Symbol

_Place = types.DefinitionParams | types.TypeDefinitionParams | types.ImplementationParams


async def definition(server: Server, params: types.DefinitionParams) -> list[types.Location] | None:
    """Return where the symbol at a position is declared."""
    return await server.ask(lambda question: find_declarations(question, params))


async def type_definition(server: Server, params: types.TypeDefinitionParams) -> list[types.Location] | None:
    """Return where the class of the expression at a position is declared."""
    return await server.ask(lambda question: find_types(question, params))


async def implementation(server: Server, params: types.ImplementationParams) -> list[types.Location] | None:
    """Return the subclasses of a class, or the members that override a member."""
    return await server.ask(lambda question: find_implementations(question, params))


def find_declarations(question: RequestContext, params: _Place) -> list[types.Location] | None:
    """Return where the symbol at a position is declared."""
    found = question.definition_at(params.text_document.uri, params.position)
    if found is None:
        return None
    _, meaning = found
    if meaning.local is not None:
        place = question.location(meaning.local.path, meaning.local.start, meaning.local.end)
        return None if place is None else [place]
    places = _places(question, meaning.symbols)
    alias = meaning.alias
    first = None if alias is None else question.location(alias.path, alias.start, alias.end)
    return places if first is None else [first, *(places or ())]


def find_types(question: RequestContext, params: _Place) -> list[types.Location] | None:
    """Return where the class of the expression at a position is declared."""
    from rca.navigation.call_sites import types_of

    found = question.definition_at(params.text_document.uri, params.position)
    if found is None:
        return None
    return _places(question, types_of(question.snapshot.index, *found, question.text))


def find_implementations(question: RequestContext, params: _Place) -> list[types.Location] | None:
    """Return the subclasses of the class at a position, or the overrides of the member there."""
    from rca.navigation.hierarchy import find_overriding, find_subclasses

    found = question.definition_at(params.text_document.uri, params.position)
    if found is None:
        return None
    index, deadline = question.snapshot.index, question.deadline
    below: list[Symbol] = []
    for symbol in found[1].in_project:
        target = symbol.owner if symbol.declaration.kind == "constructor" else symbol
        if target is None:
            continue
        if target.declaration.is_class:
            below.extend(find_subclasses(index, target, deadline, transitive=True))
        else:
            below.extend(find_overriding(index, target, deadline))
    return _places(question, below)


def _places(question: RequestContext, symbols: Iterable[Symbol]) -> list[types.Location] | None:
    places = (question.name_location(symbol) for symbol in symbols)
    found = {str(place): place for place in places if place is not None}
    return list(found.values()) or None
