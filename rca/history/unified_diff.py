"""Unified diffs as data: changed lines, and the earlier position of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

DIFF_LINES = 40
"""Longest piece of a diff that an answer shows."""

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


@dataclass(frozen=True, slots=True)
class Edit:
    """A replaced run of lines: `old_count` lines from `old_first` became `new_count` from `new_first`.

    With a count of 0, `first` is the line that follows the gap.
    """

    old_first: int
    old_count: int
    new_first: int
    new_count: int

    def touches(self, first: int, last: int) -> bool:
        """Return whether the edit changed, or removed something between, the new lines from first to last."""
        if self.new_count == 0:
            return first <= self.new_first <= last
        return self.new_first <= last and first <= self.new_first + self.new_count - 1

    def distance(self, line: int) -> int:
        """Return the number of lines between the edit and a new line, 0 on it."""
        end = self.new_first + max(self.new_count, 1) - 1
        return max(self.new_first - line, line - end, 0)


@dataclass(frozen=True, slots=True)
class Hunk:
    """One hunk as the diff has it."""

    header: str
    body: tuple[str, ...]
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class FilePatch:
    """The change of one file; a path is None where the file did not exist on that side."""

    old_path: str | None
    new_path: str | None
    hunks: tuple[Hunk, ...]

    @property
    def edits(self) -> Iterator[Edit]:
        """All edits, in order."""
        return (edit for hunk in self.hunks for edit in hunk.edits)

    @property
    def size(self) -> int:
        """Lines added and removed."""
        return sum(edit.old_count + edit.new_count for edit in self.edits)


def parse_patch(text: str) -> tuple[FilePatch, ...]:
    """Parse the files of a diff that git printed; an incomplete end is dropped."""
    patches: list[FilePatch] = []
    old_path: str | None = None
    new_path: str | None = None
    hunks: list[Hunk] = []
    open_file = False
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("diff --git "):
            if open_file:
                patches.append(FilePatch(old_path, new_path, tuple(hunks)))
            old_path, new_path, hunks, open_file = None, None, [], True
        elif line.startswith("--- "):
            old_path = _path(line[4:], "a/")
        elif line.startswith("+++ "):
            new_path = _path(line[4:], "b/")
        elif header := _HUNK.match(line):
            hunk, at = _read_hunk(line, header, lines, at)
            hunks.append(hunk)
    if open_file:
        patches.append(FilePatch(old_path, new_path, tuple(hunks)))
    return tuple(patches)


def _path(raw: str, prefix: str) -> str | None:
    name = raw.rstrip("\t")
    return None if name == "/dev/null" else name.removeprefix(prefix)


def _read_hunk(line: str, header: re.Match[str], lines: list[str], at: int) -> tuple[Hunk, int]:
    old_left, new_left = int(header[2] or "1"), int(header[4] or "1")
    # With a count of 0 git names the line before the gap; edits name the one after it.
    old = int(header[1]) + (old_left == 0)
    new = int(header[3]) + (new_left == 0)
    body: list[str] = []
    edits: list[Edit] = []
    old_first, new_first = old, new
    while at < len(lines) and (old_left > 0 or new_left > 0):
        mark = lines[at][:1]
        if mark not in (" ", "+", "-", "\\", ""):
            break
        body.append(lines[at])
        at += 1
        if mark == "\\":
            continue
        if mark in (" ", ""):
            if (old, new) != (old_first, new_first):
                edits.append(Edit(old_first, old - old_first, new_first, new - new_first))
            old, new = old + 1, new + 1
            old_first, new_first = old, new
        old_left -= mark != "+"
        new_left -= mark != "-"
        old += mark == "-"
        new += mark == "+"
    if (old, new) != (old_first, new_first):
        edits.append(Edit(old_first, old - old_first, new_first, new - new_first))
    return Hunk(line, tuple(body), tuple(edits)), at


def old_line(edits: Iterable[Edit], line: int) -> int | None:
    """Return the position of a new line before the edits; None if they created it."""
    shift = 0
    for edit in edits:
        if edit.new_first > line:
            break
        if line < edit.new_first + edit.new_count:
            return None
        shift += edit.old_count - edit.new_count
    return line + shift


def new_line(edits: Iterable[Edit], line: int) -> int | None:
    """Return the position of an old line after the edits; None if they replaced it."""
    return old_line(
        (Edit(e.new_first, e.new_count, e.old_first, e.old_count) for e in edits),
        line,
    )


def excerpt(hunks: Iterable[Hunk]) -> str | None:
    """Join hunks, cut to `DIFF_LINES` lines, with the number of omitted ones."""
    lines = [line for hunk in hunks for line in (hunk.header, *hunk.body)]
    if not lines:
        return None
    if len(lines) > DIFF_LINES:
        lines = [*lines[: DIFF_LINES - 1], f"… {len(lines) - DIFF_LINES + 1} more lines"]
    return "\n".join(lines)
