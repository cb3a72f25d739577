"""Count the runs that `bisect` and `git bisect` need to find the inducing commits of the fixed bugs.

    python -m benchmarks.fixed_bugs.simulate_bisection --mirror DIR [--given FILE] --commits FILE

FILE is what `train_suspects --commits` wrote. A commit fails if it contains the inducing one, so nothing is
built. Both search the same range, the newest commits, whose beginning is taken as good; the suspicion of each
bug is that of weights which saw no bug of its repository. `git bisect` tests the commit that splits the rest
most evenly. `bisect` runs the bad commit, too, if nothing else has failed.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path

from benchmarks.fixed_bugs.inducing_commits import InducedBug
from benchmarks.fixed_bugs.materialize import git_dir
from benchmarks.fixed_bugs.train_suspects import rated_bugs
from rca.bisection.bayesian_search import BayesianSearch
from rca.bisection.commit_range import CommitRange, commit_range
from rca.history.git import Git
from rca.scheduling.deadline import Deadline

_RANGES = (200, 300)


def main() -> None:
    """Print the runs of both, over all bugs whose inducing commit lies in the range."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--given", type=Path)
    parser.add_argument("--commits", type=Path, required=True)
    options = parser.parse_args()
    rated = [
        (bug, rates) for bug, rates in rated_bugs(options.commits, options.given) if bug.checked != "wrong"
    ]
    print("| commits | bugs | `git bisect`: mean, median | `bisect`: mean, median | share | more runs |")
    print("|---|---|---|---|---|---|")
    for size in _RANGES:
        rows = [row for bug, rates in rated if (row := _runs(bug, rates, options.mirror, size)) is not None]
        halving, ours = ([row[column] for row in rows] for column in (0, 1))
        means = [statistics.mean(column) for column in (halving, ours)]
        medians = [statistics.median(column) for column in (halving, ours)]
        more = sum(mine > plain for plain, mine in rows)
        cells = [f"{mean:.1f}, {median:.0f}" for mean, median in zip(means, medians, strict=True)]
        print(f"| {size} | {len(rows)} | {cells[0]} | {cells[1]} | {means[1] / means[0]:.2f} | {more} |")


def _runs(bug: InducedBug, rates: dict[str, float], mirror: Path, size: int) -> tuple[int, int] | None:
    """Return the runs of `git bisect` and of ours; None if the range lacks the inducing commit."""
    commits = commit_range(Git(git_dir(bug.repository, mirror), Deadline()), bug.buggy_commit, None, size)
    hashes = [commit.hash for commit in commits.commits]
    if bug.inducing[0].commit not in hashes or len(hashes) < 2:
        return None
    bad = hashes.index(bug.inducing[0].commit)
    halving, _has_failed = _search(commits, bad, {})
    runs, has_failed = _search(commits, bad, rates)
    return halving, runs + (not has_failed)


def _search(commits: CommitRange, bad: int, suspicion: dict[str, float]) -> tuple[int, bool]:
    """Return the runs until one commit is left, and whether any of them failed."""
    search = BayesianSearch(commits, suspicion)
    runs, has_failed = 0, False
    while (number := search.next_test()) is not None:
        runs += 1
        if commits.reach[number] >> bad & 1:
            search.add_failure(number)
            has_failed = True
        else:
            search.add_pass(number)
    found: Sequence[int] = search.candidates
    assert found == [bad]
    return runs, has_failed


if __name__ == "__main__":
    main()
