"""Custom messages of tests found in the code; plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lsp_server.language_server import Server
    from lsp_server.test_watch import TestWatch
    from models.test_discovery import TestResult

TEST_CLASSES = "rca/testClasses"
"""Client to server: `{}` → `models.test_discovery.TestClasses`; changes are told from then on."""

TESTS_IN = "rca/testsIn"
"""Client to server: `models.test_discovery.TestsIn` → `TestsInFile`."""

TESTS_CHANGED = "rca/testsChanged"
"""Server to client, a notification; see `models.test_discovery.TestsChanged`."""

TEST_RESULTS = "rca/testResults"
"""Server to client, a notification; see `models.test_discovery.TestResults`."""


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


def teller(server: Server, run: str) -> Callable[[Sequence[TestResult]], None]:
    """Return what sends the results of a run to the client, on any thread."""

    def tell(results: Sequence[TestResult]) -> None:
        from models.test_discovery import TestResults

        told = TestResults(run=run, results=tuple(results)).model_dump(mode="json")
        if server.loop is not None:
            server.loop.call_soon_threadsafe(server.protocol.notify, TEST_RESULTS, told)

    return tell


def _watch(server: Server) -> TestWatch:
    if server.test_watch is None:
        from lsp_server.test_watch import TestWatch  # here: the server starts before anybody asks for tests

        server.test_watch = TestWatch(server)
    return server.test_watch
