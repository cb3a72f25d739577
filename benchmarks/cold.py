"""Measure one-shot commands in a new process, beside bare Python and an import of ChromaDB.

    python -m benchmarks.cold [--dense]

Bars: a search by words under 1 s, with the embedding model under 2.5 s. Processor time is
what a quiet machine's clock shows. `--dense` first exports the model, once, which takes most of a minute.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ROUNDS = 7
SYMPTOM = "showing a dialog fragment from an api callback crashes when the app was put in background"
TRACE = (
    "java.lang.IllegalStateException: Can not perform this action after onSaveInstanceState\n"
    "\tat androidx.fragment.app.FragmentManager.checkStateLoss(FragmentManager.java:1844)\n"
    "\tat com.example.feature.Screen$load$1.invokeSuspend(Screen.kt:42)\n"
)
PYTHON, CHROMA = "bare Python", "import chromadb"
FLOORS = {PYTHON: [sys.executable, "-c", "pass"], CHROMA: [sys.executable, "-c", "import chromadb"]}


def rca(*arguments: str) -> list[str]:
    """Return the command line of one command."""
    return [sys.executable, "-m", "lsp_server", *arguments]


COMMANDS = {
    "rca --version": rca("--version"),
    "rca knowledge --help": rca("knowledge", "--help"),
    "rca settings": rca("settings"),
    "rca tools": rca("tools"),
    "rca call parse_error": rca("call", "parse_error", "--json", json.dumps({"errorText": TRACE})),
    "rca knowledge search, words": rca("knowledge", "search", "--no-dense", SYMPTOM),
}
DENSE = {"rca knowledge search, dense": rca("knowledge", "search", "--dense", SYMPTOM)}


class Times(NamedTuple):
    """Seconds: processor time of the fastest and the median round, the median on the clock."""

    fastest: float
    median: float
    clock: float


def measure(commands: Mapping[str, Sequence[str]], data: Path, **variables: str) -> dict[str, Times]:
    """Run each command several times, in turns, so that other load on the machine hits all alike."""
    environment = {**os.environ, "RCA_DATA_DIR": str(data), "PYTHONPATH": str(ROOT), **variables}
    worked: dict[str, list[float]] = {name: [] for name in commands}
    passed: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(ROUNDS + 1):
        for name, command in commands.items():
            before, started = _processor(), time.perf_counter()
            subprocess.run(
                command, cwd=data, env=environment, check=True, stdin=subprocess.DEVNULL, capture_output=True
            )
            if number:  # the first one fills caches of the disk, and the store
                worked[name].append(_processor() - before)
                passed[name].append(time.perf_counter() - started)
    return {
        name: Times(min(worked[name]), statistics.median(worked[name]), statistics.median(passed[name]))
        for name in commands
    }


def show(times: Mapping[str, Times]) -> None:
    """Print a table; the last column holds on a busy machine, too."""
    print("| command | processor s, fastest | median | on the clock | ÷ import of ChromaDB |")
    print("|---|---|---|---|---|")
    for name, (fastest, median, clock) in times.items():
        ratio = fastest / times[CHROMA].fastest
        print(f"| {name} | {fastest:.2f} | {median:.2f} | {clock:.2f} | {ratio:.2f} |")


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--dense", action="store_true", help="also search with the embedding model")
    dense = DENSE if parser.parse_args().dense else {}
    with tempfile.TemporaryDirectory() as folder:
        show(measure({**FLOORS, **COMMANDS, **dense}, Path(folder)))


if __name__ == "__main__":
    main()
