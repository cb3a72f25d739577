"""Suspect changes: every change that may have caused the error, ranked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from models.code import SuspectChange
from rca.history.blame import blame, committed, suspect
from rca.history.change_query import ChangeTarget, SuspectOutcome
from rca.history.git import GitMissing
from rca.history.related_changes import name_changes, subject_changes
from rca.history.repository import NoHistory, Repository, open_repository
from rca.history.suspect_score import score
from rca.history.unified_diff import new_line
from rca.history.version_changes import dependency_changes
from rca.history.working_tree import FileState, file_state, uncommitted, window_of
from rca.scheduling.deadline import Deadline

MOST_CHANGES = 10
"""Suspects that an answer holds at most."""

_MOST_CALLER_FILES = 4
_AT_ONCE = 2  # questions; the first in the list are the weightiest and must not starve
_CALLER_DAYS = 180  # a caller that has not changed for longer is no suspect, and looking further back is slow

Found = tuple[list[SuspectChange], list[str]]
"""Suspects that one question brought, and notes on what it could not tell."""


def suspects(root: Path, target: ChangeTarget, deadline: Deadline) -> SuspectOutcome:
    """Return the changes that may have caused an error at a place of the workspace.

    Whatever git cannot answer becomes a note, never an exception: no git, no repository, no commit yet, an
    untracked file, a shallow clone, a history too long for the remaining time. Nothing is written, nothing is
    fetched, no hook runs.
    """
    changes: list[SuspectChange] = []
    notes: list[str] = []
    try:
        repository = open_repository(root, target.file_path, deadline)
        notes.extend(repository.notes)
        with ThreadPoolExecutor(max_workers=_AT_ONCE, thread_name_prefix="history") as pool:
            for found, gaps in pool.map(lambda ask: ask(repository, root, target), _QUESTIONS):
                changes.extend(found)
                notes.extend(gaps)
    except NoHistory as reason:
        notes.append(str(reason))
    except GitMissing:
        notes.append("There is no git on this machine, so changes were not looked at.")
    except OSError as problem:  # a folder that may not be looked into, say
        notes.append(f"Changes were not looked at: {problem.strerror or problem}.")
    if deadline.expired:
        notes.append("The search for changes ran out of time: there may be more.")
    return SuspectOutcome(_ordered(changes), tuple(dict.fromkeys(notes)))


def _culprit(repository: Repository, root: Path, target: ChangeTarget) -> Found:
    try:
        state = file_state(repository, root, target.file_path, target.unsaved.get(target.file_path))
    except NoHistory as reason:
        return [], [str(reason)]
    notes: list[str] = []
    if state.committed_path is None:
        notes.append(f"'{target.file_path}' is not in the last commit: it has no history yet.")
    notes.extend(_moved(state, target.line))
    window = window_of(target)
    local = uncommitted(state, window, target.line)
    past, past_notes = committed(repository, state, window, target.line)
    return [*([local] if local else []), *past], [*notes, *past_notes]


def _moved(state: FileState, line: int | None) -> list[str]:
    """Return a note on the culprit's line in HEAD, for a failing build made from the last commit."""
    if line is None or state.committed_path is None or not state.edits:
        return []
    today = new_line(state.edits, line)
    if today == line:
        return []
    where = f"is line {today} now" if today else "has been edited since"
    note = (
        f"'{state.file_path}' has edits that are not committed: "
        f"if the failing build was made without them, its line {line} {where}."
    )
    return [note]


def _callers(repository: Repository, root: Path, target: ChangeTarget) -> Found:
    calls: dict[str, list[int]] = defaultdict(list)
    window = window_of(target)
    for file_path, line in target.callers:
        inside = window is not None and file_path == target.file_path and window[0] <= line <= window[1]
        if not inside:
            calls[file_path].append(line)
    notes: list[str] = []
    changes: list[SuspectChange] = []
    for file_path, lines in list(calls.items())[:_MOST_CALLER_FILES]:
        if repository.git.deadline.expired:
            break
        try:
            state = file_state(repository, root, file_path, target.unsaved.get(file_path))
        except NoHistory as reason:
            notes.append(str(reason))
            continue
        windows = [(line, line) for line in lines]
        touched = [w for w in windows if any(edit.touches(*w) for edit in state.edits)]
        if touched or (state.label and state.committed_path is None):
            first = touched[0] if touched else windows[0]
            local = uncommitted(state, first, first[0], "caller_changed")
            changes.extend([local] if local else [])
        for commit, found in blame(repository, state, windows, _CALLER_DAYS).commits.items():
            weight = score("caller_changed", age_days=repository.age_days(commit))
            changes.append(suspect(commit, file_path, "caller_changed", weight, found))
    return changes, notes


def _dependencies(repository: Repository, root: Path, target: ChangeTarget) -> Found:
    changes, lack = dependency_changes(repository, root, target.libraries)
    return changes, [f"Changes of dependencies were read in part: {lack}."] if lack else []


def _related(repository: Repository, _root: Path, target: ChangeTarget) -> Found:
    names, names_lack = name_changes(repository, target.names)
    subject, subject_lack = subject_changes(repository, target.file_path)
    lack = names_lack or subject_lack
    return [*names, *subject], [f"Changes elsewhere were looked for in part: {lack}."] if lack else []


_QUESTIONS: tuple[Callable[[Repository, Path, ChangeTarget], Found], ...] = (
    _culprit,
    _related,
    _dependencies,
    _callers,
)


def _ordered(changes: Iterable[SuspectChange]) -> tuple[SuspectChange, ...]:
    """Return each change of a file once, with its strongest reason, most suspect first."""
    best: dict[tuple[str | None, str], SuspectChange] = {}
    for change in changes:
        key = (change.commit, change.file_path)
        if key not in best or change.score > best[key].score:
            best[key] = change
    ranked = sorted(best.values(), key=lambda change: (-change.score, change.commit or "", change.file_path))
    return tuple(ranked[:MOST_CHANGES])
