"""Measure the accuracy of the error-text parser by kind of error, and list what it misses.

`python -m benchmarks.error_text_accuracy [--split dev|held_out] [--case SLUG] [--quiet]`
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from typing import Any

from evaluation.error_text_score import Case, Score, load_cases, score
from rca.error_text import parse

BAR = 0.97
"""Share of the fields, and of the app frames, that must be right in each split."""


def main() -> int:
    """Score the chosen cases; 1 where a split misses the bar."""
    options = _options()
    cases = [
        case
        for case in load_cases()
        if options.split in (None, case.split) and options.case in (None, case.slug)
    ]
    by_kind: dict[str, list[Score]] = defaultdict(list)
    by_split: dict[str, list[Score]] = defaultdict(list)
    total = Score()
    for case in cases:
        result = score(case, _parse)
        by_kind[_kind(case)].append(result)
        by_split[case.split].append(result)
        total.add(result)
    print("| kind | cases | fields right | app frame right | frames | invented |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, scores in [*sorted(by_kind.items()), *sorted(by_split.items())]:
        print(_row(f"**{name}**" if name in by_split else name, scores))
    if not options.quiet:
        _print_misses(total)
    return 0 if all(_meets_the_bar(scores) for scores in by_split.values()) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", choices=["dev", "held_out"], help="only this split")
    parser.add_argument("--case", help="only this case")
    parser.add_argument("--quiet", action="store_true", help="the table without the misses")
    return parser.parse_args()


def _parse(text: str, app_packages: tuple[str, ...]) -> dict[str, Any]:
    return parse(text, app_packages).model_dump(mode="json")


def _kind(case: Case) -> str:
    kind = case.expect.get("kind")
    return kind if isinstance(kind, str) else "(more than one is right)"


def _sum(scores: list[Score]) -> Score:
    total = Score()
    for each in scores:
        total.add(each)
    return total


def _meets_the_bar(scores: list[Score]) -> bool:
    total = _sum(scores)
    return total.field_accuracy >= BAR and total.app_frame_accuracy >= BAR and not total.invented


def _row(name: str, scores: list[Score]) -> str:
    sum_ = _sum(scores)
    right = sum_.expected - len(sum_.misses)
    app = f"{sum_.app_frames - len(sum_.app_frame_misses)}/{sum_.app_frames}" if sum_.app_frames else "-"
    fields = f"{right}/{sum_.expected} ({sum_.field_accuracy:.1%})"
    return f"| {name} | {len(scores)} | {fields} | {app} | {sum_.frames} | {len(sum_.invented)} |"


def _print_misses(total: Score) -> None:
    slug = None
    for each, miss in total.misses:
        if each != slug:
            slug = each
            print(f"\n{slug}")
        print(f"  {miss.field}: expected {_short(miss.expected)}, got {_short(miss.actual)}")
    for slug, text in total.invented:
        print(f"\n{slug}\n  invented: {_short(text)}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 160 else text[:157] + "…"


if __name__ == "__main__":
    sys.exit(main())
