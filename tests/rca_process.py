"""Commands that run `rca` in a process of its own, forked from one that has imported it.

Importing takes most of the time of a short command: 0.6 s of processor time, 2 s for `rca mcp`. A process of
`rca_command` differs from `python -m lsp_server` in that, and in the time that tools may take, alone. It has the
arguments, folder, environment, streams and exit code that it is given; signals reach it, and it dies with the process
that stands for it, whose id the test knows. Tests about the start itself, about time, and those of other systems than
Linux, use `python -m lsp_server`.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


def rca_command(*arguments: object, module: str = "lsp_server") -> list[str]:
    """Return the command that runs a module with arguments; its program is this interpreter."""
    given = [module, *map(str, arguments)]
    if sys.platform != "linux":
        return [sys.executable, "-m", *given]
    return [sys.executable, "-I", "-S", str(ROOT / "tests" / "fork_client.py"), _address(), *given]


@cache
def _address() -> str:
    """Start the server that forks, for the life of this process; return the path of its socket."""
    folder = tempfile.TemporaryDirectory(prefix="rca-fork-")
    address = f"{folder.name}/socket"
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.fork_server", address],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )

    def end() -> None:
        server.communicate()  # closes its standard input, at which it ends
        folder.cleanup()

    atexit.register(end)
    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    return address
