"""Measure the first query for callers, before and after linking.

    python -m benchmarks.callers_speed FOLDER …

For each folder: the cold index, what linking costs beside it, callers at depth 1 and 5 of functions drawn
by chance, a page of each, and the memory of the process that answered. Each row is a process of its own
that asks for each function once.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from rca.navigation.call_graph import CALLERS_PAGE
from rca.navigation.callers import find_callers
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace
from rca.xrefs.link_worker import Task

_ASKED = 500
_LIMIT_SECONDS = 1.7
_DEPTHS = (1, 5)


def main(folders: list[Path]) -> None:
    """Measure each folder and print."""
    for folder in folders:
        with tempfile.TemporaryDirectory() as data_dir:
            _measure(folder.resolve(), Path(data_dir))


def _measure(folder: Path, data: Path) -> None:
    spent = _cpu()
    workspace = Workspace([folder], data)
    stats = workspace.index()
    for process in multiprocessing.active_children():  # counted once they have ended
        process.join()
    cold = _cpu() - spent
    print(f"\n## {stats.files} files, {stats.call_sites} call sites\n")
    print(f"one, five, 15 minutes' load  {' '.join(f'{one:.1f}' for one in os.getloadavg())}")
    print(f"cold index                   {cold:8.2f} s of CPU")
    _answering(folder, data, linked=False)
    spent, since = _cpu(), time.perf_counter()
    done = workspace.link()
    linking, took = _cpu() - spent, time.perf_counter() - since
    size = Task((("", str(folder)),), str(data), ()).path.stat().st_size / 1e6
    name = "linking" if done else "linking FAILED"
    print(f"{name:28} {linking:8.2f} s of CPU, {took:.1f} on the clock")
    print(f"linking ÷ cold index         {linking / cold:8.2f}")
    print(f"links on disk                {size:8.1f} MB")
    _answering(folder, data, linked=True)
    workspace.close()


def _cpu() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _answering(folder: Path, data: Path, *, linked: bool) -> None:
    """Ask in a separate process, so that nothing is known from before."""
    process = multiprocessing.get_context("spawn").Process(target=_ask_all, args=(folder, data, linked))
    process.start()
    process.join()


def _ask_all(folder: Path, data: Path, linked: bool) -> None:
    workspace = Workspace([folder], data)
    workspace.index()
    if linked:
        workspace.use_links()
    index = workspace.snapshot.index
    paths = sorted(path for path, one in index.listed.items() if one.language in ("kotlin", "java"))
    chance = random.Random(7)  # noqa: S311 - the same in each run
    chance.shuffle(paths)
    functions: list[Symbol] = []
    for path in paths:
        found = [one for one in index.symbols(path) if one.declaration.kind == "function"]
        functions.extend(chance.sample(found, min(len(found), 1)))
        if len(functions) == _ASKED * len(_DEPTHS):
            break
    for place, depth in enumerate(_DEPTHS):
        name = f"depth {depth}, {'linked' if linked else 'not linked'}"
        asked: list[float] = []
        waited: list[float] = []
        for function in functions[place :: len(_DEPTHS)]:
            processor, clock = time.process_time(), time.perf_counter()
            find_callers(index, (function,), depth, Deadline(_LIMIT_SECONDS), CALLERS_PAGE)
            asked.append(time.process_time() - processor)
            waited.append(time.perf_counter() - clock)
        _report(name, asked, "of CPU")
        _report(name, waited, "on the clock")
    print(f"memory after {len(functions)} functions   {_resident():8.0f} MB")
    workspace.close()


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def _report(name: str, seconds: list[float], measured: str) -> None:
    ordered = sorted(one * 1000 for one in seconds)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    middle = statistics.median(ordered)
    print(f"{name:28} p50 {middle:7.1f}  p95 {p95:7.1f}  most {ordered[-1]:7.1f} ms {measured}")


if __name__ == "__main__":
    main([Path(one) for one in sys.argv[1:]])
