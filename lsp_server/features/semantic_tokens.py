"""`textDocument/semanticTokens`: the colours of names in Kotlin code, by what they stand for.

After an answer that lacks something, because the index is not ready or time was over, the editor is told
to ask again.
"""

from __future__ import annotations

import asyncio
import logging
import os
from array import array
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rca.caching.lru_cache import LruCache

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext

_logger = logging.getLogger(__name__)

METHOD = "textDocument/semanticTokens"
"""What is registered: all three requests come with it."""
_SELECTOR: list[types.DocumentFilter] = [types.TextDocumentFilterPattern("**/*.{kt,kts}", scheme="file")]
_SERVED = (".kt", ".kts")
_MOST_KEPT = 1_000_000
"""Numbers of answers that are kept, to send only what has changed: some hundred files of 1,000 lines."""
_MOST_REPEATS = 3
"""How often the editor is asked to ask again for a document that could not be answered completely."""
_PAUSE_SECONDS = 1.0


class SemanticTokensFeature:
    """Registration and answers of one connection. Only `refresh_soon` may run off the event loop."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._is_dynamic = False
        self._registered = False
        self._wanted = True
        self._answers: LruCache[str, tuple[str, array[int]]] = LruCache(_MOST_KEPT, keeps_newest=True)
        self._number = 0
        self._unanswered = False
        """Whether a request came while the project was indexed."""
        self._repeats: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def announce(self) -> None:
        """Announce in `initialize` what cannot be registered later; nothing if switched off."""
        documents = self._server.client_capabilities.text_document
        able = documents.semantic_tokens if documents else None
        self._is_dynamic = bool(able and able.dynamic_registration)
        self._wanted = wanted(self._server.client_settings)
        if able is not None and not self._is_dynamic and self._wanted:
            self._handle(_options())

    async def follow(self) -> None:
        """Register or unregister according to the current settings."""
        self._wanted = wanted(self._server.client_settings)
        if not self._is_dynamic or self._wanted == self._registered:
            return
        self._registered = self._wanted
        try:
            if self._wanted:
                if types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL not in self._server.protocol.fm.features:
                    self._handle(None)
                added = types.Registration(id=f"rca:{METHOD}", method=METHOD, register_options=_options())
                await self._server.client_register_capability_async(types.RegistrationParams([added]))
            else:
                gone = types.Unregistration(id=f"rca:{METHOD}", method=METHOD)
                await self._server.client_unregister_capability_async(types.UnregistrationParams([gone]))
        except JsonRpcException:
            _logger.warning("the client refused a change of registrations, though it claims to support it")

    def refresh_soon(self) -> None:
        """Have the editor ask again for what it was not told while the project was indexed. On any thread."""
        if self._server.loop is not None:
            self._server.loop.call_soon_threadsafe(self._refresh_unanswered)

    async def full(self, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
        """Return the tokens of a document."""
        return await self._whole(params.text_document.uri)

    async def delta(
        self, params: types.SemanticTokensDeltaParams
    ) -> types.SemanticTokens | types.SemanticTokensDelta | None:
        """Return what changed since an answer; all tokens where that one is no longer kept."""
        from lsp_server.semantic_token_encoding import edits_between

        before = self._answers.get(params.text_document.uri)
        found = await self._whole(params.text_document.uri)
        if found is None or before is None or before[0] != params.previous_result_id:
            return found
        return types.SemanticTokensDelta(edits_between(before[1], found.data), found.result_id)

    async def part(self, params: types.SemanticTokensRangeParams) -> types.SemanticTokens | None:
        """Return the tokens of a part of a document."""
        found = await self._ask(params.text_document.uri, params.range)
        return None if found is None else types.SemanticTokens(found[0])

    async def _whole(self, uri: str) -> types.SemanticTokens | None:
        found = await self._ask(uri, None)
        if found is None:
            return None
        numbers, complete = found
        self._number += 1
        result = types.SemanticTokens(numbers, str(self._number))
        self._answers.put(uri, (str(self._number), array("L", numbers)), len(numbers))
        if complete:
            self._repeats.pop(uri, None)
        elif self._can_refresh and self._repeats.setdefault(uri, 0) < _MOST_REPEATS:
            self._repeats[uri] += 1
            self._start_refresh(_PAUSE_SECONDS)
        return result

    async def _ask(self, uri: str, part: types.Range | None) -> tuple[list[int], bool] | None:
        if not self._wanted or (self._can_refresh and self._server.index_wait.is_needed):
            self._unanswered = True
            return None
        return await self._server.ask(lambda question: numbers_of(question, uri, part))

    @property
    def _can_refresh(self) -> bool:
        workspace = self._server.client_capabilities.workspace
        able = workspace.semantic_tokens if workspace else None
        return bool(able and able.refresh_support)

    def _refresh_unanswered(self) -> None:
        if self._unanswered:
            self._unanswered = False
            self._start_refresh(0.0)

    def _start_refresh(self, pause: float) -> None:
        task = asyncio.ensure_future(self._refresh(pause))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _refresh(self, pause: float) -> None:
        await asyncio.sleep(pause)
        if not self._wanted:
            return
        try:
            await self._server.workspace_semantic_tokens_refresh_async(None)
        except JsonRpcException as problem:
            _logger.warning("the client refused to refresh semantic tokens: %s", problem)

    def _handle(self, options: types.SemanticTokensRegistrationOptions | None) -> None:
        # pygls marks what it registers, which it can do with functions alone.
        async def full(params: types.SemanticTokensParams) -> Any:  # noqa: ANN401 - typed by the method
            return await self.full(params)

        async def delta(params: types.SemanticTokensDeltaParams) -> Any:  # noqa: ANN401 - as above
            return await self.delta(params)

        async def part(params: types.SemanticTokensRangeParams) -> Any:  # noqa: ANN401 - as above
            return await self.part(params)

        self._server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, options)(full)
        self._server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, options)(delta)
        self._server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, options)(part)


def numbers_of(question: RequestContext, uri: str, part: types.Range | None) -> tuple[list[int], bool] | None:
    """Return the numbers of a document's tokens, and whether they are all; None where it is not served."""
    from lsp_server.semantic_token_encoding import encode
    from rca.navigation.semantic_tokens import find_semantic_tokens

    path = question.path(uri, _SERVED)
    places = None if path is None else question.positions(path)
    if path is None or places is None:
        return None
    within = None if part is None else (places.offset(part.start), places.offset(part.end))
    index = question.snapshot.index
    found = find_semantic_tokens(index, path, question.text, question.deadline, within)
    if found is None:
        return None
    question.deadline.check_cancelled()
    return encode(found.tokens, places), found.complete


def wanted(client_settings: dict[str, Any]) -> bool:
    """Return whether semantic tokens are offered: not if a setting says `off`."""
    setting = client_settings.get("semanticHighlighting") or os.environ.get("RCA_SEMANTIC_HIGHLIGHTING")
    return (setting or "auto") != "off"


def _options() -> types.SemanticTokensRegistrationOptions:
    from lsp_server.semantic_token_encoding import LEGEND

    return types.SemanticTokensRegistrationOptions(
        legend=LEGEND,
        document_selector=_SELECTOR,
        range=True,
        full=types.SemanticTokensFullDelta(delta=True),
    )
