"""A long-running `rca mcp` for each tree, so that calls do not include its start.

    python -m benchmarks.assistants.session_server RUN-FOLDER NUMBER

It answers one JSON object a line on a Unix socket, and ends by itself when nothing was asked for a while.
"""

from __future__ import annotations

import json
import socket
import socketserver
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.assistants.mcp_tools import McpTools
from benchmarks.assistants.prepared_run import (
    load_prepared,
    product_command,
    product_environment,
    socket_path,
)
from benchmarks.assistants.toolbox import Toolbox

_IDLE_SECONDS = 600.0


class SessionServer(socketserver.ThreadingUnixStreamServer):
    """Answers requests for the tools of one tree."""

    daemon_threads = True

    def __init__(self, path: Path, tools: Toolbox, idle_seconds: float = _IDLE_SECONDS) -> None:
        super().__init__(str(path), _Handler)
        self.tools = tools
        self.used = time.monotonic()
        self.working = 0
        self._idle_seconds = idle_seconds

    def service_actions(self) -> None:
        """End when nothing was asked for long enough; the base class calls this twice a second."""
        if not self.working and time.monotonic() - self.used > self._idle_seconds:
            self.stop()

    def stop(self) -> None:
        """End `serve_forever`, from whichever thread."""
        threading.Thread(target=self.shutdown, daemon=True).start()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request."""
        if request.get("stop"):
            self.stop()
            return {}
        if request.get("list"):
            return asdict(self.tools.listing())
        return asdict(self.tools.call(request["tool"], request["arguments"]))


class _Handler(socketserver.StreamRequestHandler):
    server: SessionServer

    def handle(self) -> None:
        self.server.working += 1
        try:
            answer = self.server.answer(json.loads(self.rfile.readline()))
            self.wfile.write(json.dumps(answer).encode() + b"\n")
        finally:
            self.server.working -= 1
            self.server.used = time.monotonic()


def main() -> None:
    """Serve until idle or told to stop."""
    root, number = Path(sys.argv[1]).resolve(), sys.argv[2]
    prepared = load_prepared(root)
    command = product_command("mcp", "--workspace", str(root / "trees" / number), *prepared.mcp_options)
    path = socket_path(root, number)
    _remove_stale(path)
    tools = McpTools(command, product_environment(root, number, prepared.product))
    try:
        tools.listing()  # the socket appears when the server answers
        with SessionServer(path, tools) as server:
            path.chmod(0o600)
            server.serve_forever()
    finally:
        path.unlink(missing_ok=True)
        tools.close()


def _remove_stale(path: Path) -> None:
    """Remove the socket of a server that was killed.

    Raises:
        SystemExit: a server listens there.
    """
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    sys.exit("a server for this tree runs already")


if __name__ == "__main__":
    main()
