"""State of the code that a run used: its commit, and a hash of uncommitted edits."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from rca.history.git import Git, GitMissing
from rca.scheduling.deadline import Deadline

_LARGEST_FILE = 5_000_000
_MOST_FILES = 2_000
_SOURCES = (
    "--",
    ".",
    *(f":(exclude,glob)**/{name}/**" for name in ("build", "target", ".gradle", ".kotlin")),
)
"""What a build writes is no change of the code, ignored or not."""

_NO_COMMIT = ("not a git repository", "Needed a single revision")
"""What git says outside of a repository, and in one without a commit."""


@dataclass(frozen=True, slots=True)
class CodeState:
    """`commit` is None outside of git; `diff_hash` is None if all is committed or it is unknown.

    `lack` says what could not be determined and why, None if all could.
    """

    commit: str | None = None
    diff_hash: str | None = None
    lack: str | None = None


def code_state(directory: Path, deadline: Deadline) -> CodeState:
    """Return what git has checked out, and a hash of what differs from it, including untracked files.

    Of very many untracked files only the first are hashed, and very large ones count by size.
    """
    git = Git(directory, deadline)
    try:
        head = git("rev-parse", "--verify", "HEAD")
        if not head.succeeded:
            is_outside = head.complete and any(sign in head.error for sign in _NO_COMMIT)
            return CodeState(lack=None if is_outside else f"the commit could not be told: {head.lack}")
        # Whole hashes tell binaries apart, whose content may be more than git is let say.
        # Without a refresh a file that was touched, and is as it was, would have an empty entry.
        refreshed = ("-c", "diff.autoRefreshIndex=true", "diff")
        diff = git(
            *refreshed, "--no-ext-diff", "--no-textconv", "--full-index", "--no-color", "HEAD", *_SOURCES
        )
        new = git("ls-files", "--others", "--exclude-standard", "-z", *_SOURCES)
    except GitMissing:
        return CodeState(lack="there is no git, so the receipt names no commit")
    commit = head.text.strip()
    for output in (diff, new):
        if not output.succeeded:
            return CodeState(commit, lack=f"changes that are not committed could not be told: {output.lack}")
    names = sorted(name for name in new.text.split("\0") if name)
    if not diff.text and not names:
        return CodeState(commit)
    unread: list[str] = []
    digest = hashlib.sha256(diff.text.encode("utf-8", "surrogatepass"))
    for name in names[:_MOST_FILES]:
        content = _content(directory / name)
        if content is None:
            unread.append(name)
        digest.update(b"\0" + name.encode("utf-8", "surrogatepass") + b"\0" + (content or b""))
    digest.update(str(len(names)).encode())
    lack = f"new files could not be read for the hash of the changes: {', '.join(unread[:3])}"
    return CodeState(commit, digest.hexdigest(), lack if unread else None)


def _content(path: Path) -> bytes | None:
    """Return a value that identifies a file's content; None if it cannot be read."""
    try:
        if path.is_symlink():
            return os.fsencode(path.readlink())
        size = path.stat().st_size
        if size >= _LARGEST_FILE:
            return str(size).encode()
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return None
