"""`textDocument/prepareTypeHierarchy`, `typeHierarchy/supertypes`, `typeHierarchy/subtypes`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext
    from rca.resolve.symbol import Symbol


async def prepare(
    server: Server, params: types.TypeHierarchyPrepareParams
) -> list[types.TypeHierarchyItem] | None:
    """Return the classes at a position."""
    return await server.ask(lambda question: find_items(question, params))


async def supertypes(
    server: Server, params: types.TypeHierarchySupertypesParams
) -> list[types.TypeHierarchyItem] | None:
    """Return the project's supertypes of a class."""
    return await server.ask(lambda question: find_supertypes(question, params.item))


async def subtypes(
    server: Server, params: types.TypeHierarchySubtypesParams
) -> list[types.TypeHierarchyItem] | None:
    """Return the direct subtypes of a class."""
    return await server.ask(lambda question: find_subtypes(question, params.item))


def find_items(
    question: RequestContext, params: types.TypeHierarchyPrepareParams
) -> list[types.TypeHierarchyItem] | None:
    """Return the class at a position, or the one whose constructor or member is there."""
    found = question.definition_at(params.text_document.uri, params.position)
    if found is None:
        return None
    classes: dict[Symbol, None] = {}
    for symbol in found[1].in_project:
        target = symbol if symbol.declaration.is_class else symbol.owner
        if target is not None:
            classes[target] = None
    return _items(question, classes) or None


def find_supertypes(
    question: RequestContext, item: types.TypeHierarchyItem
) -> list[types.TypeHierarchyItem] | None:
    """Return the direct supertypes of an item's class, without those of libraries, which have no file."""
    from rca.navigation.hierarchy import find_direct_supertypes

    target = question.symbol_of(item.data)
    if target is None:
        return None
    return _items(question, find_direct_supertypes(question.snapshot.index, target))


def find_subtypes(
    question: RequestContext, item: types.TypeHierarchyItem
) -> list[types.TypeHierarchyItem] | None:
    """Return the direct subtypes of an item's class."""
    from rca.navigation.hierarchy import find_subclasses

    target = question.symbol_of(item.data)
    if target is None:
        return None
    return _items(question, find_subclasses(question.snapshot.index, target, question.deadline))


def _items(question: RequestContext, symbols: Iterable[Symbol]) -> list[types.TypeHierarchyItem]:
    return [item for one in symbols if (item := _item(question, one)) is not None]


def _item(question: RequestContext, symbol: Symbol) -> types.TypeHierarchyItem | None:
    from lsp_server.symbol_kinds import container_of, kind_of, shown_name

    places = question.positions(symbol.path)
    if places is None or symbol.facts.language == "library":
        return None
    row = symbol.declaration
    start, end = question.name_span(symbol)
    return types.TypeHierarchyItem(
        name=shown_name(symbol),
        kind=kind_of(symbol),
        uri=question.uri(symbol.path),
        range=places.range(min(row.start, start), max(row.end, end)),
        selection_range=places.range(start, end),
        detail=container_of(symbol) or None,
        data=question.key_of(symbol),
    )
