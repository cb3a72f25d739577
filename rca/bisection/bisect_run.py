"""A bisection from start to end: the bad commit first, then the most informative ones, until one is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from models.tools.bisect import BisectCommit, BisectOutcome, BisectRun
from rca.bisection.bayesian_search import BayesianSearch
from rca.bisection.commit_range import CommitRange
from rca.bisection.replay import Replay, RunJudgement, RunOutput, fingerprints_of, judge_run
from rca.bisection.throwaway_worktree import ThrowawayWorktree, throwaway_worktree
from rca.error_text import parse
from rca.scheduling.deadline import Deadline

OLDER = 0.1
"""Probability that the first bad commit lies before a range whose beginning nobody said to be good."""

_MOST_CANDIDATES = 10


@dataclass(frozen=True, slots=True)
class BisectPlan:
    """What to run, and how often.

    `error_text` is the failure as it was given; `suspicion` rates commits by what failed, given or seen.
    """

    top: Path
    commits: CommitRange
    replay: Replay
    seconds: float
    most_runs: int
    error_text: str | None
    is_flaky: bool
    suspicion: Callable[[str], Mapping[str, float]]


@dataclass
class Bisection:
    """The outcome of a bisection. `stopped` says why it ended before one commit was left."""

    outcome: BisectOutcome = "not_reproduced"
    runs: list[BisectRun] = field(default_factory=list)
    candidates: tuple[BisectCommit, ...] = ()
    output: str = ""
    is_flaky: bool = False
    stopped: str | None = None
    seconds: float = 0.0


def bisect(plan: BisectPlan, deadline: Deadline, progress: Callable[[str], None]) -> Bisection:
    """Run the plan in a throw-away worktree.

    The bad commit is run first where the error's text is not known, and at last where nothing has failed till
    then. A failure that does not show there at once is tried a second time; if it shows then, it is flaky. Of
    a flaky failure each commit that passes is run twice.

    Raises:
        Cancelled: the caller no longer wants it; the worktree is gone.
        Failure: COMMAND_FAILED where git cannot make the worktree or the command does not start.
    """
    started = time.monotonic()
    bisection = Bisection(is_flaky=plan.is_flaky)
    with throwaway_worktree(plan.top, plan.commits.commits[0].hash, deadline) as worktree:
        _Runner(plan, worktree, bisection, deadline, progress).run()
    bisection.seconds = time.monotonic() - started
    return bisection


class _Runner:
    def __init__(
        self,
        plan: BisectPlan,
        worktree: ThrowawayWorktree,
        bisection: Bisection,
        deadline: Deadline,
        progress: Callable[[str], None],
    ) -> None:
        self._plan = plan
        self._worktree = worktree
        self._bisection = bisection
        self._deadline = deadline
        self._progress = progress
        self._expected = fingerprints_of(parse(plan.error_text)) if plan.error_text else frozenset()
        self._search: BayesianSearch | None = None

    def run(self) -> None:
        # Without the error's text the bad commit's run says what to look for.
        is_known = bool(self._expected)
        if not is_known and not self._reproduce():
            return
        search = self._start_search()
        while (number := search.next_test()) is not None:
            if self._is_over():
                break
            verdict = self._test(number)
            if verdict == "failed":
                search.add_failure(number)
            elif verdict == "passed":
                search.add_pass(number)
            else:
                search.add_skip(number)
        has_failed = any(run.verdict == "failed" for run in self._bisection.runs)
        if not has_failed and self._bisection.stopped is None and not self._reproduce():
            return  # whatever passed proves nothing then
        self._conclude(search)

    def _reproduce(self) -> bool:
        """Run the bad commit, twice if it passes at first; return whether it fails."""
        for attempt in range(2):
            if self._is_over():
                return False
            ran, judged = self._run(0)
            self._bisection.output = ran.output
            if judged.verdict == "failed":
                self._bisection.is_flaky |= attempt > 0
                self._expected = self._expected or judged.fingerprints
                return True
            if judged.verdict == "skipped":
                return False  # it would not be another failure the next time
        return False

    def _start_search(self) -> BayesianSearch:
        plan = self._plan
        suspicion = plan.suspicion(plan.error_text or self._bisection.output)
        older = 0.0 if plan.commits.begins_good else OLDER
        self._search = BayesianSearch(plan.commits, suspicion, older)
        return self._search

    def _test(self, number: int) -> str:
        verdict = self._run(number)[1].verdict
        if verdict == "passed" and self._bisection.is_flaky and not self._is_over():
            return self._run(number)[1].verdict
        return verdict

    def _run(self, number: int) -> tuple[RunOutput, RunJudgement]:
        plan, commit = self._plan, self._plan.commits.commits[number]
        done = len(self._bisection.runs)
        left = f", {len(self._search.candidates)} commits left" if self._search else ""
        self._progress(f"run {done + 1}: {commit.hash[:10]} {commit.summary}{left}")
        if done or number:
            self._worktree.check_out(commit.hash)
        ran = plan.replay(self._worktree.path, plan.seconds, self._deadline)
        self._deadline.check_cancelled()
        judged = judge_run(ran, self._expected)
        suspicion = self._search.probability(number) if self._search else 0.0
        self._bisection.runs.append(
            BisectRun(
                commit=commit.hash,
                summary=commit.summary,
                verdict=judged.verdict,
                suspicion=round(suspicion, 4),
                exit_code=ran.exit_code,
                seconds=round(ran.seconds, 1),
                reason=judged.reason,
            )
        )
        return ran, judged

    def _is_over(self) -> bool:
        self._deadline.check_cancelled()
        if len(self._bisection.runs) >= self._plan.most_runs:
            self._bisection.stopped = f"{self._plan.most_runs} runs were made, as many as allowed"
        elif self._deadline.expired:
            self._bisection.stopped = "the time ran out"
        return self._bisection.stopped is not None

    def _conclude(self, search: BayesianSearch) -> None:
        numbers = search.candidates
        commits = self._plan.commits.commits
        self._bisection.candidates = tuple(
            BisectCommit(
                commit=commits[number].hash,
                summary=commits[number].summary,
                probability=round(search.probability(number), 4),
            )
            for number in numbers[:_MOST_CANDIDATES]
        )
        oldest = {len(commits) - 1}
        if len(numbers) == 1 and not search.may_be_older:
            self._bisection.outcome = "found"
        elif search.may_be_older and set(numbers) == oldest and self._bisection.stopped is None:
            self._bisection.outcome = "older"
        else:
            self._bisection.outcome = "narrowed"


def count_skipped(runs: Sequence[BisectRun]) -> int:
    """Return how many runs gave no verdict."""
    return sum(run.verdict == "skipped" for run in runs)
