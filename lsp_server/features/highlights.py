"""`textDocument/documentHighlight`: the uses of a name in the open file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_server.features.references import SURE_ENOUGH

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext


async def highlight(
    server: Server, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """Return the uses, in the document, of the symbol at a position."""
    return await server.ask(lambda question: find_highlights(question, params))


def find_highlights(
    question: RequestContext, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """Return the declaration and uses in one file, each marked as a read or a write."""
    from rca.languages.locals.local import Local
    from rca.navigation.references import find_references

    found = question.definition_at(params.text_document.uri, params.position)
    if found is None:
        return None
    path, meaning = found
    places = question.positions(path)
    if places is None:
        return None
    kinds = {meaning.start: (meaning.end, types.DocumentHighlightKind.Text)}
    index = question.snapshot.index
    for target in [meaning.local] if meaning.local is not None else list(meaning.in_project):
        if target.path == path:
            start, end = (
                (target.start, target.end) if isinstance(target, Local) else question.name_span(target)
            )
            kinds[start] = end, types.DocumentHighlightKind.Write
        for use in find_references(index, target, question.text, question.deadline, within={path}).references:
            if use.confidence >= SURE_ENOUGH and use.path == path:
                written = use.kind == "write"
                kind = types.DocumentHighlightKind.Write if written else types.DocumentHighlightKind.Read
                kinds[use.start] = use.end, kind
    return [
        types.DocumentHighlight(places.range(start, end), kind)
        for start, (end, kind) in sorted(kinds.items())
    ]
