"""Assemble the benchmark's cases from mined candidates and their review.

    python -m benchmarks.fixed_bugs.assemble CANDIDATES.json …

Candidates whose fix lies in a frame of the quoted trace are taken unless `review.json` rejects them, others
only where it accepts them. Of one repository at most `MOST_OF_A_KIND` of each kind are taken, so that none
decides.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from benchmarks.fixed_bugs.cases import BUGS, FOLDER, Case, load_cases, split_of, write_cases

REVIEW = FOLDER / "review.json"
MOST_OF_A_KIND = 12
_IN_TRACE = ("top_app_frame", "other_app_frame")
_ABOUT = (
    "Pointers to fixed bugs of public repositories; nothing of them is kept here. "
    "The half of each repository follows from its name (split_of in cases.py). "
    "The held half is for measuring only: do not read its cases, look for causes in its misses or tune to it."
)


def main() -> int:
    """Write `bugs.json` from the candidates in the files that the arguments name."""
    review = json.loads(REVIEW.read_text("utf-8"))
    taken: list[Case] = []
    counts: Counter[tuple[str, str]] = Counter()
    candidates = [case for name in sys.argv[1:] for case in load_cases(Path(name))]
    for case in sorted(candidates, key=lambda case: case.fix_commit):
        kind = _kind(case, review)
        if kind is not None and counts[case.repository, kind] < MOST_OF_A_KIND:
            counts[case.repository, kind] += 1
            taken.append(replace(case, fix_kind=kind))
    taken.sort(key=lambda case: (case.repository.lower(), case.fix_commit))
    write_cases(BUGS, _ABOUT, taken)
    for split in ("development", "held"):
        chosen = [case for case in taken if split_of(case.repository) == split]
        kinds = dict(Counter(case.fix_kind for case in chosen))
        print(f"{split}: {len(chosen)} of {len({case.repository for case in chosen})} repositories, {kinds}")
    return 0


def _kind(case: Case, review: dict[str, dict[str, str]]) -> str | None:
    """Return the kind under which the review takes a candidate, or None where it does not."""
    if case.id in review["rejected"]:
        return None
    accepted = review["accepted"].get(case.id)
    return accepted or (case.fix_kind if case.fix_kind in _IN_TRACE else None)


if __name__ == "__main__":
    sys.exit(main())
