"""`textDocument/references`: all uses, with progress and partial results if the editor supports them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext

SURE_ENOUGH = 0.2
"""Uses below this confidence are guesses among several; an editor's list has no way to mark them."""


async def references(server: Server, params: types.ReferenceParams) -> list[types.Location] | None:
    """Return the uses of the symbol at a position, with its declaration if requested."""
    with server.show_progress("Finding references", params.work_done_token):
        found = await server.ask(lambda question: find_uses(question, params))
    return server.in_parts(params.partial_result_token, found)


def find_uses(question: RequestContext, params: types.ReferenceParams) -> list[types.Location] | None:
    """Return the uses of the symbol at a position, with its declarations if requested."""
    from rca.navigation.references import find_references

    found = question.definition_at(params.text_document.uri, params.position)
    if found is None:
        return None
    _, meaning = found
    index, texts = question.snapshot.index, question.text
    targets = [meaning.local] if meaning.local is not None else list(meaning.in_project)
    if not targets:
        return None
    places: dict[tuple[str, int], types.Location | None] = {}
    for target in targets:
        for use in find_references(index, target, texts, question.deadline).references:
            if use.confidence >= SURE_ENOUGH and (use.path, use.start) not in places:
                places[use.path, use.start] = question.location(use.path, use.start, use.end)
    listed = [place for _, place in sorted(places.items()) if place is not None]
    if not params.context.include_declaration:
        return listed
    if meaning.local is not None:
        own = question.location(meaning.local.path, meaning.local.start, meaning.local.end)
        return [own, *listed] if own is not None else listed
    declared = [place for one in meaning.in_project if (place := question.name_location(one)) is not None]
    return [*declared, *(place for place in listed if place not in declared)]
