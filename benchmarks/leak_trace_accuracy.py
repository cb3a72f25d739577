"""Measure how right LeakCanary's traces of public threads are read.

`python -m benchmarks.leak_trace_accuracy TEXTS [--split BATCH]`; TEXTS holds NAME.txt for each key of
`evaluation/leak_traces/keys.txt`. The texts are others' and not part of the project.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from evaluation.leak_trace_score import LeakScore, load_leak_cases, score_leaks
from models.leak_trace import LeakTrace
from rca.error_text import parse

BAR = 0.97


def main() -> int:
    """Print the fields right of each half; 1 where the unseen texts miss the bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path)
    parser.add_argument(
        "--split",
        choices=["dev", "held", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"],
        help="print the misses of this half alone",
    )
    options = parser.parse_args()
    groups: dict[str, LeakScore] = defaultdict(LeakScore)
    counts: dict[str, int] = defaultdict(int)
    for case in load_leak_cases():
        file = options.texts / f"{case.name}.txt"
        if not file.is_file():
            continue
        result = score_leaks(case, file.read_text("utf-8"), _read)
        for group in (case.split, f"{case.split} {case.form}"):
            groups[group].add(result)
            counts[group] += 1
    print("| half | texts | fields right |\n|---|---:|---:|")
    for name, result in sorted(groups.items()):
        share = result.right / max(1, result.fields)
        print(f"| {name} | {counts[name]} | {result.right}/{result.fields} ({share:.1%}) |")
    for name in ("dev", "held", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"):
        if options.split in (None, name):
            print("\n".join(groups[name].misses))
    unseen = groups["eighth"]
    return 0 if unseen.right >= BAR * unseen.fields else 1


def _read(text: str) -> list[tuple[LeakTrace, bool]]:
    report = parse(text)
    reports = [report, *(report.others or ())]
    return [(one.leak_trace, bool(one.truncated)) for one in reports if one.leak_trace is not None]


if __name__ == "__main__":
    sys.exit(main())
