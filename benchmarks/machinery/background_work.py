"""Latency of a key while a folder is indexed, with each part of the throttle switched off.

    python -m benchmarks.machinery.background_work FOLDER [--rounds N] [--seconds S]

All in this process, as in the server: a folder is indexed from nothing by processes beside it, while every
50 ms a document changes and its declarations are asked for, which parses it again. Each way is measured for
some seconds at a time, in turn. Linux only: elsewhere there is less to switch off.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rca.index.update import parse_pool
from rca.scheduling import typing_throttle
from rca.scheduling.deadline import Cancelled, Deadline
from rca.workspace import DocumentChanged, DocumentOpened, Workspace

_KEY_SECONDS = 0.05
_SAME_NICENESS = "import os; os.nice = lambda _more: 0; "
_SAME_GROUP = """
def _refuse(*_given): raise OSError
os.sched_setscheduler = os.setsid = _refuse
"""
_START = parse_pool._START  # noqa: SLF001 - it is what is measured


@contextmanager
def _way(*, rests: bool = True, nice: bool = True, group: bool = True) -> Iterator[None]:
    """Switch off rests after each batch, niceness, or the batch class with a session of its own."""
    rest = typing_throttle.RESTS
    typing_throttle.RESTS = rest if rests else 0  # type: ignore[misc]
    start = "import os\n" + ("" if nice else _SAME_NICENESS) + ("" if group else _SAME_GROUP)
    parse_pool._START = f"{start}\n{_START}"  # noqa: SLF001
    try:
        yield
    finally:
        typing_throttle.RESTS = rest  # type: ignore[misc]
        parse_pool._START = _START  # noqa: SLF001


WAYS = {
    "all of it": _way,
    "no rests": lambda: _way(rests=False),
    "no niceness": lambda: _way(nice=False),
    "no batch class, no session": lambda: _way(group=False),
    "rests alone": lambda: _way(nice=False, group=False),
    "niceness alone": lambda: _way(rests=False, group=False),
    "nothing": lambda: _way(rests=False, nice=False, group=False),
    "no indexing": None,
}


def main() -> None:
    """Measure each way, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args()
    folder = given.folder.resolve()
    before = os.getloadavg()[0]
    taken: dict[str, list[float]] = {name: [] for name in WAYS}
    read: dict[str, list[int]] = {name: [] for name in WAYS}
    for number in range(given.rounds):
        names = list(WAYS)
        for name in names[number % len(names) :] + names[: number % len(names)]:
            way = WAYS[name]
            if way is None:
                times, files = _measured(folder, given.seconds, index=False)
            else:
                with way():
                    times, files = _measured(folder, given.seconds, index=True)
            taken[name] += times
            read[name].append(files)
    print(f"{os.cpu_count()} cores, load {before:.1f} before, {os.getloadavg()[0]:.1f} after.\n")
    print("| | keys | ms p50 | p95 | p99 | most | files read a second |\n|---|---|---|---|---|---|---|")
    for name, times in taken.items():
        ranked = sorted(times)
        cells = [f"{1000 * ranked[int(len(ranked) * share)]:.1f}" for share in (0.5, 0.95, 0.99)]
        speed = statistics.mean(read[name]) / given.seconds
        print(f"| {name} | {len(times)} | {' | '.join(cells)} | {1000 * ranked[-1]:.0f} | {speed:.0f} |")


def _measured(folder: Path, seconds: float, *, index: bool) -> tuple[list[float], int]:
    """Return the seconds of each key with its question, and how many files were read meanwhile."""
    stop, done, times = Deadline(), [0], []
    file = min(folder.rglob("*.kt"), key=lambda path: (abs(path.stat().st_size - 8_000), path))
    text = file.read_text("utf-8")
    with tempfile.TemporaryDirectory() as data:
        workspace = Workspace([folder], Path(data))
        workspace.apply(DocumentOpened(file, text, 1))

        def tell(files: int, _all: int) -> None:
            done[0] = files

        def read_all() -> None:
            with suppress(Cancelled):
                workspace.index(tell, stop)

        thread = threading.Thread(target=read_all)
        end = time.monotonic() + seconds
        if index:
            thread.start()
        path = str(file.relative_to(folder))
        version = 1
        while time.monotonic() < end:
            version += 1
            started = time.perf_counter()
            workspace.apply(DocumentChanged(file, f"{text}// {version}\n", version))
            workspace.snapshot.index.symbols(path)
            times.append(time.perf_counter() - started)
            time.sleep(_KEY_SECONDS)
        stop.cancel()
        if index:
            thread.join()
        workspace.close()
    return times, done[0]


if __name__ == "__main__":
    main()
