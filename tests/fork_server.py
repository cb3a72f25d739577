"""Forks processes that run `rca`, with all imported that its commands need: `python -m tests.fork_server SOCKET`.

A connection is a process (`fork_client`): where it closes, the process is killed. It all ends with standard input.
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import runpy
import selectors
import signal
import socket
import sys

IMPORTED = (
    "lsp_server.cli.analyze",
    "lsp_server.cli.call",
    "lsp_server.cli.index",
    "lsp_server.cli.knowledge",
    "lsp_server.cli.mcp",
    "lsp_server.language_server",
    "lsp_server.mcp.http",
    "lsp_server.mcp.stdio",
    "lsp_server.user_session",
    "rca.analysis.investigation",
    "rca.knowledge.solution_search",
    "tests.lsp_server.probe_tools",
)


PATIENCE = 10
"""Times a tool's own limit: what is tested is the answer, on machines that are busy with other tests."""


def main() -> None:
    for module in IMPORTED:
        importlib.import_module(module)
    from rca.toolkit import tool
    from rca.toolkit.tool_catalog import load_all

    load_all()
    tool._SOFT_SHARE *= PATIENCE
    tool._HARD_SHARE *= PATIENCE
    gc.freeze()  # or each process would copy the pages of what was imported when it collects garbage
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    os.write(1, b"ready\n")
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    selector.register(0, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fileobj == 0:
                for other in list(selector.get_map().values()):
                    if other.data is not None:
                        os.kill(other.data[0], signal.SIGKILL)
                return
            if key.fileobj is listener:
                connection, _ = listener.accept()
                given = _receive(connection)
                if given is None:
                    connection.close()
                    continue
                pid = os.fork()
                if pid == 0:
                    selector.close()
                    listener.close()
                    connection.close()
                    _become(*given)
                    return
                for stream in given[1]:
                    os.close(stream)
                _follow(selector, connection, pid)
            elif key.data is not None:
                _end(selector, *key.data)


def _follow(selector: selectors.BaseSelector, connection: socket.socket, pid: int) -> None:
    """Send a client its process id; watch both."""
    ended = os.pidfd_open(pid)
    both = (pid, ended, connection)
    selector.register(ended, selectors.EVENT_READ, both)
    selector.register(connection, selectors.EVENT_READ, both)
    _send(connection, pid)


def _end(selector: selectors.BaseSelector, pid: int, ended: int, connection: socket.socket) -> None:
    """End a process whose client has gone, or tell the client how it ended."""
    if ended not in selector.get_map():
        return  # both happened at once
    os.kill(pid, signal.SIGKILL)  # has no effect on one that has ended: it is not reaped yet
    _, status = os.waitpid(pid, 0)
    _send(connection, os.waitstatus_to_exitcode(status))
    selector.unregister(ended)
    selector.unregister(connection)
    os.close(ended)
    connection.close()


def _send(connection: socket.socket, number: int) -> None:
    try:
        connection.sendall(number.to_bytes(8, "big", signed=True))
    except OSError:
        return  # it has gone, which the selector says too


def _receive(connection: socket.socket) -> tuple[dict, list[int]] | None:
    size, streams, _, _ = socket.recv_fds(connection, 8, 3)
    if len(size) < 8:
        return None
    message = b""
    while len(message) < int.from_bytes(size, "big"):
        piece = connection.recv(65536)
        if not piece:
            return None
        message += piece
    return json.loads(message), streams


def _become(given: dict, streams: list[int]) -> None:
    """Make this process the one that was asked for, and run it."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.setsid()
    os.umask(given["mask"])
    os.chdir(given["folder"])
    os.environ.clear()
    os.environ.update(given["environment"])
    for number in given["ignored"]:
        signal.signal(number, signal.SIG_IGN)
    sys.stdin, sys.stdout, sys.stderr = (_text(number) for number in range(3))
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    module, *arguments = given["arguments"]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _text(number: int) -> io.TextIOWrapper:
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    binary = open(number, "rb" if number == 0 else "wb", closefd=False)  # noqa: SIM115 - for the process's life
    return io.TextIOWrapper(
        binary,
        encoding,
        "backslashreplace" if number == 2 else "strict",
        line_buffering=number == 2 or os.isatty(number),
    )


if __name__ == "__main__":
    main()
