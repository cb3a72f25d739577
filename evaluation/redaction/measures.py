"""What the masks find in the corpus, and what they mask wrongly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from evaluation.error_text_score import CASES
from evaluation.redaction import sights
from evaluation.redaction.corpus import Line, Part, clean, secrets
from rca.redaction import redact

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
    """Return the lines of the error texts, with the name of their file."""
    for path in sorted(CASES.rglob("*")):
        if path.is_file() and path.suffix in {".txt", ".log", ".xml"}:
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                yield path.name, line


def blind_misses(lines: Iterable[tuple[str, str, str]]) -> tuple[list[str], int]:
    """Return the lines of `blind` whose secret survives, and how many lines there are."""
    told = list(lines)
    return [text for _kind, text, secret in told if survives(secret, redact(text).text)], len(told)


def sight_misses(sight: sights.Sight) -> tuple[list[sights.Seen], int, list[sights.Seen], int]:
    """Return the lines that keep a secret, of how many, and the clean ones that were changed, of how many."""
    lines, harmless = list(sights.secrets(sight)), list(sights.clean(sight))
    kept = [line for line in lines if any(survives(one, redact(line.text).text) for one in line.secrets)]
    wrong = [line for line in harmless if redact(line.text).text != line.text]
    return kept, len(lines), wrong, len(harmless)
