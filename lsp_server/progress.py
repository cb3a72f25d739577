"""Work-done progress of background work, if the client supports it."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from lsp_server.language_server import Server

MIN_SECONDS = 0.4
"""Work that ends sooner shows no progress: a flash tells nobody anything."""

_EVERY_SECONDS = 0.2
_LONGEST_LINE = 120


class Progress:
    """One progress bar. `report(done, all)` and `end` may be called from any thread."""

    def __init__(self, server: Server, title: str) -> None:
        self._server = server
        self._title = title
        self._token: str | None = None
        self._told = False
        self._refused = False
        self._turn = asyncio.Lock()
        """A bar is made by a question to the client, whose answer may come after the bar should end."""
        self._started = self._shown = time.monotonic()

    def report(self, done: int, total: int) -> None:
        """Report progress; a total of 0 means unknown."""
        now = time.monotonic()
        if now - self._started < MIN_SECONDS or now - self._shown < _EVERY_SECONDS or not self._possible():
            return
        percentage = min(99, done * 100 // total) if total else None
        self._tell(percentage, f"{done} of {total}" if total else str(done))

    def tell(self, line: str) -> None:
        """Show what is being done."""
        now = time.monotonic()
        if now - self._started >= MIN_SECONDS and now - self._shown >= _EVERY_SECONDS and self._possible():
            self._tell(None, line[:_LONGEST_LINE])

    def _tell(self, percentage: int | None, message: str) -> None:
        self._shown = time.monotonic()
        self._told = True
        self._on_loop(self._show(percentage, message))

    def end(self) -> None:
        """Remove the bar."""
        if self._told:
            self._on_loop(self._close())

    def _possible(self) -> bool:
        window = self._server.client_capabilities.window
        return bool(window and window.work_done_progress and self._server.loop)

    def _on_loop(self, work: object) -> None:
        if self._server.loop is not None and asyncio.iscoroutine(work):
            asyncio.run_coroutine_threadsafe(work, self._server.loop)

    async def _show(self, percentage: int | None, message: str) -> None:
        progress = self._server.work_done_progress
        async with self._turn:
            if self._refused:
                return
            if self._token is None:
                token = str(uuid.uuid4())
                try:
                    await progress.create_async(token)
                except JsonRpcException:
                    self._refused = True  # the client takes no word on that token then
                    return
                self._token = token
                progress.begin(token, types.WorkDoneProgressBegin(title=self._title))
            progress.report(self._token, types.WorkDoneProgressReport(message=message, percentage=percentage))

    async def _close(self) -> None:
        async with self._turn:
            if self._token is not None:
                self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())


def progress_bars(server: Server) -> Callable[[str, int, int], None]:
    """Return a function that shows recurring work, with one bar per run.

    Its parameters are what is done, how much of it, and of how much; an empty text ends the bar.
    """
    shown: list[Progress] = []

    def report(what: str, done: int, total: int) -> None:
        if what and not shown:
            shown.append(Progress(server, what))
        if what:
            shown[0].report(done, total)
        elif shown:
            shown.pop().end()

    return report
