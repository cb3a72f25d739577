"""Uncommitted edits: a file's current text against the last commit."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from models.code import SuspectChange
from rca.history.change_query import ChangeTarget
from rca.history.git import Git
from rca.history.repository import PLAIN_DIFF, NoHistory, Repository
from rca.history.suspect_score import Reason, score
from rca.history.unified_diff import Edit, Hunk, excerpt, parse_patch

LARGEST_FILE = 4_000_000
"""Characters of a file beyond which it is not compared."""

_MOST_LINES = 40


@dataclass(frozen=True, slots=True)
class FileState:
    """A file now and at HEAD.

    Attributes:
        file_path: in the workspace.
        committed_path: in the work tree at HEAD, the old name if a rename is staged; None if HEAD does
            not have the file.
        hunks: from HEAD's text to the current one, ignoring white space.
        label: the kind of edit, for a reader; "" if nothing changed.
        length: number of lines of the current text.
    """

    file_path: str
    committed_path: str | None
    hunks: tuple[Hunk, ...]
    label: str
    length: int

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All edits, in order."""
        return tuple(edit for hunk in self.hunks for edit in hunk.edits)


def file_state(repository: Repository, root: Path, file_path: str, unsaved: str | None) -> FileState:
    """Compare a file's text today with HEAD's.

    Raises:
        NoHistory: the file cannot be read or compared, or git ignores it.
    """
    saved = _read(root / file_path)
    today = saved if unsaved is None else unsaved
    if today is None:
        message = f"'{file_path}' cannot be read or is too large, so its edits were not looked at."
        raise NoHistory(message)
    path = repository.inside(file_path)
    git = repository.git
    committed_path, committed = _at_head(git, path)
    length = len(today.splitlines())
    if committed is not None and committed.splitlines() == today.splitlines():
        return FileState(file_path, committed_path, (), "", length)
    status = git(
        "status", "--porcelain=v1", "-z", "--ignored", "--untracked-files=all", "--", f":(literal){path}"
    )
    label = _label(status.text[:2], saved=saved, today=today)
    if committed is None:
        if label is None:
            message = f"'{file_path}' is ignored by git (generated?), so it has no history."
            raise NoHistory(message)
        return FileState(file_path, None, (), label, length)
    try:
        hunks = _compare(git, committed, today)
    except OSError as problem:  # no room for the two texts, say
        message = (
            f"The edits of '{file_path}' could not be compared with HEAD: {problem.strerror or problem}."
        )
        raise NoHistory(message) from problem
    return FileState(
        file_path, committed_path, hunks, (label or "Edited, not committed") if hunks else "", length
    )


def _read(file: Path) -> str | None:
    try:
        if file.stat().st_size > LARGEST_FILE:
            return None
        return file.read_bytes().decode("utf-8-sig", "replace")
    except OSError:
        return None


def _at_head(git: Git, path: str) -> tuple[str | None, str | None]:
    """Return path and text of the file at HEAD, also under its old name; None if HEAD has neither."""
    found = git("cat-file", "blob", f"HEAD:{path}")
    if found.succeeded:
        return path, found.text.removeprefix("\ufeff")
    if "in 'HEAD'" not in found.error:
        message = f"Git could not read '{path}' at HEAD: {found.lack}."
        raise NoHistory(message)
    renames = git("diff", "--cached", "--name-status", "-M", "--diff-filter=R", "-z", "HEAD").text.split("\0")
    for _, old, new in zip(renames[::3], renames[1::3], renames[2::3], strict=False):
        if new == path:
            return old, git("cat-file", "blob", f"HEAD:{old}").text
    return None, None


def _label(status: str, *, saved: str | None, today: str) -> str | None:
    """Return the kind of edit; None for a file that git ignores."""
    if status == "!!":
        return None
    staged, working = status[:1].strip(), status[1:2].strip()
    if status == "??":
        return "New file, not committed"
    if saved != today:
        return "Edited in the editor, not saved" + (", over edits not committed" if staged or working else "")
    if staged == "A":
        return "New file, staged"
    if staged and working:
        return "Edited, partly staged, not committed"
    return "Edited and staged, not committed" if staged else "Edited, not committed"


def _compare(git: Git, before: str, after: str) -> tuple[Hunk, ...]:
    with tempfile.TemporaryDirectory(prefix="rca-") as folder:
        # Outside the work tree, so that no attribute or filter of the repository is applied.
        for name, text in (("before", before), ("after", after)):
            (Path(folder) / name).write_text(text, "utf-8", newline="")
        answer = Git(Path(folder), git.deadline)(
            "diff", "--no-index", *PLAIN_DIFF, "--ignore-all-space", "--histogram", "before", "after"
        )  # fmt: skip
    if not answer.complete:
        message = f"Edits that are not committed could not be compared with HEAD: {answer.lack}."
        raise NoHistory(message)
    return tuple(hunk for patch in parse_patch(answer.text) for hunk in patch.hunks)


def window_of(target: ChangeTarget, margin: int = 5) -> tuple[int, int] | None:
    """Return the lines to examine: the function, or a margin around the line if none is known."""
    if target.function is not None:
        return target.function
    if target.line is not None:
        return max(1, target.line - margin), target.line + margin
    return None


def uncommitted(
    state: FileState,
    window: tuple[int, int] | None,
    line: int | None,
    reason: Reason = "uncommitted",
) -> SuspectChange | None:
    """Return a file's uncommitted edits as a suspect change; None if there are none."""
    if not state.label:
        return None
    if state.committed_path is None:
        first, last = window or (1, state.length)
        lines: Iterable[int] = range(first, min(last, state.length) + 1)
        weight = score(reason, distance=0.0, size=state.length)
        return _suspect(state, reason, lines, weight, None)
    edits = state.edits
    near = [e for e in edits if window is not None and e.touches(*window)] or list(edits)
    anchor = line if line is not None else (window[0] if window else None)
    distance = math.inf if anchor is None else min(edit.distance(anchor) for edit in near)
    if line is None and window is not None and any(edit.touches(*window) for edit in near):
        distance = 0.0
    hunks = [hunk for hunk in state.hunks if any(edit in near for edit in hunk.edits)]
    size = sum(edit.old_count + edit.new_count for edit in edits)
    lines = (number for edit in near for number in range(edit.new_first, edit.new_first + edit.new_count))
    return _suspect(state, reason, lines, score(reason, distance=distance, size=size), excerpt(hunks))


def _suspect(
    state: FileState, reason: Reason, lines: Iterable[int], weight: float, diff: str | None
) -> SuspectChange:
    return SuspectChange(
        commit=None,
        author=None,
        date=None,
        summary=state.label,
        file_path=state.file_path,
        lines=tuple(lines)[:_MOST_LINES],
        reason=reason,
        score=weight,
        diff=diff,
    )
