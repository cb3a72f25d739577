"""Measure what the masks find, and what they mask wrongly: `python -m benchmarks.redaction [dev] [held] …`.

Prints a table for `docs/design/redaction.md`, and every miss of the parts that are named.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.redaction import blind, sights
from benchmarks.redaction.corpus import Line, Part, clean, secrets
from rca.redaction import redact

ROOT = Path(__file__).parents[2]
PARTS: tuple[Part, ...] = ("dev", "held", "fresh")
WINDOW = 10
"""A secret is gone when no run of this many of its characters is left."""


def survives(secret: str, text: str) -> bool:
    """Return whether a part of a secret that could be used is left."""
    size = min(WINDOW, len(secret))
    return any(secret[at : at + size] in text for at in range(len(secret) - size + 1))


def missed(part: Part) -> tuple[list[Line], dict[str, tuple[int, int]]]:
    """Return the lines whose secret survives, and by kind how many were masked of how many."""
    misses: list[Line] = []
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for line in secrets(part):
        found = line.secret is not None and not survives(line.secret, redact(line.text).text)
        counts[line.kind][0] += found
        counts[line.kind][1] += 1
        if not found:
            misses.append(line)
    return misses, {kind: (found, of) for kind, (found, of) in counts.items()}


def false_masks(part: Part) -> tuple[list[Line], int]:
    """Return the clean lines that were changed, and how many there are."""
    lines = list(clean(part))
    return [line for line in lines if redact(line.text).text != line.text], len(lines)


def error_texts() -> Iterator[tuple[str, str]]:
    """Return the error texts of the tests, line by line, with the name of their file."""
    for path in sorted((ROOT / "tests/eval/error_texts").rglob("*")):
        if path.is_file() and path.suffix in {".txt", ".log", ".xml"}:
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                yield path.name, line


def blind_misses(lines: Iterable[tuple[str, str, str]]) -> tuple[list[str], int]:
    """Return the lines of `blind` whose secret survives, and how many lines there are."""
    told = list(lines)
    return [text for _kind, text, secret in told if survives(secret, redact(text).text)], len(told)


def _show_blind(*, all_misses: bool) -> None:
    told, count = blind_misses(blind.secrets())
    unlisted, of = blind_misses(blind.later())
    harmless = list(blind.clean())
    wrong = [line for line in harmless if redact(line).text != line]
    print(f"\nblind: {count - len(told)} of {count}; tokens of unlisted forms: {of - len(unlisted)} of {of};")
    print(f"harmless lines masked: {len(wrong)} of {len(harmless)}")
    if all_misses:
        print(*told, *unlisted, *wrong, sep="\n")


def sight_misses(sight: sights.Sight) -> tuple[list[sights.Seen], int, list[sights.Seen], int]:
    """Return the lines that keep a secret, of how many, and the clean ones that were changed, of how many."""
    lines, harmless = list(sights.secrets(sight)), list(sights.clean(sight))
    kept = [line for line in lines if any(survives(one, redact(line.text).text) for one in line.secrets)]
    wrong = [line for line in harmless if redact(line.text).text != line.text]
    return kept, len(lines), wrong, len(harmless)


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
