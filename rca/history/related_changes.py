"""Related changes elsewhere: removal of a missing name, changes of what a failing test covers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from models.code import SuspectChange
from rca.history.blame import file_history, suspect
from rca.history.repository import COMMIT_FORMAT, PLAIN_DIFF, Repository, split_log
from rca.history.suspect_score import score
from rca.history.unified_diff import FilePatch, excerpt, parse_patch
from rca.history.working_tree import FileState

_NAME_DAYS = 180
_NAME_COMMITS = 6
_MOST_NAMES = 3
_NEAR_IT = 12.0  # lines from the culprit that code which a failing test is about is taken to be
_TEST_SUFFIX = re.compile(r"(?:Instrumented|Integration|Unit|Ui|UI|Screenshot)?(?:Tests?|Spec|IT)$")
_SOURCES = ("kt", "java")
_NAMING = (*_SOURCES, "xml", "kts", "proto", "aidl", "sq")

_MISSING = (
    re.compile(r"[Uu]nresolved reference:? '?`?(\w+)"),
    re.compile(r"cannot find symbol[\s\S]{0,200}?symbol:\s+\w+ (\w+)"),
    re.compile(r"NoSuchMethodError:.{0,300}?(\w+)\("),
    re.compile(r"NoSuchFieldError:.{0,300}?(\w+)\s*$", re.MULTILINE),
    re.compile(r"(?:NoClassDefFoundError|ClassNotFoundException):.{0,300}?(\w+)\b(?![./$\w])"),
    re.compile(r"resource \w+/(\w+) .{0,120}not found"),
    re.compile(r"Cannot find a parameter with this name: '?(\w+)"),
    re.compile(r"No parameter with name '(\w+)'"),
    re.compile(r"No value passed for parameter '(\w+)'"),
    re.compile(r"'(\w+)' overrides nothing"),
    re.compile(r"no such (?:column|table): (?:\w+\.)?(\w+)"),
)


def missing_names(messages: Iterable[str]) -> tuple[str, ...]:
    """Return the names that messages call missing: references, methods, classes, resources, columns.

    A name that existed before was removed or renamed by some change, mostly in a file that the error does not
    mention.
    """
    found = (match[1] for message in messages for pattern in _MISSING for match in pattern.finditer(message))
    return tuple(dict.fromkeys(name for name in found if len(name) > 2))[:_MOST_NAMES]


def name_changes(repository: Repository, names: tuple[str, ...]) -> tuple[list[SuspectChange], str | None]:
    """Return the newest changes that removed one of the names from a file, and why that is incomplete.

    Names that are no identifiers are skipped. Git is called once for all names: it compares every file of
    every commit, which is slow in a long history.
    """
    names = tuple(name for name in names if name.isidentifier())
    if not names:
        return [], None
    git = repository.git
    wanted = ("--pickaxe-regex", "-S", "|".join(names), "-U1", *PLAIN_DIFF)
    scope = ("--", *(f":(top,glob){repository.folder}**/*.{suffix}" for suffix in _NAMING))
    local = git("diff", *wanted, "HEAD", *scope)
    suspects = [
        SuspectChange(
            commit=None,
            author=None,
            date=None,
            summary="Edited, not committed: takes the missing name away",
            file_path=repository.shown(patch.new_path or patch.old_path or ""),
            reason="uncommitted",
            score=score("uncommitted"),
            diff=excerpt(patch.hunks),
        )
        for patch in _removing(local.text, names)
    ]
    limits = ("-n", str(_NAME_COMMITS), repository.since(_NAME_DAYS), COMMIT_FORMAT)
    past = git("log", *limits, *wanted, "-p", "HEAD", *scope)
    for commit, text in split_log(past.text):
        weight = score("name_removed", age_days=repository.age_days(commit))
        for patch in _removing(text, names)[:1]:
            path = repository.shown(patch.new_path or patch.old_path or "")
            suspects.append(suspect(commit, path, "recent_commit", weight, (), excerpt(patch.hunks)))
    return suspects, local.lack or past.lack


def _removing(text: str, names: tuple[str, ...]) -> list[FilePatch]:
    """Return the files that lose a name, the largest loss first, each with its hunks."""
    word = re.compile(rf"\b(?:{'|'.join(names)})\b")
    found: list[tuple[int, FilePatch]] = []
    for patch in parse_patch(text):
        hunks = [
            hunk for hunk in patch.hunks if any(line[:1] == "-" and word.search(line) for line in hunk.body)
        ]
        lost = sum(
            (line[:1] == "-") - (line[:1] == "+") for hunk in hunks for line in hunk.body if word.search(line)
        )
        if lost > 0:
            found.append((lost, FilePatch(patch.old_path, patch.new_path, tuple(hunks))))
    return [patch for _, patch in sorted(found, key=lambda pair: -pair[0])]


def file_changes(repository: Repository, state: FileState) -> tuple[list[SuspectChange], str | None]:
    """Return the newest commits on a file, followed through renames, and why that is incomplete."""
    if state.committed_path is None:
        return [], None
    recent, lack = file_history(repository, state.committed_path)
    changes = [
        suspect(
            commit,
            state.file_path,
            "recent_commit",
            score("recent_commit", age_days=repository.age_days(commit), distance=math.inf, size=size),
        )
        for commit, size in recent.values()
    ]
    return changes, lack


def subject_changes(repository: Repository, file_path: str) -> tuple[list[SuspectChange], str | None]:
    """Return recent commits on the code that a test is named after (`CartTest`: `Cart`)."""
    stem = PurePosixPath(file_path).stem
    subject = _TEST_SUFFIX.sub("", stem)
    if subject in {stem, ""} or not re.fullmatch(r"\w+", subject):
        return [], None
    globs = [f":(top,glob)**/{subject}.{suffix}" for suffix in _SOURCES]
    listed = repository.git("ls-files", "-z", "--full-name", "--", *globs)
    suspects: list[SuspectChange] = []
    lack = listed.lack
    for path in [path for path in listed.text.split("\0") if path.startswith(repository.folder)][:2]:
        if not path:
            continue
        history, file_lack = file_history(repository, path)
        lack = lack or file_lack
        for commit, size in history.values():
            age = repository.age_days(commit)
            weight = score("recent_commit", age_days=age, distance=_NEAR_IT, size=size)
            suspects.append(suspect(commit, repository.shown(path), "recent_commit", weight))
    return suspects, lack
