"""Measure the processor time of the server's processes while somebody types, and otherwise.

    python -m benchmarks.typing_load FOLDER [SECONDS]

Starts `rca serve` on a folder with an empty data folder, opens one of its Kotlin files and changes it
twenty times a second for so many seconds while the folder is indexed, then for as long after it was indexed
(linking, collecting words); then the same without a key. How much they take is told in cores: the mean, and
the tenth of a second that 95 of 100 are below, as a key waits for what is done in its moment. This holds on
a busy machine too, where the time from key to change (`tests/e2e/inhost.sh --measure`) tells of others.
What the very first start on a machine does once, the export of the embedding model, is done before. Linux
only.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

_RCA = str(Path(sys.executable).with_name("rca"))
_KEY_SECONDS = 0.05
_SAMPLE_SECONDS = 0.1
_SECONDS = 20.0
_STEADY_SECONDS = 2.0
"""What a start takes is not typing's."""


async def main(folder: Path, seconds: float) -> None:
    """Measure and print."""
    print("| | while indexing, mean | p95 | after indexing, mean | p95 |\n|---|---|---|---|---|")
    for name, types_on in (("with a key every 50 ms", True), ("without keys", False)):
        with tempfile.TemporaryDirectory() as data:
            await _export_model(data)
            phases = await _measured(folder, data, seconds, types_on=types_on)
        print(f"| {name} | " + " | ".join(_cells(taken) for taken in phases) + " |", flush=True)


async def _export_model(data: str) -> None:
    search = [_RCA, "knowledge", "search", "--dense", "an error"]
    done = await asyncio.create_subprocess_exec(
        *search, env=_environment(data), stdout=asyncio.subprocess.DEVNULL
    )
    await done.wait()


def _environment(data: str) -> dict[str, str]:
    return {**os.environ, "RCA_DATA_DIR": data}


async def _measured(folder: Path, data: str, seconds: float, *, types_on: bool) -> list[list[float]]:
    client = LanguageClient("typing", "1")
    await client.start_io(_RCA, "serve", env=_environment(data))
    await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
        )
    )
    client.initialized(types.InitializedParams())
    file = min(folder.rglob("*.kt"))  # noqa: ASYNC240 - nothing else goes on
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(file.as_uri(), "kotlin", 0, file.read_text("utf-8"))
        )
    )
    typing = asyncio.create_task(_type(client, file)) if types_on else None
    await asyncio.sleep(_STEADY_SECONDS)
    phases = [await _cores(client, seconds, "indexing")]
    if typing is not None:  # else it takes minutes until what comes after
        typing.cancel()
    while await _state(client) == "indexing":  # noqa: ASYNC110 - it is another process
        await asyncio.sleep(_SAMPLE_SECONDS)
    if types_on:
        typing = asyncio.create_task(_type(client, file))
    await asyncio.sleep(_STEADY_SECONDS)
    phases.append(await _cores(client, seconds, "ready"))
    if typing is not None:
        typing.cancel()
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call] # it has no types
    return phases


async def _type(client: LanguageClient, file: Path) -> None:
    version = 0
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    while True:
        version += 1
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, file.as_uri()),
                [types.TextDocumentContentChangePartial(range=start, text="/ "[version % 2])],
            )
        )
        await asyncio.sleep(_KEY_SECONDS)


async def _cores(client: LanguageClient, seconds: float, state: str) -> list[float]:
    """Return the cores that were taken in each tenth of a second, as long as the index is in a state."""
    server: Any = client._server  # noqa: SLF001 - pygls tells no other way which process it started
    taken: list[float] = []
    end = time.monotonic() + seconds
    before, then = _spent(server.pid), time.monotonic()
    while time.monotonic() < end and (len(taken) % 10 or await _state(client) == state):
        await asyncio.sleep(_SAMPLE_SECONDS)
        after, now = _spent(server.pid), time.monotonic()
        # A process that has ended takes what it took with it.
        more = sum(max(0.0, spent - before.get(pid, 0.0)) for pid, spent in after.items())
        taken.append(more / (now - then))
        before, then = after, now
    return taken


async def _state(client: LanguageClient) -> str:
    status = await client.protocol.send_request_async("rca/status", {})
    state: str = status.index.state
    return state


def _spent(pid: int) -> dict[int, float]:
    """Return the seconds of processor that a process and those below it have taken."""
    found: dict[int, float] = {}
    todo = [pid]
    while todo:
        one = todo.pop()
        try:
            tasks = list(Path(f"/proc/{one}/task").iterdir())
            found[one] = sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
            todo += [int(child) for task in tasks for child in (task / "children").read_text().split()]
        except OSError:  # it has ended
            continue
    return found


def _cells(taken: list[float]) -> str:
    if len(taken) < 2:
        return "too short |"
    return f"{statistics.mean(taken):.2f} | {statistics.quantiles(taken, n=20)[-1]:.2f}"


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve(), float(sys.argv[2]) if len(sys.argv) > 2 else _SECONDS))
