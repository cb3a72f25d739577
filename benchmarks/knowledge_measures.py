"""Measures of retrieval: shares with Wilson intervals, and calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.knowledge_model import Answer


@dataclass(frozen=True)
class Share:
    """A share of `of` answers with its 95% interval."""

    part: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        """Return the text of a table's cell."""
        return f"{self.part:.3f} [{self.low:.2f}, {self.high:.2f}]" if self.of else "none"


def share(answers: Sequence[bool]) -> Share:
    """Return a share; the interval is Wilson's, which holds near 0 and 1, too."""
    if not answers:
        return Share(0.0, 0.0, 0.0, 0)
    n, p, z = len(answers), float(np.mean(answers)), 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    spread = z * float(np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n)
    return Share(p, max(0.0, middle - spread), min(1.0, middle + spread), n)


def recall(answers: Sequence[Answer], first: int) -> Share:
    """Return how many of the known problems' records are among the first."""
    return share([one.rank < first for one in answers if one.known])


def told_novel(answers: Sequence[Answer], bars: dict[bool, float]) -> tuple[Share, Share]:
    """Return how many novel queries are called novel, and how many others; `bars` are by `Case.told`."""
    called = [(one.known, one.doubt >= bars[one.case.told]) for one in answers]
    return share([novel for known, novel in called if not known]), share([n for known, n in called if known])


@dataclass(frozen=True)
class Bin:
    """Answers of like confidence: their mean, how many are right, how many there are."""

    sure: float
    right: float
    of: int


def bins(answers: Sequence[Answer]) -> list[Bin]:
    """Put the first answers of all queries into ten bins by their confidence."""
    sure = np.array([one.best for one in answers])
    right = np.array([float(one.hit) for one in answers])
    places = np.minimum((sure * 10).astype(int), 9)
    return [
        Bin(
            float(sure[places == place].mean()),
            float(right[places == place].mean()),
            int((places == place).sum()),
        )
        for place in range(10)
        if (places == place).any()
    ]


def calibration_error(found: Sequence[Bin]) -> float:
    """Return the expected calibration error: how far confidence and share of right answers lie apart."""
    total = sum(one.of for one in found)
    return sum(one.of * abs(one.sure - one.right) for one in found) / max(total, 1)


def right_when_sure(answers: Sequence[Answer], sure: float) -> Share:
    """Return how many answers are right of those with at least that confidence."""
    return share([one.hit for one in answers if one.best >= sure])
