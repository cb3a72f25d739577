"""Suspect changes as one line each, with those lines of their diffs that the shown code does not contain."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from models.code import SuspectChange
from rca.analysis.rendering.answer_markdown import fenced, shortened

_SUMMARY = 90
_DIFF_LINES = 6
_DIFF_WIDTH = 140
_DIFFS = 1
"""Changes whose lines are shown; of the others the hash leads to them."""
_RECENT = 1
"""Changes that are listed though nothing but their age speaks for them."""
_REASONS = {
    "uncommitted": "not committed",
    "blame_line": "last changed that line",
    "blame_function": "changed the function",
    "recent_commit": "recent in the file",
    "caller_changed": "changed a caller",
    "dependency_changed": "changed a dependency",
}
_WITH_DIFF = frozenset({"uncommitted", "blame_line"})
"""Reasons for which the changed lines are about the line that failed."""


def render_changes(
    changes: Sequence[SuspectChange], most: int, shown: Collection[str], *, diffs: bool
) -> str:
    """Return at most `most` changes, the most suspect first.

    Args:
        changes: in their order.
        most: how many are listed; the others are counted.
        shown: lines of the code that the reader sees anyway, with single spaces.
        diffs: whether to quote changed lines at all.
    """
    if not changes:
        return ""
    telling = [change for change in changes if change.reason != "recent_commit"]
    recent = [change for change in changes if change.reason == "recent_commit"][:_RECENT]
    listed = [change for change in changes if change in telling or change in recent][:most]
    lines = []
    left = _DIFFS if diffs else 0
    for change in listed:
        lines.append(_line(change))
        said = _telling_lines(change, shown) if left and change.reason in _WITH_DIFF else []
        if said:
            left -= 1
            lines.append(fenced("\n".join(said), "diff"))
    rest = len(changes) - len(listed)
    lines += [f"- {rest} more"] if rest > 0 else []
    return "## Suspect changes\n\n" + "\n".join(lines)


def _line(change: SuspectChange) -> str:
    name = change.commit[:10] if change.commit else "the working tree"
    when = f" {change.date[:10]}" if change.date else ""
    numbers = ", ".join(map(str, change.lines[:3])) if change.reason == "blame_line" else ""
    reason = f"last changed line {numbers}" if numbers else _REASONS[change.reason]
    return f"- {name}{when} {shortened(change.summary, _SUMMARY)} (`{change.file_path}`, {reason})"


def _telling_lines(change: SuspectChange, shown: Collection[str]) -> list[str]:
    """Return removed lines, and added ones that are not shown.

    A commit that only added code says no more than the code as it is now.
    """
    diff = (change.diff or "").splitlines()
    if change.reason != "uncommitted" and not any(line.startswith("-") for line in diff):
        return []
    lines = [
        shortened(line.rstrip(), _DIFF_WIDTH)
        for line in diff
        if line[1:].strip()
        and (line.startswith("-") or (line.startswith("+") and " ".join(line[1:].split()) not in shown))
    ]
    left = len(lines) - _DIFF_LINES
    return [*lines[:_DIFF_LINES], f"  … {left} more lines"] if left > 0 else lines
