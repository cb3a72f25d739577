"""The newest commits with the files that each changed, by one call of git."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rca.history.repository import Commit, Repository

MOST_RECENT = 300
"""Commits that are looked at for what they changed, whoever wrote the failing lines."""

_FORMAT = "--format=%x1e%H%x1f%aN%x1f%cI%x1f%ct%x1f%s%x1f%P"
_RECORD = re.compile(
    r"\x1e([0-9a-f]{40,64})\x1f([^\x1f\n]*)\x1f([^\x1f\n]*)\x1f(\d+)\x1f([^\x1f\n]*)\x1f([^\n]*)(?:\n|\Z)"
)


@dataclass(frozen=True, slots=True)
class RecentCommit:
    """A commit, the number of newer ones, and the files that it changed, from the work tree's top.

    A merge has no files of its own.
    """

    commit: Commit
    position: int
    parents: int
    files: tuple[str, ...]


def recent_commits(repository: Repository, most: int = MOST_RECENT) -> tuple[list[RecentCommit], str | None]:
    """Return the newest commits, HEAD first, and why that is incomplete."""
    output = repository.git("log", "-n", str(most), "--name-only", "--no-renames", _FORMAT, "HEAD")
    records = list(_RECORD.finditer(output.text))
    ends = (*(record.start() for record in records[1:]), len(output.text))
    found = []
    for position, (record, end) in enumerate(zip(records, ends, strict=False)):
        commit = Commit(record[1], record[2], record[3], int(record[4]), record[5])
        if commit.hash in repository.shallow:
            continue  # it seems to have changed every file
        files = tuple(line for line in output.text[record.end() : end].split("\n") if line)
        found.append(RecentCommit(commit, position, len(record[6].split()), files))
    return found, output.lack
