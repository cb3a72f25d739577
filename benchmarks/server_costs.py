"""Measure an idle server's memory, and its log after 1,000 invalid messages.

Each is given as a ratio to a bare pygls server in the same run, on Linux. Bars: 110 MB (the sum of the
proportional set sizes of the server and its worker processes) until past solutions are first wanted, and that
first search in 2 s; 10 kB of log for 1,000 messages.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from evaluation.server_process import MEMORY_BAR_MB, OURS, memory_mb, request, running

SEARCH_BAR_SECONDS = 2.0
LOG_BAR_BYTES = 10_000
IDLE_SECONDS = (2.0, 10.0)
MESSAGES = 1_000

_BARE = (
    "import logging; logging.basicConfig()\n"
    "from lsprotocol import types\n"
    "from pygls.lsp.server import LanguageServer\n"
    "server = LanguageServer('bare', '0')\n"
    "server.feature(types.TEXT_DOCUMENT_HOVER)(lambda _params: None)\n"
    "server.start_io()\n"
)
BARE = (sys.executable, "-c", _BARE)

_SECRET = "class Basket { fun total() = 42 }\n" * 20
HOSTILE: tuple[dict[str, Any] | bytes, ...] = (
    {"jsonrpc": "2.0", "id": 5, "method": "textDocument/hover", "params": {"textDocument": _SECRET}},
    {
        "jsonrpc": "2.0",
        "method": "textDocument/didChange",
        "params": {"textDocument": {"uri": 5, "version": _SECRET}, "contentChanges": [{"text": _SECRET}]},
    },
    b"{" + _SECRET.encode(),
    {"jsonrpc": "2.0"},
    {"jsonrpc": "2.0", "id": {}, "method": "textDocument/hover", "params": {}},
    {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "unknown"}},
    {"jsonrpc": "2.0", "id": "unknown", "result": _SECRET},
    {"jsonrpc": "2.0", "id": 6, "method": "no/such", "params": {"text": _SECRET}},
)


def log_bytes(command: tuple[str, ...], folder: Path) -> int:
    """Return how much a server writes to standard error of the hostile messages."""
    log = folder / "log"
    with running(command, folder / "app", folder / "data", log) as client:
        messages = [HOSTILE[number % len(HOSTILE)] for number in range(MESSAGES)]
        # On a thread of its own: the server stops reading where nobody reads its answers.
        sending = threading.Thread(target=client.send, args=(*messages, request(90, "shutdown")))
        sending.start()
        client.answer_to(90)
        sending.join()
        # What is left out is counted at the end.
        client.send({"jsonrpc": "2.0", "method": "exit"})
        client.process.wait(60)
    return log.stat().st_size


def _project(folder: Path) -> Path:
    root = folder / "app"
    (root / "src").mkdir(parents=True)
    (root / "src" / "Basket.kt").write_text("class Basket { fun total() = 42 }\n", encoding="utf-8")
    return root


def main() -> int:
    """Measure both servers, one after the other."""
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = _project(folder)
        print("| server | seconds idle | MB (PSS) | MB (RSS) | ratio of PSS |\n|---|---|---|---|---|")
        floors: dict[float, float] = {}
        for title, command in (("bare pygls", BARE), ("rca serve", OURS)):
            with running(command, root, folder / "data", folder / "log") as client:
                started = time.monotonic()
                for seconds in IDLE_SECONDS:
                    time.sleep(max(0.0, started + seconds - time.monotonic()))
                    pss, rss = memory_mb(client.process.pid)
                    floor = floors.setdefault(seconds, pss)
                    failed |= command is OURS and pss > MEMORY_BAR_MB
                    print(f"| {title} | {seconds:g} | {pss:.0f} | {rss:.0f} | {pss / floor:.1f} |")
                if command is OURS:
                    began = time.monotonic()
                    answer = client.call(2, "vector_search_db", {"query": "database is locked"})
                    took = time.monotonic() - began
                    failed |= took > SEARCH_BAR_SECONDS
                    pss, rss = memory_mb(client.process.pid)
                    print(f"| rca serve, after a search | | {pss:.0f} | {rss:.0f} | |")
                    how = "with" if "dense: ready" in str(answer) else "without"
                    print(f"\nfirst search: {took:.2f} s, {how} the model (bar {SEARCH_BAR_SECONDS:g} s)\n")
        bare, ours = log_bytes(BARE, folder), log_bytes(OURS, folder)
        failed |= ours > LOG_BAR_BYTES
        print(f"log of {MESSAGES} hostile messages: bare pygls {bare} bytes, rca serve {ours} bytes")
        print(f"ratio {ours / bare:.4f} (bars: {MEMORY_BAR_MB} MB, {LOG_BAR_BYTES} bytes)")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
