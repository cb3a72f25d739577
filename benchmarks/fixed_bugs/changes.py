"""Changes of a fix: functions and configuration entries of the broken tree around each hunk."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fixed_bugs.cases import FixPlace
from benchmarks.fixed_bugs.materialize import git
from rca.languages.facts import Declaration, Facts
from rca.languages.registry import extract

_CODE = (".kt", ".java")
_CONFIGURATION = (".kts", ".gradle", ".xml", ".pro", ".toml", ".properties")
TESTS = re.compile(
    r"(?:^|/)(?:\w*[tT]ests?|androidTest\w*|\w+Test|testFixtures|test-\w+|it|samples?|examples?)/"
    r"|Tests?\.(?:kt|java)$|Spec\.(?:kt|groovy)$"
)
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")
_NO_CODE = re.compile(r"^\s*(?:$|//|/?\*|import\s|package\s|@Suppress)")
_CALLABLES = frozenset(("function", "constructor", "property", "initializer"))
_MOST_FILES = 8
_MOST_LINES = 160


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines of the buggy file that a fix replaced; `count` 0 where it added after `start` only."""

    file: str
    start: int
    count: int
    size: int
    """Lines removed and added."""


def changed_places(directory: Path, buggy: str, fix: str) -> list[FixPlace]:
    """Return the places that a fix changed, the most changed first; none where it is too large to tell."""
    hunks = [hunk for hunk in _hunks(directory, buggy, fix) if not TESTS.search(hunk.file)]
    files = {hunk.file for hunk in hunks}
    if not hunks or len(files) > _MOST_FILES or sum(hunk.size for hunk in hunks) > _MOST_LINES:
        return []
    sizes: Counter[FixPlace] = Counter()
    loose: Counter[FixPlace] = Counter()
    for file in sorted(files):
        facts = _facts(directory, buggy, file) if file.endswith(_CODE) else None
        for hunk in hunks:
            if hunk.file != file:
                continue
            for place, precise in _places(hunk, facts):
                (sizes if precise else loose)[place] += hunk.size
    return [place for place, _size in (sizes or loose).most_common()]


def _hunks(directory: Path, buggy: str, fix: str) -> Iterator[Hunk]:
    diff = git(directory, "diff", "-U0", "-w", "--diff-filter=M", "--no-color", buggy, fix).decode(
        "utf-8", "replace"
    )
    file = ""
    start = count = 0
    changed: list[str] = []

    def flush() -> Iterator[Hunk]:
        code = [line for line in changed if not _NO_CODE.match(line)]
        if file.endswith(_CODE + _CONFIGURATION) and code:
            yield Hunk(file, start, count, len(code))
        changed.clear()

    for line in diff.split("\n"):
        if line.startswith("diff --git"):
            yield from flush()
        elif line.startswith("--- "):
            file = line[6:] if line.startswith("--- a/") else ""
        elif match := _HUNK.match(line):
            yield from flush()
            start, count = int(match[1]), int(match[2] or 1)
        elif line.startswith(("-", "+")) and not line.startswith("+++ "):
            changed.append(line[1:])
    yield from flush()


def _facts(directory: Path, commit: str, file: str) -> Facts | None:
    try:
        return extract(file, git(directory, "show", f"{commit}:{file}").decode("utf-8", "replace"))
    except subprocess.CalledProcessError:
        return None


def _places(hunk: Hunk, facts: Facts | None) -> Iterator[tuple[FixPlace, bool]]:
    """Yield the places of a hunk, with whether each is precise: a callable, or lines of configuration."""
    last = hunk.start + max(hunk.count, 1) - 1
    if facts is None:
        yield FixPlace(hunk.file, "", None, max(hunk.start, 1), max(last, 1)), True
        return
    rows = facts.declarations
    found: set[int] = set()
    for line in range(hunk.start, last + 1):
        inside = _innermost(rows, line, _CALLABLES, after=not hunk.count)
        if inside is not None:
            found.add(inside)
    for index in sorted(found):
        yield _place(hunk.file, rows, index, rows[index].end_line), True
    if not found:
        around = _innermost(rows, hunk.start, None, after=not hunk.count)
        if around is not None:
            yield _place(hunk.file, rows, around, max(rows[around].name_line, rows[around].line)), False


def _innermost(
    rows: Sequence[Declaration], line: int, kinds: frozenset[str] | None, *, after: bool
) -> int | None:
    """Return the smallest declaration around a line, or around the gap after it."""
    fits = [
        index
        for index, row in enumerate(rows)
        if row.line <= line
        and (line < row.end_line if after else line <= row.end_line)
        and (row.kind in kinds if kinds else row.is_class)
    ]
    return min(fits, key=lambda index: rows[index].end_line - rows[index].line, default=None)


def _place(file: str, rows: Sequence[Declaration], index: int, end_line: int) -> FixPlace:
    row = rows[index]
    classes = []
    parent = row.parent
    while parent >= 0:
        if rows[parent].is_class and rows[parent].name:
            classes.append(rows[parent].name)
        parent = rows[parent].parent
    name = "<init>" if row.kind in {"constructor", "initializer"} else row.name
    return FixPlace(file, name, ".".join(reversed(classes)) or None, row.line, end_line)
