"""`textDocument/documentSymbol`: the outline of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext
    from rca.resolve.symbol import Symbol


async def document_symbol(
    server: Server, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """Return the declarations of a document, nested if the editor supports that."""
    text_document = server.client_capabilities.text_document
    wanted = text_document.document_symbol if text_document else None
    nested = bool(wanted and wanted.hierarchical_document_symbol_support)
    uri = params.text_document.uri
    return await server.ask(
        lambda question: _outline(question, uri) if nested else _flat(question, uri), needs_index=False
    )


def _symbols(question: RequestContext, path: str) -> tuple[Symbol, ...]:
    """Return a file's declarations; before the index is ready by parsing the text."""
    from rca.languages.registry import extract
    from rca.resolve.symbol import symbols_of

    text = None if question.snapshot.index.ready else question.text(path)
    if text is None:
        return question.snapshot.index.symbols(path)
    return symbols_of(path, extract(path, text))


def _outline(question: RequestContext, uri: str) -> list[types.DocumentSymbol] | None:
    from lsp_server.symbol_kinds import detail_of, kind_of, shown_name

    path = question.path(uri)
    places = None if path is None else question.positions(path)
    if path is None or places is None:
        return None
    made: dict[int, types.DocumentSymbol] = {}
    top: list[types.DocumentSymbol] = []
    for symbol in _symbols(question, path):
        row = symbol.declaration
        if "implicit" in row.modifiers:
            continue
        start, end = question.name_span(symbol)
        if row.kind == "constructor" and start < row.start:  # a primary one has no name of its own
            start, end = row.start, row.end
        around = types.DocumentSymbol(
            name=shown_name(symbol),
            kind=kind_of(symbol),
            detail=detail_of(symbol),
            range=places.range(min(row.start, start), max(row.end, end)),
            selection_range=places.range(start, end),
            children=[],
            deprecated=True if "@Deprecated" in row.modifiers else None,
        )
        made[symbol.index] = around
        parent = next((made[one] for one in symbol.facts.enclosing(row.parent) if one in made), None)
        inside = top if parent is None else parent.children
        assert isinstance(inside, list)
        inside.append(around)
    return top


def _flat(question: RequestContext, uri: str) -> list[types.SymbolInformation] | None:
    from lsp_server.symbol_kinds import container_of, kind_of, shown_name

    path = question.path(uri)
    if path is None:
        return None
    return [
        types.SymbolInformation(
            name=shown_name(symbol),
            kind=kind_of(symbol),
            location=place,
            container_name=container_of(symbol) or None,
        )
        for symbol in _symbols(question, path)
        if "implicit" not in symbol.declaration.modifiers
        and (place := question.location(path, symbol.declaration.start, symbol.declaration.end)) is not None
    ]
