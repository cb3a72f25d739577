"""A language server as a process, asked over its own protocol, and what it holds in memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

MEMORY_BAR_MB = 110
"""What an idle server may hold: the sum of the proportional set sizes of its processes."""
OURS = (sys.executable, "-m", "lsp_server", "serve")


class Client:
    """The client's side of a server on standard input and output."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self._input: IO[bytes] = process.stdin
        self._output: IO[bytes] = process.stdout

    def send(self, *messages: dict[str, Any] | bytes) -> None:
        """Send messages; bytes are sent as they are, in a frame."""
        for message in messages:
            body = message if isinstance(message, bytes) else json.dumps(message).encode()
            self._input.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._input.flush()

    def answer_to(self, number: int) -> dict[str, Any]:
        """Read until a request is answered."""
        while True:
            length = 0
            while (line := self._output.readline()) != b"\r\n":
                if not line:
                    message = "the server ended"
                    raise RuntimeError(message)
                if line.startswith(b"Content-Length"):
                    length = int(line.partition(b":")[2])
            found: dict[str, Any] = json.loads(self._output.read(length))
            if found.get("id") == number and "method" not in found:
                return found

    def ask(self, number: int, method: str, params: object = None) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        self.send(request(number, method, params))
        return self.answer_to(number)

    def call(self, number: int, tool: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Call a tool as an editor does; give its envelope."""
        command = {"command": f"rca.{tool}", "arguments": [parameters]}
        result: dict[str, Any] = self.ask(number, "workspace/executeCommand", command)["result"]
        return result


def request(number: int, method: str, params: object = None) -> dict[str, Any]:
    """Return a request as it is sent."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


@contextmanager
def running(command: tuple[str, ...], root: Path, data: Path, log: Path) -> Iterator[Client]:
    """Start a server on a folder, until `initialized`."""
    environment = {**os.environ, "RCA_DATA_DIR": str(data)}
    environment.pop("RCA_LOG", None)
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdin=-1, stdout=-1, stderr=errors, env=environment) as process,
    ):
        client = Client(process)
        try:
            start: dict[str, Any] = {"processId": None, "rootUri": root.as_uri(), "capabilities": {}}
            client.ask(1, "initialize", start)
            client.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
            yield client
        finally:
            process.kill()


def memory_mb(pid: int) -> tuple[float, float]:
    """Return the proportional and resident set sizes of a process and all below it, in MB (smaps_rollup)."""
    pss = rss = 0
    for one in _with_children(pid):
        try:
            text = Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii")
        except OSError:  # it ended meanwhile
            continue
        sizes = {line.split()[0]: int(line.split()[1]) for line in text.splitlines()[1:]}
        pss += sizes["Pss:"]
        rss += sizes["Rss:"]
    return pss / 1000, rss / 1000


def _with_children(pid: int) -> list[int]:
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            children = (task / "children").read_text(encoding="ascii").split()
        except OSError:
            continue
        for child in children:
            found += _with_children(int(child))
    return found
