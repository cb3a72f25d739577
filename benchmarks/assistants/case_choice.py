"""Stratified random choice of the bugs that assistants are given, reproducible by its seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from benchmarks.fixed_bugs.cases import KINDS, Case, Split

SPLITS: dict[str, Split] = {"dev": "development", "held": "held"}
"""Names of the splits on the command line."""


def choose_cases(
    cases: Sequence[Case], split: Split, count: int, seed: int, kinds: Sequence[str] = KINDS
) -> list[Case]:
    """Return `count` cases of a split, or all if it has fewer.

    The strata take turns, so each has the same share as long as it has cases. Within a stratum, repositories
    that were chosen least often come first; the seed decides among them.
    """
    left = {
        kind: sorted(
            (case for case in cases if case.split == split and case.stratum == kind),
            key=lambda case: hashlib.sha256(f"{seed}:{case.id}".encode()).digest(),
        )
        for kind in kinds
    }
    chosen: list[Case] = []
    used: Counter[str] = Counter()
    while len(chosen) < count and any(left.values()):
        for kind in kinds:
            if left[kind] and len(chosen) < count:
                case = min(left[kind], key=lambda one: used[one.repository])
                left[kind].remove(case)
                used[case.repository] += 1
                chosen.append(case)
    return chosen
