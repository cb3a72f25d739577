"""SZZ: the commits that introduced a bug, found by blaming the lines that its fix replaced.

The annotated algorithm with refinements. Comments, blank lines, imports and lone brackets are not blamed. A
commit that only reformatted a line, or renamed a name throughout its file, is passed through to the one
before. Lines of merges are dropped. A fix that only adds lines replaces nothing: then the lines of code next
to the gap are blamed, which is weaker and marked `neighbour_lines`. A fix that only writes lines again which
an earlier commit took out of the file is that commit's: `restored_lines`.

Sources: Śliwerski, Zimmermann, Zeller 2005; Kim et al. 2006 (annotations, comments, format); Neto et al. 2018
(refactorings).
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Literal

from benchmarks.fixed_bugs.cases import FixPlace
from benchmarks.fixed_bugs.changes import TESTS
from benchmarks.fixed_bugs.materialize import git
from rca.history.unified_diff import Edit, FilePatch, old_line, parse_patch

How = Literal["restored_lines", "removed_lines", "neighbour_lines"]
Hidden = Literal["import", "conversion"]
"""Why a commit that wrote a line may not have introduced its fault: it moved a code base or language."""

_MOST_STEPS = 6  # commits that are passed through for one line
_IMPORT_FILES = 400
_TELLING_WORDS = 3
_MOST_RESTORED = 5
_NEAR = 4  # lines from a gap within which the next line of code is looked for
_NO_CODE = re.compile(r"^\s*(?:$|//|/?\*|<!--|import\s|package\s|@Suppress|[{}()\[\],;]+\s*$)")
_FILES = (".kt", ".java", ".kts", ".gradle", ".xml", ".pro", ".toml", ".properties", ".sq", ".cfg")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_BLAMED = re.compile(r"([0-9a-f]{40}) (\d+) \d+(?: \d+)?$")
_LAYOUT = frozenset(",;{}()")
_Writers = Counter[tuple[str, "Hidden | None"]]


@dataclass(frozen=True, slots=True)
class BlamedLine:
    """A line as one commit wrote it."""

    commit: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class InducingCommit:
    """A commit that wrote lines which the fix replaced, with their number.

    `hidden` says why the fault may be older than the commit; None where nothing says so.
    """

    commit: str
    lines: int
    how: How
    hidden: Hidden | None


def find_inducing(
    directory: Path, buggy: str, fix: str, main: FixPlace | None = None
) -> list[InducingCommit]:
    """Return the commits that wrote the lines which a fix replaced; the one that wrote most lines first.

    Args:
        directory: the git directory.
        buggy: the commit before the fix.
        fix: the commit that fixed it.
        main: the most important place of the fix; where lines were replaced there, no others count.
    """
    restored, in_main, removed, beside = _Writers(), _Writers(), _Writers(), _Writers()
    for patch in fix_patches(directory, buggy, fix):
        assert patch.old_path is not None
        lines = _text(directory, buggy, patch.old_path)
        restored.update((commit, None) for commit in _removers(directory, buggy, patch, lines))
        replaced: set[int] = set()
        around: set[int] = set()
        for edit in patch.edits:
            replaced.update(range(edit.old_first, edit.old_first + edit.old_count))
            if not edit.old_count:
                around.update(_neighbours(lines, edit))
        replaced = {number for number in replaced if _is_code(lines, number)}
        inside = {
            n
            for n in replaced
            if main and main.file == patch.old_path and main.start_line <= n <= main.end_line
        }
        for numbers, writers in (
            (inside, in_main),
            (replaced - inside, removed),
            (around - replaced, beside),
        ):
            for line in _origins(directory, buggy, patch.old_path, numbers):
                writers[line.commit, _hidden(directory, line)] += 1
    found = restored or in_main or removed or beside
    how: How = "removed_lines"
    if found is restored or found is beside:
        how = "restored_lines" if found is restored else "neighbour_lines"
    return [InducingCommit(commit, count, how, hidden) for (commit, hidden), count in found.most_common()]


def fix_patches(directory: Path, buggy: str, fix: str) -> list[FilePatch]:
    """Return the files that a fix changed, without tests and files that it added or deleted."""
    text = git(directory, "diff", "-U0", "-w", "-M", "--no-color", buggy, fix).decode("utf-8", "replace")
    return [
        patch
        for patch in parse_patch(text)
        if patch.old_path and patch.new_path and patch.old_path.endswith(_FILES)
        if not TESTS.search(patch.old_path)
    ]


def _is_code(lines: Sequence[str], number: int) -> bool:
    return 1 <= number <= len(lines) and not _NO_CODE.match(lines[number - 1])


def _neighbours(lines: Sequence[str], edit: Edit) -> Iterator[int]:
    """Yield the nearest lines of code before and after a gap."""
    for near in (
        range(edit.old_first - 1, edit.old_first - 1 - _NEAR, -1),
        range(edit.old_first, edit.old_first + _NEAR),
    ):
        code = next((number for number in near if _is_code(lines, number)), None)
        if code is not None:
            yield code


def _removers(directory: Path, buggy: str, patch: FilePatch, lines: Sequence[str]) -> Iterator[str]:
    """Yield the commits that took lines out of a file which the fix wrote again."""
    there = "\n".join(lines)
    only_adding = [hunk for hunk in patch.hunks if not any(line[:1] == "-" for line in hunk.body)]
    added = {line[1:].strip() for hunk in only_adding for line in hunk.body}
    telling = (
        one for one in added if one not in there and len(set(_IDENTIFIER.findall(one))) >= _TELLING_WORDS
    )
    for line in sorted(telling, key=len, reverse=True)[:_MOST_RESTORED]:
        found = git(directory, "log", "-1", "--format=%H", f"-S{line}", buggy, "--", patch.old_path or "")
        yield from found.decode().split()


def _origins(directory: Path, commit: str, path: str, numbers: Collection[int]) -> Iterator[BlamedLine]:
    """Yield who wrote each line, past commits that only changed its form; nothing for lines of a merge."""
    for line in _blame(directory, commit, path, sorted(numbers)):
        current: BlamedLine | None = line
        for _step in range(_MOST_STEPS):
            earlier = _before_form(directory, current) if current else None
            if earlier is None:
                break
            found = _blame(directory, earlier.commit, earlier.path, [earlier.line])
            current = next(iter(found), None)
        if current is not None and len(_parents(directory, current.commit)) <= 1:
            yield current


def _blame(directory: Path, commit: str, path: str, numbers: Sequence[int]) -> list[BlamedLine]:
    if not numbers:
        return []
    ranges = [part for number in numbers for part in ("-L", f"{number},{number}")]
    try:
        text = git(directory, "blame", "--porcelain", "-w", "-M", "-C", *ranges, commit, "--", path)
    except subprocess.CalledProcessError:
        return []
    found: list[BlamedLine] = []
    paths: dict[str, str] = {}
    current, number = "", 0
    for row in text.decode("utf-8", "replace").split("\n"):
        if row.startswith("\t"):
            found.append(BlamedLine(current, paths.get(current, path), number))
        elif header := _BLAMED.match(row):
            current, number = header[1], int(header[2])
        elif row.startswith("filename "):
            paths[current] = row.removeprefix("filename ")
    return found


def _before_form(directory: Path, line: BlamedLine) -> BlamedLine | None:
    """Return the line before the commit that wrote it, if that only changed its form; else None."""
    parents = _parents(directory, line.commit)
    if len(parents) != 1:
        return None
    patch = _patch(directory, line.commit, line.path)
    if patch is None or patch.old_path is None:
        return None
    edit = next((e for e in patch.edits if e.new_first <= line.line < e.new_first + e.new_count), None)
    if edit is None:  # moved here from elsewhere, or only its white space changed
        number = old_line(patch.edits, line.line)
        return BlamedLine(parents[0], patch.old_path, number) if number else None
    if not edit.old_count:
        return None
    old_text = _text(directory, parents[0], patch.old_path)
    new_text = _text(directory, line.commit, line.path)
    before = old_text[edit.old_first - 1 : edit.old_first - 1 + edit.old_count]
    after = new_text[edit.new_first - 1 : edit.new_first - 1 + edit.new_count]
    if not (is_same_form(before, after) or is_rename(before, after, old_text, new_text)):
        return None
    wanted = set(_TOKEN.findall(new_text[line.line - 1]))
    best = max(range(len(before)), key=lambda at: len(wanted & set(_TOKEN.findall(before[at]))))
    return BlamedLine(parents[0], patch.old_path, edit.old_first + best)


def is_same_form(before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether two pieces of code differ in layout alone: breaks, commas, semicolons, brackets."""
    old, new = ([token for token in _tokens(lines) if token not in _LAYOUT] for lines in (before, after))
    return old == new


def is_rename(
    before: Sequence[str], after: Sequence[str], old_text: Sequence[str], new_text: Sequence[str]
) -> bool:
    """Return whether a change gave names other spellings, throughout the file: each old one is gone."""
    old, new = _tokens(before), _tokens(after)
    if len(old) != len(new):
        return False
    renamed: dict[str, str] = {}
    for left, right in zip(old, new, strict=True):
        if left != right:
            is_name = _IDENTIFIER.fullmatch(left) and _IDENTIFIER.fullmatch(right)
            if not is_name or renamed.setdefault(left, right) != right:
                return False
    old_words, new_words = set(_tokens(old_text)), set(_tokens(new_text))
    return all(left not in new_words and right not in old_words for left, right in renamed.items())


def _tokens(lines: Sequence[str]) -> list[str]:
    return [token for line in lines for token in _TOKEN.findall(line)]


def _hidden(directory: Path, line: BlamedLine) -> Hidden | None:
    """Return why a line may be older than the commit that seems to have written it."""
    added, deleted = _files_of(directory, line.commit)
    if not _parents(directory, line.commit) or len(added) >= _IMPORT_FILES:
        return "import"
    path = PurePosixPath(line.path)
    if path.suffix == ".kt" and any(PurePosixPath(one).name == f"{path.stem}.java" for one in deleted):
        return "conversion"
    return None


@lru_cache(maxsize=4096)
def _parents(directory: Path, commit: str) -> tuple[str, ...]:
    return tuple(git(directory, "log", "-1", "--format=%P", commit).decode().split())


@lru_cache(maxsize=2048)
def _patch(directory: Path, commit: str, path: str) -> FilePatch | None:
    """Return what a commit changed in a file, which it may have renamed."""
    show = ("diff-tree", "-r", "-p", "-U0", "-w", "-M", "--root", "--no-commit-id", commit)
    for scope in (("--", f":(literal){path}"), ()):
        try:
            text = git(directory, *show, *scope).decode("utf-8", "replace")
        except subprocess.CalledProcessError:  # the snapshot lacks a large file of the commit
            return None
        patch = next((one for one in parse_patch(text) if one.new_path == path), None)
        if patch is not None and patch.old_path is not None:
            return patch
    return None


@lru_cache(maxsize=2048)
def _files_of(directory: Path, commit: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the files that a commit added, and those that it deleted or renamed."""
    status = git(
        directory, "diff-tree", "-r", "--name-status", "--no-renames", "--root", "--no-commit-id", commit
    )
    rows = [row.split("\t", 1) for row in status.decode("utf-8", "replace").splitlines()]
    return tuple(row[1] for row in rows if row[0] == "A"), tuple(row[1] for row in rows if row[0] == "D")


@lru_cache(maxsize=256)
def _text(directory: Path, commit: str, path: str) -> tuple[str, ...]:
    try:
        return tuple(git(directory, "show", f"{commit}:{path}").decode("utf-8", "replace").split("\n"))
    except subprocess.CalledProcessError:
        return ()
