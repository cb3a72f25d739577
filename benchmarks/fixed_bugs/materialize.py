"""Extract a case's text and broken tree from a mirror of its repository."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from benchmarks.fixed_bugs.cases import Case, QuotedText, ReconstructedText

SUFFIXES = (
    ".kt",
    ".kts",
    ".java",
    ".xml",
    ".gradle",
    ".toml",
    ".properties",
    ".pro",
    ".txt",
    ".cfg",
    ".yml",
    ".yaml",
    ".json",
)
LARGEST_FILE = 1_500_000
_PATHS_AT_ONCE = 500
"""Paths in one command, which has a limit."""


class MissingMirrorError(Exception):
    """The repository of a case is not in the mirror folder."""


def git_dir(repository: str, mirror: Path) -> Path:
    """Return the git directory of a repository; `mirror` holds OWNER+NAME/repo.

    Raises:
        MissingMirrorError: the repository was not fetched.
    """
    folder = mirror / repository.replace("/", "+") / "repo"
    for candidate in (folder / ".git", folder):
        if (candidate / "objects").exists():
            return candidate
    raise MissingMirrorError(f"{repository} is not in {mirror}: fetch it first")


def git(directory: Path, *arguments: str) -> bytes:
    """Return what git prints.

    Raises:
        subprocess.CalledProcessError: git failed.
    """
    command = ["git", "--git-dir", str(directory), *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout


def message_lines(directory: Path, commit: str) -> list[str]:
    """Return the lines of a commit's message."""
    message = git(directory, "log", "-1", "--format=%B", commit).decode("utf-8", "replace")
    return message.replace("\r\n", "\n").split("\n")


def quotation(lines: list[str], quoted: QuotedText) -> str:
    """Return the quoted part of a message."""
    kept = []
    for number in range(quoted.first, quoted.last + 1):
        if number in quoted.skip:
            continue
        line = lines[number][: quoted.end] if number == quoted.last else lines[number]
        kept.append(line[quoted.column :] if number == quoted.first else line)
    return "\n".join(kept)


def read_text(case: Case, mirror: Path) -> str:
    """Return the error as the fixer quoted it, or as it was reconstructed."""
    if isinstance(case.text, ReconstructedText):
        return "\n".join(case.text.lines)
    lines = message_lines(git_dir(case.repository, mirror), case.text.commit)
    return quotation(lines, case.text)


def write_tree(case: Case, cache: Path, mirror: Path) -> Path:
    """Return a folder with the text files of the broken tree, made if it is not in the cache yet.

    It is a work tree whose history ends at the buggy commit, so the fix cannot be read from it.
    """
    folder = cache / case.repository.replace("/", "+") / case.buggy_commit
    if (folder / ".git" / "complete").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    directory = git_dir(case.repository, mirror)
    wanted = _text_files(directory, case.buggy_commit)
    for start in range(0, len(wanted), _PATHS_AT_ONCE):
        paths = [f":(literal){path}" for path in wanted[start : start + _PATHS_AT_ONCE]]
        archive = git(directory, "archive", "--format=tar", case.buggy_commit, "--", *paths)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    _add_history(folder, directory, case.buggy_commit)
    (folder / ".git" / "complete").touch()
    return folder


def _text_files(directory: Path, commit: str) -> list[str]:
    listing = git(directory, "ls-tree", "-r", "-z", "-l", commit).decode("utf-8", "replace")
    wanted = []
    for row in filter(None, listing.split("\0")):
        facts, path = row.split("\t", 1)
        mode, _type, _object, size = facts.split()
        small = size.isdigit() and int(size) <= LARGEST_FILE
        if small and mode.startswith("100") and path.endswith(SUFFIXES):
            wanted.append(path)
    return wanted


def _add_history(folder: Path, directory: Path, commit: str) -> None:
    here = ["git", "-C", str(folder)]
    subprocess.run([*here, "init", "-q", "-b", "main"], check=True)
    (folder / ".git/objects/info/alternates").write_text(f"{(directory / 'objects').resolve()}\n")
    subprocess.run([*here, "update-ref", "refs/heads/main", commit], check=True)
    subprocess.run([*here, "read-tree", commit], check=True)
    missing = subprocess.run([*here, "ls-files", "-d", "-z"], capture_output=True, check=True).stdout
    skip = [*here, "update-index", "--skip-worktree", "-z", "--stdin"]
    subprocess.run(skip, input=missing, check=True)
    subprocess.run([*here, "update-index", "-q", "--refresh"], check=False, capture_output=True)
