"""Registers navigation requests with the editor, and unregisters them when they are switched off.

Where the editor can register at run time, everything is registered so, for Kotlin and Java documents
(definitions and references for Android's XML too), and follows the setting at once. Elsewhere it is
announced at the start, and a setting that turns it off later makes the answers empty.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp_server.features import (
    call_hierarchy,
    definition,
    document_symbols,
    highlights,
    hover,
    references,
    type_hierarchy,
    workspace_symbols,
)

if TYPE_CHECKING:
    from lsp_server.language_server import Server

_logger = logging.getLogger(__name__)

Handler = Callable[[Any, Any], Awaitable[Any]]

HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbols.document_symbol,
    types.TEXT_DOCUMENT_DEFINITION: definition.definition,
    types.TEXT_DOCUMENT_TYPE_DEFINITION: definition.type_definition,
    types.TEXT_DOCUMENT_IMPLEMENTATION: definition.implementation,
    types.TEXT_DOCUMENT_REFERENCES: references.references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: highlights.highlight,
    types.TEXT_DOCUMENT_HOVER: hover.hover,
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: call_hierarchy.prepare,
    types.CALL_HIERARCHY_INCOMING_CALLS: call_hierarchy.incoming,
    types.CALL_HIERARCHY_OUTGOING_CALLS: call_hierarchy.outgoing,
    types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: type_hierarchy.prepare,
    types.TYPE_HIERARCHY_SUPERTYPES: type_hierarchy.supertypes,
    types.TYPE_HIERARCHY_SUBTYPES: type_hierarchy.subtypes,
    types.WORKSPACE_SYMBOL: workspace_symbols.workspace_symbol,
}
_CAPABILITIES = {
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: "document_symbol",
    types.TEXT_DOCUMENT_DEFINITION: "definition",
    types.TEXT_DOCUMENT_TYPE_DEFINITION: "type_definition",
    types.TEXT_DOCUMENT_IMPLEMENTATION: "implementation",
    types.TEXT_DOCUMENT_REFERENCES: "references",
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: "document_highlight",
    types.TEXT_DOCUMENT_HOVER: "hover",
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: "call_hierarchy",
    types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: "type_hierarchy",
}
_FOLLOWS = {
    types.CALL_HIERARCHY_INCOMING_CALLS: types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
    types.CALL_HIERARCHY_OUTGOING_CALLS: types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
    types.TYPE_HIERARCHY_SUPERTYPES: types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY,
    types.TYPE_HIERARCHY_SUBTYPES: types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY,
}
"""Requests that come with another's capability."""

_DOCUMENTS = [{"scheme": "file", "pattern": "**/*.{kt,kts,java}"}]
_RESOURCES = [
    {"scheme": "file", "pattern": "**/AndroidManifest.xml"},
    {"scheme": "file", "pattern": "**/res*/*/*.xml"},
]
_IN_RESOURCES = (types.TEXT_DOCUMENT_DEFINITION, types.TEXT_DOCUMENT_REFERENCES)
"""Requests that are answered in manifests and resource files too."""
_OPTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_REFERENCES: types.ReferenceOptions(work_done_progress=True),
    types.WORKSPACE_SYMBOL: types.WorkspaceSymbolOptions(work_done_progress=True),
}


class NavigationRegistration:
    """The registrations of one connection: announced and wanted."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._dynamic: set[str] = set()
        self._registered = False
        self.wanted = True

    def announce(self) -> None:
        """Announce in `initialize` what cannot be registered later; nothing if switched off."""
        self.wanted = wanted(self._server.client_settings)
        self._dynamic = {name for name in HANDLERS if self._is_dynamic(name)}
        if self.wanted:
            for name in HANDLERS:
                if name not in self._dynamic:
                    self._handle(name, _OPTIONS.get(name))

    async def follow(self) -> None:
        """Register or unregister according to the current settings."""
        self.wanted = wanted(self._server.client_settings)
        if self.wanted == self._registered or not self._dynamic:
            return
        self._registered = self.wanted
        names = [name for name in HANDLERS if name in self._dynamic and name not in _FOLLOWS]
        try:
            if self.wanted:
                for name in HANDLERS:
                    if name in self._dynamic and name not in self._server.protocol.fm.features:
                        self._handle(name, None)
                registrations = [
                    types.Registration(
                        id=f"rca:{name}", method=name, register_options=_register_options(name)
                    )
                    for name in names
                ]
                await self._server.client_register_capability_async(types.RegistrationParams(registrations))
            else:
                gone = [types.Unregistration(id=f"rca:{name}", method=name) for name in names]
                await self._server.client_unregister_capability_async(types.UnregistrationParams(gone))
        except JsonRpcException:
            _logger.warning("the client refused a change of registrations, though it claims to support it")

    def _handle(self, name: str, options: Any) -> None:  # noqa: ANN401 - each request has its own class
        handler = HANDLERS[name]

        async def answer(params: Any) -> Any:  # noqa: ANN401 - typed by the handler
            return await handler(self._server, params) if self.wanted else None

        self._server.feature(name, options)(answer)

    def _is_dynamic(self, name: str) -> bool:
        name = _FOLLOWS.get(name, name)
        capabilities = self._server.client_capabilities
        if name == types.WORKSPACE_SYMBOL:
            able = capabilities.workspace.symbol if capabilities.workspace else None
        else:
            documents = capabilities.text_document
            able = getattr(documents, _CAPABILITIES[name]) if documents else None
        return bool(able and able.dynamic_registration)


def wanted(client_settings: dict[str, Any]) -> bool:
    """Return whether navigation requests are answered: not if a setting says `off`."""
    mode = client_settings.get("codeNavigation") or os.environ.get("RCA_CODE_NAVIGATION") or "auto"
    return mode != "off"


def _register_options(name: str) -> dict[str, Any]:
    progress = name in _OPTIONS
    if name == types.WORKSPACE_SYMBOL:
        return {"workDoneProgress": progress}
    documents = [*_DOCUMENTS, *(_RESOURCES if name in _IN_RESOURCES else ())]
    return {"documentSelector": documents, "workDoneProgress": progress}
