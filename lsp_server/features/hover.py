"""`textDocument/hover`: a short description of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext


async def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """Return signature, owner and first words of the documentation."""
    text_document = server.client_capabilities.text_document
    wanted = text_document.hover if text_document else None
    formats = (wanted.content_format if wanted else None) or (types.MarkupKind.Markdown,)
    markdown = types.MarkupKind.Markdown in formats
    return await server.ask(lambda question: describe_at(question, params, markdown))


def describe_at(question: RequestContext, params: types.HoverParams, markdown: bool) -> types.Hover | None:
    """Return the hover text of the symbol at a position."""
    from lsp_server.hover_text import describe

    found = question.definition_at(params.text_document.uri, params.position)
    if found is None:
        return None
    path, meaning = found
    text = describe(question, meaning, markdown=markdown)
    places = question.positions(path)
    if text is None or places is None:
        return None
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, text), places.range(meaning.start, meaning.end))
