"""Removes a throw-away worktree once the process that uses it is gone.

    python -m rca.bisection.worktree_remover WORK_TREE FOLDER

Reads standard input until its end, which comes when its starter closes it or dies. Then it ends what still
runs in FOLDER, and removes FOLDER with its worktree.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from rca.history.git import quiet_command, quiet_environment

_ATTEMPTS = 20
_PAUSE_SECONDS = 0.25


def main(top: Path, folder: Path) -> None:
    """Wait for the end of standard input, then remove the folder."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.stdin.buffer.read()
    for _ in range(_ATTEMPTS):
        for pid in _processes_in(folder):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        # Git forgets the worktree even where its folder is gone; other worktrees are not looked at.
        subprocess.run(  # noqa: S603 - git with a folder that the starter made
            quiet_command(("worktree", "remove", "--force", "--force", str(folder / "worktree"))),
            cwd=top,
            env=quiet_environment(),
            check=False,
        )
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            break
        time.sleep(_PAUSE_SECONDS)  # a process that is ending may have written a file once more


def _processes_in(folder: Path) -> list[int]:
    """Return the processes that run in a folder (Linux; elsewhere none can be told)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if entry.readlink().is_relative_to(folder):
                found.append(int(entry.parent.name))
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
