"""Tuning of the garbage collector and of malloc, on and off: processor time and memory of the same questions.

    python -m benchmarks.machinery.memory_tuning FOLDER [--data DIR] [--rounds N]

Each way runs in processes of its own, in turn, as what one process holds cannot be given back: it opens the
indexed folder, asks questions of `benchmarks.concurrent_callers` one after the other, and tells what that
took.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from benchmarks import concurrent_callers as callers

WAYS = ("both", "no gc tuning", "no malloc tuning", "neither")
_TOOLS = (
    "get_dependents", "get_file_summary", "get_module_summary", "get_plugin_summary", "find_references",
    "find_callers_of_function", "search_code", "grep_search", "detect_patterns", "get_entry_points",
)  # fmt: skip
_CALLS = 3


def main() -> None:
    """Start each way in turn, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--way", choices=WAYS, help="run one way here; what the others are started with")
    given = parser.parse_args()
    folder = given.folder.resolve()
    if given.way is not None:
        print(json.dumps(_run(folder, given.data, given.way)))
        return
    with tempfile.TemporaryDirectory() as scratch:
        data = given.data or Path(scratch)
        _start(folder, data, "both")  # indexes and links
        taken: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
        for number in range(given.rounds):
            for way in WAYS[number % len(WAYS) :] + WAYS[: number % len(WAYS)]:
                taken[way].append(_start(folder, data, way))
    print(f"{given.rounds} rounds, load of the machine {os.getloadavg()[0]:.1f} after; medians.\n")
    names = ("start, CPU s", "questions, CPU s", "of it gc, s", "longest gc, ms", "RSS, MB", "peak RSS, MB")
    print(f"| | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for way, runs in taken.items():
        cells = (f"{statistics.median(run[name] for run in runs):.2f}" for name in names)
        print(f"| {way} | {' | '.join(cells)} |")


def _start(folder: Path, data: Path, way: str) -> dict[str, float]:
    command = [
        sys.executable,
        "-m",
        "benchmarks.machinery.memory_tuning",
        folder,
        "--data",
        data,
        "--way",
        way,
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _run(folder: Path, data: Path, way: str) -> dict[str, float]:
    from rca.scheduling import gc_tuning, malloc_tuning
    from rca.workspace import workspace

    if way in ("no gc tuning", "neither"):
        workspace.freeze_survivors = lambda: None  # type: ignore[attr-defined]
    else:
        gc_tuning.raise_gc_threshold()
    if way in ("no malloc tuning", "neither"):
        workspace.limit_malloc_arenas = lambda: None  # type: ignore[assignment,attr-defined]
    else:
        malloc_tuning.limit_malloc_arenas()
    pauses: list[float] = []
    begun = 0.0

    def note(phase: str, _info: dict[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = time.perf_counter()
        else:
            pauses.append(time.perf_counter() - begun)

    gc.callbacks.insert(0, note)
    cpu = time.process_time()
    session = callers._ready(folder, data)  # noqa: SLF001
    started = time.process_time() - cpu
    session.disk_is_watched = True
    pauses.clear()
    cpu = time.process_time()
    chance = Random(5)  # noqa: S311 - the same in each run
    with ThreadPoolExecutor(4) as pool:  # in several threads, one after the other: each has its own arena
        for _ in range(_CALLS):
            for name in _TOOLS:
                for question in callers.QUESTIONS[name]:
                    parameters = question(*callers._drawn(session, chance))  # noqa: SLF001
                    pool.submit(session.call, name, parameters).result()
    spent = time.process_time() - cpu
    status = dict(
        line.split(":", 1)
        for line in Path("/proc/self/status").read_text("ascii").splitlines()
        if ":" in line
    )
    session.close()
    return {
        "start, CPU s": started,
        "questions, CPU s": spent,
        "of it gc, s": sum(pauses),
        "longest gc, ms": 1000 * max(pauses, default=0.0),
        "RSS, MB": int(status["VmRSS"].split()[0]) / 1024,
        "peak RSS, MB": int(status["VmHWM"].split()[0]) / 1024,
    }


if __name__ == "__main__":
    main()
