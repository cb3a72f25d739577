"""Pool of parser processes: parsing holds the interpreter lock, so threads gain nothing."""

from __future__ import annotations

import contextlib
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from rca.index.storage.file_record import Job, Record, Stamp
from rca.index.update.parse_worker import receive, send
from rca.scheduling.deadline import Cancelled, Deadline
from rca.scheduling.typing_throttle import Background

_SECONDS = 0.2
"""How long results are waited for before the deadline is looked at."""
_START = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from rca.index.update.parse_worker import main; main(sys.argv[1])"
)
_HIDDEN = getattr(subprocess, "CREATE_NO_WINDOW", 0)

Batch = tuple[int, Sequence[Job]]
Result = tuple[int, list[Record | Stamp]]
"""The number of a batch, and what came of it: files that vanished are missing."""


class WorkerDied(Exception):  # noqa: N818 - a machine that forbids new processes, or one that was killed
    """A process ended before its work was done, or could not be started."""


class ParsePool:
    """Processes that take batches of files as they come free. They end with `close`, or with this process.

    Raises:
        WorkerDied: none can be started.
    """

    def __init__(self, root: Path, count: int) -> None:
        command = [sys.executable, "-c", _START, str(root), *sys.path]
        self._closing = Deadline()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._threads: list[threading.Thread] = []
        self._waiting: queue.SimpleQueue[Batch] = queue.SimpleQueue()
        self._done: queue.Queue[tuple[int, bytes] | None] = queue.Queue(count * 2)
        try:
            for _ in range(count):
                process = subprocess.Popen(  # noqa: S603 - ourselves
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=_HIDDEN
                )
                self._processes.append(process)
        except OSError as problem:
            self.close()
            raise WorkerDied(str(problem)) from problem

    def parse(self, batches: Sequence[Batch], work: Background) -> Iterator[Result]:
        """Return what came of each batch, as it is done. Processes give way between two of them.

        Raises:
            WorkerDied: a process was killed.
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        for batch in batches:
            self._waiting.put(batch)
        closing = Background(work.courtesy, self._closing)
        for process in self._processes:
            thread = threading.Thread(target=self._feed, args=(process, closing), daemon=True)
            self._threads.append(thread)
            thread.start()
        for _ in batches:
            answer = self._next(work.deadline)
            if answer is None:
                raise WorkerDied
            yield answer[0], pickle.loads(answer[1])  # noqa: S301 - by a process of ours

    def _next(self, deadline: Deadline) -> tuple[int, bytes] | None:
        while True:
            deadline.checkpoint()
            with contextlib.suppress(queue.Empty):
                return self._done.get(timeout=_SECONDS)

    def _feed(self, process: subprocess.Popen[bytes], work: Background) -> None:
        """Send batches to a process, one after another, until none is left or it has ended."""
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(queue.Empty, Cancelled):
            while True:
                work.checkpoint()
                number, jobs = self._waiting.get_nowait()
                try:
                    send(process.stdin, pickle.dumps(jobs))
                    answer = receive(process.stdout)
                except OSError:
                    answer = None
                self._done.put(None if answer is None else (number, answer))
                if answer is None:
                    return

    def close(self) -> None:
        """End the processes, whatever they are at."""
        self._closing.cancel()
        for process in self._processes:
            process.kill()
        for thread in self._threads:
            while thread.is_alive():
                with contextlib.suppress(queue.Empty):  # one that waits for room is let go
                    self._done.get_nowait()
                thread.join(0.01)
        for process in self._processes:
            with contextlib.suppress(OSError), process:  # closes its pipes
                process.wait()
