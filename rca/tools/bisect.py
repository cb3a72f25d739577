"""`bisect`: find the commit that introduced a failure, by running what fails on other commits."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from models.error_codes import ErrorCode
from models.tools.bisect import BisectCommit, BisectParams, BisectReceipt, BisectResult
from rca.analysis.change_target import change_target
from rca.analysis.error_source import from_text
from rca.analysis.investigation import Investigation
from rca.bisection.bisect_run import Bisection, BisectPlan, bisect, count_skipped
from rca.bisection.commit_range import CommitRange, commit_range
from rca.bisection.replay import Replay, build_replay, shell_replay
from rca.builds.build_command import unsaved_note
from rca.builds.build_tool import build_tool_of, shown
from rca.error_text.failed_tasks import FailedTasks
from rca.history.git import Git, GitMissing
from rca.history.suspect_changes import rate_commits
from rca.redaction import redact
from rca.scheduling.deadline import Deadline
from rca.terminal.scrubbed_environment import without_secrets
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.verification import RerunPlan, plan_run

_RANKING_SECONDS = 20.0
"""For ranking the commits: one run of a build takes longer."""

_OUTPUT_CHARS = 6_000


def run(context: ToolContext, params: BisectParams) -> Answer[BisectResult]:
    """Replay what fails over the commits, and return the first bad one with a receipt."""
    place = _Place(context, params)
    started = context.now()
    git = Git(place.top, context.deadline)
    try:
        commits = commit_range(git, params.bad, params.good, params.max_commits)
        dirty = git("status", "--porcelain", "--untracked-files=no").text.strip()
    except GitMissing:
        raise _no_git() from None
    rated_notes: list[str] = []

    def suspicion(text: str) -> Mapping[str, float]:
        rated, notes = _rate(context, text)
        rated_notes.extend(notes)
        return rated

    plan = BisectPlan(
        top=place.top,
        commits=commits,
        replay=place.replay(context),
        seconds=params.timeout_seconds,
        most_runs=params.max_runs,
        error_text=params.error_text,
        is_flaky=params.flaky,
        suspicion=suspicion,
    )
    done = bisect(plan, context.deadline, context.progress)
    notes = [*unsaved_note(context.snapshot), *rated_notes]
    if dirty:
        notes.append("there are changes that are not committed: no run saw them")
    if done.stopped:
        notes.append(f"the search ended early: {done.stopped}")
    receipt = BisectReceipt(
        command=tuple(shown(part, place.top) for part in place.command),
        directory=place.folder,
        bad=commits.commits[0].hash,
        good=params.good,
        commits=len(commits.commits),
        runs=tuple(done.runs),
        started_at=started.isoformat(timespec="seconds").replace("+00:00", "Z"),
        seconds=round(done.seconds, 1),
    )
    first = done.candidates[0] if done.outcome == "found" else None
    failing_output = done.outcome == "not_reproduced" or first is None
    return Answer(
        BisectResult(
            outcome=done.outcome,
            first_bad=first,
            candidates=() if first is not None else done.candidates,
            explanation=_explained(done, commits, first),
            receipt=receipt,
            output=redact(done.output[-_OUTPUT_CHARS:]).text if failing_output else None,
        ),
        completeness="partial" if notes or first is None else "complete",
        provenance=tuple(dict.fromkeys(notes)),
    )


def details(context: ToolContext, params: BisectParams) -> dict[str, str]:
    """Show what would be run, how often and where, before it is approved."""
    place = _Place(context, params)
    return {
        "command": shlex.join(place.command) if params.command is None else params.command,
        "directory": f"{place.folder} of a throw-away git worktree, on up to {params.max_runs} commits",
    }


class _Place:
    """Where the runs take place, and what they run."""

    def __init__(self, context: ToolContext, params: BisectParams) -> None:
        if (params.command is None) == (params.task is None):
            raise Failure(
                ErrorCode.INVALID_PARAMETERS,
                "bisect needs `command` or `task`, and not both",
                "Give the command line that fails, or the Gradle task or Maven phase.",
            )
        found = context.snapshot.resolve_directory(params.directory or ".")
        absolute = found.absolute if found.root is not None else context.snapshot.folders[0].path
        self.top = _work_tree(absolute, context.deadline)
        self.folder = absolute.resolve().relative_to(self.top).as_posix()
        self._params = params
        self.command: tuple[str, ...]
        if params.command is not None:
            self.command = (params.command,)
        else:
            self.command = self._rerun(self.top, absolute.resolve()).argv()

    def _rerun(self, root: Path, directory: Path) -> RerunPlan:
        tool = build_tool_of(directory) or "gradle"
        return plan_run(root, directory, FailedTasks(tool, self._params.task, self._params.tests))

    def replay(self, context: ToolContext) -> Replay:
        """Return what one run does."""
        if self._params.command is not None:
            environment, _left_out = without_secrets(context.environment)
            return shell_replay(self._params.command, self.folder, environment)
        return build_replay(self._rerun, self.folder)


def _work_tree(directory: Path, deadline: Deadline) -> Path:
    try:
        found = Git(directory, deadline)("rev-parse", "--show-toplevel")
    except GitMissing:
        raise _no_git() from None
    if not found.succeeded:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"The code is in no git work tree that can be read: {found.lack}",
            "bisect needs the project's git history.",
        )
    return Path(found.text.rstrip("\n")).resolve()


def _no_git() -> Failure:
    return Failure(ErrorCode.COMMAND_FAILED, "There is no git on this machine", "Install git.")


def _rate(context: ToolContext, text: str) -> tuple[Mapping[str, float], tuple[str, ...]]:
    """Return the probability of each commit, by the places of the error in the code and their history."""
    nowhere = "no place in the code was found in the failure: all commits were equally likely"
    if not text.strip():
        return {}, (nowhere,)
    snapshot, deadline = context.snapshot, Deadline(_RANKING_SECONDS)
    source = from_text(text, snapshot.app_packages)
    found = Investigation(snapshot, context.knowledge, source, deadline).run()
    asked = change_target(found, source.text, found.callers, snapshot)
    if asked is None:
        return {}, (nowhere,)
    rated = rate_commits(asked[0].path, asked[1], deadline)
    return {one.commit.hash: one.probability for one in rated.commits}, ()


def _explained(done: Bisection, commits: CommitRange, first: BisectCommit | None) -> str:
    runs = f"{len(done.runs)} run{'' if len(done.runs) == 1 else 's'}"
    skipped = count_skipped(done.runs)
    flaky = " The failure is flaky: a pass counts only after two runs." if done.is_flaky else ""
    match done.outcome:
        case "found" if first is not None:
            of_all = f"{runs} of {len(commits.commits)}"
            return f"{first.commit[:10]} introduced it: {first.summary} ({of_all}).{flaky}"
        case "older":
            oldest = commits.commits[-1]
            return (
                f"All commits that were run fail, down to {oldest.hash[:10]}, the oldest of the range: "
                f"that commit or an older one introduced it ({runs}).{flaky}"
            )
        case "not_reproduced" if done.runs and done.runs[-1].verdict == "skipped":
            return f"The bad commit could not be tested: {done.runs[-1].reason}."
        case "not_reproduced":
            return f"The bad commit does not fail ({runs}), so there is nothing to search for."
        case _:
            left = len(done.candidates)
            cannot = f"; {skipped} could not be tested" if skipped else ""
            return f"{left} commits may have introduced it after {runs}{cannot}.{flaky}"


TOOL = Tool(
    name="bisect",
    description=(
        "Prove which commit introduced a failure: runs the failing command, Gradle task or Maven phase on "
        "earlier commits in a throw-away git worktree, the likeliest first, and returns the first bad "
        "commit with a receipt of each run. Give `good` where a commit without the failure is known. The "
        "user is asked first."
    ),
    params=BisectParams,
    result=BisectResult,
    run=run,
    risk="dangerous",
    seconds=14_400.0,
    needs_index=True,
    details=details,
)
