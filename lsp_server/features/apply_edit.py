"""Edits of open documents through `workspace/applyEdit`."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp_server import lsp_conversion
from lsp_server.positions import Positions

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from rca.files.editor_edit import EditorEdit, EditorVerdict

_logger = logging.getLogger(__name__)

EDIT_SECONDS = 15.0
"""How long the editor may take; some ask their user first."""


def can_edit(server: Server) -> bool:
    """Return whether the client supports edits."""
    workspace = server.client_capabilities.workspace
    return bool(workspace and workspace.apply_edit)


def edit_in_editor(server: Server, edit: EditorEdit) -> EditorVerdict:
    """Ask the editor to change an open document, in the version that was read if it can check that.

    Called from any thread but the event loop's.
    """
    if server.loop is None:
        return "unable"
    params = types.ApplyWorkspaceEditParams(_workspace_edit(server, edit), edit.label)
    asked = asyncio.run_coroutine_threadsafe(server.workspace_apply_edit_async(params), server.loop)
    try:
        answer = asked.result(EDIT_SECONDS)
    except FutureTimeout:
        asked.cancel()
        return "refused"
    except (JsonRpcException, CancelledError):  # it answered with an error, or went away
        _logger.info("the editor could not be asked to edit", exc_info=True)
        return "unable"
    return "applied" if answer.applied else "refused"


def _workspace_edit(server: Server, edit: EditorEdit) -> types.WorkspaceEdit:
    encoding = server.workspace.position_encoding or types.PositionEncodingKind.Utf16
    change = types.TextEdit(Positions(edit.text, encoding).range(edit.start, edit.end), edit.new)
    uri = _uri(server, edit)
    workspace = server.client_capabilities.workspace
    takes_versions = workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes
    if not takes_versions:
        return types.WorkspaceEdit(changes={uri: [change]})
    document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=edit.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, [change])])


def _uri(server: Server, edit: EditorEdit) -> str:
    """Return the document's URI as the editor spells it."""
    for uri in list(server.workspace.text_documents):
        path = lsp_conversion.file_path(uri)
        if path is not None and path.resolve() == edit.path:
            return str(uri)
    return edit.path.as_uri()
