"""How long requests wait for the index, and the message to the user when that takes long."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.user_session import Session

INDEX_SECONDS = 10.0
"""How long one question waits at most; whoever asks may cancel it before."""

STILL_INDEXING = (
    "Kotlin RCA is still reading the project, so answers about code lack what was not read yet. "
    "Ask again when the progress of indexing is gone."
)


class IndexWait:
    """The wait for the index of one connection. Every method except `begin` runs on the event loop."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._indexed: Future[None] | None = None
        self._told: Future[None] | None = None

    def begin(self) -> Future[None]:
        """Make requests wait from now on; return the future that ends the wait."""
        self._indexed = indexed = Future[None]()
        return indexed

    @property
    def is_needed(self) -> bool:
        """Return whether the project is being indexed."""
        return self._indexed is not None and not self._indexed.done()

    async def wait(self, session: Session) -> bool:
        """Wait until the index is ready; if that takes too long, inform the user and return False."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + INDEX_SECONDS
        # The workspace may be opened anew meanwhile, which begins another wait.
        while (indexed := self._indexed) is not None and not indexed.done():
            remaining = deadline - loop.time()
            if remaining <= 0:
                self._tell(indexed)
                return False
            with session.workspace.courtesy.asked():
                # Unlike wait_for this leaves the future alone, for which others wait as well.
                await asyncio.wait([asyncio.wrap_future(indexed)], timeout=remaining)
        return True

    def _tell(self, indexed: Future[None]) -> None:
        """Show the message once per indexing run, and log it after that."""
        if self._told is not indexed:
            self._told = indexed
            shown = types.ShowMessageParams(types.MessageType.Info, STILL_INDEXING)
            self._server.window_show_message(shown)
        else:
            self._server.window_log_message(types.LogMessageParams(types.MessageType.Info, STILL_INDEXING))
