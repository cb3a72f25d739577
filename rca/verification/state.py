"""The code that a run saw: its commit, and a hash of what is not committed."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from rca.cancellation import Watch
from rca.history.git import Git, GitMissing

_LARGEST_FILE = 5_000_000
_MOST_FILES = 2_000
_SOURCES = (
    "--",
    ".",
    *(f":(exclude,glob)**/{name}/**" for name in ("build", "target", ".gradle", ".kotlin")),
)
"""What a build writes is no change of the code, ignored or not."""


@dataclass(frozen=True, slots=True)
class CodeState:
    """`commit` is None outside of git; `diff_hash` is None where all is committed or cannot be told."""

    commit: str | None = None
    diff_hash: str | None = None


def code_state(directory: Path, watch: Watch) -> CodeState:
    """Ask git what is checked out and what differs from it, new files included, ignored ones not."""
    git = Git(directory, watch)
    try:
        head = git("rev-parse", "--verify", "HEAD")
        if not head.succeeded:
            return CodeState()
        # Whole hashes tell binaries apart, whose content may be more than git is let say.
        diff = git("diff", "--no-ext-diff", "--no-textconv", "--full-index", "--no-color", "HEAD", *_SOURCES)
        new = git("ls-files", "--others", "--exclude-standard", "-z", *_SOURCES)
    except GitMissing:
        return CodeState()
    commit = head.text.strip()
    if not (diff.complete and new.succeeded):
        return CodeState(commit)
    names = sorted(name for name in new.text.split("\0") if name)
    if not diff.text and not names:
        return CodeState(commit)
    digest = hashlib.sha256(diff.text.encode("utf-8", "surrogatepass"))
    for name in names[:_MOST_FILES]:
        digest.update(b"\0" + name.encode("utf-8", "surrogatepass") + b"\0" + _content(directory / name))
    digest.update(str(len(names)).encode())
    return CodeState(commit, digest.hexdigest())


def _content(path: Path) -> bytes:
    try:
        if path.is_symlink():
            return os.fsencode(path.readlink())
        size = path.stat().st_size
        if size >= _LARGEST_FILE:
            return str(size).encode()
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return b""
