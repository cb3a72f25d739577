"""`python -m benchmarks.hangs`: wait-for graphs of known hangs, with the programs' code and without it."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

from evaluation.hangs.hang_score import PROGRAMS, HangScore, load_hang_cases, score_hangs
from rca.analysis.locating.hang_places import WorkspaceCode
from rca.hangs.find_wait_graph import find_wait_graph
from rca.hangs.hang_code import NoCode
from rca.workspace import Workspace

RECALL_BAR = 0.95


def main() -> int:
    """Print both scores, what was missed with the code, and fail below the bar."""
    cases = load_hang_cases()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        shutil.copytree(PROGRAMS, root / "src")
        workspace = Workspace([root], Path(folder) / "data")
        workspace.index()
        started = time.perf_counter()
        with_code = {
            split: score_hangs(
                lambda text: find_wait_graph(text, ("demo",), WorkspaceCode(workspace.snapshot)),
                [case for case in cases if case.split == split],
            )
            for split in sorted({case.split for case in cases})
        }
        seconds = (time.perf_counter() - started) / len(cases)
        workspace.close()
    alone = score_hangs(lambda text: find_wait_graph(text, (), NoCode()), cases)
    print("| | dumps | cycles named | invented | dumps without a cycle, none invented | main chain right |")
    print("|---|---|---|---|---|---|")
    for split, score in with_code.items():
        print(_row(f"with the code, {split}", score))
    print(_row("the dump alone", alone))
    print(f"\n{seconds * 1000:.0f} ms a dump")
    for score in with_code.values():
        for miss in score.misses:
            print(f"- {miss}")
    named = sum(score.named for score in with_code.values())
    known = sum(score.known for score in with_code.values())
    invented = alone.invented + sum(score.invented for score in with_code.values())
    return int(named / known < RECALL_BAR or invented > 0)


def _row(title: str, score: HangScore) -> str:
    return (
        f"| {title} | {score.cases} | {score.named} of {score.known} ({score.recall:.3f}) | {score.invented} "
        f"| {score.free_of_invention} of {score.free} | {score.right_chains} of {score.chains} |"
    )


if __name__ == "__main__":
    sys.exit(main())
