"""Measure the wall time of `rca analyze` in a new process on an indexed workspace, without the model.

Bar: a report in 2 s, similar solutions (by words) included. The floor is a new Python process that
imports the same command line and does nothing.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from examples.history import build

ROUNDS = 5
BAR_SECONDS = 2.0


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Run a command to its end."""
    started = time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return time.perf_counter() - started


def main() -> None:
    """Analyze each planted failure of the example app."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(Path(folder) / "larder")
        environment = {**os.environ, "RCA_DATA_DIR": str(Path(folder) / "data")}
        rca = [sys.executable, "-m", "lsp_server"]
        seconds([*rca, "analyze", str(app / "errors" / "01-crash.txt")], environment)
        floor = statistics.median(seconds([*rca, "tools"], environment) for _ in range(ROUNDS))
        print("| error | median s | ratio to `rca tools` |\n|---|---|---|")
        worst = 0.0
        for error in sorted((app / "errors").glob("0*.txt")):
            command = [*rca, "analyze", str(error), "--json"]
            median = statistics.median(seconds(command, environment) for _ in range(ROUNDS))
            worst = max(worst, median)
            print(f"| {error.stem} | {median:.2f} | {median / floor:.1f} |")
        print(f"\nslowest {worst:.2f} s (bar {BAR_SECONDS:g} s); `rca tools` {floor:.2f} s")


if __name__ == "__main__":
    main()
