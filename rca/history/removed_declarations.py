"""Declarations that a commit removed, and what replaced them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import PurePosixPath

from rca.history.repository import COMMIT_FORMAT, PLAIN_DIFF, Commit, Repository, split_log
from rca.history.unified_diff import FilePatch, Hunk, parse_patch

_DAYS = 365
_COMMITS = 4
_SUFFIXES = ("kt", "java", "xml", "kts", "proto", "aidl", "sq")
_DECLARED = re.compile(
    r"""\b(?:class|interface|object|typealias|fun|val|var|message|enum)\b(?:\s*<[^>]*>)?\s+(?:[\w.<>?]+\.)?`?(\w+)"""
    r"""|^\s*(?:(?:public|protected|private|static|final|abstract|default|synchronized)\s+)+"""
    r"""[\w<>\[\],.? ]+?\s(\w+)\s*[(=;]"""
    r"""|\bname\s*=\s*"([\w.]+)"|"@\+id/(\w+)\""""
)
_WORD = re.compile(r"\w+")
_LEAST_LIKENESS = 0.72
_MOST_LINES = 14
_MOST_ADDED = 400
"""A commit that adds more declarations than this says little about which one took a place."""


@dataclass(frozen=True, slots=True)
class Successor:
    """The declaration that took the place of one that was removed.

    Args:
        uses: uses of the old name that the same commit replaced by the new one.
    """

    name: str
    path: str
    line: int
    uses: int = 0


@dataclass(frozen=True, slots=True)
class RemovedDeclaration:
    """A declaration that a commit removed; `commit` is None for an edit that is not committed.

    Args:
        line: the line of the file after the change where it stood.
        successor: what took its place: another name, or the same name elsewhere; None if nothing fits.
    """

    name: str
    commit: Commit | None
    path: str
    line: int
    was: str
    is_file_gone: bool
    successor: Successor | None


@dataclass(frozen=True, slots=True)
class _Block:
    """A declaration in a diff: its name, and its first lines as the diff has them."""

    name: str
    path: str
    line: int
    lines: tuple[str, ...]


def find_removed(repository: Repository, name: str) -> RemovedDeclaration | None:
    """Return the newest change that removed the declaration of a name; None if none of the last year did."""
    if not name.isidentifier():
        return None
    scope = ("--", *(f":(top,glob){repository.folder}**/*.{suffix}" for suffix in _SUFFIXES))
    wanted = ("--pickaxe-regex", "-S", rf"\b{name}\b", "--pickaxe-all", "-M", "-U0", *PLAIN_DIFF)
    local = repository.git("diff", *wanted, "HEAD", *scope)
    removed = _removed(repository, None, parse_patch(local.text), name)
    if removed is not None:
        return removed
    limits = ("-n", str(_COMMITS), repository.since(_DAYS), COMMIT_FORMAT)
    past = repository.git("log", *limits, *wanted, "-p", "HEAD", *scope)
    for commit, text in split_log(past.text):
        removed = _removed(repository, commit, parse_patch(text), name)
        if removed is not None:
            return removed
    return None


def _removed(
    repository: Repository, commit: Commit | None, patches: Sequence[FilePatch], name: str
) -> RemovedDeclaration | None:
    before = [block for patch in patches for block in _blocks(patch, "-") if block.name == name]
    gone = next((patch for patch in patches if _is_file_of(patch, name)), None)
    if before:
        old = before[0]
        patch = next(one for one in patches if old.path in {one.old_path, one.new_path})
        after = [block for one in patches for block in _blocks(one, "+")]
        successor = _successor(old, after, patches)
        return RemovedDeclaration(
            name,
            commit,
            repository.shown(patch.new_path or old.path),
            _line_after(patch, old.line),
            old.lines[0].strip(),
            patch.new_path is None,
            _shown(repository, successor),
        )
    if gone is None:
        return None
    renamed = gone.new_path
    new = None if renamed is None else Successor(PurePosixPath(renamed).stem, repository.shown(renamed), 1)
    path = repository.shown(renamed or gone.old_path or "")
    return RemovedDeclaration(name, commit, path, 1, gone.old_path or "", renamed is None, new)


def _shown(repository: Repository, successor: Successor | None) -> Successor | None:
    if successor is None:
        return None
    return Successor(successor.name, repository.shown(successor.path), successor.line, successor.uses)


def _is_file_of(patch: FilePatch, name: str) -> bool:
    """Return whether a patch takes away a resource file whose name is the resource's."""
    old = patch.old_path
    if old is None or "/res/" not in f"/{old}" or PurePosixPath(old).stem != name:
        return False
    return patch.new_path is None or PurePosixPath(patch.new_path).stem != name


def _blocks(patch: FilePatch, sign: str) -> Iterator[_Block]:
    """Yield the declarations among the removed (`-`) or added (`+`) lines of a patch."""
    path = (patch.old_path if sign == "-" else patch.new_path) or patch.old_path or patch.new_path or ""
    for hunk in patch.hunks:
        first = _first_line(hunk, sign)
        lines = [line[1:] for line in hunk.body if line[:1] == sign]
        for at, line in enumerate(lines):
            for match in _DECLARED.finditer(line):
                name = next(group for group in match.groups() if group)
                yield _Block(name, path, first + at, tuple(lines[at : at + _MOST_LINES]))


def _first_line(hunk: Hunk, sign: str) -> int:
    match = re.match(r"@@ -(\d+)(?:,\d+)? \+(\d+)", hunk.header)
    return int(match[1 if sign == "-" else 2]) if match is not None else 1


def _line_after(patch: FilePatch, old_line: int) -> int:
    """Return where an old line's place is after the change."""
    for hunk in patch.hunks:
        for edit in hunk.edits:
            if edit.old_first <= old_line <= edit.old_first + max(edit.old_count, 1) - 1:
                return max(1, edit.new_first)
    return 1


def _successor(old: _Block, after: Sequence[_Block], patches: Sequence[FilePatch]) -> Successor | None:
    """Return what the commit put in the place of a declaration.

    The same name elsewhere is a move. Another name is a rename where the code around it is alike, or where
    uses of the one became uses of the other.
    """
    moved = next((one for one in after if one.name == old.name and one.path != old.path), None)
    if moved is not None:
        return Successor(moved.name, moved.path, moved.line)
    uses = _replaced_uses(old.name, patches)
    best: tuple[float, _Block] | None = None
    for one in after[:_MOST_ADDED]:
        if one.name == old.name:
            continue
        likeness = _likeness(old, one) + min(0.4, 0.1 * uses[one.name])
        likeness += 0.05 if one.path == old.path else 0.0
        if likeness >= _LEAST_LIKENESS and (best is None or likeness > best[0]):
            best = (likeness, one)
    if best is None:
        return None
    block = best[1]
    return Successor(block.name, block.path, block.line, uses[block.name])


def _likeness(old: _Block, new: _Block) -> float:
    """Return how alike two declarations are with their names left out, from 0 to 1."""
    left = "\n".join(old.lines).replace(old.name, "#")
    right = "\n".join(new.lines).replace(new.name, "#")
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.real_quick_ratio() < _LEAST_LIKENESS / 2:
        return 0.0
    first = SequenceMatcher(None, old.lines[0].replace(old.name, "#"), new.lines[0].replace(new.name, "#"))
    return max(matcher.ratio(), 0.9 * first.ratio())


def _replaced_uses(name: str, patches: Sequence[FilePatch]) -> Counter[str]:
    """Count, by the new name, the lines in which one word alone was put in the place of a name."""
    found: Counter[str] = Counter()
    for patch in patches:
        for hunk in patch.hunks:
            removed = [line[1:] for line in hunk.body if line[:1] == "-"]
            added = [line[1:] for line in hunk.body if line[:1] == "+"]
            if len(removed) != len(added):
                continue
            for old, new in zip(removed, added, strict=True):
                found.update(_word_for(name, old, new))
    return found


def _word_for(name: str, old: str, new: str) -> Iterator[str]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    if name not in before or len(before) != len(after):
        return
    changed = {(left, right) for left, right in zip(before, after, strict=True) if left != right}
    if len(changed) == 1:
        left, right = changed.pop()
        if left == name:
            yield right
