"""Stands for a process of `fork_server`: hands streams and surroundings over, passes signals on, ends as it ends.

Runs without site-packages and without our code: it is started for each command.
"""

import json
import os
import signal
import socket
import sys

FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)


def main() -> None:
    ignored = [number for number in FORWARDED if signal.getsignal(number) is signal.SIG_IGN]
    early: list[int] = []
    for number in set(FORWARDED) - set(ignored):
        signal.signal(number, lambda sent, _frame: early.append(sent))
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])
    surroundings = {
        "arguments": sys.argv[2:],
        "folder": os.getcwd(),  # noqa: PTH109 - pathlib takes longer to import than all else here
        "environment": {os.fsdecode(name): os.fsdecode(value) for name, value in os.environb.items()},
        "ignored": ignored,
        "mask": os.umask(0),
    }
    message = json.dumps(surroundings).encode()
    socket.send_fds(connection, [len(message).to_bytes(8, "big")], [0, 1, 2])
    connection.sendall(message)
    pid = int.from_bytes(_receive(connection, 8), "big")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # or nobody would see that the process has closed its own
        os.dup2(nothing, stream)

    def forward(sent: int, _frame: object) -> None:
        os.kill(pid, sent)

    for number in set(FORWARDED) - set(ignored):
        signal.signal(number, forward)
    for number in early:
        os.kill(pid, number)
    code = int.from_bytes(_receive(connection, 8), "big", signed=True)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _receive(connection: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        piece = connection.recv(size - len(received))
        if not piece:
            os._exit(255)
        received += piece
    return received


main()
