"""Count character bigrams in identifiers: `python -m scripts.identifier_pairs FOLDER…`.

Writes `rca/redaction/pairs.txt`, by which `rca.redaction.randomness` tells names from random strings. The
folders hold Kotlin and Java sources; only counts of pairs are kept, over all names that are there, each once.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

from rca.redaction.randomness import PAIRS, SYMBOLS, UNIT, folded

_NAME = re.compile(r"[A-Za-z0-9_]{3,}")
_HEX = re.compile(r"[0-9a-f]{8,}|[0-9A-F]{8,}")
_SUFFIXES = {".kt", ".kts", ".java"}
_STRANGE = 0.7
"""Nats by which each character of a string in a source must be likelier by chance for it to be no name."""


def names(folders: list[Path]) -> set[str]:
    """Return every part between underscores of every name in the sources, each once."""
    found: set[str] = set()
    for folder in folders:
        for path in folder.rglob("*"):
            if path.suffix in _SUFFIXES and path.is_file():
                for name in _NAME.findall(path.read_text(encoding="utf-8", errors="ignore")):
                    found.update(
                        part for part in name.split("_") if len(part) > 2 and not _HEX.fullmatch(part)
                    )
    return found


def costs(parts: set[str]) -> list[list[float]]:
    """Return the cost in nats of each character after each other."""
    pairs = Counter(pair for part in parts for pair in pairwise(folded(part)))
    of = Counter[str]()
    for (first, _), count in pairs.items():
        of[first] += count
    return [
        [-math.log((pairs[one, two] + 0.5) / (of[one] + 0.5 * len(SYMBOLS))) for two in SYMBOLS]
        for one in SYMBOLS
    ]


def _plausible(part: str, table: list[list[float]]) -> bool:
    """Return whether a text is an identifier, rather than a key or encoded data, by a first count of all."""
    text = folded(part)
    own = sum(table[SYMBOLS.index(one)][SYMBOLS.index(two)] for one, two in pairwise(text))
    return len(text) < 16 or own / (len(text) - 1) < math.log(62) + _STRANGE


def main() -> int:
    """Write the table."""
    parts = {part for part in names([Path(one) for one in sys.argv[1:]]) if part.isascii()}
    table = costs(parts)
    table = costs({part for part in parts if _plausible(part, table)})
    lines = ["".join(chr(48 + round(cost / UNIT)) for cost in row) for row in table]
    PAIRS.write_text("\n".join(lines) + "\n", encoding="ascii")
    sys.stdout.write(f"{len(parts)} names, {PAIRS.stat().st_size} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
