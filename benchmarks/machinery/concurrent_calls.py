"""Eight callers at once: with and without call load, hand-over of the resolver, and a longer switch interval.

    python -m benchmarks.machinery.concurrent_calls FOLDER [--data DIR] [--rounds N] [--tools NAME,NAME]

The folder is indexed, linked and its words are collected first (kept with `--data`). Then eight callers ask
the questions of `benchmarks.concurrent_callers`, all ways in turn, so that other load of the machine falls on
each alike. Each round asks every way the same questions in the same order.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from benchmarks import concurrent_callers as callers
from lsp_server.user_session import Session
from rca.scheduling import call_load, fair_lock
from rca.toolkit import tool_catalog

_SMALL = ("read_file", "parse_error", "get_code_context", "query_index", "find_class")
"""Tools of few milliseconds: what is left of them beside large ones."""


@contextmanager
def _way(*, load: bool = True, hand_over: bool = True, switch: float = 0.005) -> Iterator[None]:
    """Switch call load or the hand-over off, or set CPython's switch interval (seconds)."""
    step, part = call_load._STEP_SECONDS, fair_lock._SLICE_SECONDS  # noqa: SLF001 - measured here
    interval = sys.getswitchinterval()
    call_load._STEP_SECONDS = step if load else 0.0  # noqa: SLF001
    fair_lock._SLICE_SECONDS = part if hand_over else math.inf  # noqa: SLF001
    sys.setswitchinterval(switch)
    try:
        yield
    finally:
        call_load._STEP_SECONDS, fair_lock._SLICE_SECONDS = step, part  # noqa: SLF001
        sys.setswitchinterval(interval)


WAYS = {
    "as it is": _way,
    "no call load": lambda: _way(load=False),
    "resolver not handed over": lambda: _way(hand_over=False),
    "switch interval 20 ms": lambda: _way(switch=0.02),
    "switch interval 1 ms": lambda: _way(switch=0.001),
}


def main() -> None:
    """Ask in all ways, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--tools", help="names of tools, separated by commas; all that only read if not given"
    )
    given = parser.parse_args()
    names = given.tools.split(",") if given.tools else list(callers.QUESTIONS)
    tools = [tool.name for tool in tool_catalog.load_all() if tool.risk == "read_only" and tool.name in names]
    with tempfile.TemporaryDirectory() as scratch:
        session = callers._ready(given.folder.resolve(), given.data or Path(scratch))  # noqa: SLF001
        session.disk_is_watched = False
        files = session.workspace.snapshot.index.totals()[0]
        if not callers._configurations:  # noqa: SLF001
            tools.remove("get_config_schema")
        before = os.getloadavg()[0]
        _ask_all(session, tools, 0)  # loads code, and fills what is kept
        taken: dict[str, list[tuple[str, callers.Taken]]] = {name: [] for name in WAYS}
        processor: Counter[str] = Counter()
        clock: Counter[str] = Counter()
        ways = list(WAYS)
        for number in range(1, given.rounds + 1):
            for name in ways[number % len(ways) :] + ways[: number % len(ways)]:
                with WAYS[name]():
                    started, cpu = time.perf_counter(), time.process_time()
                    taken[name] += _ask_all(session, tools, number)
                    clock[name] += time.perf_counter() - started
                    processor[name] += time.process_time() - cpu
            print(f"round {number} done, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
        session.close()
    print(
        f"{files:,} files, {len(tools)} tools, {callers.CALLERS} callers; {os.cpu_count()} cores,"
        f" load {before:.1f} before, {os.getloadavg()[0]:.1f} after.\n"
    )
    heads = (
        "calls | ms p50 | p95 | p99 | most | small tools: p50 | p95 | p99 | partial | no answer | s | CPU s"
    )
    print(f"| | {heads} |")
    print("|---|" + "---|" * 12)
    for name, calls in taken.items():
        print(_row(name, calls, clock[name], processor[name]))


def _ask_all(session: Session, tools: list[str], number: int) -> list[tuple[str, callers.Taken]]:
    taken: list[tuple[str, callers.Taken]] = []
    start = threading.Barrier(callers.CALLERS)

    def ask(caller: int) -> None:
        chance = Random(1000 * number + caller)  # noqa: S311 - the same for each way
        start.wait()
        for name in chance.sample(tools, len(tools)):
            for question in callers.QUESTIONS[name]:
                parameters = question(*callers._drawn(session, chance))  # noqa: SLF001
                taken.append((name, callers._ask(session, name, parameters)))  # noqa: SLF001

    threads = [threading.Thread(target=ask, args=(caller,)) for caller in range(callers.CALLERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken


def _row(name: str, calls: list[tuple[str, callers.Taken]], clock: float, processor: float) -> str:
    everything = [one.clock for _, one in calls]
    small = [one.clock for tool, one in calls if tool in _SMALL]
    ends = Counter(one.end for _, one in calls)
    partial = 100 * ends["partial"] / len(calls)
    lost = 100 * (ends["TOOL_TIMEOUT"] + ends["INTERNAL_ERROR"]) / len(calls)
    cells = [
        *callers._quantiles(everything, (0.5, 0.95, 0.99, 1.0)),  # noqa: SLF001
        *(callers._quantiles(small, (0.5, 0.95, 0.99)) if small else ["-"] * 3),  # noqa: SLF001
        f"{partial:.1f}%", f"{lost:.1f}%", f"{clock:.0f}", f"{processor:.0f}",
    ]  # fmt: skip
    return f"| {name} | {len(calls)} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
