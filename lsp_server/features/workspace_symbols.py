"""`workspace/symbol`: declarations by parts of their name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext

MOST = 200
"""Symbols in one answer: whoever wants more types another letter."""


async def workspace_symbol(
    server: Server, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol] | None:
    """Return the declarations whose name matches a query best."""
    with server.show_progress("Searching symbols", params.work_done_token):
        found = await server.ask(lambda question: _fitting(question, params.query), has_position=False)
    return server.in_parts(params.partial_result_token, found)


def _fitting(question: RequestContext, query: str) -> list[types.WorkspaceSymbol]:
    from lsp_server.symbol_kinds import container_of, kind_of, shown_name
    from rca.navigation.symbol_search import symbols_like

    found = symbols_like(question.snapshot.index, query, MOST, question.deadline)
    return [
        types.WorkspaceSymbol(
            location=place,
            name=shown_name(symbol),
            kind=kind_of(symbol),
            container_name=container_of(symbol) or None,
        )
        for symbol in found
        if (place := question.name_location(symbol)) is not None
    ]
