"""The tests of the workspace, for a client that shows them: all of them once, then what changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_server.features.discovered_tests import TESTS_CHANGED
from rca.test_discovery.outline_store import OutlineStore
from rca.test_discovery.test_search import TestSearch

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.request_context import RequestContext
    from models.test_discovery import FoundTestClass, TestClasses, TestsChanged, TestsInFile
    from rca.test_discovery.test_search import FoundClass

_logger = logging.getLogger(__name__)

_TYPING_SECONDS = 0.4


class TestWatch:
    """What one client was told of tests. Every method but those that answer runs on the event loop."""

    __test__ = False

    def __init__(self, server: Server) -> None:
        self._server = server
        self._search: tuple[tuple[Path, ...], TestSearch] | None = None
        self._told: dict[str, FoundTestClass] | None = None
        """The classes that the client knows, by id; None for a client that does not ask."""
        self._texts: Mapping[str, Hashable] = {}
        self._later: asyncio.TimerHandle | None = None
        self._work: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def classes(self) -> TestClasses:
        """Return all classes with tests; from then on the client is told of changes."""
        from models.test_discovery import TestClasses

        async with self._turn:
            session = await self._server.session_when_current()
            store = OutlineStore(session.data_dir, (root.path for root in session.workspace.snapshot.folders))
            roots = tuple(root.path for root in session.workspace.snapshot.folders)
            if self._search is None or self._search[0] != roots:
                self._search = roots, TestSearch(store)
            found = await self._server.ask(self._find, has_position=False)
            self._told = {one.wire.id: one.wire for one in found}
            self._texts = self._search[1].texts()
        is_complete = session.index_state == "ready"
        return TestClasses(classes=tuple(self._told.values()), is_complete=is_complete)

    async def tests_in(self, path: str) -> TestsInFile:
        """Return the tests of the classes of a file."""
        if self._search is None:
            await self.classes()

        def answer(context: RequestContext) -> TestsInFile:
            from rca.test_discovery.test_details import find_tests_in_file

            return find_tests_in_file(path, self._find(context), context.snapshot)

        return await self._server.ask(answer, has_position=False)

    def look_again(self) -> None:
        """Look for changes once typing pauses, for a client that asked for tests."""
        if self._told is None or self._server.loop is None:
            return
        if self._later is not None:
            self._later.cancel()
        self._later = self._server.loop.call_later(_TYPING_SECONDS, self._look_soon)

    def close(self) -> None:
        """Look no more."""
        self._told = None
        if self._later is not None:
            self._later.cancel()
        for task in self._work:
            task.cancel()

    def _look_soon(self) -> None:
        task = asyncio.ensure_future(self._look())
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _look(self) -> None:
        try:
            async with self._turn:
                changed = await self._changes()
        except Exception:
            _logger.exception("changed tests could not be looked for")
            return
        if changed is not None:
            self._server.protocol.notify(TESTS_CHANGED, changed.model_dump(mode="json"))

    async def _changes(self) -> TestsChanged | None:
        from models.test_discovery import TestsChanged

        if self._told is None or self._search is None:
            return None
        found = await self._server.ask(self._find, needs_index=False, has_position=False)
        now, before = {one.wire.id: one.wire for one in found}, self._told
        texts, texts_before = self._search[1].texts(), self._texts
        self._told, self._texts = now, texts
        changed = tuple(one for id_, one in now.items() if before.get(id_) != one)
        removed = tuple(id_ for id_ in before if id_ not in now)
        files = tuple(path for path, text in texts.items() if texts_before.get(path) != text)
        if not (changed or removed or files):
            return None
        return TestsChanged(changed=changed, removed=removed, files=files)

    def _find(self, context: RequestContext) -> tuple[FoundClass, ...]:
        assert self._search is not None, "classes are asked for first"
        return self._search[1].find(context.snapshot, context.deadline)
