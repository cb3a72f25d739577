"""Custom messages of tests found in the code; plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from lsp_server.language_server import Server
    from lsp_server.test_watch import TestWatch
    from models.test_discovery import TestNews

TEST_CLASSES = "rca/testClasses"
"""Client to server: `{}` → `models.test_discovery.TestClasses`; changes are told from then on."""

TESTS_IN = "rca/testsIn"
"""Client to server: `models.test_discovery.TestsIn` → `TestsInFile`."""

TESTS_CHANGED = "rca/testsChanged"
"""Server to client, a notification; see `models.test_discovery.TestsChanged`."""

TEST_RESULTS = "rca/testResults"
"""Server to client, a notification; see `models.test_discovery.TestRunNews`."""


def register(server: Server) -> None:
    """Answer what tests there are."""

    @server.feature(TEST_CLASSES)
    async def classes(_raw: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON
        return (await _watch(server).classes()).model_dump(mode="json")

    @server.feature(TESTS_IN)
    async def tests_in(raw: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON, validated here
        from models.test_discovery import TestsIn

        asked = TestsIn.model_validate(raw)
        watch = _watch(server)
        return (await watch.tests_in(asked.file_path)).model_dump(mode="json")


def teller(server: Server, run: str) -> Callable[[TestNews], None]:
    """Return what sends news of a run to the client, on any thread."""

    def tell(news: TestNews) -> None:
        from models.test_discovery import TestRunNews

        told = TestRunNews(run=run, results=news.results, waits_for_debugger=news.waits_for_debugger)
        if server.loop is not None:
            notify = server.protocol.notify
            server.loop.call_soon_threadsafe(notify, TEST_RESULTS, told.model_dump(mode="json"))

    return tell


def _watch(server: Server) -> TestWatch:
    if server.test_watch is None:
        from lsp_server.test_watch import TestWatch  # here: the server starts before anybody asks for tests

        server.test_watch = TestWatch(server)
    return server.test_watch
