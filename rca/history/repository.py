"""The repository of a file: its root, HEAD, and what its history lacks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from rca.history.git import Git, Output
from rca.scheduling.deadline import Deadline

COMMIT_FORMAT = "--format=%x1e%H%x1f%aN%x1f%cI%x1f%ct%x1f%s"
PLAIN_DIFF = (
    "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
"""Options that make a diff the same whatever the configuration says."""

_RECORD = re.compile(r"\x1e([0-9a-f]{40,64})\x1f([^\x1f\n]*)\x1f([^\x1f\n]*)\x1f(\d+)\x1f([^\n]*)(?:\n|\Z)")
_SECONDS_A_DAY = 86_400


class NoHistory(Exception):  # noqa: N818 - an honest answer, told as a note
    """Git has no history here; the message says why."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit; `time` is the committer's, in seconds since 1970, `date` the same in ISO 8601 or empty."""

    hash: str
    author: str
    date: str
    time: int
    summary: str


@dataclass(frozen=True, slots=True)
class Repository:
    """A work tree with at least one commit.

    Attributes:
        git: git at the top of the work tree; paths passed to it are relative to there.
        head: the checked-out commit.
        shallow: commits whose parents a shallow clone lacks; they seem to have created everything.
        workspace_prefix: path of the work tree's top inside the workspace, "" if both are the same or the
            workspace lies deeper.
        folder: path of the workspace inside the work tree, "" if both are the same.
        notes: notes about this repository for the reader.
    """

    git: Git
    head: Commit
    shallow: frozenset[str]
    workspace_prefix: str
    folder: str
    notes: tuple[str, ...]

    def inside(self, file_path: str) -> str:
        """Convert a workspace path to a path in this work tree."""
        return self.folder + file_path.removeprefix(self.workspace_prefix)

    def shown(self, path: str) -> str:
        """Convert a path in this work tree to a workspace path."""
        return self.workspace_prefix + path.removeprefix(self.folder)

    def since(self, days: int) -> str:
        """Return the option that limits a search to some days before HEAD."""
        return f"--since={self.head.time - days * _SECONDS_A_DAY}"

    def age_days(self, commit: Commit) -> float:
        """Return the days between a commit and HEAD, never negative."""
        return max(0, self.head.time - commit.time) / _SECONDS_A_DAY


def open_repository(root: Path, file_path: str, deadline: Deadline) -> Repository:
    """Return the repository of a workspace file, which may be a submodule or nested.

    Raises:
        NoHistory: there is none, it has no commit, or git refuses it.
        GitMissing: git is not installed.
    """
    shown_folder = PurePosixPath(file_path).parent
    while not (root / shown_folder).is_dir():
        if shown_folder == shown_folder.parent:
            message = f"The workspace folder '{root.name}' does not exist"
            raise NoHistory(message)
        shown_folder = shown_folder.parent
    place = Git(root / shown_folder, deadline)
    asked = ("--show-toplevel", "--show-prefix", "--git-path", "shallow", "--show-superproject-working-tree")
    found = place("rev-parse", *asked)
    if not found.succeeded:
        raise NoHistory(_refusal(found))
    top, prefix, shallow_file, *superproject = found.text.split("\n")
    git = Git(Path(top), deadline)
    head, detached = _head(git)
    notes: list[str] = []
    shallow = _shallow_commits(place.directory / shallow_file, notes)
    if shallow:
        notes.append("The clone is shallow: changes older than its first commit cannot be told apart.")
    if detached:
        notes.append(f"No branch is checked out (detached HEAD at {head.hash[:10]}).")
    if superproject and superproject[0]:
        notes.append(f"'{file_path}' belongs to the submodule '{Path(top).name}', whose history was used.")
    workspace_prefix, folder = _relation(
        "" if shown_folder == PurePosixPath() else f"{shown_folder}/", prefix
    )
    return Repository(git, head, shallow, workspace_prefix, folder, tuple(notes))


def _relation(shown: str, prefix: str) -> tuple[str, str]:
    """Return a folder's position in workspace and work tree: (workspace prefix, folder)."""
    if shown.endswith(prefix):
        return shown[: len(shown) - len(prefix)], ""
    if prefix.endswith(shown):
        return "", prefix[: len(prefix) - len(shown)]
    # A symbolic link inside the workspace leads into the work tree under another name.
    message = f"'{shown.rstrip('/')}' is a link into another folder: its history was not looked at"
    raise NoHistory(message)


def _refusal(output: Output) -> str:
    error = output.error
    if "dubious ownership" in error:
        return (
            "Git refuses this repository because another user owns it; "
            "allow it with `git config --global --add safe.directory <folder>`."
        )
    if "not a git repository" in error or "must be run in a work tree" in error:
        return "The code is not in a git work tree, so changes cannot be told."
    return f"Changes were not looked at: {output.lack}."


def _head(git: Git) -> tuple[Commit, bool]:
    answer = git("log", "-1", "--no-show-signature", COMMIT_FORMAT + "%n%D", "HEAD")
    commits = split_log(answer.text)
    if not answer.succeeded or not commits:
        if "does not have any commits" in answer.error or "ambiguous argument 'HEAD'" in answer.error:
            message = "The repository has no commit yet, so changes cannot be told."
            raise NoHistory(message)
        raise NoHistory(_refusal(answer))
    commit, decoration = commits[0]
    return commit, not decoration.startswith("HEAD -> ")


def _shallow_commits(file: Path, notes: list[str]) -> frozenset[str]:
    try:
        return frozenset(file.read_text("ascii").split())
    except FileNotFoundError:  # a whole clone has no such file
        return frozenset()
    except (OSError, UnicodeDecodeError) as problem:
        notes.append(f"Where the history of this clone begins is not known: {file.name}: {problem}.")
        return frozenset()


def split_log(text: str) -> list[tuple[Commit, str]]:
    """Split `git log` output in `COMMIT_FORMAT` into commits with the text that follows each."""
    records = list(_RECORD.finditer(text))
    ends = (*(record.start() for record in records[1:]), len(text))
    return [
        (Commit(record[1], record[2], record[3], int(record[4]), record[5]), text[record.end() : end])
        for record, end in zip(records, ends, strict=False)  # without a record there is one end too many
    ]
