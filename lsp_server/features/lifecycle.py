"""Lifecycle: start, settings, workspace folders, shutdown."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp_server import lsp_conversion
from lsp_server.features import devices

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.user_session import Session

_logger = logging.getLogger(__name__)


def register(server: Server) -> None:
    """Handle the connection's lifecycle messages."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.client_settings = lsp_conversion.settings_section(params.initialization_options)
        server.roots = lsp_conversion.folder_paths(params.workspace_folders or [], params.root_uri)
        options = params.initialization_options
        server.asks_editor = lsp_conversion.has_option(options, lsp_conversion.EDITOR_CALLERS_OPTION)
        server.error_marks.wanted = not lsp_conversion.has_option(options, lsp_conversion.SHOWS_ERRORS_OPTION)
        server.error_content.announce(params)
        server.error_marks.announce()
        server.code_navigation.announce()
        server.semantic_tokens.announce()

    @server.feature(types.INITIALIZED)
    async def initialized(_params: types.InitializedParams) -> None:
        server.loop = asyncio.get_running_loop()
        server.warm_up()
        await server.code_navigation.follow()
        await server.semantic_tokens.follow()
        await _watch_files(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def reconfigure(params: types.DidChangeConfigurationParams) -> None:
        if not params.settings:  # some editors say so after the start, where their user set nothing there
            return
        server.client_settings = lsp_conversion.settings_section(params.settings)
        server.reconfigure()
        await server.code_navigation.follow()
        await server.semantic_tokens.follow()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(_params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.roots = lsp_conversion.folder_paths(list(server.workspace.folders.values()), None)
        server.reopen()
        server.error_marks.look_again()

    @server.feature(types.SHUTDOWN)
    def shutdown(_params: None) -> None:
        server.error_marks.close()
        devices.close(server)
        if server.test_watch is not None:
            server.test_watch.close()
        server.close()


async def _watch_files(server: Server) -> None:
    workspace = server.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if not (watching and watching.dynamic_registration):
        return
    patterns = ("**/*.{kt,kts,java,gradle,toml,xml}", "**/.{gitignore,ignore}")
    options = types.DidChangeWatchedFilesRegistrationOptions(
        watchers=[types.FileSystemWatcher(glob_pattern=pattern) for pattern in patterns]
    )
    registration = types.Registration(
        id="rca-files", method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES, register_options=options
    )
    try:
        await server.client_register_capability_async(types.RegistrationParams([registration]))
    except JsonRpcException:
        # Saved documents still arrive by didSave; files changed elsewhere are seen now and then.
        _logger.warning("the client refused to watch files, though it claims to support it")
        return
    server.write(_trust_the_client)


def _trust_the_client(session: Session) -> None:
    session.disk_is_watched = True
