"""Measure how right reports of crash services are read.

`python -m benchmarks.service_report_accuracy FOLDER [--misses]`; FOLDER holds NAME.txt and NAME.key for each
text (`evaluation/service_report_score.py`). The texts are others' and not part of the project.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from evaluation.service_report_score import ServiceScore, find_cases, score_report
from rca.error_text import parse

BAR = 0.97


def main() -> int:
    """Print the fields right of each format; 1 where a format misses the bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", action="store_true", help="print each field that is wrong")
    options = parser.parse_args()
    groups: dict[str, ServiceScore] = defaultdict(ServiceScore)
    for name, text, key in find_cases(options.folder):
        groups[name.partition("-")[0]].add(score_report(name, key, parse(text)))
    print("| format | texts | fields right |\n|---|---:|---:|")
    for name, score in sorted(groups.items()):
        share = score.right / max(1, score.fields)
        print(f"| {name} | {score.texts} | {score.right}/{score.fields} ({share:.1%}) |")
    if options.misses:
        print("\n".join(miss for score in groups.values() for miss in score.misses))
    return 0 if all(score.right >= BAR * score.fields for score in groups.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
