"""Locations of library declarations that an editor can open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_server.positions import Positions
from rca.libraries.library_documents import LibraryDocuments

if TYPE_CHECKING:
    from lsp_server.request_context import RequestContext
    from lsp_server.user_session import Session
    from rca.resolve.symbol import Symbol


def documents_of(session: Session) -> LibraryDocuments | None:
    """Return the documents of a session's libraries; None if they would lie in the project itself."""
    folder = session.data_dir / "libraries" / "documents"
    if any(folder.is_relative_to(root) for root in session.workspace.snapshot.roots):
        return None
    artifacts = () if session.libraries is None else session.libraries.artifacts
    return LibraryDocuments(folder, {one.origin: one.path for one in artifacts})


def library_location(
    question: RequestContext, documents: LibraryDocuments, symbol: Symbol
) -> types.Location | None:
    """Return the location of a library declaration, in its source or in a document of its signatures."""
    place = documents.place(symbol.path, symbol.facts, symbol.index, question.deadline)
    if place is None:
        return None
    span = Positions(place.text, question.encoding).range(place.start, place.end)
    return types.Location(place.path.as_uri(), span)
