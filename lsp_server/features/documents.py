"""Synchronisation of open documents and files on disk with the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_server import lsp_conversion

if TYPE_CHECKING:
    from lsp_server.language_server import Server


def register(server: Server) -> None:
    """Apply every change, in order."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        if (path := lsp_conversion.file_path(document.uri)) is not None:
            server.write(
                lambda session: session.apply(lsp_conversion.opened(path, document.text, document.version))
            )
            server.look_at_tests_again()

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        uri, version = params.text_document.uri, params.text_document.version
        if (path := lsp_conversion.file_path(uri)) is not None:
            text = server.workspace.get_text_document(uri).source
            server.write(lambda session: session.apply(lsp_conversion.changed(path, text, version)))
            server.error_marks.look_again()
            server.look_at_tests_again()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        if (path := lsp_conversion.file_path(params.text_document.uri)) is not None:
            server.write(lambda session: session.apply(lsp_conversion.closed(path)))
            server.error_marks.look_again()
            server.look_at_tests_again()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        event = types.FileEvent(params.text_document.uri, types.FileChangeType.Changed)
        server.write(lambda session: session.apply(lsp_conversion.files_changed([event])))
        server.look_at_tests_again()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        server.write(lambda session: session.apply(lsp_conversion.files_changed(params.changes)))
        server.error_marks.look_again()
        server.look_at_tests_again()
