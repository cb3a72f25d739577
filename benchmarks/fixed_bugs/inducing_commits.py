"""The commits that introduced the fixed bugs, as pointers.

    python -m benchmarks.fixed_bugs.inducing_commits --mirror DIR [--given FILE]

writes `inducing.json` again: the development bugs, and the given ones where their file is named. What a
person found when reading the commits (`checked`) is kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from benchmarks.fixed_bugs.cases import FOLDER, Case, load_cases
from benchmarks.fixed_bugs.materialize import git, git_dir
from benchmarks.fixed_bugs.szz import Hidden, How, find_inducing

INDUCING = FOLDER / "inducing.json"
NEAR_COMMITS = 200
"""Commits back from the broken one within which an inducing commit counts as recent."""

_MOST_COMMITS = 5
_ABOUT = (
    "Commits that introduced fixed bugs, by SZZ (szz.py), likeliest first: pointers alone. "
    "distance: commits that the broken one has and the inducing one has not. hidden: the commit imported or "
    "converted code, so the fault may be older. checked: what a person found in reading fix and commit."
)

Checked = Literal["right", "wrong", "unsure"]


@dataclass(frozen=True, slots=True)
class InducingPointer:
    """One inducing commit; `lines` is how many of the replaced lines it wrote."""

    commit: str
    distance: int
    lines: int
    how: How
    hidden: Hidden | None


@dataclass(frozen=True, slots=True)
class InducedBug:
    """The inducing commits of one bug, the likeliest first; none where the lines tell nothing."""

    id: str
    repository: str
    buggy_commit: str
    fix_commit: str
    inducing: tuple[InducingPointer, ...]
    checked: Checked | None = None
    note: str | None = None

    @property
    def is_recent(self) -> bool:
        """Return whether the likeliest commit is near and may have introduced the fault."""
        first = self.inducing[0] if self.inducing else None
        return first is not None and first.hidden is None and first.distance <= NEAR_COMMITS


def load_inducing(path: Path = INDUCING) -> list[InducedBug]:
    """Return the bugs of the file."""
    rows = json.loads(path.read_text("utf-8"))["bugs"]
    return [
        InducedBug(**{**row, "inducing": tuple(InducingPointer(**pointer) for pointer in row["inducing"])})
        for row in rows
    ]


def write_inducing(bugs: Sequence[InducedBug], path: Path = INDUCING) -> None:
    """Write the bugs, one a line."""
    lines = ",\n".join(json.dumps(_row(bug), separators=(",", ":")) for bug in bugs)
    path.write_text(f'{{"about": {json.dumps(_ABOUT)},\n"bugs": [\n{lines}\n]}}\n', "utf-8")


def _row(bug: InducedBug) -> dict[str, Any]:
    row = asdict(bug)
    return {name: value for name, value in row.items() if value is not None}


def find_inducing_commits(case: Case, mirror: Path) -> InducedBug:
    """Return the inducing commits of a case.

    Among those that wrote replaced lines the newest comes first: an older line that the fix also replaced was
    there before without failing.
    """
    directory = git_dir(case.repository, mirror)
    pointers = []
    for found in find_inducing(directory, case.buggy_commit, case.fix_commit, case.fix_places[0]):
        count = git(directory, "rev-list", "--count", f"{found.commit}..{case.buggy_commit}")
        pointers.append(InducingPointer(found.commit, int(count), found.lines, found.how, found.hidden))
    pointers.sort(key=lambda pointer: pointer.distance)
    return InducedBug(
        case.id, case.repository, case.buggy_commit, case.fix_commit, tuple(pointers[:_MOST_COMMITS])
    )


def _all_inducing(cases: Sequence[Case], mirror: Path) -> Iterator[InducedBug]:
    for number, case in enumerate(cases, 1):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(cases)}", end="", file=sys.stderr, flush=True)
        yield find_inducing_commits(case, mirror)


def main() -> int:
    """Write the file again and print its figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--given", type=Path, help="file of the given bugs")
    options = parser.parse_args()
    cases = [case for case in load_cases() if case.split == "development"]
    cases += load_cases(options.given) if options.given else []
    known = {bug.id: bug for bug in load_inducing()} if INDUCING.exists() else {}
    bugs = []
    for bug in _all_inducing(cases, options.mirror):
        before = known.get(bug.id)
        is_same = before is not None and before.inducing[:1] == bug.inducing[:1]
        bugs.append(replace(bug, checked=before.checked, note=before.note) if before and is_same else bug)
    write_inducing(bugs)
    print_figures(bugs)
    return 0


def print_figures(bugs: Sequence[InducedBug]) -> None:
    """Print how many bugs have inducing commits, of which kind, how near and how checked."""
    first = [bug.inducing[0] for bug in bugs if bug.inducing]
    print(
        f"{len(bugs)} bugs, {len(first)} with inducing commits; recent: {sum(bug.is_recent for bug in bugs)}"
    )
    print(dict(Counter(pointer.how for pointer in first)), dict(Counter(pointer.hidden for pointer in first)))
    print("checked:", dict(Counter(bug.checked for bug in bugs if bug.checked)))


if __name__ == "__main__":
    sys.exit(main())
