"""The commits that may be the first bad one, with the ancestors of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.error_codes import ErrorCode
from rca.history.git import Git
from rca.tool_failure import Failure

MOST_COMMITS = 2_000
"""Commits that are searched at most: with more, the range says so and ends there."""


@dataclass(frozen=True, slots=True)
class RangeCommit:
    """A commit of the range; `summary` is the first line of its message."""

    hash: str
    summary: str


@dataclass(frozen=True, slots=True)
class CommitRange:
    """Commits from the bad one, which is first, back to a good one, which is not among them.

    `reach` holds for each commit which of the range it contains, itself too: bit `n` is the commit `n`.
    A bad change shows in exactly the commits that contain it. `begins_good` is false where nobody said
    that the code before the range was good: then the first bad commit may be older.
    """

    commits: tuple[RangeCommit, ...]
    reach: tuple[int, ...]
    begins_good: bool

    @property
    def all(self) -> int:
        """The bits of all commits."""
        return (1 << len(self.commits)) - 1


def commit_range(git: Git, bad: str, good: str | None, most: int) -> CommitRange:
    """Return the commits that `bad` contains and `good` does not, newest first.

    Args:
        git: git in the repository.
        bad: a revision that fails.
        good: a revision that does not; None: the newest commits are searched.
        most: commits at most.

    Raises:
        Failure: INVALID_PARAMETERS for a revision that is none, or where `good` contains `bad`.
    """
    bad_commit = _commit(git, bad, "bad")
    revisions = [bad_commit] if good is None else [bad_commit, f"^{_commit(git, good, 'good')}"]
    limit = min(most, MOST_COMMITS)
    listed = git("log", "--topo-order", "-n", str(limit), "--format=%H%x1f%P%x1f%s", *revisions, "--")
    if not listed.succeeded:
        raise Failure(ErrorCode.COMMAND_FAILED, f"The commits could not be listed: {listed.lack}")
    rows = [row.split("\x1f", 2) for row in listed.text.split("\n") if row.count("\x1f") >= 2]
    if not rows:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"'good' ({good}) contains 'bad' ({bad}): there is no commit between them",
            "Name as `good` a commit from before the failure, or leave it out.",
        )
    commits = tuple(RangeCommit(row[0], row[2]) for row in rows)
    # Parents come after their children, so from the end each parent is known before it is needed.
    reach = _reach([(row[0], row[1].split()) for row in rows])
    return CommitRange(commits, reach, begins_good=good is not None and len(rows) < limit)


def _commit(git: Git, revision: str, name: str) -> str:
    found = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not found.succeeded:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"'{name}' is {revision!r}, which is no commit of this repository",
            "Give a commit, a tag or a branch.",
        )
    return found.text.strip()


def _reach(rows: Sequence[tuple[str, Sequence[str]]]) -> tuple[int, ...]:
    known: dict[str, int] = {}
    for number in range(len(rows) - 1, -1, -1):
        commit, parents = rows[number]
        bits = 1 << number
        for parent in parents:
            bits |= known.get(parent, 0)
        known[commit] = bits
    return tuple(known[commit] for commit, _ in rows)
