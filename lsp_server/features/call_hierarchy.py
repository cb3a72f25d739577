"""`textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls`, `callHierarchy/outgoingCalls`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext
    from rca.resolve.symbol import Symbol

SURE_ENOUGH = 0.2
"""Calls below this confidence are guesses among several, and not shown."""


async def prepare(
    server: Server, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """Return the functions at a position."""
    return await server.ask(lambda question: find_items(question, params))


async def incoming(
    server: Server, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """Return the callers of a function, one item each."""
    with server.show_progress("Finding callers", params.work_done_token):
        found = await server.ask(lambda question: find_callers(question, params.item))
    return server.in_parts(params.partial_result_token, found)


async def outgoing(
    server: Server, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """Return the functions that a function calls, one item each."""
    found = await server.ask(lambda question: find_called(question, params.item))
    return server.in_parts(params.partial_result_token, found)


def find_items(
    question: RequestContext, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """Return the functions at a position; a class stands for its constructors."""
    found = question.definition_at(params.text_document.uri, params.position)
    if found is None:
        return None
    items = (_item(question, one) for one in _callables(question, found[1].in_project))
    return [item for item in items if item is not None] or None


def _callables(question: RequestContext, symbols: tuple[Symbol, ...]) -> list[Symbol]:
    """Return the functions meant; a class stands for its constructors."""
    found: list[Symbol] = []
    for symbol in symbols:
        if symbol.is_callable:
            found.append(symbol)
        elif symbol.declaration.is_class:
            found.extend(
                one
                for one in question.snapshot.index.symbols(symbol.path)
                if one.declaration.parent == symbol.index and one.declaration.kind == "constructor"
            )
    return found


def _item(
    question: RequestContext, symbol: Symbol, note: str | None = None
) -> types.CallHierarchyItem | None:
    from lsp_server.symbol_kinds import container_of, kind_of

    places = question.positions(symbol.path)
    if places is None:
        return None
    row = symbol.declaration
    start, end = question.name_span(symbol)
    whole = places.range(min(row.start, start), max(row.end, end))
    detail = " · ".join(part for part in (container_of(symbol), note) if part)
    name = symbol.display_name.rpartition(".")[2] or row.kind
    if row.kind == "constructor":
        name = row.name
    return types.CallHierarchyItem(
        name=name,
        kind=kind_of(symbol),
        uri=question.uri(symbol.path),
        range=whole,
        selection_range=places.range(start, end),
        detail=detail or None,
        data=question.key_of(symbol),
    )


def _target(question: RequestContext, item: types.CallHierarchyItem) -> Symbol | None:
    """Find the declaration of an item again; the file may have changed since."""
    return question.symbol_of(item.data)


def find_callers(
    question: RequestContext, item: types.CallHierarchyItem
) -> list[types.CallHierarchyIncomingCall] | None:
    """Return the callers of an item's function."""
    from lsp_server.symbol_kinds import doubt
    from rca.navigation.call_sites import calls_of

    target = _target(question, item)
    if target is None:
        return None
    rows: dict[object, types.CallHierarchyIncomingCall] = {}
    for use in calls_of(question.snapshot.index, target, question.text, question.deadline):
        if use.confidence < SURE_ENOUGH:
            continue
        places = question.positions(use.path)
        if places is None:
            continue
        key: object = use.inside or use.path
        if key not in rows:
            note = doubt(use.evidence)
            made = _item(question, use.inside, note) if use.inside else _file_item(question, use.path, note)
            if made is None:
                continue
            rows[key] = types.CallHierarchyIncomingCall(made, [])
        ranges = rows[key].from_ranges
        assert isinstance(ranges, list)
        ranges.append(places.range(use.start, use.end))
    return list(rows.values())


def _file_item(question: RequestContext, path: str, note: str | None) -> types.CallHierarchyItem:
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    return types.CallHierarchyItem(
        name=path.rpartition("/")[2],
        kind=types.SymbolKind.File,
        uri=question.uri(path),
        range=start,
        selection_range=start,
        detail=note,
    )


def find_called(
    question: RequestContext, item: types.CallHierarchyItem
) -> list[types.CallHierarchyOutgoingCall] | None:
    """Return the functions that an item's function calls."""
    from lsp_server.symbol_kinds import doubt
    from rca.navigation.call_sites import calls_in

    target = _target(question, item)
    places = None if target is None else question.positions(target.path)
    if target is None or places is None:
        return None
    rows: dict[Symbol, types.CallHierarchyOutgoingCall] = {}
    for call in calls_in(question.snapshot.index, target, question.text, question.deadline):
        if call.target not in rows:
            made = _item(question, call.target, doubt(call.evidence))
            if made is None:
                continue
            rows[call.target] = types.CallHierarchyOutgoingCall(made, [])
        ranges = rows[call.target].from_ranges
        assert isinstance(ranges, list)
        ranges.append(places.range(call.start, call.end))
    return list(rows.values())
