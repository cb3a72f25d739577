"""Measure from spawn to the answer of `initialize`, as a ratio to bare pygls in the same run.

Bar (facts.md): at most 1.15.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
BAR = 1.15
_BARE = "from pygls.lsp.server import LanguageServer\nLanguageServer('bare', '0').start_io()\n"
_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": Path.cwd().as_uri(), "capabilities": {}},
}


def measure(command: list[str]) -> float:
    """Return the milliseconds from spawn to the answer."""
    body = json.dumps(_INITIALIZE).encode()
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    process.stdin.flush()
    header = process.stdout.readline()
    if not header.startswith(b"Content-Length"):
        message = f"{command} answered {header!r}"
        raise RuntimeError(message)
    elapsed = time.perf_counter() - started
    process.kill()
    process.wait()
    return elapsed * 1000


def main() -> None:
    """Interleave both so that other load on the machine hits them alike."""
    ours_command = [sys.executable, "-m", "lsp_server", "serve"]
    bare_command = [sys.executable, "-c", _BARE]
    ours, bare = [], []
    for _ in range(ROUNDS):
        bare.append(measure(bare_command))
        ours.append(measure(ours_command))
    ratio = statistics.median(ours) / statistics.median(bare)
    print("| server | median ms | fastest ms |\n|---|---|---|")
    print(f"| bare pygls | {statistics.median(bare):.0f} | {min(bare):.0f} |")
    print(f"| rca serve | {statistics.median(ours):.0f} | {min(ours):.0f} |")
    print(f"\nratio {ratio:.2f} (bar {BAR}), of the fastest {min(ours) / min(bare):.2f}")


if __name__ == "__main__":
    main()
