"""Measure what the masks find, and what they mask wrongly: `python -m benchmarks.redaction [dev] [held] …`.

Prints a table for `docs/redaction.md`, and every miss of the parts that are named.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.redaction.corpus import Line, Part, clean, secrets
from rca.redaction import redact

ROOT = Path(__file__).parents[2]
PARTS: tuple[Part, ...] = ("dev", "held", "fresh")
WINDOW = 10
"""A secret is gone when no run of this many of its characters is left."""


def survives(secret: str, text: str) -> bool:
    """Whether a part of a secret that could be used is left."""
    size = min(WINDOW, len(secret))
    return any(secret[at : at + size] in text for at in range(len(secret) - size + 1))


def missed(part: Part) -> tuple[list[Line], dict[str, tuple[int, int]]]:
    """Give the lines whose secret survives, and by kind how many were masked of how many."""
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
    """Give the clean lines that were changed, and how many there are."""
    lines = list(clean(part))
    return [line for line in lines if redact(line.text).text != line.text], len(lines)


def error_texts() -> Iterator[tuple[str, str]]:
    """Give the error texts of the tests, line by line, with the name of their file."""
    for path in sorted((ROOT / "tests/eval/error_texts").rglob("*")):
        if path.is_file() and path.suffix in {".txt", ".log", ".xml"}:
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                yield path.name, line


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
