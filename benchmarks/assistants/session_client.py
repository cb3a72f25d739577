"""Client for the tools of an attempt: those of the running `rca mcp` of its tree, or the plain file tools."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from benchmarks.assistants.prepared_run import CHECKOUT, Attempt, module_command, socket_path
from benchmarks.assistants.toolbox import LoggedTools, ToolAnswer, ToolDescription, ToolListing

_START_SECONDS = 180.0
_STOP_SECONDS = 30.0


class SessionError(Exception):
    """The tree's server did not start or broke off."""


class SessionTools:
    """The tools of the `rca mcp` of a tree; it is started with the first call."""

    def __init__(self, root: Path, number: str) -> None:
        self._root = root.resolve()
        self._number = number
        self._path = socket_path(root, number)

    def listing(self) -> ToolListing:
        """Return the tools."""
        answer = self._ask({"list": True})
        return ToolListing(tuple(ToolDescription(**tool) for tool in answer["tools"]), answer["instructions"])

    def call(self, tool: str, arguments: dict[str, Any]) -> ToolAnswer:
        """Run a tool."""
        return ToolAnswer(**self._ask({"tool": tool, "arguments": arguments}))

    def stop(self) -> bool:
        """End the server and wait until its socket is gone; returns whether one was running."""
        was_running = self._send({"stop": True}) is not None
        until = time.monotonic() + _STOP_SECONDS
        # Whoever connects to a server that is ending is cut off.
        while was_running and self._path.exists() and time.monotonic() < until:
            time.sleep(0.05)
        return was_running

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = self._send(request)
        if answer is None:
            self._start()
            answer = self._send(request)
        if answer is None:
            raise SessionError(f"the server of tree {self._number} does not answer")
        return answer

    def _send(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer, None where no server listens."""
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(str(self._path))
                connection.sendall(json.dumps(request).encode() + b"\n")
            except OSError:  # none, or one that is ending
                return None
            with connection.makefile("rb") as stream:
                line = stream.readline()
        if not line:
            raise SessionError(f"the server of tree {self._number} broke off; see its log in data/")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _start(self) -> None:
        """Start the server and wait until it listens; only one of several processes starts it."""
        data = self._root / "data" / self._number
        data.mkdir(parents=True, exist_ok=True)
        with (data / "start.lock").open("w") as lock, (data / "session.log").open("a") as log:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if self._path.exists() and self._send({"list": True}) is not None:
                return
            server = subprocess.Popen(
                module_command("session_server", str(self._root), self._number),
                cwd="/",
                env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            until = time.monotonic() + _START_SECONDS
            while server.poll() is None and time.monotonic() < until:
                if self._path.exists() and self._send({"list": True}) is not None:
                    return
                time.sleep(0.1)
        raise SessionError(f"the server of tree {self._number} did not start: see {data / 'session.log'}")


def open_tools(attempt: Attempt) -> LoggedTools:
    """Return the tools of an attempt; each call is logged in its folder."""
    if attempt.way == "ours":
        return LoggedTools(SessionTools(attempt.root, attempt.number), attempt.log)
    from benchmarks.assistants.plain_tools import PlainTools

    return LoggedTools(PlainTools(attempt.tree), attempt.log)
