"""Measure recall and precision of redaction: `python -m benchmarks.redaction [dev] [held] …`.

Prints a table for `docs/redaction.md`, and every miss of the parts that are named.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict

from evaluation.redaction import blind, sights
from evaluation.redaction.measures import PARTS, blind_misses, error_texts, false_masks, missed, sight_misses
from rca.redaction import redact


def _show_blind(*, all_misses: bool) -> None:
    told, count = blind_misses(blind.secrets())
    unlisted, of = blind_misses(blind.later())
    harmless = list(blind.clean())
    wrong = [line for line in harmless if redact(line).text != line]
    print(f"\nblind: {count - len(told)} of {count}; tokens of unlisted forms: {of - len(unlisted)} of {of};")
    print(f"harmless lines masked: {len(wrong)} of {len(harmless)}")
    if all_misses:
        print(*told, *unlisted, *wrong, sep="\n")


def _show_sight(sight: sights.Sight, *, all_misses: bool) -> None:
    kept, count, wrong, of = sight_misses(sight)
    print(f"{sight}: {count - len(kept)} of {count} masked; harmless lines masked: {len(wrong)} of {of}")
    if all_misses:
        print(*(f"[{line.kind}] {redact(line.text).text!r}" for line in (*kept, *wrong)), sep="\n")


def main() -> int:
    """Print the tables."""
    print("| | dev | held | fresh |\n|---|---|---|---|")
    results = {part: missed(part) for part in PARTS}
    kinds = dict.fromkeys(kind for part in PARTS for kind in results[part][1])
    total = {part: [sum(one) for one in zip(*results[part][1].values(), strict=True)] for part in PARTS}
    cells = [
        f"{total[part][0] / total[part][1]:.3f} ({total[part][0]} of {total[part][1]})" for part in PARTS
    ]
    print(f"| **recall** | {' | '.join(cells)} |")
    for kind in kinds:
        shown = [results[part][1].get(kind, (0, 0)) for part in PARTS]
        if any(found < of for found, of in shown):
            print(f"| {kind} | {' | '.join(f'{found} of {of}' for found, of in shown)} |")
    wrong = {part: false_masks(part) for part in PARTS}
    cells = [f"{len(wrong[part][0])} of {wrong[part][1]}" for part in PARTS]
    print(f"| clean lines masked | {' | '.join(cells)} |")
    _show_blind(all_misses="blind" in sys.argv[1:])
    for sight in sights.SIGHTS:
        _show_sight(sight, all_misses=sight in sys.argv[1:])
    masked: dict[str, int] = defaultdict(int)
    lines = 0
    for _name, line in error_texts():
        lines += 1
        for kind in redact(line).kinds:
            masked[kind] += 1
    print(f"\n{lines} lines of error texts: {json.dumps(dict(sorted(masked.items())))}")
    for part in PARTS:
        if part in sys.argv[1:]:
            for found in (*results[part][0], *wrong[part][0]):
                print(f"{found.kind}: {found.text[:200]!r} -> {redact(found.text).text[:200]!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
