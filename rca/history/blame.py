"""Commits that touched lines: blame, history of a function, history of a file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from models.code import SuspectChange
from rca.history.git import Output
from rca.history.repository import COMMIT_FORMAT, PLAIN_DIFF, Commit, Repository, split_log
from rca.history.suspect_score import Reason
from rca.history.unified_diff import excerpt, new_line, old_line, parse_patch
from rca.history.working_tree import FileState

_LONGEST_WINDOW = 300
_FUNCTION_COMMITS = 8
_FUNCTION_DAYS = 730
_FILE_COMMITS = 8
_INSIDE = 8.0  # lines from the culprit that a removal is taken to be, as nothing of it is left to measure
_BLAMED = re.compile(r"([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$")
_NUMSTAT = re.compile(r"^(\d+)\t(\d+)\t", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Blame:
    """Who last touched some lines: commits with their current lines; and why that is incomplete."""

    commits: dict[Commit, tuple[int, ...]]
    lack: str | None


def blame(
    repository: Repository, state: FileState, windows: Iterable[tuple[int, int]], days: int | None = None
) -> Blame:
    """Return who last touched lines of the current file, at most some days before HEAD if a limit is set.

    Left out: lines of uncommitted edits, those older than the limit, and those from beyond the end of a
    shallow clone.
    """
    edits = state.edits
    ranges = _committed_ranges(state, windows)
    if state.committed_path is None or not ranges:
        return Blame({}, None)
    arguments = [part for first, last in ranges for part in ("-L", f"{first},{last}")]
    arguments += [] if days is None else [repository.since(days)]
    output = _ask_blame(repository, arguments, state.committed_path)
    lines: dict[Commit, list[int]] = defaultdict(list)
    for commit, number in _blamed_lines(output.text):
        today = new_line(edits, number)
        if today is not None and commit.hash not in repository.shallow:
            lines[commit].append(today)
    return Blame({commit: tuple(sorted(found)) for commit, found in lines.items()}, output.lack)


def _committed_ranges(state: FileState, windows: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Convert lines of the current text to ranges of HEAD's."""
    edits = state.edits
    numbers: set[int] = set()
    for first, end in windows:
        last = min(end, state.length, first + _LONGEST_WINDOW)
        numbers.update(
            old for line in range(max(first, 1), last + 1) if (old := old_line(edits, line)) is not None
        )
    ranges: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges


def _ask_blame(repository: Repository, ranges: list[str], path: str) -> Output:
    git = repository.git
    command = ("blame", "--porcelain", "--no-textconv", "--root", "-w", "-M", *ranges)
    ignored = git.directory / ".git-blame-ignore-revs"
    listed = ("--ignore-revs-file", ignored.name) if ignored.is_file() else ()
    answer = git(*command, *listed, "HEAD", "--", path)
    if answer.complete and not answer.succeeded:
        # A list of ignored revisions that is missing or broken must not hide the history.
        answer = git(*command, "--ignore-revs-file=", "HEAD", "--", path)
    return answer


def _blamed_lines(text: str) -> Iterator[tuple[Commit, int]]:
    """Parse porcelain blame, which prints a commit's data at its first line only."""
    known: dict[str, Commit] = {}
    limited: set[str] = set()
    facts: dict[str, str] = {}
    current, number = "", 0
    for line in text.split("\n"):
        if line.startswith("\t"):
            if current not in known:
                known[current] = _commit(current, facts)
            if current not in limited:
                yield known[current], number
        elif header := _BLAMED.match(line):
            current, number, facts = header[1], int(header[2]), {}
        else:
            key, _, value = line.partition(" ")
            facts[key] = value
            limited.update([current] if key == "boundary" else [])


def _commit(name: str, facts: dict[str, str]) -> Commit:
    time = int(facts.get("committer-time", "0"))
    date = _date(time, facts.get("committer-tz", "+0000"))
    return Commit(name, facts.get("author", ""), date, time, facts.get("summary", ""))


def _date(time: int, offset: str) -> str:
    """Format a time in its zone; empty for invalid ones, which old importers have left."""
    try:
        minutes = int(offset[1:3]) * 60 + int(offset[3:5])
        zone = timezone(timedelta(minutes=-minutes if offset.startswith("-") else minutes))
        return datetime.fromtimestamp(time, UTC).astimezone(zone).isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def function_history(
    repository: Repository, state: FileState, window: tuple[int, int] | None
) -> tuple[dict[str, tuple[Commit, str | None]], str | None]:
    """Return the commits that changed the function, including those that only removed from it, with diffs."""
    ranges = _committed_ranges(state, [window]) if window else []
    if not ranges:
        return {}, None
    span = f"-L{ranges[0][0]},{ranges[-1][1]}:{state.committed_path}"
    limits = ("-n", str(_FUNCTION_COMMITS), repository.since(_FUNCTION_DAYS))
    output = repository.git("log", *limits, COMMIT_FORMAT, *PLAIN_DIFF, span, "HEAD")
    found: dict[str, tuple[Commit, str | None]] = {}
    for commit, text in split_log(output.text):
        if commit.hash not in repository.shallow:
            hunks = [hunk for patch in parse_patch(text) for hunk in patch.hunks]
            found[commit.hash] = (commit, excerpt(hunks))
    return found, output.lack


def file_history(repository: Repository, path: str) -> tuple[dict[str, tuple[Commit, int]], str | None]:
    """Return the newest commits on the file, following renames, with the lines that each changed."""
    output = repository.git(
        "log", "--follow", "-M", "-n", str(_FILE_COMMITS), COMMIT_FORMAT, "--numstat", "HEAD", "--", path
    )  # fmt: skip
    found: dict[str, tuple[Commit, int]] = {}
    for commit, text in split_log(output.text):
        if commit.hash not in repository.shallow:
            counts = _NUMSTAT.findall(text)
            found[commit.hash] = (commit, sum(int(added) + int(removed) for added, removed in counts))
    return found, output.lack


def suspect(  # noqa: PLR0913, PLR0917 - one a field of the suspect
    commit: Commit,
    file_path: str,
    reason: Reason,
    weight: float,
    lines: tuple[int, ...] = (),
    diff: str | None = None,
) -> SuspectChange:
    """Convert a commit to a suspect change."""
    return SuspectChange(
        commit=commit.hash,
        author=commit.author,
        date=commit.date or None,
        summary=commit.summary,
        file_path=file_path,
        lines=lines,
        reason=reason,
        score=weight,
        diff=diff,
    )
